//! Pictures for Graphviz: a counterexample as a graph of its steps, and executions as a tree.
//!
//! [`counterexample`] draws threads (`threads.rs`) or messages between actors (`actors.rs`), [`tree()`] what an exploration has
//! run. What the language needs is here: quoting, and how nodes and edges are written.

mod actors;
mod threads;
mod tree;

pub use tree::{Ending, Run, tree};

use crate::Style;
use event::Violation;
use source::{Sources, Span};
use std::fmt::Write;

/// What is wrong is drawn in this colour, over that one.
const RED: &str = "#c62828";
const PALE_RED: &str = "#fdecea";
/// Lines that hold things together, and remarks.
const GREY: &str = "#78909c";
const PALE_GREY: &str = "#f5f7f8";
const BLUE: &str = "#1565c0";
/// Source lines are not shown beyond this.
const WIDEST_SOURCE: usize = 44;
/// What happens is not shown beyond this.
const WIDEST_TEXT: usize = 60;

/// The steps that matter, or all of them, and how they depend on each other.
pub fn counterexample(violation: &Violation, sources: &Sources, style: Style) -> String {
    let example = &violation.counterexample;
    let mut title = format!("{}: {}\n", violation.property, example.summary);
    if example.position.is_some() {
        let _ = writeln!(title, "{}", sources.describe(example.position));
    }
    for detail in &example.details {
        let _ = writeln!(title, "{}", detail.text);
    }
    let mut graph = Graph::new(violation.property.name(), &title);
    match &example.diagram {
        Some(diagram) => actors::draw(&mut graph, example, diagram, sources, style),
        None => threads::draw(&mut graph, violation, sources, style),
    }
    graph.finish()
}

/// A graph that is being written.
struct Graph {
    text: String,
    indent: usize,
}

impl Graph {
    fn new(name: &str, title: &str) -> Graph {
        let mut graph = Graph { text: format!("digraph {} {{\n", quoted(name)), indent: 1 };
        let head = [("label", title), ("labelloc", "t"), ("labeljust", "l"), ("fontname", "Helvetica")];
        // Time runs downwards in all frames together, not in each by itself.
        graph.line(&format!("graph [{}, fontsize=12, newrank=true];", attributes(&head)));
        let node = [("shape", "box"), ("style", "rounded,filled"), ("fillcolor", "white"), ("color", GREY)];
        graph
            .line(&format!("node [{}, fontname=\"Helvetica\", fontsize=10, margin=\"0.12,0.06\"];", attributes(&node)));
        graph.line(&format!("edge [color=\"{GREY}\", fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];"));
        graph
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * self.indent);
    }

    fn node(&mut self, id: &str, given: &[(&str, &str)]) {
        self.line(&format!("{} [{}];", quoted(id), attributes(given)));
    }

    fn edge(&mut self, from: &str, to: &str, given: &[(&str, &str)]) {
        let given = if given.is_empty() { String::new() } else { format!(" [{}]", attributes(given)) };
        self.line(&format!("{} -> {}{given};", quoted(from), quoted(to)));
    }

    /// Begins a frame around nodes, which ends with [`Graph::close`].
    fn open(&mut self, id: &str, label: &str) {
        self.line(&format!("subgraph {} {{", quoted(&format!("cluster_{id}"))));
        self.indent += 1;
        // Nodes of a group stand below each other.
        self.line(&format!("node [{}];", attributes(&[("group", id)])));
        let frame = [("label", label), ("style", "rounded,filled"), ("color", "#cfd8dc"), ("fillcolor", PALE_GREY)];
        self.line(&format!("graph [{}];", attributes(&frame)));
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }
}

fn attributes(given: &[(&str, &str)]) -> String {
    given.iter().map(|(name, value)| format!("{name}={}", quoted(value))).collect::<Vec<_>>().join(", ")
}

/// Between quotation marks. Lines are flush left if they end with a line end; an ampersand would begin an entity.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '&' => quoted.push_str("&amp;"),
            '\n' => quoted.push_str("\\l"),
            it if it.is_control() => quoted.push(' '),
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

/// `line 10: if (balance >= wanted) {`, with a line end, or nothing.
fn place(position: Span, with_file: bool, sources: &Sources) -> String {
    let Some(file) = sources.get(position.file).filter(|_| position.is_some()) else { return String::new() };
    let name = if with_file { file.name.rsplit('/').next().unwrap_or(&file.name) } else { "line" };
    let separator = if with_file { ":" } else { " " };
    let text = crate::places::shorten(sources.line(position).unwrap_or_default().trim(), WIDEST_SOURCE);
    format!("{name}{separator}{}: {text}\n", position.line)
}

/// Whether positions are in several files.
fn several_files(positions: impl Iterator<Item = Span>) -> bool {
    let mut files = positions.filter(|it| it.is_some()).map(|it| it.file);
    let first = files.next();
    files.any(|it| Some(it) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out_of_their_quotation_marks() {
        assert_eq!(quoted("say \"a\\n\" & go\n"), "\"say \\\"a\\\\n\\\" &amp; go\\l\"");
        assert_eq!(quoted("a\tb\r"), "\"a b \"");
    }
}
