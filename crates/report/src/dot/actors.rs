//! A counterexample of actors: a frame for each, its tasks as they run in it one after the other, and the messages between
//! them. A call leads to where its task begins, a dashed answer to where somebody goes on with it.

use super::{BLUE, GREY, Graph, PALE_RED, RED, WIDEST_TEXT, several_files};
use crate::Style;
use crate::places::shorten;
use event::{Access, Counterexample, Diagram, Row, ThreadId, What};
use source::Sources;

/// Draws the steps that matter, or all of them.
pub fn draw(graph: &mut Graph, example: &Counterexample, diagram: &Diagram, sources: &Sources, style: Style) {
    let rows: Vec<&Row> = diagram.rows.iter().filter(|it| style.full_trace || it.matters).collect();
    let with_file = several_files(rows.iter().map(|it| it.position));
    let mut nodes: Vec<Node> = Vec::new();
    for row in rows {
        match nodes.last_mut() {
            Some(last) if last.step == row.step => last.rows.push(row),
            Some(_) | None => nodes.push(Node { step: row.step, column: row.column, rows: vec![row] }),
        }
    }
    for (number, column) in diagram.columns.iter().enumerate() {
        let own: Vec<&Node> = nodes.iter().filter(|it| it.column == number).collect();
        if own.is_empty() {
            continue;
        }
        graph.open(&number.to_string(), &column.name);
        for node in &own {
            let label = node.label(with_file, sources);
            match node.fails() {
                true => graph.node(&id(node.step), &[("label", &label), ("color", RED), ("fillcolor", PALE_RED)]),
                false => graph.node(&id(node.step), &[("label", &label)]),
            }
        }
        for pair in own.windows(2) {
            graph.edge(&id(pair[0].step), &id(pair[1].step), &[("arrowhead", "none")]);
        }
        graph.close();
    }
    for node in &nodes {
        creations(graph, node, &nodes);
        messages(graph, example, node, &nodes);
    }
}

/// A step that is shown.
struct Node<'a> {
    step: usize,
    column: usize,
    rows: Vec<&'a Row>,
}

impl Node<'_> {
    fn fails(&self) -> bool {
        self.rows.iter().any(|it| matches!(it.what, What::Fails(_)))
    }

    /// The words of the first row of a kind.
    fn words(&self, is: impl Fn(&What) -> bool) -> String {
        let row = self.rows.iter().find(|it| is(&it.what));
        row.map_or_else(String::new, |it| shorten(text(&it.what), WIDEST_TEXT))
    }

    /// What the task does: which one it is, and then what is no message.
    fn label(&self, with_file: bool, sources: &Sources) -> String {
        let mut label = String::new();
        for row in &self.rows {
            let text = match &row.what {
                What::Runs(text) => format!("{}  {text}", self.step + 1),
                What::Does(text) => text.clone(),
                What::Fails(text) => format!("✗ {text}"),
                What::Answers { text, .. } => format!("answers {text}"),
                What::Calls { .. } | What::Creates { .. } => continue,
            };
            label.push_str(&shorten(&text, WIDEST_TEXT));
            label.push('\n');
        }
        let position = self.rows.iter().rev().find(|it| matches!(it.what, What::Fails(_))).or(self.rows.first());
        label + &position.map_or_else(String::new, |it| super::place(it.position, with_file, sources))
    }
}

fn text(what: &What) -> &str {
    match what {
        What::Runs(text)
        | What::Does(text)
        | What::Calls { text, .. }
        | What::Creates { text, .. }
        | What::Answers { text, .. }
        | What::Fails(text) => text,
    }
}

fn id(step: usize) -> String {
    format!("step {}", step + 1)
}

/// Actors that a step makes, as far as they do something later.
fn creations(graph: &mut Graph, node: &Node, nodes: &[Node]) {
    for row in &node.rows {
        let What::Creates { to, text } = &row.what else { continue };
        if let Some(first) = nodes.iter().find(|it| it.column == *to) {
            let label = format!("new {}", shorten(text, WIDEST_TEXT));
            let given = [("label", label.as_str()), ("style", "dotted"), ("color", GREY), ("fontcolor", GREY)];
            graph.edge(&id(node.step), &id(first.step), &given);
        }
    }
}

/// Calls that a step makes, and answers that it goes on with. Which task is whose is known from what steps touch.
fn messages(graph: &mut Graph, example: &Counterexample, node: &Node, nodes: &[Node]) {
    let of_task = |it: &Node, task: ThreadId| example.steps[it.step].thread == task;
    for access in &example.steps[node.step].accesses {
        match *access {
            Access::Spawn(task) => {
                if let Some(begins) = nodes.iter().find(|it| of_task(it, task)) {
                    let label = begins.words(|it| matches!(it, What::Runs(_)));
                    let given = [("label", label.as_str()), ("color", BLUE), ("fontcolor", BLUE)];
                    graph.edge(&id(node.step), &id(begins.step), &given);
                }
            }
            Access::Follow(task) => {
                let mut before = nodes.iter().rev().filter(|it| it.step < node.step);
                if let Some(ends) = before.find(|it| of_task(it, task)) {
                    let label = ends.words(|it| matches!(it, What::Answers { .. }));
                    let given = [("label", label.as_str()), ("style", "dashed"), ("color", BLUE), ("fontcolor", BLUE)];
                    graph.edge(&id(ends.step), &id(node.step), &given);
                }
            }
            Access::Read(_)
            | Access::Expect(_)
            | Access::Write(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Join(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => {}
        }
    }
}
