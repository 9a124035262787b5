//! All states of a program, if they are few: what holds in each of them at loops and statements.
//!
//! Every interleaving is looked at, and every value of inputs that have few; states that were seen are not looked at again. So
//! what holds at each visit of a loop here holds in all executions. If there are too many states, nothing is known.

use super::expression::{self, Expression, Value};
use super::follow::{Follower, Moment, What};
use super::ghosts::{self, WithGhosts};
use super::scope::Here;
use super::sites::{Sites, StatementId};
use event::{Budget, System};
use ir::{FunctionId, Program, Shape};
use report::witness::{Ghost, Invariant, InvariantKind, InvariantSet, Location};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use vm::{Code, MOST_BRANCHES, Turn};

/// More states than this are not looked at.
const MOST_STATES: usize = 200_000;

/// Looks at what threads have come to, in every state that there is; says whether that was all. `visit` may end it.
pub fn survey(
    program: &Program,
    code: Code,
    sites: &Sites,
    budget: &Budget,
    visit: &mut dyn FnMut(&Here<'_, '_>, &Moment) -> bool,
) -> bool {
    let mut follower = Follower::new(program, code.with_inputs(Vec::new()), sites);
    let mut seen: FxHashSet<u128> = FxHashSet::default();
    // The steps to be made from each state on the way to the current one.
    let mut stack = Vec::new();
    let mut looks = 0_u32;
    loop {
        looks += 1;
        if seen.len() > MOST_STATES || looks.is_multiple_of(256) && budget.exceeded().is_some() {
            return false;
        }
        let mut steps = Vec::new();
        if seen.insert(key(&mut follower)) {
            if !look(&follower, program, visit) {
                return false;
            }
            match possible(&mut follower) {
                Some(possible) => steps = possible,
                None => return false,
            }
        }
        stack.push(steps);
        let next = loop {
            let Some(steps) = stack.last_mut() else { return true };
            if let Some(step) = steps.pop() {
                break step;
            }
            stack.pop();
        };
        follower.back_to(stack.len() - 1);
        let (position, value): (usize, Option<u64>) = next;
        if let Some(value) = value {
            let thread = follower.machine.threads()[position];
            follower.machine.choose_next(thread, &[value]);
        }
        if follower.step(position, &mut Vec::new()).is_err() {
            return false;
        }
    }
}

/// The steps that can be made; `None` if there are too many ways to make one.
fn possible(follower: &mut Follower<'_>) -> Option<Vec<(usize, Option<u64>)>> {
    let mut steps = Vec::new();
    for position in 0..follower.machine.threads().len() {
        let thread = follower.machine.threads()[position];
        if !follower.machine.enabled(thread) {
            continue;
        }
        match follower.machine.pending_choice(thread) {
            Some((_, count, _)) if count > MOST_BRANCHES => return None,
            Some((low, count, width)) => {
                steps.extend((0..count).map(|it| (position, Some(low.wrapping_add(it) & width.mask()))));
            }
            None => steps.push((position, None)),
        }
    }
    Some(steps)
}

/// Whether no atomic section of a program chooses anything: the values of such choices are not tried one by one here.
fn has_simple_choices(program: &Program, code: &Code) -> bool {
    let begins = |it: &ir::Edge| matches!(it.action, ir::Action::Visible(ir::Operation::AtomicBegin { .. }));
    let has_sections = program.functions.iter().flat_map(|it| &it.edges).any(begins);
    !has_sections || (0..code.length()).all(|pc| code.turn(pc) != Turn::Choose)
}

fn look(follower: &Follower<'_>, program: &Program, visit: &mut dyn FnMut(&Here<'_, '_>, &Moment) -> bool) -> bool {
    for position in 0..follower.machine.threads().len() {
        for moment in &follower.progress(position).moments {
            let here = Here { machine: &follower.machine, program, function: moment.function, locals: &moment.locals };
            if !visit(&here, moment) {
                return false;
            }
        }
    }
    true
}

