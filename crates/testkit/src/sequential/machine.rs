//! A program in the machine: front end, passes, and one execution.

use super::print;
use super::syntax::Program;
use event::{Choice, Properties, Property, Status, System};
use ir::{GlobalId, passes};
use source::Severity;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vm::Machine;

/// More steps than any program takes.
const MOST_STEPS: usize = 2_000_000;

/// Why there are no numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The front end does not take the program; the code of the first error, and everything it says.
    Rejected(String, String),
    /// The front end or the passes write an invalid program.
    Invalid(String),
    /// It did not run to its end.
    Stopped(String),
    /// Something panics.
    Panicked(String),
    /// It used more objects than the 32-bit model has: nothing can be said.
    TooLarge,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Rejected(_, message) => write!(f, "the front end rejects it: {message}"),
            Trouble::Invalid(message) => write!(f, "invalid ir: {message}"),
            Trouble::Stopped(message) => write!(f, "the machine stops: {message}"),
            Trouble::Panicked(message) => write!(f, "panic: {message}"),
            Trouble::TooLarge => write!(f, "too many objects"),
        }
    }
}

/// The bytes of `out` after the program has run.
pub fn run(program: &Program) -> Result<Vec<u8>, Trouble> {
    catch_unwind(AssertUnwindSafe(|| load_and_execute(program))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
        Err(Trouble::Panicked(text.unwrap_or_default()))
    })
}

fn load_and_execute(program: &Program) -> Result<Vec<u8>, Trouble> {
    let mut program = load(program)?;
    check(&program, "written by the front end")?;
    // As `raddle::load` does it.
    passes::simplify::simplify(&mut program);
    passes::escape::mark_escaping(&mut program);
    passes::choices::narrow_choices(&mut program);
    passes::simplify::simplify(&mut program);
    check(&program, "after passes")?;
    execute(&program)
}

fn load(program: &Program) -> Result<ir::Program, Trouble> {
    let options = c::Options { model: program.model, ..c::Options::default() };
    let text = print::for_machine(program);
    match c::load_input(c::Input::Text("random.c", &text), &options) {
        Ok(loaded) => Ok(loaded.program),
        Err(failure) => {
            let errors: Vec<_> = failure.diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
            let code = errors.first().map_or_else(String::new, |it| it.code.0.to_owned());
            let messages: Vec<String> = errors
                .iter()
                .map(|it| {
                    let line = text.lines().nth((it.span.line as usize).saturating_sub(1)).unwrap_or_default();
                    format!("{} {} [{}]", it.code.0, it.message, line.trim())
                })
                .collect();
            Err(Trouble::Rejected(code, messages.join("; ")))
        }
    }
}

fn check(program: &ir::Program, when: &str) -> Result<(), Trouble> {
    ir::validate::validate(program).map_err(|violations| {
        let violations: Vec<String> = violations.iter().map(ToString::to_string).collect();
        Trouble::Invalid(format!("{when}: {}", violations.join("; ")))
    })
}

fn execute(program: &ir::Program) -> Result<Vec<u8>, Trouble> {
    // Overflow wraps if it is not looked for.
    let properties: Properties = Property::ALL.into_iter().filter(|it| *it != Property::Overflow).collect();
    let mut machine = Machine::new(program, vm::compile(program, properties));
    let mut accesses = Vec::new();
    let main = machine.threads()[0];
    for _ in 0..MOST_STEPS {
        if !machine.enabled(main) {
            break;
        }
        machine.step(Choice { thread: main, branch: 0 }, &mut accesses);
        accesses.clear();
    }
    match machine.status(main) {
        Status::Ended(event::End::MainReturned) => {
            // Nobody uses it: the front end has left it out.
            let Some(out) = program.globals.iter().position(|it| it.name == "out") else {
                return Ok(vec![0; print::OUTPUTS * 8]);
            };
            Ok(machine.global(GlobalId(out as u32)).to_vec())
        }
        Status::Ended(event::End::Stopped(event::StopKind::Cut)) if program.model == ir::DataModel::Ilp32 => {
            Err(Trouble::TooLarge)
        }
        status => Err(Trouble::Stopped(format!("{status:?}"))),
    }
}
