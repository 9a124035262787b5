//! The picture of a run of threads: a lane for each, time runs downwards, and beside each step what it does in words.
//!
//! ```text
//!        main  T1   T2
//!    1    ▼    ╎    ╎   main  starts T1: withdraw        18
//!    2    ▼    ╎    ╎   main  starts T2: withdraw        19
//!    3    │    │    ○   T2    reads balance: 100         10
//!    6    │    ●─┐  │   T1    balance: 100 → 30          11
//!    7    │    │ └─▶○   T2    reads balance: 30          11
//! ```
//!
//! [`layout`] decides where everything is, [`draw`] draws the lanes; the words are a list that stands right beside them,
//! row by row, so that it can be read without the drawing. There are two such pictures if some steps do not matter: one
//! without these, and one with all.

mod draw;
mod layout;
#[cfg(test)]
mod tests;

use super::edges::{Edge, edges};
use super::markup::Markup;
use super::names::Names;
use super::run::Run;
use crate::places::Places;
use layout::{Layout, Row, What};

/// Which steps a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Those that matter.
    Folded,
    /// All.
    Full,
}

impl Extent {
    /// The pictures that a run needs.
    pub fn of(run: &Run<'_>) -> &'static [Extent] {
        let rows_matter = run.diagram.iter().flat_map(|it| &it.rows).all(|it| it.matters);
        let all_matter = rows_matter && (0..run.stops()).all(|it| run.matters(it));
        // A run of which nothing matters is shown as it is.
        let none_matters = run.steps.iter().all(|it| !it.matters);
        if all_matter || none_matters { &[Extent::Full] } else { &[Extent::Folded, Extent::Full] }
    }

    /// The class of the picture.
    pub fn class(self) -> &'static str {
        match self {
            Extent::Folded => "folded",
            Extent::Full => "full",
        }
    }

    /// Whether a stop is in the picture.
    pub fn shows(self, run: &Run<'_>, stop: usize) -> bool {
        self == Extent::Full || run.matters(stop)
    }
}

/// The picture with its list.
pub fn timeline(run: &Run<'_>, extent: Extent, names: &Names, places: &Places<'_>) -> Markup {
    let edges: Vec<Edge> = edges(run, |it| extent.shows(run, it));
    let layout = Layout::new(run, extent);
    let mut html = Markup::new();
    let class = format!("timeline {}", extent.class());
    html.open("div", &[("class", &class), ("data-extent", &extent.class())]);
    html.open("div", &[("class", &"heads")]);
    html.append(draw::heads(&layout));
    html.open("div", &[("class", &"row heading"), ("aria-hidden", &"true")]);
    html.element("span", &[("class", &"who")], "").element("span", &[("class", &"what")], "what happens");
    html.element("span", &[("class", &"place")], "line");
    html.close().close();
    html.open("div", &[("class", &"lanes-and-words")]);
    html.append(draw::lanes(run, &layout, &edges));
    html.open("ol", &[("class", &"words"), ("aria-label", &"steps")]);
    for row in &layout.rows {
        item(&mut html, run, row, extent, names, places);
    }
    html.close().close().close();
    html
}

/// A row of the list.
fn item(html: &mut Markup, run: &Run<'_>, row: &Row, extent: Extent, names: &Names, places: &Places<'_>) {
    let (stop, words) = match &row.what {
        What::Gap(hidden) => {
            let s = if *hidden == 1 { "step that does" } else { "steps that do" };
            html.open("li", &[("class", &"gap")]);
            html.element("span", &[], &format!("{hidden} {s} not matter"));
            html.close();
            return;
        }
        What::Stop { stop, words, .. } => (*stop, words),
    };
    let mut class = format!("row lane-{}", row.thread % super::COLOURS);
    for (applies, name) in [
        (row.is_wrong, " wrong"),
        (run.races(stop), " racing"),
        (run.turns(stop), " turning"),
        (!run.matters(stop), " minor"),
    ] {
        class.push_str(if applies { name } else { "" });
    }
    // The words are listed once under the name by which links know the step: where all are listed.
    let id = (extent == Extent::Full && row.is_first).then(|| names.step(stop));
    match &id {
        Some(id) => html.open("li", &[("class", &class), ("data-stop", &(stop + 1)), ("id", id)]),
        None => html.open("li", &[("class", &class), ("data-stop", &(stop + 1))]),
    };
    html.open("a", &[("href", &format!("#{}", names.step(stop)))]);
    let number = if stop < run.steps.len() { format!("step {}, ", stop + 1) } else { "the end, ".to_owned() };
    html.element("span", &[("class", &"unseen")], &number);
    html.element("span", &[("class", &"who")], &row.name);
    html.open("span", &[("class", &"what")]);
    for (text, is_change) in words {
        let class = if *is_change { "effect change" } else { "effect" };
        html.element("span", &[("class", &class), ("title", text)], text);
    }
    html.close();
    let place = if row.position.is_some() { places.text(row.position) } else { String::new() };
    html.element("span", &[("class", &"place")], &place);
    html.close().close();
}
