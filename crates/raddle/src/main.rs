//! `raddle`: arguments in, answer out. The only file that prints.

mod arguments;

use arguments::{
    Arguments, BenchArguments, CheckArguments, Command, Complaint, Engine, Input, IrArguments, SupportArguments,
};
use clap::Parser;
use event::{Budget, Properties, Stats, Verdict};
use explore::{Further, Reduction};
use raddle::actors::{ActorCheck, ActorOptions};
use raddle::bench::{BenchOptions, Results};
use raddle::ordering::Dumps;
use raddle::progress::Watch;
use raddle::search::Search;
use raddle::{CheckOptions, LoadError, LoadOptions, Loaded, Outcome, exit};
use report::{Answer, Style};
use source::Sources;
use std::io::{IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::SAFE });
        }
    };
    // A bug of ours is an answer too: unknown, and never a verdict.
    let result = panic::catch_unwind(AssertUnwindSafe(|| match arguments.command {
        Command::Check(arguments) => check(&arguments),
        Command::Support(arguments) => support(&arguments),
        Command::Ir(arguments) => show_ir(&arguments),
        Command::Bench(arguments) => bench(arguments),
    }));
    ExitCode::from(result.unwrap_or_else(|_| {
        say("VERDICT: UNKNOWN(internal)\n");
        complain("error: this is a bug in Raddle; please report it together with the input\n");
        exit::INTERNAL
    }))
}

fn check(arguments: &CheckArguments) -> u8 {
    if let Some(complaint) = arguments.misplaced() {
        return complain_about(complaint);
    }
    if arguments.is_actors() { check_actors(arguments) } else { check_threads(arguments) }
}

fn check_actors(arguments: &CheckArguments) -> u8 {
    let loaded = match raddle::actors::load(&arguments.input.files, &actor_options(&arguments.input)) {
        Ok(loaded) => loaded,
        Err(error) => return say_unknown(error),
    };
    complain(&report::diagnostics(&loaded.warnings, &loaded.sources, error_style()));
    let asked = arguments.reduction().and_then(|it| Ok((it, arguments.properties(it)?)));
    let (reduction, properties) = match asked {
        Ok(asked) => asked,
        Err(complaint) => return complain_about(complaint),
    };
    let options = ActorCheck {
        search: search(arguments, reduction, properties),
        dynamic: arguments.dependence == Some(arguments::Dependence::Dynamic),
    };
    let loaded = Arc::new(loaded);
    let mut progress = Progress::new(options.search.budget.deadline);
    let outcome = if arguments.engine() == Engine::Auto {
        raddle::portfolio::check_actors(&loaded, &options, arguments.auto(), &mut |line| progress.line(line))
    } else {
        raddle::actors::check(&loaded, &options, &mut |stats, explored| progress.show(stats, explored))
    };
    progress.clear();
    tell(arguments, outcome, properties, &loaded.sources)
}

/// What to look for and how far to go.
fn search(arguments: &CheckArguments, reduction: Reduction, properties: Properties) -> Search {
    Search {
        properties,
        reduction,
        most_steps: arguments.steps,
        remember_states: arguments.remember_states,
        live_states: arguments.state == Some(arguments::StateOf::Live),
        state_memory: arguments.state_memory,
        further: if arguments.keep_going { Further::Everything } else { Further::AWhile },
        budget: budget(arguments),
    }
}

fn check_threads(arguments: &CheckArguments) -> u8 {
    let load_options = LoadOptions {
        spurious: arguments.spurious,
        visible_slots: arguments.uninitialised,
        ..load_options(&arguments.input)
    };
    let Loaded { program, .. } = match load(&arguments.input.files, &load_options) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let asked = arguments.reduction().and_then(|it| Ok((it, arguments.properties(it)?)));
    let (reduction, properties) = match asked {
        Ok(asked) => asked,
        Err(complaint) => return complain_about(complaint),
    };
    let options = CheckOptions {
        search: search(arguments, reduction, properties),
        auto: arguments.is_auto(properties),
        root: arguments.root,
        relaxed: !arguments.no_relaxation,
        count_as_authors: arguments.count == Some(arguments::Count::Authors),
        unroll: arguments.unroll,
        uninitialised: arguments.uninitialised,
    };
    let mut progress = Progress::new(options.search.budget.deadline);
    let program = Arc::new(program);
    let outcome = match arguments.engine() {
        Engine::Auto => raddle::portfolio::check(&program, &options, arguments.auto(), &mut |line| progress.line(line)),
        Engine::Explore => raddle::check(&program, &options, &mut |stats, explored| progress.show(stats, explored)),
        Engine::Peephole => {
            let mut show = |figures: &bmc::peephole::Figures| progress.show_now(|it| it.unrolling(figures));
            raddle::peephole::check(&program, &options, arguments.peephole.settings(), &mut show)
        }
        Engine::Cegar => {
            let mut show = |figures: &cegar::Figures| progress.show_now(|it| it.refining(figures));
            raddle::cegar::check(&program, &options, arguments.cegar.settings(), &mut show)
        }
        Engine::Ordering => match solve(arguments, &program, &options, &mut progress) {
            Ok(outcome) => outcome,
            Err(complaint) => return complain_about(complaint),
        },
    };
    progress.clear();
    tell(arguments, outcome, properties, &program.sources)
}

