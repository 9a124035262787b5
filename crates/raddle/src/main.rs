//! `raddle`: arguments in, answer out. The only file that prints.

mod arguments;

use arguments::{Arguments, CheckArguments, Command, Input, IrArguments};
use clap::Parser;
use event::{Budget, Stats, Verdict};
use raddle::{CheckOptions, LoadError, LoadOptions, Loaded, Outcome, exit};
use report::{Answer, Style};
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
        Command::Ir(arguments) => show_ir(&arguments),
    }));
    ExitCode::from(result.unwrap_or_else(|_| {
        say("VERDICT: UNKNOWN(internal)\n");
        complain("error: this is a bug in Raddle; please report it together with the input\n");
        exit::INTERNAL
    }))
}

fn check(arguments: &CheckArguments) -> u8 {
    let load_options = LoadOptions {
        spurious: arguments.spurious,
        visible_slots: arguments.uninitialised,
        ..load_options(&arguments.input)
    };
    let Loaded { program, .. } = match load(&arguments.input.file, &load_options) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let asked = arguments.reduction().and_then(|it| Ok((it, arguments.properties(it)?)));
    let (reduction, properties) = match asked {
        Ok(asked) => asked,
        Err(message) => {
            complain(&format!("error: {message}\n"));
            return exit::USAGE;
        }
    };
    let options = CheckOptions {
        properties,
        reduction,
        unroll: arguments.unroll,
        most_steps: arguments.steps,
        uninitialised: arguments.uninitialised,
        remember_states: arguments.remember_states,
        keep_going: arguments.keep_going,
        budget: budget(arguments),
    };
    let mut progress = Progress::new();
    let Outcome { verdict, stats, scope, engine } =
        raddle::check(&program, &options, &mut |stats| progress.show(stats));
    progress.clear();
    let names: Vec<_> = properties.iter().map(|it| it.name()).collect();
    let answer = Answer {
        subject: &arguments.input.file.display().to_string(),
        verdict: &verdict,
        stats: &stats,
        engine: &engine,
        properties: names.join(","),
        scope: &scope,
        sources: &program.sources,
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

fn show_ir(arguments: &IrArguments) -> u8 {
    match load(&arguments.input.file, &load_options(&arguments.input)) {
        Ok(Loaded { mut program, .. }) => {
            if let Some(bound) = arguments.unroll {
                ir::passes::loops::bound_loops(&mut program, bound);
            }
            say(&ir::text::print(&program));
            exit::SAFE
        }
        Err(code) => code,
    }
}

fn load_options(input: &Input) -> LoadOptions {
    LoadOptions { model: input.data_model.into(), flags: input.flags.clone(), ..LoadOptions::default() }
}

/// Loads the program and shows what there is to say about it.
fn load(file: &std::path::Path, options: &LoadOptions) -> Result<Loaded, u8> {
    let style = Style { colour: colour(std::io::stderr().is_terminal()), full_trace: false };
    match raddle::load(file, options) {
        Ok(loaded) => {
            complain(&report::diagnostics(&loaded.warnings, &loaded.program.sources, style));
            Ok(loaded)
        }
        Err(LoadError::Diagnostics { diagnostics, sources }) => {
            complain(&report::diagnostics(&diagnostics, &sources, style));
            say("VERDICT: UNKNOWN(input)\n");
            Err(exit::INPUT)
        }
        Err(LoadError::Input(message)) => {
            complain(&format!("error: {message}\n"));
            say("VERDICT: UNKNOWN(input)\n");
            Err(exit::INPUT)
        }
        Err(LoadError::Internal(message)) => {
            complain(&format!("error: {message}\n"));
            say("VERDICT: UNKNOWN(internal)\n");
            Err(exit::INTERNAL)
        }
    }
}

fn budget(arguments: &CheckArguments) -> Budget {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = interrupt.clone();
    // The first interrupt asks for an orderly end with a verdict, the second one is obeyed at once.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    Budget {
        deadline: arguments.timeout.and_then(|it| Instant::now().checked_add(it)),
        memory: arguments.memory.map(|most| (most, memory_in_use as fn() -> u64)),
        interrupt,
    }
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
    shown: Option<Instant>,
    enabled: bool,
}

impl Progress {
    fn new() -> Self {
        Progress { start: Instant::now(), shown: None, enabled: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, stats: &Stats) {
        let due = self.shown.unwrap_or(self.start).elapsed() >= Duration::from_millis(200);
        if !self.enabled || !due {
            return;
        }
        self.shown = Some(Instant::now());
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = stats.events as f64 / seconds / 1e6;
        complain(&format!(
            "\r\x1b[K{} executions, {} events, {rate:.1} million events/s, {seconds:.0} s",
            stats.executions + stats.stuck,
            stats.events
        ));
    }

    fn clear(&mut self) {
        if self.shown.is_some() {
            complain("\r\x1b[K");
        }
    }
}
