//! What a question needs: the reads whose values matter to it, the writes that they may see, and so on.
//!
//! A read whose value nobody looks at can always find something, and a write that nobody reads hinders nobody: without
//! them there are as many answers.

use crate::events::Graph;
use rustc_hash::FxHashMap;
use smt::{Node, Term, Terms};

/// For each event whether it is needed for these terms, and for each constraint.
pub struct Needed {
    /// Of [`Graph::events`].
    pub events: Vec<bool>,
    /// Of [`Graph::constraints`].
    pub constraints: Vec<bool>,
}

/// What is needed to know these terms.
pub fn needed(graph: &Graph, roots: &[Term]) -> Needed {
    let mut readers: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    let mut writers: Vec<Vec<usize>> = vec![Vec::new(); graph.cells.len()];
    for (index, event) in graph.events.iter().enumerate() {
        if event.is_write {
            writers[event.cell as usize].push(index);
        } else {
            let mut seen = Seen::default();
            seen.add(&graph.terms, event.value, &mut |it| readers.entry(it).or_default().push(index));
            for unknown in event.taken.into_iter().chain(event.carried) {
                readers.entry(unknown).or_default().push(index);
            }
        }
    }
    let mut constrained: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    for (index, &constraint) in graph.constraints.iter().enumerate() {
        let mut seen = Seen::default();
        seen.add(&graph.terms, constraint, &mut |it| constrained.entry(it).or_default().push(index));
    }
    let mut needed =
        Needed { events: vec![false; graph.events.len()], constraints: vec![false; graph.constraints.len()] };
    let mut cells = vec![false; graph.cells.len()];
    let mut seen = Seen::default();
    let mut open: Vec<Term> = roots.to_vec();
    open.extend(graph.conditional.iter().map(|it| it.2));
    while let Some(term) = open.pop() {
        let mut variables = Vec::new();
        seen.add(&graph.terms, term, &mut |it| variables.push(it));
        for variable in variables {
            for &index in readers.get(&variable).into_iter().flatten() {
                let event = &graph.events[index];
                if std::mem::replace(&mut needed.events[index], true) {
                    continue;
                }
                open.extend([event.guard, event.value]);
                if std::mem::replace(&mut cells[event.cell as usize], true) {
                    continue;
                }
                for &writer in &writers[event.cell as usize] {
                    needed.events[writer] = true;
                    open.extend([graph.events[writer].guard, graph.events[writer].value]);
                    open.extend(graph.events[writer].carried);
                }
            }
            for &index in constrained.get(&variable).into_iter().flatten() {
                if !std::mem::replace(&mut needed.constraints[index], true) {
                    open.push(graph.constraints[index]);
                }
            }
        }
    }
    needed
}

/// The terms that were looked at.
#[derive(Default)]
struct Seen(FxHashMap<Term, ()>);

impl Seen {
    /// Calls `visit` on each unknown of a term that was not seen before.
    fn add(&mut self, terms: &Terms, term: Term, visit: &mut dyn FnMut(Term)) {
        let mut open = vec![term];
        while let Some(it) = open.pop() {
            if self.0.insert(it, ()).is_some() {
                continue;
            }
            let node = terms.node(it);
            if let Node::Variable { .. } = node {
                visit(it);
            }
            open.extend(node.operands());
        }
    }
}
