//! A counterexample as a table: one column per thread, one row per step, the source line at the right.
//!
//! Columns are as wide as what is in them. If that is too much for the terminal, source lines give way first, and then the
//! widest columns.

use crate::Style;
use crate::paint::{Ink, paint};
use crate::places::{AT_ONCE, Places, left_out, pad, shorten};
use event::{Actor, Counterexample, Effect, Fault, Property, Step, ThreadId};
use source::{Sources, Span};
use std::fmt::Write;

/// Columns are not wider than this where nobody says how wide a line may be, and not narrower than that.
const WIDEST_COLUMN: usize = 52;
const NARROWEST_COLUMN: usize = 16;
/// Source lines are not shown beyond this if there is room, and up to that even if there is none.
const WIDEST_SOURCE: usize = 60;
const NARROWEST_SOURCE: usize = 24;

struct Row {
    number: Option<usize>,
    thread: ThreadId,
    text: String,
    position: Span,
    look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Plain,
    /// Something has changed, which is behind the colon.
    Changes,
    /// One of the two steps of a race.
    Races,
    /// The end.
    Fails,
}

pub(super) fn table(property: Property, example: &Counterexample, sources: &Sources, style: Style) -> String {
    let shown: Vec<(usize, &Step)> =
        example.steps.iter().enumerate().filter(|(_, it)| style.full_trace || it.matters).collect();
    if shown.is_empty() {
        return AT_ONCE.to_owned();
    }
    let hidden = example.steps.len() - shown.len();
    let mut rows: Vec<Row> = shown.iter().flat_map(|&(number, step)| rows(example, number, step)).collect();
    rows.extend(ends(property, example).into_iter().map(|End { thread, text, position }| {
        let text = format!("✗ {text}");
        Row { number: None, thread, text, position, look: Look::Fails }
    }));
    let threads: Vec<&Actor> =
        example.actors.iter().filter(|actor| rows.iter().any(|it| it.thread == actor.thread)).collect();
    let heads: Vec<String> = threads.iter().map(|it| head(it)).collect();
    let natural = |column: usize| {
        let texts = rows.iter().filter(|it| it.thread == threads[column].thread).map(|it| it.text.chars().count());
        texts.chain([heads[column].chars().count()]).max().unwrap_or(0)
    };
    let places = Places::of(rows.iter().map(|it| it.position), sources);
    let (widths, source) = fit((0..threads.len()).map(natural).collect(), 6 + places.margin(), style.width);

    let mut text = "  step".to_owned();
    for (head, &width) in heads.iter().zip(&widths) {
        let _ = write!(text, "  {}", painted(head, width, |it| paint(it, Ink::Head, style)));
    }
    text.push_str("  line\n");
    for row in &rows {
        let number = row.number.map_or_else(String::new, |it| (it + 1).to_string());
        let mark = if row.look == Look::Races { paint("▶", Ink::Wrong, style) } else { " ".to_owned() };
        let mut line = format!("{mark} {number:>4}");
        for (actor, &width) in threads.iter().zip(&widths) {
            let cell = if actor.thread == row.thread { row.text.as_str() } else { "" };
            let _ = write!(line, "  {}", painted(cell, width, |it| dressed(it, row.look, style)));
        }
        text.push_str(&places.ending(&line, row.position, source));
    }
    text.push_str(&paint_lines(&left_out(hidden, "step"), style));
    text
}

/// How wide columns and source lines are, given what they would like to be and what else is in a line.
fn fit(mut widths: Vec<usize>, margin: usize, line: Option<usize>) -> (Vec<usize>, usize) {
    let Some(line) = line else {
        return (widths.into_iter().map(|it| it.min(WIDEST_COLUMN)).collect(), WIDEST_SOURCE);
    };
    loop {
        let taken = margin + widths.iter().map(|it| it + 2).sum::<usize>();
        let room = line.saturating_sub(taken);
        let Some(widest) = widths.iter_mut().max().filter(|it| room < NARROWEST_SOURCE && **it > NARROWEST_COLUMN)
        else {
            return (widths, room.clamp(NARROWEST_SOURCE, WIDEST_SOURCE));
        };
        *widest -= 1;
    }
}

fn head(actor: &Actor) -> String {
    if actor.function == actor.name { actor.name.clone() } else { format!("{} {}", actor.name, actor.function) }
}

/// A cell of a width, of which the text is painted and the rest is not.
fn painted(text: &str, width: usize, ink: impl Fn(&str) -> String) -> String {
    let blanks = pad("", width.saturating_sub(text.chars().count()));
    ink(&shorten(text, width)) + &blanks
}

fn dressed(cell: &str, look: Look, style: Style) -> String {
    match look {
        Look::Plain => cell.to_owned(),
        Look::Changes => match cell.split_once(": ") {
            Some((variable, values)) => format!("{variable}: {}", paint(values, Ink::New, style)),
            None => cell.to_owned(),
        },
        Look::Races | Look::Fails => paint(cell, Ink::Wrong, style),
    }
}

/// Paints what is not blank.
fn paint_lines(text: &str, style: Style) -> String {
    text.split_inclusive('\n')
        .map(|it| match it.trim_end_matches('\n') {
            "" => it.to_owned(),
            line => paint(line, Ink::Faint, style) + "\n",
        })
        .collect()
}

/// The rows of a step: one per effect; an atomic section has several, and what nobody wants to know has none.
fn rows(example: &Counterexample, number: usize, step: &Step) -> Vec<Row> {
    let races = example.racing.is_some_and(|it| it.0 == number || it.1 == number);
    let row = |number, bracket: &str, effect: &Effect| {
        let look = match &effect.touch {
            _ if races => Look::Races,
            Some(touch) if touch.changes() => Look::Changes,
            _ => Look::Plain,
        };
        Row { number, thread: step.thread, text: format!("{bracket}{}", effect.text), position: effect.position, look }
    };
    match step.effects.as_slice() {
        [] => Vec::new(),
        [only] => vec![row(Some(number), "", only)],
        [first, rest @ .., last] => {
            let mut rows = vec![row(Some(number), "⎡ ", first)];
            rows.extend(rest.iter().map(|it| row(None, "⎢ ", it)));
            rows.push(row(None, "⎣ ", last));
            rows
        }
    }
}

/// How a run ends for a thread: it fails, or waits for ever.
pub(crate) struct End {
    pub thread: ThreadId,
    /// What is wrong, in a few words.
    pub text: String,
    pub position: Span,
}

/// Where somebody fails, or where each thread waits.
pub(crate) fn ends(property: Property, example: &Counterexample) -> Vec<End> {
    if let Some(thread) = example.culprit {
        return vec![End { thread, text: ending(property, example).to_owned(), position: example.position }];
    }
    if property != Property::Deadlock {
        return Vec::new();
    }
    // Who waits is said in sentences that begin with its name.
    let waits = |actor: &Actor| {
        let own = |text: &str| text.strip_prefix(&actor.name).is_some_and(|it| it.starts_with(" waits "));
        let line = example.details.iter().find(|it| own(&it.text))?;
        let what = line.text[actor.name.len() + 1..].split(", and nobody").next()?;
        // Who holds it is said above; columns are narrow.
        let what = what.split(", held by").next()?.replace("mutex `", "").replace('`', "");
        Some(End { thread: actor.thread, text: what, position: line.position })
    };
    example.actors.iter().filter_map(waits).collect()
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
