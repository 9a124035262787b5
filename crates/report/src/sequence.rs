//! A counterexample of actors as a sequence diagram: one lifeline per actor, arrows for messages, time runs downwards, the
//! source line at the right.
//!
//! ```text
//!   step  main                                 line
//!      1    ● main                                9  {
//!           ├──new Buffer(1)──▶Buffer            10  IBuffer b = new Buffer(1);
//!           ├──────store(7)──────▶│              11  b!store(7);
//!      2    │                     ● store(7)      3  Unit store(Int x) {
//!           │                     │ used = 1      4  used = used + 1;
//!           │◁╌╌╌╌store: done╌╌╌╌╌┤               5  }
//! ```
//!
//! [`layout`] decides where the lifelines are, [`canvas`] draws the rows. With more actors than fit side by side the rows
//! are sentences instead.

mod canvas;
pub(crate) mod layout;
#[cfg(test)]
mod tests;

use crate::Style;
use crate::places::{AT_ONCE, Places, left_out, pad, shorten};
use canvas::Canvas;
use event::{Diagram, Row, What};
use source::{Sources, Span};
use std::fmt::Write;

/// More lifelines than this are not drawn side by side.
const MOST_LIFELINES: usize = 8;
/// Lines are not longer than this, as far as that depends on the source line, where nobody says how wide a line may be.
const WIDEST_LINE: usize = 150;
/// Source lines are not shown beyond this if there is room, and up to this even if there is none.
const WIDEST_SOURCE: usize = 60;
const NARROWEST_SOURCE: usize = 24;
/// What is in a field at the end is not shown beyond this.
const WIDEST_VALUE: usize = 100;

/// What one row of the diagram shows, with the shown columns counted from the left.
pub(crate) struct Line {
    pub step: usize,
    pub position: Span,
    pub from: usize,
    pub mark: Mark,
}