/// The state of the machine and what its threads have come to, as a number.
fn key(follower: &mut Follower<'_>) -> u128 {
    let mut state = [0_u64; 2];
    follower.machine.encode(false, &mut |part: &[u64]| {
        for (seed, sum) in state.iter_mut().enumerate() {
            let mut hasher = std::hash::DefaultHasher::new();
            (seed, part).hash(&mut hasher);
            // The parts of a state come in no order.
            *sum = sum.wrapping_add(hasher.finish());
        }
    });
    let mut key = 0;
    for (seed, state) in state.into_iter().enumerate() {
        let mut hasher = std::hash::DefaultHasher::new();
        (seed, state).hash(&mut hasher);
        for position in 0..follower.machine.threads().len() {
            for moment in &follower.progress(position).moments {
                (position, moment.what, &moment.locals).hash(&mut hasher);
            }
        }
        key = key << 64 | u128::from(hasher.finish());
    }
    key
}

/// The smallest and the largest value that was seen.
type Range = (Value, Value);

/// What was seen of one number at a loop.
#[derive(Clone, Default)]
struct Seen {
    /// In all states.
    always: Option<Range>,
    /// For each mutex: in those in which nobody holds it.
    free: Vec<Option<Range>>,
}

fn widen(range: &mut Option<Range>, value: Value) {
    let (low, high) = range.unwrap_or((value, value));
    let low = if value.number < low.number { value } else { low };
    let high = if value.number > high.number { value } else { high };
    *range = Some((low, high));
}

/// What integers that everybody shares are at the loops of a program, if all its states can be looked at; nothing else is known.
/// Some are known better while nobody holds a mutex, which a ghost variable says.
pub fn invariants(program: &Program, code: Code, budget: &Budget) -> (Vec<Invariant>, Vec<Ghost>) {
    let sites = Sites::of(program, &code);
    let mutexes = ghosts::mutexes(program, &sites);
    let names = shared_integers(program);
    let parsed: Vec<Expression> = names.iter().filter_map(|it| expression::parse(it, program.model).ok()).collect();
    let mut ranges: BTreeMap<(StatementId, FunctionId), Vec<Seen>> = BTreeMap::new();
    let is_simple = has_simple_choices(program, &code);
    let is_all = is_simple
        && parsed.len() == names.len()
        && survey(program, code, &sites, budget, &mut |here, moment| {
            let What::Round(statement) = moment.what else { return true };
            let unseen = Seen { always: None, free: vec![None; mutexes.len()] };
            let known = ranges.entry((statement, moment.function)).or_insert_with(|| vec![unseen; parsed.len()]);
            let is_held: Vec<Option<bool>> = mutexes.iter().map(|it| it.is_held(here)).collect();
            for (expression, seen) in parsed.iter().zip(known) {
                let Some(value) = expression.value(here, None) else { return false };
                widen(&mut seen.always, value);
                for (free, is_held) in seen.free.iter_mut().zip(&is_held) {
                    // Where nothing is known of the mutex nothing is claimed: it may be free.
                    if *is_held != Some(true) {
                        widen(free, value);
                    }
                }
            }
            true
        });
    if !is_all {
        return (Vec::new(), Vec::new());
    }
    let (mut invariants, mut used) = (Vec::new(), BTreeSet::new());
    for ((statement, function), known) in &ranges {
        let function = &program.functions[function.index()];
        let is_hidden = |name: &str| {
            function
                .registers
                .iter()
                .map(|it| &it.name)
                .chain(function.slots.iter().map(|it| &it.name))
                .any(|it| it.split('.').next() == Some(name))
        };
        let mut about = Vec::new();
        for (name, seen) in names.iter().zip(known).filter(|it| !is_hidden(it.0)) {
            let Some(always) = seen.always else { continue };
            about.push(within(name, always));
            for (index, mutex) in mutexes.iter().enumerate().filter(|it| !is_hidden(&it.1.name)) {
                // Only what is more than what holds anyway.
                if let Some(free) = seen.free[index].filter(|it| *it != always) {
                    about.push(format!("({} || ({}))", mutex.ghost().name, within(name, free)));
                    used.insert(index);
                }
            }
        }
        if about.is_empty() {
            continue;
        }
        let (file, it) = sites.statement(*statement);
        let column = Some(Sites::column(program, file, it.start));
        let location =
            Location { file_name: file.to_owned(), line: it.start.0, column, function: Some(function.name.clone()) };
        invariants.push(Invariant { kind: InvariantKind::Loop, location, value: about.join(" && "), line: 0 });
    }
    let ghosts = used.into_iter().map(|it| mutexes[it].ghost()).collect();
    (invariants, ghosts)
}