/// Lets the engine `ordering` answer, and writes down what it was asked if that is wanted.
fn solve(
    arguments: &CheckArguments,
    program: &ir::Program,
    options: &CheckOptions,
    progress: &mut Progress,
) -> Result<Outcome, Complaint> {
    let way = arguments.ordering.unwrap_or_default();
    let mut show = |figures: &bmc::Figures| progress.show_now(|it| it.solving(figures));
    let create = |path: &Option<std::path::PathBuf>| {
        let failure = |path: &std::path::PathBuf, error| Complaint::Usage(format!("{}: {error}", path.display()));
        path.as_ref().map(|path| std::fs::File::create(path).map_err(|error| failure(path, error))).transpose()
    };
    let mut dumps = Dumps { smt2: create(&arguments.dump_smt2)?, cnf: create(&arguments.dump_cnf)? };
    if dumps.smt2.is_none() && dumps.cnf.is_none() {
        return Ok(raddle::ordering::check(program, options, way, &mut show));
    }
    let (outcome, written) = raddle::ordering::check_and_dump(program, options, way, &mut show, &mut dumps);
    if let Err(error) = written {
        progress.clear();
        complain(&format!("error: what was asked could not be written: {error}\n"));
    }
    Ok(outcome)
}

/// Prints the answer; the exit code that belongs to it.
fn tell(arguments: &CheckArguments, outcome: Outcome, properties: Properties, sources: &Sources) -> u8 {
    let Outcome { verdict, stats, scope, engine, figures, others, .. } = outcome;
    let names: Vec<_> = properties.iter().map(|it| it.name()).collect();
    let answer = Answer {
        subject: &arguments.input.subject(),
        verdict: &verdict,
        stats: &stats,
        figures: figures.as_deref(),
        engine: &engine,
        others: &others,
        properties: names.join(","),
        scope: &scope,
        sources,
    };
    let style = Style { colour: colour(std::io::stdout().is_terminal()), full_trace: arguments.full_trace };
    say(&report::answer(&answer, style));
    match verdict {
        Verdict::Safe { scope } if scope.is_complete() => exit::SAFE,
        Verdict::Safe { .. } => exit::UNKNOWN,
        Verdict::Unsafe { .. } => exit::UNSAFE,
        Verdict::Unknown { because: event::Reason::Internal(_) } => exit::INTERNAL,
        Verdict::Unknown { .. } => exit::UNKNOWN,
    }
}