pub(crate) enum Mark {
    /// A text beside the lifeline, with a sign on it.
    Note { sign: char, text: String },
    /// An arrow to a lifeline, perhaps its own.
    Arrow { to: usize, kind: Arrow, text: String },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrow {
    Call,
    Create,
    Answer,
}

/// The rows that matter as a diagram, and what the fields hold at the end.
pub fn sequence(diagram: &Diagram, sources: &Sources, style: Style) -> String {
    let rows: Vec<&Row> = diagram.rows.iter().filter(|it| style.full_trace || it.matters).collect();
    if rows.is_empty() {
        return AT_ONCE.to_owned();
    }
    let shown = taking_part(diagram, &rows);
    let lines: Vec<Line> = rows.iter().map(|row| line(row, &shown)).collect();
    let names: Vec<&str> = shown.iter().map(|&it| diagram.columns[it].name.as_str()).collect();
    let places = Places::of(lines.iter().map(|it| it.position), sources);
    let mut text = if shown.len() <= MOST_LIFELINES {
        drawing(&lines, &names, &places, style)
    } else {
        list(&lines, &names, &places)
    };
    text.push_str(&left_out(diagram.rows.len() - rows.len(), "row"));
    text.push_str(&ends(diagram, &shown));
    text
}

/// The columns that rows need.
pub(crate) fn taking_part(diagram: &Diagram, rows: &[&Row]) -> Vec<usize> {
    (0..diagram.columns.len()).filter(|&column| rows.iter().any(|row| takes_part(row, column))).collect()
}

/// Whether a row needs the lifeline of a column.
fn takes_part(row: &Row, column: usize) -> bool {
    let receiver = match &row.what {
        What::Calls { to, .. } | What::Creates { to, .. } | What::Answers { to, .. } => Some(*to),
        What::Runs(_) | What::Does(_) | What::Fails(_) => None,
    };
    row.column == column || receiver == Some(column)
}

/// A row, with the shown columns counted from the left.
pub(crate) fn line(row: &Row, shown: &[usize]) -> Line {
    let place = |column: usize| shown.partition_point(|&it| it < column);
    let note = |sign, text: &str| Mark::Note { sign, text: text.to_owned() };
    let arrow = |to, kind, text: &str| Mark::Arrow { to: place(to), kind, text: text.to_owned() };
    let mark = match &row.what {
        What::Runs(text) => note('●', text),
        What::Does(text) => note('│', text),
        What::Fails(text) => note('✗', text),
        What::Calls { to, text } => arrow(*to, Arrow::Call, text),
        What::Creates { to, text } => arrow(*to, Arrow::Create, &format!("new {text}")),
        What::Answers { to, text } => arrow(*to, Arrow::Answer, text),
    };
    Line { step: row.step, position: row.position, from: place(row.column), mark }
}

/// The number of a step, at its first row.
fn numbers(lines: &[Line]) -> impl Iterator<Item = String> {
    lines.iter().enumerate().map(|(index, line)| {
        let goes_on = index > 0 && lines[index - 1].step == line.step;
        if goes_on { String::new() } else { (line.step + 1).to_string() }
    })
}

fn drawing(lines: &[Line], names: &[&str], places: &Places, style: Style) -> String {
    let mut canvas = Canvas::new(names, lines);
    let width = canvas.width();
    let room = style.width.unwrap_or(WIDEST_LINE).saturating_sub(8 + width + places.margin());
    let source = room.clamp(NARROWEST_SOURCE, WIDEST_SOURCE);
    let mut text = format!("  step  {}  line\n", pad(&canvas.heads(), width));
    for (line, number) in lines.iter().zip(numbers(lines)) {
        let (first, second) = canvas.draw(line);
        let row = format!("  {number:>4}  {}", pad(&first, width));
        text.push_str(&places.ending(&row, line.position, source));
        if let Some(second) = second {
            text.push_str(&places.ending(&format!("        {second}"), Span::NONE, source));
        }
    }
    text
}

/// One sentence per row.
fn list(lines: &[Line], names: &[&str], places: &Places) -> String {
    let sentence = |line: &Line| {
        let from = names[line.from];
        match &line.mark {
            Mark::Note { sign: '│', text } => format!("{from}: {text}"),
            Mark::Note { sign, text } => format!("{from} {sign} {text}"),
            Mark::Arrow { to, kind: Arrow::Call | Arrow::Create, text } => format!("{from} → {}: {text}", names[*to]),
            Mark::Arrow { to, kind: Arrow::Answer, text } => format!("{from} ⇢ {}: {text}", names[*to]),
        }
    };
    let sentences: Vec<String> = lines.iter().map(sentence).collect();
    let width = sentences.iter().map(|it| it.chars().count()).max().unwrap_or(0).min(WIDEST_LINE - WIDEST_SOURCE - 20);
    let mut text = format!("  step  {}  line\n", pad("what happens", width));
    for ((line, sentence), number) in lines.iter().zip(sentences).zip(numbers(lines)) {
        let row = format!("  {number:>4}  {}", pad(&sentence, width));
        text.push_str(&places.ending(&row, line.position, WIDEST_SOURCE));
    }
    text
}

/// What the fields of the shown actors hold at the end, a few to a line.
fn ends(diagram: &Diagram, shown: &[usize]) -> String {
    let columns = || shown.iter().map(|&it| &diagram.columns[it]).filter(|it| !it.ends.is_empty());
    let names = columns().map(|it| it.name.chars().count()).max().unwrap_or(0).min(layout::WIDEST_NAME);
    let mut text = String::new();
    for column in columns() {
        if text.is_empty() {
            text.push_str("\n  at the end\n");
        }
        let mut name = column.name.as_str();
        let mut line = String::new();
        for value in &column.ends {
            let value = shorten(value, WIDEST_VALUE);
            if !line.is_empty() && line.chars().count() + 2 + value.chars().count() > WIDEST_VALUE {
                let _ = writeln!(text, "    {}  {line},", pad(name, names));
                name = "";
                line.clear();
            }
            let comma = if line.is_empty() { "" } else { ", " };
            let _ = write!(line, "{comma}{value}");
        }
        let _ = writeln!(text, "    {}  {line}", pad(name, names));
    }
    text
}