/// That a number is in a range.
fn within(name: &str, (low, high): Range) -> String {
    if low == high {
        return format!("{name} == {}", low.literal());
    }
    format!("{} <= {name} && {name} <= {}", low.literal(), high.literal())
}

/// The names of shared integers that the program may change.
fn shared_integers(program: &Program) -> Vec<String> {
    let is_name = |it: &str| it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') && !it.starts_with("__");
    let own = program.globals.iter().filter(|it| !it.constant && !it.thread_local && is_name(&it.name));
    own.filter(|it| matches!(it.shape, Shape::Int { .. }) && it.span.is_some()).map(|it| it.name.clone()).collect()
}

/// An invariant that says nothing, for a program of which nothing is known but that it is safe.
pub fn trivial(program: &Program, code: &Code) -> Vec<Invariant> {
    let sites = Sites::of(program, code);
    let main = &program.functions[program.entry.index()];
    let Some(statement) = main.edges.iter().find_map(|it| sites.statement_of(it.span)) else { return Vec::new() };
    let (file, it) = sites.statement(statement);
    let column = Some(Sites::column(program, file, it.start));
    let location = Location { file_name: file.to_owned(), line: it.start.0, column, function: Some(main.name.clone()) };
    vec![Invariant { kind: InvariantKind::Location, location, value: "1".to_owned(), line: 0 }]
}

/// What became of invariants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// They hold whenever somebody comes by.
    All,
    /// This one does not, or does not mean anything: in words.
    Not(String),
    /// There are too many states, or inputs.
    TooMuch,
}

/// Whether invariants hold in all executions; `Err` if one is not supported.
pub fn check(program: &Program, code: Code, witness: &InvariantSet, budget: &Budget) -> Result<Checked, String> {
    let sites = Sites::of(program, &code);
    let ghosts = ghosts::known(program, &sites, &witness.ghosts)?;
    let mut points = Vec::new();
    for it in &witness.invariants {
        let Location { file_name, line, column, .. } = &it.location;
        let name = format!("the invariant `{}` at {file_name}:{line}", it.value);
        let expression = expression::parse(&it.value, program.model).map_err(|why| format!("{name}: {why}"))?;
        let Some(statement) = sites.statement_at(file_name, *line, *column) else {
            return Ok(Checked::Not(format!("{name} is at no statement")));
        };
        if it.kind == InvariantKind::Loop && !sites.has_condition(statement) {
            return Err(format!("{name}: the loop has no condition that is evaluated"));
        }
        points.push((it.kind, statement, expression, name));
    }
    if !has_simple_choices(program, &code) {
        return Ok(Checked::TooMuch);
    }
    let mut violated = None;
    let is_all = survey(program, code, &sites, budget, &mut |here, moment| {
        for (kind, statement, expression, name) in &points {
            let is_there = match kind {
                InvariantKind::Loop => moment.what == What::Round(*statement),
                InvariantKind::Location => moment.what == What::Statement(*statement),
            };
            if !is_there {
                continue;
            }
            match expression.holds(&WithGhosts { here, ghosts: &ghosts }, None) {
                Some(true) => {}
                Some(false) => violated = Some(format!("{name} does not hold in all executions")),
                None => violated = Some(format!("{name} cannot be evaluated")),
            }
            if violated.is_some() {
                return false;
            }
        }
        true
    });
    Ok(match violated {
        Some(why) => Checked::Not(why),
        None if is_all => Checked::All,
        None => Checked::TooMuch,
    })
}
