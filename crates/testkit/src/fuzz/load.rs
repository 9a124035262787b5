//! From a text to a program, as users load it: front end, passes, and the rules of `ir` after both.

use ir::{Program, passes};
use source::Severity;
use std::path::Path;

/// What the front end makes of a text that needs no preprocessor.
pub fn raw(text: &str, options: &c::Options) -> Result<Program, String> {
    let line = |number: u32| text.lines().nth((number as usize).saturating_sub(1)).unwrap_or_default().trim();
    taken(c::load_input(c::Input::Text("random.c", text), options), line)
}

/// What the front end makes of a file.
pub fn file(path: &Path) -> Result<Program, String> {
    taken(c::load(path, &c::Options::default()), |_| "")
}

/// The program, or what the errors say and what is in their lines.
fn taken<'a>(loaded: Result<c::Loaded, c::Failure>, line: impl Fn(u32) -> &'a str) -> Result<Program, String> {
    let program = loaded.map(|it| it.program).map_err(|failure| {
        let errors = failure.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let messages: Vec<String> =
            errors.map(|it| format!("{} {}: {}", it.code.0, it.message, line(it.span.line))).collect();
        messages.join("; ")
    })?;
    validate(&program, "the front end")?;
    Ok(program)
}

/// The program that engines are given.
pub fn prepared(raw: &Program) -> Result<Program, String> {
    let mut program = raw.clone();
    // As `raddle::load` does it.
    passes::store_private_handles(&mut program);
    passes::follow_unset(&mut program, passes::Reading::Mistake);
    passes::extents::resolve(&mut program);
    passes::doubts::resolve(&mut program);
    passes::held::ask(&mut program);
    passes::simplify(&mut program);
    passes::mark_escaping(&mut program);
    passes::promote_slots(&mut program);
    passes::narrow_choices(&mut program);
    passes::reduce_spurious(&mut program);
    passes::simplify(&mut program);
    validate(&program, "a pass")?;
    Ok(program)
}

fn validate(program: &Program, who: &str) -> Result<(), String> {
    ir::validate::validate(program).map_err(|violations| {
        let violations: Vec<String> = violations.iter().map(ToString::to_string).collect();
        format!("{who} writes an invalid program: {}", violations.join("; "))
    })
}
