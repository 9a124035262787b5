//! A counterexample as a table: one column per thread, one row per step, the source line at the right. One that consists
//! of messages is drawn as such: [`crate::sequence`].

use crate::Style;
use crate::diagnostics::excerpt;
use crate::places::{AT_ONCE, Places, left_out, pad};
use crate::sequence::sequence;
use annotate_snippets::Level;
use event::{Counterexample, Fault, Property, Step, ThreadId};
use source::{Sources, Span};
use std::fmt::Write;

/// Columns are not wider than this.
const WIDEST_COLUMN: usize = 32;
/// Source lines are not shown beyond this.
const WIDEST_SOURCE: usize = 60;

/// The whole story: what is wrong and where, how it comes to that, what else is known.
pub fn trace(property: Property, example: &Counterexample, sources: &Sources, style: Style) -> String {
    let level = Level::ERROR.with_name(property.name());
    let mut text = excerpt(level, &example.summary, sources, example.position, style);
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
        None => text.push_str(&table(property, example, sources, style)),
    }
    text
}

fn table(property: Property, example: &Counterexample, sources: &Sources, style: Style) -> String {
    let shown: Vec<(usize, &Step)> =
        example.steps.iter().enumerate().filter(|(_, it)| style.full_trace || it.matters).collect();
    let mut text = String::new();
    if shown.is_empty() {
        text.push_str(AT_ONCE);
        return text;
    }
    let hidden = example.steps.len() - shown.len();
    let threads: Vec<_> = example
        .actors
        .iter()
        .filter(|it| shown.iter().any(|(_, step)| step.thread == it.thread) || example.culprit == Some(it.thread))
        .collect();
    let heads: Vec<String> = threads
        .iter()
        .map(|it| if it.function == it.name { it.name.clone() } else { format!("{} {}", it.name, it.function) })
        .collect();
    let rows: Vec<Row> = shown.iter().flat_map(|&(number, step)| rows(number, step)).collect();
    let end = example.culprit.map(|it| Row {
        number: None,
        thread: it,
        text: format!("✗ {}", ending(property, example)),
        position: example.position,
    });
    let rows: Vec<Row> = rows.into_iter().chain(end).collect();
    let width = |column: usize| {
        let texts = rows.iter().filter(|it| it.thread == threads[column].thread).map(|it| it.text.chars().count());
        texts.chain([heads[column].chars().count()]).max().unwrap_or(0).min(WIDEST_COLUMN)
    };
    let widths: Vec<usize> = (0..threads.len()).map(width).collect();
    let places = Places::of(rows.iter().map(|it| it.position), sources);

    text.push_str("  step");
    for (head, &width) in heads.iter().zip(&widths) {
        let _ = write!(text, "  {}", pad(head, width));
    }
    text.push_str("  line\n");
    for row in &rows {
        let number = row.number.map_or_else(String::new, |it| (it + 1).to_string());
        let mut line = format!("  {number:>4}");
        for (actor, &width) in threads.iter().zip(&widths) {
            let cell = if actor.thread == row.thread { row.text.as_str() } else { "" };
            let _ = write!(line, "  {}", pad(cell, width));
        }
        text.push_str(&places.ending(&line, row.position, WIDEST_SOURCE));
    }
    text.push_str(&left_out(hidden, "step"));
    text
}

/// What happens in the last row.
pub(crate) fn ending(property: Property, example: &Counterexample) -> &'static str {
    match example.fault {
        None if property == Property::Race => "data race",
        Some(Fault::Assertion) if !example.summary.starts_with("assertion") => "error reached",
        Some(fault) => fault.name(),
        None => "fails",
    }
}

struct Row {
    number: Option<usize>,
    thread: ThreadId,
    text: String,
    position: Span,
}

/// The rows of a step: one per effect; an atomic section has several.
fn rows(number: usize, step: &Step) -> Vec<Row> {
    let row = |number, text: String, position| Row { number, thread: step.thread, text, position };
    match step.effects.as_slice() {
        [] => vec![row(Some(number), "atomic section".to_owned(), step.position)],
        [only] => vec![row(Some(number), only.text.clone(), only.position)],
        [first, rest @ ..] => {
            let mut rows = vec![row(Some(number), format!("⎡ {}", first.text), first.position)];
            for (index, effect) in rest.iter().enumerate() {
                let bracket = if index + 1 == rest.len() { '⎣' } else { '⎢' };
                rows.push(row(None, format!("{bracket} {}", effect.text), effect.position));
            }
            rows
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Actor, Effect};

    fn step(thread: u32, line: u32, texts: &[&str], matters: bool) -> Step {
        let position = Span { file: source::FileId(0), line, column: 1, length: 1 };
        let effects = texts.iter().map(|it| Effect { position, text: (*it).to_owned(), touch: None }).collect();
        let thread = ThreadId(thread);
        Step { thread, position, function: String::new(), accesses: vec![], effects, matters }
    }

    fn example() -> (Counterexample, Sources) {
        let mut sources = Sources::new();
        let file = sources.add("a.c", Some("  x = 1;\n  assert(x);\n".to_owned()));
        let actor = |number, name: &str, function: &str| Actor {
            thread: ThreadId(number),
            name: name.to_owned(),
            function: function.to_owned(),
        };
        let example = Counterexample {
            plan: event::Plan::default(),
            actors: vec![actor(0, "main", "main"), actor(1, "T1", "worker"), actor(2, "T2", "idle")],
            steps: vec![
                step(0, 1, &["starts T1: worker"], false),
                step(1, 1, &["x = 1"], true),
                step(0, 2, &["reads x: 1", "x = 2"], true),
            ],
            summary: "assertion `x` failed in main".to_owned(),
            details: vec![],
            operands: vec![],
            racing: None,
            passing: None,
            fault: Some(Fault::Assertion),
            position: Span { file, line: 2, column: 3, length: 6 },
            culprit: Some(ThreadId(0)),
            diagram: None,
        };
        (example, sources)
    }

    #[test]
    fn a_column_per_thread_and_a_row_per_step_that_matters() {
        let (example, sources) = example();
        let text = trace(Property::Reach, &example, &sources, Style::default());
        let table = text.split("step").nth(1).expect("a table");
        let expected = "
  main                T1 worker  line
     2                      x = 1         1  x = 1;
     3  ⎡ reads x: 1                      2  assert(x);
        ⎣ x = 2                           2  assert(x);
        ✗ assertion failed                2  assert(x);

  (1 ";
        assert_eq!(table, expected.trim_start_matches('\n'), "{text}");
        assert!(text.starts_with("reach: assertion `x` failed in main"), "{text}");
    }

    #[test]
    fn the_full_trace_leaves_nothing_out() {
        let (example, sources) = example();
        let text = trace(Property::Reach, &example, &sources, Style { full_trace: true, ..Style::default() });
        assert!(text.contains("starts T1: worker") && !text.contains("left out"), "{text}");
    }

    #[test]
    fn messages_are_drawn_if_there_are_any() {
        let (mut example, sources) = example();
        let row = event::Row {
            step: 0,
            column: 0,
            position: example.position,
            what: event::What::Fails("assertion failed".to_owned()),
            matters: true,
        };
        let column = event::Column { name: "main".to_owned(), ends: vec!["x = 0".to_owned()] };
        example.diagram = Some(event::Diagram { columns: vec![column], rows: vec![row] });
        let text = trace(Property::Reach, &example, &sources, Style::default());
        assert!(text.contains("     1    ✗ assertion failed     2  assert(x);"), "{text}");
        assert!(text.ends_with("\n  at the end\n    main  x = 0\n"), "{text}");
    }
}
