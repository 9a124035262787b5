//! One question to one engine: explore the program, replay what was found, and state exactly what that means.

use crate::polish;
use crate::search::{self, Search};
use crate::threads::{self, Explored};
use event::{Finding, Findings, Inputs, Loops, MemoryModel, Properties, Reason, Scope, Stats, Unsupported, Verdict};
use explore::{Exploration, Observer, Reduction};
use ir::{Action, Domain, Operation, Order, Program, passes};
use std::borrow::Cow;
use vm::{Code, Machine};

/// What to check and how.
#[derive(Clone)]
pub struct CheckOptions {
    /// What to look for.
    pub search: Search,
    /// Whether annotated orders may be explored instead, if that is faster; the reduction is [`Reduction::Optimal`].
    pub auto: bool,
    /// The root thread of annotated orders, by the order of creation; `None`: one that is likely to be good.
    pub root: Option<u32>,
    /// Whether leaf writes of annotated orders are ordered only where somebody can tell.
    pub relaxed: bool,
    /// Whether annotated orders are counted as the authors of the value-centric reduction do.
    pub count_as_authors: bool,
    /// How often a loop may go round; `None`: as often as it wants.
    pub unroll: Option<u32>,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            search: Search::default(),
            auto: false,
            root: None,
            relaxed: true,
            count_as_authors: false,
            unroll: None,
        }
    }
}

/// The answer with its figures.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// What is known of each property that was asked about.
    pub findings: Findings,
    /// What was done.
    pub stats: Stats,
    /// What is covered by what was done.
    pub scope: Scope,
    /// The engine that answered, for the statistics.
    pub engine: String,
    /// The figures of an engine that does not run executions, by name, instead of `stats`.
    pub figures: Option<Vec<(&'static str, u64)>>,
    /// What the engine has checked: whoever runs a counterexample again has to check the same.
    pub checked: Properties,
    /// The other engines that took part, and why they did not answer.
    pub others: Vec<(String, String)>,
}

impl Outcome {
    /// No answer, because nothing was done.
    pub fn unknown(because: Reason, checked: Properties) -> Outcome {
        let memory_model = MemoryModel::SequentiallyConsistent { weaker: Vec::new() };
        let scope = Scope { loops: Loops::Partial, memory_model, inputs: Inputs::None, approximations: Vec::new() };
        let engine = "none".to_owned();
        let verdict = Verdict::Unknown { because };
        let (stats, findings) = (Stats::default(), Findings::undecided(checked));
        Outcome { verdict, findings, stats, scope, engine, figures: None, checked, others: Vec::new() }
    }

    /// The answer to a question about more properties than the engine decides. Those are left open, for the reason `why`.
    pub fn about(mut self, asked: Properties, why: &str) -> Outcome {
        self.findings = self.findings.about(asked);
        if self.findings.those(Finding::Undecided) != Properties::default()
            && let Verdict::Safe { scope } = self.verdict
        {
            self.verdict = Verdict::Partial { scope, because: Reason::NotSupported(why.to_owned()) };
        }
        self
    }

    /// The same without what is assumed to be free of failures, if something is violated all the same.
    pub fn without_successes(mut self) -> Outcome {
        if let Verdict::Unsafe { .. } = self.verdict {
            self.scope.approximations.retain(|it| !it.ends_with(c::SUCCESS));
        }
        self
    }

    /// The same of a program of actors, which share no memory.
    pub fn of_actors(mut self) -> Outcome {
        self.scope.memory_model = MemoryModel::Messages;
        self
    }
}

/// Checks a valid program.
pub fn check(program: &Program, options: &CheckOptions, progress: &mut dyn FnMut(&Stats, Option<f64>)) -> Outcome {
    check_watched(program, options, &mut Progress(progress), |_, _, _, _| {})
}

