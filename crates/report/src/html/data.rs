//! What the script has to know of a run: where each stop is, what is said of it, and what is the case from when on.

use super::edges::edges;
use super::run::Run;
use super::source_text::columns;
use super::state;
use serde_json::{Value, json};
use source::{Sources, Span};

/// One run. Stops are counted from 1, as people do; threads from 0.
pub fn of(run: &Run<'_>, sources: &Sources) -> Value {
    let edges = edges(run, |_| true);
    let stop = |stop: usize| {
        let behind: Vec<Value> = edges
            .iter()
            .filter(|it| it.to == stop)
            .map(|it| json!([it.words(), it.from + 1, run.name(run.steps[it.from].thread)]))
            .collect();
        json!({
            "thread": run.thread(stop).map(|it| run.number(it)),
            "matters": run.matters(stop),
            "wrong": run.is_wrong(stop),
            "isStep": stop < run.steps.len(),
            "says": said(run, stop),
            "place": run.positions(stop).first().map_or_else(String::new, |&it| described(sources, it)),
            "marks": marks(run, stop, sources),
            "behind": behind,
        })
    };
    let ends: Vec<Value> = run
        .ends
        .iter()
        .map(|it| json!({ "thread": run.number(it.thread), "mark": mark(it.position, sources) }))
        .collect();
    json!({
        "stops": (0..run.stops()).map(stop).collect::<Vec<_>>(),
        "ends": ends,
        "threads": state::threads(run),
        "variables": state::variables(run),
    })
}

/// What happens at a stop, in one line.
fn said(run: &Run<'_>, stop: usize) -> String {
    match run.steps.get(stop) {
        Some(step) => {
            let words: Vec<String> = run.words(step).into_iter().map(|it| it.0).collect();
            words.join("; ")
        }
        None => {
            // Who waits for what is in the picture; here is room for one.
            match run.ends.as_slice() {
                [only] => only.text.clone(),
                _ => run.summary.to_owned(),
            }
        }
    }
}

/// `examples/account.c:22`.
fn described(sources: &Sources, position: Span) -> String {
    let name = sources.get(position.file).map_or("", |it| it.name.as_str());
    format!("{name}:{}", position.line)
}

/// The pieces of lines that a stop is about, the most important one first.
fn marks(run: &Run<'_>, stop: usize, sources: &Sources) -> Vec<Value> {
    let is_end = stop >= run.steps.len();
    let is_failure = |index: usize| run.is_wrong(stop) && (is_end || index == 0);
    let marks = run.positions(stop).into_iter().enumerate().map(|(index, it)| {
        let mut mark = mark(it, sources);
        mark.as_array_mut().expect("a mark is a list").push(is_failure(index).into());
        mark
    });
    marks.collect()
}

/// A piece of a line: the file, the line, and from where to where.
fn mark(position: Span, sources: &Sources) -> Value {
    let (from, to) = columns(sources, position);
    json!([position.file.0, position.line, from, to])
}
