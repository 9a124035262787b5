//! The story of a counterexample: what is wrong and where, what is known about it, and how it comes to that, as a table
//! ([`table`]) or, if it consists of messages, as a drawing ([`crate::sequence`]).

mod table;
#[cfg(test)]
mod tests;

use crate::Style;
use crate::diagnostics::{Remark, excerpt};
use crate::paint::{Ink, paint};
use crate::sequence::sequence;
use annotate_snippets::Level;
use event::{Counterexample, Line, Property};
use source::Sources;
use std::fmt::Write;
pub(crate) use table::{End, ending, ends};

/// The whole story: what is wrong and where, how it comes to that, what else is known.
pub fn trace(property: Property, example: &Counterexample, sources: &Sources, style: Style) -> String {
    let level = Level::ERROR.with_name(property.name());
    let code = code_to_show(property, example);
    let mut text = excerpt(level, code, &example.summary, sources, &remarks(property, example), style);
    text.push_str("\n\n");
    for line in &example.details {
        if line.position.is_some() {
            let place = sources.describe(line.position);
            let _ = writeln!(text, "  {} ({place})", line.text);
        } else {
            let _ = writeln!(text, "  {}", line.text);
        }
    }
    if !example.details.is_empty() {
        text.push('\n');
    }
    match &example.diagram {
        Some(diagram) => text.push_str(&sequence(diagram, sources, style)),
        None => text.push_str(&table::table(property, example, sources, style)),
    }
    if let Some(passing) = &example.passing {
        let sentence = format!("it would have passed if {}", passing.text);
        let _ = writeln!(text, "\n  {}", paint(&sentence, Ink::Head, style));
    }
    text
}

/// The code that is shown with a violation: of misuse and undefined use, where a property has many kinds. `raddle explain`
/// has a page for it, and `--allow` may take it.
pub(crate) fn code_to_show(property: Property, example: &Counterexample) -> Option<&'static str> {
    match property {
        Property::Memory | Property::Overflow => example.code(),
        Property::Reach | Property::Deadlock | Property::Race | Property::Exception => None,
    }
}

/// What is said in the excerpt: what the condition that failed is made of, or which two accesses race.
fn remarks(property: Property, example: &Counterexample) -> Vec<Remark> {
    // Where the accesses were called from is indented.
    let is_access = |it: &&Line| it.position.is_some() && !it.text.starts_with(' ');
    let accesses: Vec<&Line> = example.details.iter().filter(is_access).collect();
    if let (Property::Race, &[first, second]) = (property, accesses.as_slice()) {
        let remark = |line: &Line, is_primary| Remark {
            position: line.position,
            label: Some(short(&line.text).to_owned()),
            is_primary,
        };
        return vec![remark(first, false), remark(second, true)];
    }
    let values: Vec<String> = example.operands.iter().map(|it| format!("{} = {}", it.name, it.value)).collect();
    let label = (!values.is_empty()).then(|| values.join(", "));
    vec![Remark { position: example.position, label, is_primary: true }]
}

/// Who does what; the rest is told below: `T1: non-atomic write of 4 bytes of `x``.
fn short(access: &str) -> &str {
    let end = if access.contains("atomic ") { access.find(" of ") } else { access.find(',') };
    &access[..end.unwrap_or(access.len())]
}