/// As [`check`], with somebody who watches, and who is given at the end what the machine has run, and the figures of the
/// exploration that counts.
pub(crate) fn check_watched<O: for<'p> Observer<Machine<'p>>>(
    program: &Program,
    options: &CheckOptions,
    observer: &mut O,
    after: impl FnOnce(&mut O, &Program, &Code, &Stats),
) -> Outcome {
    let whole = program;
    let bounded;
    let mut counters = passes::Counters::new();
    let program = match options.unroll {
        Some(bound) => {
            let mut copy = program.clone();
            counters = passes::bound_loops(&mut copy, bound);
            bounded = copy;
            &bounded
        }
        None => program,
    };
    let mut code = vm::compile_bounded(program, options.search.properties, &counters);
    if options.search.reduction.takes_awaits() {
        code = code.with_awaits();
    }
    let Explored { result, steps, unexplored, mistakes, doubts, uses_again, code, cut_off, obstacle } =
        threads::explore(program, &code, options, observer);
    after(observer, program, &code, &result.stats);
    let mut cuts = cuts(program, options, &result, steps);
    cuts.extend(stops(program, &mistakes, "a thread is stopped"));
    cuts.extend(if uses_again { hashes(program).into_iter().collect() } else { reuses(program) });
    cuts.extend(layouts(program));
    cuts.extend(assumed(program));
    cuts.extend(open(program, &doubts));
    cuts.extend(outlived(program, options));
    let is_comparison = options.count_as_authors && result.reduction.is_annotated();
    let is_whole = cuts.is_empty() && !is_comparison;
    let settled = if is_whole { search::settled(&result) } else { Properties::default() };
    let loops = if is_comparison { Loops::Partial } else { search::loops(&result, cuts) };
    let scope = scope(program, options, loops);
    let replay = |it: &explore::Found| vm::replay::replay(program, code.clone(), &it.schedule, it.property);
    let verdict = search::verdict(&result, search::replay_all(&result, replay), unexplored, &scope);
    let verdict = match verdict {
        Verdict::Safe { .. } if is_comparison => {
            Verdict::Unknown { because: Reason::Comparison(COMPARISON.to_owned()) }
        }
        Verdict::Safe { .. } if search::is_cut_off(&result) => {
            match cut_off.unwrap_or_else(|| vm::cut_off(program, &code)) {
                None => verdict,
                Some(places) => Verdict::Unknown { because: Reason::Bound(places) },
            }
        }
        verdict => polished(whole, options, verdict),
    };
    let engine = engine(options, result.reduction, obstacle);
    let checked = options.search.properties;
    let findings = verdict.findings(checked, settled);
    Outcome { verdict, findings, stats: result.stats, scope, engine, figures: None, checked, others: Vec::new() }
}

/// A verdict whose counterexamples are as people want to see them.
pub(crate) fn polished(program: &Program, options: &CheckOptions, verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Unsafe { violations } => {
            let checked = options.search.properties;
            let polish = |it| polish::of_threads(program, checked, &options.search.budget, it);
            Verdict::Unsafe { violations: violations.into_iter().map(polish).collect() }
        }
        Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => verdict,
    }
}

/// The engine in words, and why another reduction than the one asked for was used.
fn engine(options: &CheckOptions, used: Reduction, obstacle: Option<Unsupported>) -> String {
    if let Some(obstacle) = obstacle {
        return format!("explore ({used}: {} does not apply, {})", options.search.reduction, obstacle.describe());
    }
    if options.search.remember_states {
        return format!("explore ({used}, states remembered)");
    }
    if options.auto && used.is_annotated() {
        return format!("explore ({used}, chosen by auto)");
    }
    if used == options.search.reduction {
        return format!("explore ({used})");
    }
    format!("explore ({used}: {} does not know what some atomic section or mutex waits for)", options.search.reduction)
}

pub(crate) struct Progress<'a>(pub &'a mut dyn FnMut(&Stats, Option<f64>));

impl<S> Observer<S> for Progress<'_> {
    fn progress(&mut self, stats: &Stats, explored: Option<f64>) {
        (self.0)(stats, explored);
    }
}

