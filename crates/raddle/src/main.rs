//! `raddle`: arguments in, answer out. The only file that prints, but for `terminal.rs`.

mod arguments;
mod bench_command;
mod limits;
mod replay_command;
mod svcomp_command;
mod terminal;
mod witness_command;

use arguments::{Arguments, CheckArguments, Command, Complaint, Engine, Input, IrArguments, SupportArguments};
use clap::Parser;
use event::{Properties, Stats, Verdict};
use explore::{Further, Reduction};
use limits::{Limits, claim_answer, interrupt};
use raddle::actors::{ActorCheck, ActorOptions};
use raddle::checkpoint::{Checkpoint, Fingerprint};
use raddle::guard::{Noted, Notes};
use raddle::ordering::Dumps;
use raddle::output::{Output, Printed};
use raddle::progress::Watch;
use raddle::search::Search;
use raddle::{CheckOptions, LoadError, LoadOptions, Loaded, Outcome, exit};
use report::{Answer, Style};
use source::{Diagnostics, Sources};
use std::io::{IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::SAFE });
        }
    };
    let output = arguments.command.output();
    // A bug of ours is an answer too: unknown, and never a verdict.
    let result = panic::catch_unwind(AssertUnwindSafe(|| match arguments.command {
        Command::Check(arguments) => check(&arguments),
        Command::Svcomp(arguments) => svcomp_command::run(&arguments),
        Command::Replay(arguments) => replay_command::run(&arguments),
        Command::ExportNative(arguments) => replay_command::export(&arguments),
        Command::Support(arguments) => support(&arguments),
        Command::Ir(arguments) => show_ir(&arguments),
        Command::Bench(arguments) => bench_command::run(arguments),
        Command::Explain(arguments) => show(raddle::explain::explain(&arguments.names).map_err(Complaint::Usage)),
        Command::Completions(arguments) => show(Ok(arguments.script())),
        Command::Man(arguments) => show(arguments.text()),
        Command::Schema(arguments) => {
            say(arguments.text());
            exit::SAFE
        }
    }));
    ExitCode::from(result.unwrap_or_else(|_| {
        claim_answer();
        print(&output.bug());
        complain("error: this is a bug in Raddle; please report it together with the input\n");
        exit::INTERNAL
    }))
}

/// Prints what was asked for, or why there is nothing to print.
fn show(text: Result<String, Complaint>) -> u8 {
    match text {
        Ok(text) => {
            say(&text);
            exit::SAFE
        }
        Err(complaint) => complain_about(complaint),
    }
}

fn check(arguments: &CheckArguments) -> u8 {
    if let Some(complaint) = arguments.misplaced() {
        return complain_about(complaint);
    }
    let output = arguments.output.wanted(&arguments.input);
    let limits = limits(arguments, &output);
    if arguments.is_actors() {
        check_actors(arguments, &output, &limits)
    } else {
        check_threads(arguments, &output, &limits)
    }
}

/// The limits of a check, which are watched from now on.
fn limits(arguments: &CheckArguments, output: &Output) -> Limits {
    let limits = Limits::new(arguments.timeout, arguments.memory);
    let properties = arguments.reduction().and_then(|it| arguments.asked(it)).unwrap_or_default().asked;
    let (subject, output) = (arguments.input.subject(), output.clone());
    let is_actors = arguments.is_actors();
    limits.watch(arguments.engine().name().to_owned(), properties, move |outcome| {
        let outcome = if is_actors { outcome.of_actors() } else { outcome };
        let (sources, warnings) = (Sources::new(), Diagnostics::new());
        let answer = answer(&subject, &outcome, &output, (&sources, &warnings), exit::UNKNOWN);
        print(&output.answer(&answer, None, answer_style(false)));
    });
    limits
}

