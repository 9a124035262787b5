//! Executions as a tree: they have their beginning in common, and part where somebody else goes on.
//!
//! Steps without an alternative are one edge together, with a line for each. At the leaves stands how the execution ended.

use super::{BLUE, GREY, Graph, PALE_RED, RED, WIDEST_TEXT};
use crate::places::shorten;
use event::{Decision, Property};

/// Of more steps without an alternative only the first and the last are shown.
const MOST_LINES: usize = 24;

/// One execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Who goes on, and what that does in words: `T1 reads x: 0`.
    pub steps: Vec<(Decision, String)>,
    /// How it ended.
    pub ending: Ending,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Nobody can go on.
    Complete,
    /// It was abandoned, since it repeats others.
    Redundant,
    /// A thread was stopped by an assumption or a bound.
    Stuck,
    /// Something is violated.
    Violated(Vec<Property>),
    /// The search ended here.
    Stopped,
}

/// A state that executions have in common.
#[derive(Default)]
struct Node {
    /// What can happen, and where that leads to.
    children: Vec<(Decision, String, usize)>,
    /// How the execution that ends here ended.
    ending: Option<Ending>,
}

/// Draws executions, in the order in which they were run.
pub fn tree(title: &str, runs: &[Run]) -> String {
    let nodes = grow(runs);
    let count = |is: fn(&Ending) -> bool| runs.iter().filter(|it| is(&it.ending)).count();
    let complete = count(|it| matches!(it, Ending::Complete));
    let violated = count(|it| matches!(it, Ending::Violated(_)));
    let redundant = count(|it| matches!(it, Ending::Redundant));
    let stuck = count(|it| matches!(it, Ending::Stuck));
    let counts = [(complete, "complete"), (violated, "violated"), (redundant, "redundant"), (stuck, "stuck")];
    let counts: Vec<String> =
        counts.iter().filter(|it| it.0 > 0).map(|(count, name)| format!("{count} {name}")).collect();
    let mut graph = Graph::new("executions", &format!("{title}\n{}\n", counts.join(", ")));
    graph.line("graph [rankdir=LR, ordering=out, nodesep=0.15, ranksep=0.2];");
    graph.line("node [height=0.3];");
    let mut left = vec![0];
    leaf(&mut graph, 0, &nodes[0]);
    while let Some(from) = left.pop() {
        for (_, text, first) in nodes[from].children.iter() {
            let mut texts = vec![text.as_str()];
            let mut to = *first;
            // A state in which only one thing happens is not worth a node.
            while let (None, [(_, text, next)]) = (&nodes[to].ending, nodes[to].children.as_slice()) {
                texts.push(text);
                to = *next;
            }
            graph.edge(&from.to_string(), &to.to_string(), &[("label", &lines(&texts))]);
            leaf(&mut graph, to, &nodes[to]);
            left.push(to);
        }
    }
    graph.finish()
}

/// The steps of an edge: all of them, or the first and the last.
fn lines(texts: &[&str]) -> String {
    let line = |it: &&str| shorten(it, WIDEST_TEXT) + "\n";
    if texts.len() <= MOST_LINES {
        return texts.iter().map(line).collect();
    }
    let half = MOST_LINES / 2;
    let (first, last) = (&texts[..half], &texts[texts.len() - half..]);
    let between = format!("… {} more steps …\n", texts.len() - 2 * half);
    first.iter().map(line).chain([between]).chain(last.iter().map(line)).collect()
}

/// Draws a state: a point, or how the execution ended.
fn leaf(graph: &mut Graph, number: usize, node: &Node) {
    let id = number.to_string();
    let Some(ending) = &node.ending else {
        graph.node(&id, &[("shape", "point"), ("width", "0.06"), ("fillcolor", GREY)]);
        return;
    };
    match ending {
        Ending::Complete => graph.node(&id, &[("label", "complete"), ("color", BLUE)]),
        Ending::Redundant => {
            graph.node(&id, &[("label", "redundant"), ("style", "rounded,dashed"), ("fontcolor", GREY)]);
        }
        Ending::Stuck => graph.node(&id, &[("label", "stuck"), ("color", "#ef6c00"), ("fontcolor", "#ef6c00")]),
        Ending::Stopped => graph.node(&id, &[("label", "the search ended here"), ("fontcolor", GREY)]),
        Ending::Violated(properties) => {
            let names: Vec<_> = properties.iter().map(|it| it.name()).collect();
            let label = format!("violated: {}", names.join(", "));
            graph.node(&id, &[("label", &label), ("color", RED), ("fillcolor", PALE_RED), ("fontcolor", RED)]);
        }
    }
}

/// The tree; its root is the first node.
fn grow(runs: &[Run]) -> Vec<Node> {
    let mut nodes = vec![Node::default()];
    for run in runs {
        let mut at = 0;
        for (decision, text) in &run.steps {
            let known = nodes[at].children.iter().find(|it| it.0 == *decision).map(|it| it.2);
            at = known.unwrap_or_else(|| {
                let next = nodes.len();
                nodes.push(Node::default());
                nodes[at].children.push((*decision, text.clone(), next));
                next
            });
        }
        nodes[at].ending = Some(run.ending.clone());
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(steps: &[(u32, &str)], ending: Ending) -> Run {
        let step = |it: &(u32, &str)| (Decision { thread: it.0, branch: 0 }, it.1.to_owned());
        Run { steps: steps.iter().map(step).collect(), ending }
    }

    #[test]
    fn executions_share_their_beginning() {
        let runs = [
            run(&[(0, "a"), (0, "b"), (1, "c")], Ending::Complete),
            run(&[(0, "a"), (0, "b"), (0, "d"), (1, "c")], Ending::Violated(vec![Property::Reach])),
            run(&[(0, "a"), (0, "b"), (2, "e")], Ending::Redundant),
        ];
        let text = tree("x.c", &runs);
        assert_eq!(text.matches("a\\lb\\l").count(), 1, "{text}");
        assert!(text.contains("d\\lc\\l"), "{text}");
        assert!(text.contains("violated: reach") && text.contains("\"redundant\"") && text.contains("\"complete\""));
        assert!(text.contains("x.c\\l1 complete, 1 violated, 1 redundant\\l"), "{text}");
        assert_eq!(text.matches(" -> ").count(), 4, "{text}");
    }

    #[test]
    fn of_long_ways_the_ends_are_shown() {
        let texts: Vec<String> = (0..100).map(|it| format!("step {it};")).collect();
        let steps: Vec<(u32, &str)> = texts.iter().map(|it| (0, it.as_str())).collect();
        let text = tree("x.c", &[run(&steps, Ending::Stuck)]);
        assert!(text.contains("step 11;\\l… 76 more steps …\\lstep 88;"), "{text}");
    }

    #[test]
    fn an_execution_without_steps_is_a_root() {
        let text = tree("x.c", &[run(&[], Ending::Complete)]);
        assert!(!text.contains(" -> ") && text.contains("\"complete\""), "{text}");
    }
}