/// What was cut off.
fn cuts(program: &Program, options: &CheckOptions, result: &Exploration, steps: u32) -> Vec<String> {
    let mut cuts = Vec::new();
    if result.cut_loops {
        cuts.push(match options.unroll {
            Some(bound) => format!("loops up to {bound} rounds"),
            None if chooses_wake_ups(program) => {
                "one wake-up, or failure of a weak compare-exchange, for no reason in each stay in a loop".to_owned()
            }
            None => "endless local loops or recursion cut, or very long rounds".to_owned(),
        });
    }
    if result.cut_steps {
        cuts.push(format!("up to {steps} steps of each thread"));
    }
    if result.unjudged {
        cuts.push("some threads go round in loops, and there are too many states to tell whether they hang".to_owned());
    }
    cuts
}

/// Whether something may happen for no reason.
fn chooses_wake_ups(program: &Program) -> bool {
    let chooses =
        |it: &ir::Edge| matches!(it.action, Action::Visible(Operation::Choose { domain: Domain::Spurious(_), .. }));
    program.functions.iter().flat_map(|it| &it.edges).any(chooses)
}

/// What is taken for granted about a program: compare-exchanges that are still marked as weak do not fail for no reason
/// (`ir::passes::spurious`).
pub(crate) fn assumed(program: &Program) -> Vec<String> {
    let is_weak = |it: &&ir::Edge| matches!(it.action, Action::Visible(Operation::CompareExchange { weak: true, .. }));
    let place = |it: &ir::Edge| {
        let place = program.sources.describe(it.span);
        format!("the weak compare-exchange at {place}, which stores before it is tried again, fails only for a reason")
    };
    program.functions.iter().flat_map(|it| &it.edges).filter(is_weak).map(place).collect()
}

/// What engines leave open that do not tell why a thread leaves a loop: a failure of a weak compare-exchange for no reason is no way
/// out of a hang.
pub(crate) fn unjudged_failures(program: &Program, options: &CheckOptions) -> Vec<String> {
    let domain = Domain::Spurious(ir::Cause::Exchange);
    let fails =
        |it: &ir::Edge| matches!(it.action, Action::Visible(Operation::Choose { domain: it, .. }) if it == domain);
    let is_asked = options.search.properties.contains(event::Property::Deadlock);
    let has_loops = program.functions.iter().filter(|it| !it.library).any(passes::loops::has_loops);
    let may_fail = is_asked && has_loops && program.functions.iter().flat_map(|it| &it.edges).any(fails);
    let sentence = "no thread hangs but one that a failure of a weak compare-exchange for no reason would let go on";
    may_fail.then(|| sentence.to_owned()).into_iter().collect()
}

/// Why orders that are counted as the authors of the value-centric reduction do say nothing about a program: values that count as
/// explored may be those that lead to its only failure.
const COMPARISON: &str = "--count authors counts a value of a thread once and leaves out others that it would lead to";

/// Where a bound on rounds cuts off threads, if it does so in every execution.
pub(crate) fn cut_off_at(program: &Program, options: &CheckOptions, rounds: u32) -> Option<Vec<source::Span>> {
    let mut program = program.clone();
    let counters = passes::bound_loops(&mut program, rounds);
    let code = vm::compile_bounded(&program, options.search.properties, &counters);
    vm::cut_off(&program, &code.with_awaits())
}

/// Places of mistakes that are named.
const MOST_PLACES: usize = 8;

/// That threads stop where they make a mistake that is not checked for: what would follow is not known.
pub(crate) fn stops(program: &Program, mistakes: &[source::Span], what: &str) -> Vec<String> {
    let place =
        |it: &source::Span| format!("{what} at {} by a mistake that is not checked for", program.sources.describe(*it));
    let mut stops: Vec<String> = mistakes.iter().take(MOST_PLACES).map(place).collect();
    if mistakes.len() > MOST_PLACES {
        stops.push(format!("and at {} more places", mistakes.len() - MOST_PLACES));
    }
    stops
}

/// That addresses are those of one layout of memory.
pub(crate) fn layouts(program: &Program) -> Option<String> {
    told(
        program,
        "objects have the addresses of one layout of memory for what is computed from them",
        &passes::reuse::layouts(program),
    )
}