fn check_actors(arguments: &CheckArguments, output: &Output, limits: &Limits) -> u8 {
    let loaded = match raddle::actors::load(&arguments.input.files, &actor_options(&arguments.input)) {
        Ok(loaded) => loaded,
        Err(error) => return say_unknown(error, output),
    };
    complain(&report::diagnostics(&loaded.warnings, &loaded.sources, error_style()));
    let asked = arguments.reduction().and_then(|it| Ok((it, arguments.asked(it)?)));
    let (reduction, question) = match asked {
        Ok(asked) => asked,
        Err(complaint) => return object(complaint, output),
    };
    let mut options = ActorCheck {
        search: search(arguments, reduction, question.checked, limits),
        dynamic: arguments.dependence == Some(arguments::Dependence::Dynamic),
    };
    // What is said about the code that is run does not name everything; the files do.
    let texts: Vec<&str> = loaded.sources.files().iter().filter_map(|it| it.text.as_deref()).collect();
    options.search.checkpoint = match checkpoint(arguments, &options.search, &texts.join("\0")) {
        Ok(checkpoint) => checkpoint,
        Err(complaint) => return object(complaint, output),
    };
    let loaded = Arc::new(loaded);
    let mut progress = Progress::new(limits);
    let mut runs = Ok(Vec::new());
    let outcome = match (arguments.engine(), &arguments.output.dot_tree) {
        (Engine::Auto, _) => {
            raddle::portfolio::check_actors(&loaded, &options, arguments.auto(), &mut |line| progress.line(line))
        }
        (_, Some(_)) => {
            let (outcome, all) =
                raddle::tree::check_actors(&loaded, &options, &mut |stats, explored| progress.show(stats, explored));
            runs = all;
            outcome
        }
        (_, None) => raddle::actors::check(&loaded, &options, &mut |stats, explored| progress.show(stats, explored)),
    };
    progress.clear();
    complain_about_checkpoint(&options.search);
    complain(&output.tree(&runs));
    let outcome = outcome.about(question.asked, &question.obstacle);
    tell(arguments, output, outcome, (&loaded.sources, &loaded.warnings))
}

/// What to look for and how far to go.
fn search(arguments: &CheckArguments, reduction: Reduction, properties: Properties, limits: &Limits) -> Search {
    Search {
        properties,
        reduction,
        most_steps: arguments.steps,
        remember_states: arguments.remember_states,
        live_states: arguments.state == Some(arguments::StateOf::Live),
        state_memory: arguments.state_memory,
        further: if arguments.keep_going { Further::Everything } else { Further::AWhile },
        budget: limits.budget.clone(),
        jobs: arguments.jobs.map_or(1, |it| it as usize),
        checkpoint: None,
    }
}

/// The file in which an exploration is kept, or goes on from, if there is one.
fn checkpoint(
    arguments: &CheckArguments,
    search: &Search,
    subject: &str,
) -> Result<Option<Arc<Checkpoint>>, Complaint> {
    let Some(path) = arguments.checkpoint.as_ref().or(arguments.resume.as_ref()) else { return Ok(None) };
    let fingerprint = Fingerprint::of(&[subject, &arguments.question(search)]);
    let checkpoint = match &arguments.resume {
        None => Checkpoint::new(path, fingerprint),
        Some(from) => Checkpoint::resume(from, path, fingerprint).map_err(Complaint::Input)?,
    };
    let checkpoint = match arguments.checkpoint_every {
        Some(period) => checkpoint.every(period),
        None => checkpoint,
    };
    Ok(Some(Arc::new(checkpoint)))
}

/// Says that a checkpoint could not be written.
fn complain_about_checkpoint(search: &Search) {
    if let Some(failure) = search.checkpoint.as_ref().and_then(|it| it.failure()) {
        complain(&format!("warning: the checkpoint could not be written: {failure}\n"));
    }
}

fn check_threads(arguments: &CheckArguments, output: &Output, limits: &Limits) -> u8 {
    if let Some(path) = &arguments.witness.witness_in {
        return witness_command::validate(arguments, path, output, limits);
    }
    let Loaded { program, warnings } = match load(&arguments.input.files, &thread_options(arguments), output) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let asked = arguments.reduction().and_then(|it| Ok((it, arguments.asked(it)?)));
    let (reduction, question) = match asked {
        Ok(asked) => asked,
        Err(complaint) => return object(complaint, output),
    };
    let mut options = check_options(arguments, reduction, question.checked, limits);
    options.search.checkpoint = match checkpoint(arguments, &options.search, &ir::text::print(&program)) {
        Ok(checkpoint) => checkpoint,
        Err(complaint) => return object(complaint, output),
    };
    let mut progress = Progress::new(limits);
    let program = Arc::new(program);
    let outcome = match arguments.engine() {
        Engine::Auto => raddle::portfolio::check(&program, &options, arguments.auto(), &mut |line| progress.line(line)),
        Engine::Explore if arguments.output.dot_tree.is_some() => {
            let mut show = |stats: &Stats, explored| progress.show(stats, explored);
            let (outcome, runs) = raddle::tree::check(&program, &options, &mut show);
            progress.clear();
            complain(&output.tree(&runs));
            outcome
        }
        Engine::Explore => raddle::check(&program, &options, &mut |stats, explored| progress.show(stats, explored)),
        Engine::Peephole => {
            let mut show = |figures: &bmc::peephole::Figures| {
                progress.show_now(Noted::Solved(raddle::peephole::named(figures)), |it| it.unrolling(figures));
            };
            raddle::peephole::check(&program, &options, arguments.peephole.settings(), &mut show)
        }
        Engine::Cegar => {
            let mut show = |figures: &cegar::Figures| {
                progress.show_now(Noted::Solved(raddle::cegar::named(figures)), |it| it.refining(figures));
            };
            raddle::cegar::check(&program, &options, arguments.cegar.settings(), &mut show)
        }
        Engine::Ordering => solve(arguments, &program, &options, &mut progress),
    };
    let outcome = outcome.about(question.asked, &question.obstacle);
    progress.clear();
    claim_answer();
    complain_about_checkpoint(&options.search);
    witness_command::write(arguments, &program, &outcome.verdict, outcome.checked, &limits.budget);
    tell(arguments, output, outcome, (&program.sources, &warnings))
}

