//! Bottom components of a graph of states: Tarjan, *Depth-first search and linear graph algorithms* (SIAM J. Comput. 1972), without
//! recursion.

use super::Graph;

/// The sets of states that lead to each other and nowhere else, each in order. Those without a step, in which executions
/// end, are left out, and so is what leads to a state of which not all is known that follows.
pub(super) fn bottom(graph: &Graph) -> Vec<Vec<u32>> {
    let mut search = Search {
        graph,
        numbers: vec![0; graph.nodes.len()],
        lowest: vec![0; graph.nodes.len()],
        component: vec![NONE; graph.nodes.len()],
        stack: Vec::new(),
        next: 0,
        found: Vec::new(),
    };
    for node in 0..graph.nodes.len() as u32 {
        if search.numbers[node as usize] == 0 {
            search.visit(node);
        }
    }
    search.found
}

const NONE: u32 = u32::MAX;

struct Search<'a> {
    graph: &'a Graph,
    /// When a node was met, counting from one; 0: not yet.
    numbers: Vec<u32>,
    /// The first node that one is known to lead to.
    lowest: Vec<u32>,
    /// The component that a node was found to belong to, by its last node.
    component: Vec<u32>,
    stack: Vec<u32>,
    next: u32,
    found: Vec<Vec<u32>>,
}

impl Search<'_> {
    fn visit(&mut self, start: u32) {
        let mut calls: Vec<(u32, usize)> = Vec::new();
        self.enter(start, &mut calls);
        while let Some((node, edge)) = calls.last_mut() {
            let at = *node as usize;
            match self.graph.nodes[at].edges.get(*edge) {
                Some(next) => {
                    *edge += 1;
                    let to = next.to as usize;
                    if self.numbers[to] == 0 {
                        self.enter(next.to, &mut calls);
                    } else if self.component[to] == NONE {
                        self.lowest[at] = self.lowest[at].min(self.numbers[to]);
                    }
                }
                None => {
                    calls.pop();
                    if let Some((caller, _)) = calls.last() {
                        let caller = *caller as usize;
                        self.lowest[caller] = self.lowest[caller].min(self.lowest[at]);
                    }
                    if self.lowest[at] == self.numbers[at] {
                        self.close(at as u32);
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: u32, calls: &mut Vec<(u32, usize)>) {
        self.next += 1;
        self.numbers[node as usize] = self.next;
        self.lowest[node as usize] = self.next;
        self.stack.push(node);
        calls.push((node, 0));
    }

    /// The nodes on the stack from one on are a component.
    fn close(&mut self, first: u32) {
        let at = self.stack.iter().rposition(|it| *it == first).unwrap_or_default();
        let mut nodes = self.stack.split_off(at);
        nodes.iter().for_each(|it| self.component[*it as usize] = first);
        let is_inside = |it: &u32| {
            let node = &self.graph.nodes[*it as usize];
            node.is_expanded && node.edges.iter().all(|it| self.component[it.to as usize] == first)
        };
        let has_steps = nodes.iter().any(|it| !self.graph.nodes[*it as usize].edges.is_empty());
        if has_steps && nodes.iter().all(is_inside) {
            nodes.sort_unstable();
            self.found.push(nodes);
        }
    }
}