/// Where memory that was freed could be used again for something that is compared with it, for an engine that does not try it.
pub(crate) fn reuses(program: &Program) -> Vec<String> {
    let places = passes::reuse::comparisons(program);
    let compared = told(program, "freed memory is not used again for what is compared", &places);
    compared.into_iter().chain(hashes(program)).collect()
}

/// What is open and was taken one way.
fn open(program: &Program, doubts: &[(ir::Doubt, source::Span)]) -> Vec<String> {
    let all = ir::Doubt::ALL.into_iter();
    let sentence = |about: ir::Doubt| {
        let places: Vec<_> = doubts.iter().filter(|it| it.0 == about).map(|it| it.1).collect();
        let what = match about {
            ir::Doubt::Order => {
                "different objects come one after the other in the order in which they were made for the comparison"
            }
            ir::Doubt::Handles => "no thread gets the handle of one that was joined for the comparison",
        };
        told(program, what, &places)
    };
    all.filter_map(sentence).collect()
}

/// The same for engines that do not know whether they come there.
pub(crate) fn all_open(program: &Program) -> Vec<String> {
    open(program, &passes::doubts::all(program))
}

/// That locals are taken to be there although their thread has ended.
pub(crate) fn outlived(program: &Program, options: &CheckOptions) -> Option<String> {
    let is_asked = options.search.properties.contains(event::Property::Memory);
    let places = if is_asked { passes::exits::beside_callers(program) } else { Vec::new() };
    told(program, "no thread uses a local of a function that has called the one which ends its thread", &places)
}

/// What engines leave open that do not know how large an object is that a pointer leads to.
pub(crate) fn moves(program: &Program, options: &CheckOptions) -> Option<String> {
    let is_asked = options.search.properties.contains(event::Property::Memory);
    let places = if is_asked { passes::extents::unresolved(program) } else { Vec::new() };
    told(program, "no pointer is moved beyond the end of its object", &places)
}

/// The same for an engine that tries it where addresses are compared: where something else is made of them.
pub(crate) fn hashes(program: &Program) -> Option<String> {
    let places = passes::reuse::computations(program);
    told(program, "freed memory is not used again for the sake of what is computed from its address", &places)
}

/// A sentence about some places; nothing if there are none.
fn told(program: &Program, what: &str, places: &[source::Span]) -> Option<String> {
    let more = places.len().saturating_sub(MOST_PLACES);
    let places: Vec<String> = places.iter().take(MOST_PLACES).map(|it| program.sources.describe(*it)).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!places.is_empty()).then(|| format!("{what} at {}{more}", places.join(", ")))
}

/// What a claim covers, given how far loops were followed.
pub(crate) fn scope(program: &Program, options: &CheckOptions, loops: Loops) -> Scope {
    let mut weaker = Vec::new();
    let mut inputs = Inputs::None;
    let own = program.functions.iter().filter(|it| !it.library);
    for (function, edge) in own.flat_map(|it| it.edges.iter().map(move |edge| (it, edge))) {
        if let Action::Visible(operation) = &edge.action {
            weaker.extend(is_weak(operation).then_some(edge.span));
            if let Operation::Choose { dest, domain: Domain::Any | Domain::Range { .. } } = operation {
                let is_unset = function.registers[dest.index()].name.starts_with(passes::unset::CHOICE);
                inputs = if is_unset { inputs } else { Inputs::All };
            }
        }
    }
    weaker.sort_unstable();
    weaker.dedup();
    let mut approximations = program.approximations.clone();
    let leaves = |it: &ir::Edge| matches!(it.action, Action::Stop(ir::Stop::Exit));
    let own_edges = || program.functions.iter().filter(|it| !it.library).flat_map(|it| &it.edges);
    if options.search.properties.contains(event::Property::Memory)
        && own_edges().any(allocates)
        && own_edges().any(leaves)
    {
        approximations.push("memory that is lost before exit or abort is not reported".to_owned());
    }
    let exits = |it: &ir::Edge| matches!(it.action, Action::Stop(ir::Stop::ThreadExit(_)));
    let escapes = program.functions.iter().flat_map(|it| &it.slots).any(|it| it.escapes);
    if escapes && program.functions.iter().flat_map(|it| &it.edges).any(exits) {
        approximations.push("locals of the functions that call the one with pthread_exit live on".to_owned());
    }
    // What models keep for each thread is nobody's business.
    if program.globals.iter().any(|it| it.thread_local && !it.name.starts_with("__raddle_")) {
        approximations.push("thread-local objects live on until their thread is joined".to_owned());
    }
    if passes::handles::may_be_read_by_threads(program) {
        approximations.push("the handle of a thread is stored before the thread starts, as with glibc".to_owned());
    }
    if !options.search.properties.contains(event::Property::Overflow) {
        approximations.push("signed arithmetic wraps around (property `overflow` is not checked)".to_owned());
    }
    Scope { loops, memory_model: MemoryModel::SequentiallyConsistent { weaker }, inputs, approximations }
}

