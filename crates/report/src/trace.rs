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

/// The whole story: what is wrong and where, how it comes to that, what else is known.
pub fn trace(property: Property, example: &Counterexample, sources: &Sources, style: Style) -> String {
    let level = Level::ERROR.with_name(property.name());
    let accesses = accesses(property, example);
    let mut text = excerpt(level, &example.summary, sources, &remarks(example, &accesses), style);
    text.push_str("\n\n");
    let is_told = |it: &&Line| accesses.iter().any(|told| std::ptr::eq(*told, *it));
    let details: Vec<&Line> = example.details.iter().filter(|it| !is_told(it)).collect();
    for line in &details {
        let what = line.text.trim_start();
        if line.position.is_some() {
            let place = sources.describe(line.position);
            let _ = writeln!(text, "  {what} ({place})");
        } else {
            let _ = writeln!(text, "  {what}");
        }
    }
    if !details.is_empty() {
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

/// The two accesses of a race: they are told where they are, and not once more below. Where they were called from is
/// indented.
fn accesses(property: Property, example: &Counterexample) -> Vec<&Line> {
    let is_access = |it: &&Line| it.position.is_some() && !it.text.starts_with(' ');
    let accesses: Vec<&Line> = example.details.iter().filter(is_access).collect();
    if property == Property::Race && accesses.len() == 2 { accesses } else { Vec::new() }
}

/// What is said in the excerpt: what the condition that failed is made of, or which two accesses race.
fn remarks(example: &Counterexample, accesses: &[&Line]) -> Vec<Remark> {
    if let &[first, second] = accesses {
        let remark =
            |line: &Line, is_primary| Remark { position: line.position, label: Some(line.text.clone()), is_primary };
        return vec![remark(first, false), remark(second, true)];
    }
    let values: Vec<String> = example.operands.iter().map(|it| format!("{} = {}", it.name, it.value)).collect();
    let label = (!values.is_empty()).then(|| values.join(", "));
    vec![Remark { position: example.position, label, is_primary: true }]
}
