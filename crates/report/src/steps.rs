//! A run as a list: every step with who made it, what it did to which variable, and where. Nothing is left out.

use crate::places::{pad, shorten};
use event::{Actor, Effect, Step};
use source::{Sources, Span};

/// Columns are not wider than this.
const WIDEST_NAME: usize = 24;
const WIDEST_TEXT: usize = 48;
const WIDEST_PLACE: usize = 24;
const WIDEST_SOURCE: usize = 60;

/// The list, with a line for everything that a step did.
pub fn steps(actors: &[Actor], steps: &[Step], sources: &Sources) -> String {
    let rows: Vec<[String; 5]> = steps.iter().enumerate().flat_map(|it| rows(it, actors, sources)).collect();
    let heads = ["step", "thread", "what it does", "place", "source"].map(str::to_owned);
    let widest = [6, WIDEST_NAME, WIDEST_TEXT, WIDEST_PLACE, WIDEST_SOURCE];
    let width = |column: usize| {
        let cells = rows.iter().chain([&heads]).map(|it| it[column].chars().count());
        cells.max().unwrap_or(0).min(widest[column])
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for [number, rest @ ..] in std::iter::once(&heads).chain(&rows) {
        let mut line = format!("  {number:>width$}", width = widths[0]);
        for (cell, &width) in rest.iter().zip(&widths[1..]) {
            line.push_str("  ");
            line.push_str(&pad(cell, width));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The rows of a step: number, thread, what it did, place, source.
fn rows((number, step): (usize, &Step), actors: &[Actor], sources: &Sources) -> Vec<[String; 5]> {
    let name = actors.iter().find(|it| it.thread == step.thread).map_or_else(String::new, full_name);
    let row = |index: usize, text: String, position: Span| {
        // A step that did several things is one of which others see nothing in between.
        let (number, name) = if index == 0 { ((number + 1).to_string(), name.clone()) } else { Default::default() };
        let place = match position.is_some() {
            true => format!("{}:{}", file_name(sources, position), position.line),
            false => String::new(),
        };
        let source = sources.line(position).unwrap_or("").trim();
        [number, name, text, place, shorten(source, WIDEST_SOURCE)]
    };
    if step.effects.is_empty() {
        return vec![row(0, "an atomic section".to_owned(), step.position)];
    }
    step.effects.iter().enumerate().map(|(index, it)| row(index, told(it), it.position)).collect()
}

/// What an operation did, and what was there before if it has changed something.
pub fn told(effect: &Effect) -> String {
    let text = &effect.text;
    match effect.touch.as_ref().filter(|it| it.changes()).and_then(|it| it.before.as_ref()) {
        Some(before) if !text.contains(" → ") => format!("{text} (was {before})"),
        Some(_) | None => text.clone(),
    }
}

/// A thread with the function that it runs: `T1 withdraw`. The first one is known by its name.
pub fn full_name(actor: &Actor) -> String {
    if actor.name == "main" { actor.name.clone() } else { format!("{} {}", actor.name, actor.function) }
}

/// The name of a position's file without its folders.
pub fn file_name(sources: &Sources, position: Span) -> &str {
    let name = sources.get(position.file).map_or("", |it| it.name.as_str());
    name.rsplit('/').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Manner, ThreadId, Touch};

    fn effect(text: &str, line: u32, touch: Option<(&str, &str)>) -> Effect {
        let position = Span { file: source::FileId(0), line, column: 1, length: 1 };
        let touch = touch.map(|(before, after)| Touch {
            variable: "x".to_owned(),
            manner: Manner::Write,
            before: Some(before.to_owned()),
            after: Some(after.to_owned()),
        });
        Effect { position, text: text.to_owned(), touch }
    }

    #[test]
    fn every_step_is_told_with_what_it_changed() {
        let mut sources = Sources::new();
        sources.add("dir/a.c", Some("  x = 1;\n  y = 2;\n".to_owned()));
        let actor = Actor { thread: ThreadId(0), name: "T1".to_owned(), function: "f".to_owned() };
        let step = |effects: Vec<Effect>| Step {
            thread: ThreadId(0),
            position: Span { file: source::FileId(0), line: 1, column: 1, length: 1 },
            function: String::new(),
            accesses: Vec::new(),
            effects,
            matters: false,
        };
        let list = [
            step(vec![effect("x: 0 → 1", 1, Some(("0", "1")))]),
            step(vec![effect("x = 2", 1, Some(("1", "2"))), effect("y = 2", 2, Some(("2", "2")))]),
            step(Vec::new()),
        ];
        let expected = "  step  thread  what it does       place  source
     1  T1 f    x: 0 → 1           a.c:1  x = 1;
     2  T1 f    x = 2 (was 1)      a.c:1  x = 1;
                y = 2              a.c:2  y = 2;
     3  T1 f    an atomic section  a.c:1  x = 1;
";
        assert_eq!(steps(&[actor], &list, &sources), expected);
    }
}