/// The program for an engine that does not follow which bytes of memory were written, and what limits its claims then.
pub(crate) fn without_unset(program: &Program) -> (Cow<'_, Program>, Option<String>) {
    if !passes::unset::asks_for_unset(program) {
        return (Cow::Borrowed(program), None);
    }
    let own = program.functions.iter().filter(|it| !it.library);
    let asks = |it: &&ir::Edge| passes::unset::is_unset_access(&it.action);
    let mut places: Vec<String> =
        own.flat_map(|it| &it.edges).filter(asks).map(|it| program.sources.describe(it.span)).collect();
    places.dedup();
    let more = places.len().saturating_sub(3);
    places.truncate(3);
    let mut sentence = "memory is 0 until it is written where it has no name of its own".to_owned();
    if !places.is_empty() {
        sentence = format!("{sentence} ({}", places.join(", "));
        sentence += &if more > 0 { format!(" and {more} more)") } else { ")".to_owned() };
    }
    let mut program = program.clone();
    passes::unset::forget_unset(&mut program);
    (Cow::Owned(program), Some(sentence))
}

/// There is no answer because something is not modelled.
pub(crate) fn not_supported(program: &Program, what: &str, span: source::Span) -> Verdict {
    Verdict::Unknown { because: Reason::NotSupported(with_place(program, what, span)) }
}

/// Something and where it is, if that is known.
pub(crate) fn with_place(program: &Program, what: &str, span: source::Span) -> String {
    match span {
        source::Span::NONE => what.to_owned(),
        span => format!("{what} ({})", program.sources.describe(span)),
    }
}

/// Whether an edge makes memory that must be freed.
pub(crate) fn allocates(edge: &ir::Edge) -> bool {
    matches!(edge.action, Action::Visible(Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. }))
}

/// Whether an operation has a weaker memory order than sequential consistency.
fn is_weak(operation: &Operation) -> bool {
    let weak = |order: Order| !matches!(order, Order::NonAtomic | Order::SequentiallyConsistent | Order::Unset);
    match operation {
        Operation::Load { order, .. } | Operation::Store { order, .. } | Operation::Update { order, .. } => {
            weak(*order)
        }
        Operation::CompareExchange { order, failure, .. } => weak(*order) || weak(*failure),
        Operation::Fence(order) => weak(*order),
        Operation::Lock { .. }
        | Operation::TryLock { .. }
        | Operation::Unlock { .. }
        | Operation::InitMutex { .. }
        | Operation::DestroyMutex(_)
        | Operation::Spawn { .. }
        | Operation::Join { .. }
        | Operation::Detach(_)
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicBegin { .. }
        | Operation::AtomicEnd
        | Operation::Choose { .. }
        | Operation::Allocate { .. }
        | Operation::Reallocate { .. }
        | Operation::Free(_)
        | Operation::Release(_)
        | Operation::OpenSlot(_)
        | Operation::CloseSlot(_) => false,
    }
}