/// Says what is wrong with what was asked for.
fn complain_about(complaint: Complaint) -> u8 {
    match complaint {
        Complaint::Usage(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
        Complaint::Input(message) => {
            say("VERDICT: UNKNOWN(input)\n");
            complain_about_input(LoadError::Input(message))
        }
    }
}

fn support(arguments: &SupportArguments) -> u8 {
    if arguments.input.is_actors() {
        return match raddle::actors::load(&arguments.input.files, &actor_options(&arguments.input)) {
            Ok(loaded) => {
                complain(&report::diagnostics(&loaded.warnings, &loaded.sources, error_style()));
                say(&format!("0 not supported, {} approximated\n", loaded.approximations.len()));
                exit::SAFE
            }
            Err(error) => complain_about_input(error),
        };
    }
    match raddle::support::support(&arguments.input.files, &load_options(&arguments.input)) {
        Ok((text, supported)) => {
            say(&text);
            if supported { exit::SAFE } else { exit::INPUT }
        }
        Err(error) => complain_about_input(error),
    }
}

fn show_ir(arguments: &IrArguments) -> u8 {
    if arguments.input.is_actors() {
        let message = "actor programs have no text form: `ir` is for C programs".to_owned();
        return complain_about(Complaint::Usage(message));
    }
    match load(&arguments.input.files, &load_options(&arguments.input)) {
        Ok(Loaded { mut program, .. }) => {
            if let Some(bound) = arguments.unroll {
                ir::passes::loops::bound_loops(&mut program, bound);
            }
            if arguments.independence {
                say(&raddle::peephole::independence(&program));
            } else {
                say(&ir::text::print(&program));
            }
            exit::SAFE
        }
        Err(code) => code,
    }
}

fn bench(arguments: BenchArguments) -> u8 {
    let suite = match raddle::bench::suite::load(&arguments.suite) {
        Ok(suite) => suite,
        Err(error) => return complain_about_input(error),
    };
    let binary = match std::env::current_exe() {
        Ok(binary) => binary,
        Err(error) => {
            complain(&format!("error: the path of this program is not known: {error}\n"));
            return exit::USAGE;
        }
    };
    let results = match arguments.csv {
        Some(file) => Results::File(file),
        None if arguments.no_csv => Results::Nowhere,
        None => Results::Dated,
    };
    let options = BenchOptions {
        binary,
        timeout: arguments.timeout,
        reductions: arguments.reduction,
        filter: arguments.filter,
        peers: arguments.peer,
        count: arguments.count,
        results,
        plot: arguments.plot,
        interrupt: interrupt(),
    };
    match raddle::bench::run(&suite, &options, &mut say) {
        Ok(summary) => summary.exit_code(),
        Err(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
    }
}

fn load_options(input: &Input) -> LoadOptions {
    LoadOptions {
        model: input.data_model.into(),
        flags: input.flags.clone(),
        externals: input.externals.into(),
        ..LoadOptions::default()
    }
}

/// Loads the program and shows what there is to say about it.
fn load(files: &[std::path::PathBuf], options: &LoadOptions) -> Result<Loaded, u8> {
    match raddle::load_files(files, options) {
        Ok(loaded) => {
            complain(&report::diagnostics(&loaded.warnings, &loaded.program.sources, error_style()));
            Ok(loaded)
        }
        Err(error) => Err(say_unknown(error)),
    }
}

/// Shows why there is nothing to check, with a verdict.
fn say_unknown(error: LoadError) -> u8 {
    let code = complain_about_input(error);
    say(if code == exit::INPUT { "VERDICT: UNKNOWN(input)\n" } else { "VERDICT: UNKNOWN(internal)\n" });
    code
}

fn actor_options(input: &Input) -> ActorOptions {
    ActorOptions {
        main: input.main.clone(),
        truncating_division: input.truncating_division,
        flags: input.flags.clone(),
    }
}

/// Shows why there is nothing to work on; the exit code that belongs to it.
fn complain_about_input(error: LoadError) -> u8 {
    match error {
        LoadError::Diagnostics { diagnostics, sources } => {
            complain(&report::diagnostics(&diagnostics, &sources, error_style()));
            exit::INPUT
        }
        LoadError::Input(message) => {
            complain(&format!("error: {message}\n"));
            exit::INPUT
        }
        LoadError::Internal(message) => {
            complain(&format!("error: {message}\n"));
            exit::INTERNAL
        }
    }
}

fn error_style() -> Style {
    Style { colour: colour(std::io::stderr().is_terminal()), full_trace: false }
}

/// A flag that is set by the first interrupt, which asks for an orderly end; the second one is obeyed at once.
fn interrupt() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = interrupt.clone();
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    interrupt
}

fn budget(arguments: &CheckArguments) -> Budget {
    Budget {
        deadline: arguments.timeout.and_then(|it| Instant::now().checked_add(it)),
        memory: arguments.memory.or_else(most_memory).map(|most| (most, memory_in_use as fn() -> u64)),
        interrupt: interrupt(),
        pace: None,
    }
}

/// What the process may use if nothing is said: three quarters of what the machine has, where it says so. Running out of
/// memory would end without a verdict.
fn most_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text.lines().find_map(|it| it.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024 / 4 * 3)
}

fn memory_in_use() -> u64 {
    memory_stats::memory_stats().map_or(0, |it| it.physical_mem as u64)
}

fn colour(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
}

/// Standard output; a reader that went away is no error.
fn say(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A line on standard error that says how far we are; only on a terminal.
struct Progress {
    start: Instant,
    watch: Watch,
    shown: Option<Instant>,
    enabled: bool,
}

impl Progress {
    fn new(deadline: Option<Instant>) -> Self {
        let (start, watch) = (Instant::now(), Watch::new(deadline));
        Progress { start, watch, shown: None, enabled: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, stats: &Stats, explored: Option<f64>) {
        let due = self.shown.unwrap_or(self.start).elapsed() >= Duration::from_millis(200);
        if !self.enabled || !due {
            return;
        }
        self.shown = Some(Instant::now());
        complain(&format!("\r\x1b[K{}", self.watch.exploring(stats, explored)));
    }

    /// Solving says little on the way: what is solved is shown when it begins.
    fn show_now(&mut self, line: impl FnOnce(&mut Watch) -> String) {
        if self.enabled {
            self.shown = Some(Instant::now());
            complain(&format!("\r\x1b[K{}", line(&mut self.watch)));
        }
    }

    /// Several engines at once, if they have anything to show.
    fn line(&mut self, line: &str) {
        if self.enabled && !line.is_empty() {
            self.shown = Some(Instant::now());
            complain(&format!("\r\x1b[K{line}"));
        }
    }

    fn clear(&mut self) {
        if self.shown.is_some() {
            complain("\r\x1b[K");
        }
    }
}
