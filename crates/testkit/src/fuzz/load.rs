//! From a text to a program, as users load it: front end, passes, and the rules of `ir` after both.

use ir::{Program, passes};
use source::Severity;

/// What the front end makes of a text.
pub(crate) fn raw(text: &str, options: &c::Options) -> Result<Program, String> {
    let loaded = c::load_input(c::Input::Text("random.c", text), options).map_err(|failure| {
        let errors = failure.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let line = |number: u32| text.lines().nth((number as usize).saturating_sub(1)).unwrap_or_default().trim();
        let messages: Vec<String> =
            errors.map(|it| format!("{} {}: {}", it.code.0, it.message, line(it.span.line))).collect();
        messages.join("; ")
    })?;
    validate(&loaded.program, "the front end")?;
    Ok(loaded.program)
}

/// The program that engines are given. Locals stay visible if it is looked for reads of what was never written.
pub(crate) fn prepared(raw: &Program, visible_slots: bool) -> Result<Program, String> {
    let mut program = raw.clone();
    // As `raddle::load` does it.
    passes::simplify(&mut program);
    if !visible_slots {
        passes::mark_escaping(&mut program);
        passes::promote_slots(&mut program);
    }
    passes::narrow_choices(&mut program);
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