/// What is checked of a C program, and how.
fn check_options(
    arguments: &CheckArguments,
    reduction: Reduction,
    properties: Properties,
    limits: &Limits,
) -> CheckOptions {
    CheckOptions {
        search: search(arguments, reduction, properties, limits),
        auto: arguments.is_auto(properties),
        root: arguments.root,
        relaxed: !arguments.no_relaxation,
        count_as_authors: arguments.count == Some(arguments::Count::Authors),
        unroll: arguments.unroll,
    }
}

/// Lets the engine `ordering` answer, and writes down what it was asked if that is wanted.
fn solve(
    arguments: &CheckArguments,
    program: &ir::Program,
    options: &CheckOptions,
    progress: &mut Progress,
) -> Outcome {
    let way = arguments.ordering.unwrap_or_default();
    let mut show = |figures: &bmc::Figures| {
        progress.show_now(Noted::Solved(raddle::ordering::named(figures)), |it| it.solving(figures));
    };
    let dumps = Dumps { smt2: arguments.dump_smt2.clone(), cnf: arguments.dump_cnf.clone() };
    if dumps.smt2.is_none() && dumps.cnf.is_none() {
        return raddle::ordering::check(program, options, way, &mut show);
    }
    let (outcome, written) = raddle::ordering::check_and_dump(program, options, way, &mut show, &dumps);
    if let Err(error) = written {
        progress.clear();
        complain(&format!("error: what was asked could not be written: {error}\n"));
    }
    outcome
}

/// Prints the answer; the exit code that belongs to it.
fn tell(
    arguments: &CheckArguments,
    output: &Output,
    outcome: Outcome,
    (sources, warnings): (&Sources, &Diagnostics),
) -> u8 {
    let outcome = outcome.without_successes();
    claim_answer();
    let exit_code = match &outcome.verdict {
        Verdict::Safe { scope } if scope.is_complete() => exit::SAFE,
        Verdict::Safe { .. } | Verdict::Partial { .. } => exit::UNKNOWN,
        Verdict::Unsafe { .. } => arguments.habits.unsafe_exit(),
        Verdict::Unknown { because: event::Reason::Internal(_) } => exit::INTERNAL,
        Verdict::Unknown { .. } => exit::UNKNOWN,
    };
    let subject = arguments.input.subject();
    let answer = answer(&subject, &outcome, output, (sources, warnings), exit_code);
    let style = answer_style(arguments.full_trace);
    let program = output.json.then(|| arguments.saved_program());
    print(&output.answer(&answer, program.as_ref(), style));
    replay_command::save(arguments, &outcome.verdict, outcome.checked);
    exit_code
}

/// An answer with everything that belongs to it.
fn answer<'a>(
    subject: &'a str,
    outcome: &'a Outcome,
    output: &'a Output,
    (sources, warnings): (&'a Sources, &'a Diagnostics),
    exit_code: u8,
) -> Answer<'a> {
    let Outcome { verdict, findings, stats, scope, engine, figures, checked, others } = outcome;
    Answer {
        subject,
        verdict,
        stats,
        figures: figures.as_deref(),
        engine,
        others,
        findings,
        checked: *checked,
        scope,
        sources,
        files: &output.files,
        warnings,
        exit_code,
    }
}

