//! What holds for every text, C or not, and the texts to try it on.
//!
//! [`check`] is the promise: a text is refused with a message, or it becomes a valid program that stays valid under the
//! passes and survives printing and parsing. A broken promise is a panic. The stable driver `fuzz-front` and the
//! targets in `fuzz/` differ only in where their texts come from; those of the driver are [`seeds`] that are
//! [`mod@mutate`]d, partly with pieces of random C ([`snippets`]), and what breaks the promise is [`mod@minimise`]d.
//! [`actors`] has the same for ABS, [`documents`] for everything else that is read; [`readers`] is the list of all.

pub mod actors;
pub mod documents;
pub mod minimise;
pub mod mutate;
pub mod readers;
pub mod seeds;
pub mod snippets;

use ir::{DataModel, Program, passes};

/// What became of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is a program.
    Accepted,
    /// It is none, and was told so.
    Rejected,
}

/// Reads a text as a preprocessed C file, on a thread with a stack of [`c::STACK`] bytes.
///
/// # Panics
/// If a promise is broken.
pub fn check(bytes: &[u8], model: DataModel) -> Answer {
    let options = c::Options { model, ..c::Options::default() };
    match c::load_here(c::Input::Bytes("fuzzed.i", bytes), &options) {
        Ok(loaded) => {
            assert!(!loaded.warnings.has_errors(), "a program with errors was accepted");
            report::diagnostics(&loaded.warnings, &loaded.program.sources, report::Style::default());
            check_program(loaded.program);
            Answer::Accepted
        }
        Err(failure) => {
            assert!(failure.diagnostics.has_errors(), "a program was refused without a reason");
            let shown = report::diagnostics(&failure.diagnostics, &failure.sources, report::Style::default());
            assert!(shown.contains("error"), "a program was refused without a message");
            Answer::Rejected
        }
    }
}

/// Reads the text form of a program.
///
/// # Panics
/// If a promise is broken.
pub fn check_text_form(text: &str) -> Answer {
    match ir::text::parse(text) {
        Ok(program) if ir::validate::validate(&program).is_ok() => {
            check_program(program);
            Answer::Accepted
        }
        Ok(invalid) => {
            ir::text::print(&invalid);
            Answer::Rejected
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "a text was refused without a message");
            Answer::Rejected
        }
    }
}

/// The same passes as the command's, one at a time, then a bound on loops as with `--unroll 2`.
fn check_program(mut program: Program) {
    type Pass = fn(&mut Program);
    let steps: [(&str, Pass); 7] = [
        ("no pass", |_| ()),
        ("handles", passes::store_private_handles),
        ("simplify", passes::simplify::simplify),
        ("escape", passes::escape::mark_escaping),
        ("choices", passes::choices::narrow_choices),
        ("simplify again", passes::simplify::simplify),
        ("loops", |it| _ = passes::loops::bound_loops(it, 2)),
    ];
    for (name, pass) in steps {
        pass(&mut program);
        if let Err(violations) = ir::validate::validate(&program) {
            panic!("after {name} the program is not valid: {}", violations[0]);
        }
        if matches!(name, "no pass" | "loops") {
            check_round_trip(&program);
        }
    }
    vm::compile(&program, event::Properties::all());
}

fn check_round_trip(program: &Program) {
    let text = ir::text::print(program);
    match ir::text::parse(&text) {
        Ok(back) => {
            assert!(back == ir::text::without_source_texts(program), "the printed program is another one: {text}");
        }
        Err(error) => panic!("the printed program does not parse: {error}"),
    }
}