/// Says what is wrong with what was asked for.
fn complain_about(complaint: Complaint) -> u8 {
    object(complaint, &Output::default())
}

/// The same in the form in which an answer was wanted.
fn object(complaint: Complaint, output: &Output) -> u8 {
    match complaint {
        Complaint::Usage(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
        Complaint::Input(message) => say_unknown(LoadError::Input(message), output),
    }
}

fn support(arguments: &SupportArguments) -> u8 {
    let SupportArguments { input } = arguments;
    let answer = if input.is_actors() {
        raddle::support::actors(&input.files, &actor_options(input))
    } else {
        raddle::support::support(&input.files, &load_options(input))
    };
    match answer {
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
    match load(&arguments.input.files, &load_options(&arguments.input), &Output::default()) {
        Ok(Loaded { mut program, .. }) => {
            if let Some(bound) = arguments.unroll {
                ir::passes::loops::bound_loops(&mut program, bound);
            }
            if arguments.independence {
                say(&raddle::peephole::independence(&program));
            } else if arguments.dot {
                say(&ir::text::dot(&program, arguments.all));
            } else {
                say(&ir::text::print(&program));
            }
            exit::SAFE
        }
        Err(code) => code,
    }
}

/// How `check` reads a C program.
fn thread_options(arguments: &CheckArguments) -> LoadOptions {
    let asked = arguments.reduction().and_then(|it| arguments.asked(it));
    let checked = asked.map_or(Properties::default(), |it| it.checked);
    LoadOptions {
        no_spurious: arguments.no_spurious,
        may_fail: arguments.may_fail(),
        allow: arguments.allow.clone(),
        unset: raddle::reading_of_unset(checked),
        ..load_options(&arguments.input)
    }
}

fn load_options(input: &Input) -> LoadOptions {
    LoadOptions {
        model: input.model().into(),
        flags: input.flags.clone(),
        externals: input.externals.into(),
        ..LoadOptions::default()
    }
}

/// Loads the program and shows what there is to say about it.
fn load(files: &[std::path::PathBuf], options: &LoadOptions, output: &Output) -> Result<Loaded, u8> {
    match raddle::load_files(files, options) {
        Ok(loaded) => {
            complain(&report::diagnostics(&loaded.warnings, &loaded.program.sources, error_style()));
            Ok(loaded)
        }
        Err(error) => Err(say_unknown(error, output)),
    }
}

/// Shows why there is nothing to check, with a verdict.
fn say_unknown(error: LoadError, output: &Output) -> u8 {
    claim_answer();
    let printed = output.refusal(&error);
    let code = complain_about_input(error);
    print(&printed);
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
            complain(&raddle::explain::hint(&diagnostics));
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

/// How answers look on standard output.
fn answer_style(full_trace: bool) -> Style {
    let width = terminal_size::terminal_size_of(std::io::stdout()).map(|it| usize::from(it.0.0));
    Style { colour: colour(std::io::stdout().is_terminal()), full_trace, width }
}

fn error_style() -> Style {
    Style { colour: colour(std::io::stderr().is_terminal()), ..Style::default() }
}

fn colour(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
}

/// Standard output; a reader that went away is no error.
fn say(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// What is to be printed.
fn print(printed: &Printed) {
    complain(&printed.complaints);
    say(&printed.out);
}

fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A line on standard error that says how far we are; only on a terminal.
struct Progress {
    start: Instant,
    watch: Watch,
    /// Where it is told as well, for whoever answers if a limit is overstepped.
    notes: Notes,
    shown: Option<Instant>,
    enabled: bool,
}

impl Progress {
    fn new(limits: &Limits) -> Self {
        limits.engines_begin();
        let (start, watch) = (Instant::now(), Watch::new(limits.budget.deadline));
        let enabled = std::io::stderr().is_terminal();
        Progress { start, watch, notes: limits.notes.clone(), shown: None, enabled }
    }

    fn show(&mut self, stats: &Stats, explored: Option<f64>) {
        self.notes.take(Noted::Explored(stats.clone()));
        let due = self.shown.unwrap_or(self.start).elapsed() >= Duration::from_millis(200);
        if !self.enabled || !due {
            return;
        }
        self.shown = Some(Instant::now());
        complain(&format!("\r\x1b[K{}", self.watch.exploring(stats, explored)));
    }

    /// Solving says little on the way: what is solved is shown when it begins.
    fn show_now(&mut self, noted: Noted, line: impl FnOnce(&mut Watch) -> String) {
        self.notes.take(noted);
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
