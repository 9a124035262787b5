//! The shape of a function: in which order its locations are visited, which loops they are in, which registers matter.
//!
//! Locations that can all be reached from each other are a loop. One of them is its head; without the head, what is left
//! may have loops inside, and so on (a weak topological order). Locations are numbered so that a loop has consecutive
//! numbers, its head first, and every edge leads to a larger number, or back to the head of a loop that it is in. Nothing
//! is assumed about where loops are entered: who jumps into the middle of one has not come by its head in that round.
//!
//! A visit is named by the loops around it, each with its round, and the number of the location; the names in
//! lexicographic order are an order in which each visit comes after all that lead to it. (What follows a loop has a
//! larger number than its head, and so comes after all its rounds.)

use ir::passes::walk;
use ir::{Function, Location};

/// What is known of a function's automaton.
#[derive(Debug)]
pub struct Flow {
    /// For each location its number.
    pub order: Vec<u32>,
    /// For each location the heads of the loops around it, outermost first; a head is in its own loop.
    pub loops: Vec<Vec<Location>>,
    /// For each location the registers that may be read from there on before they are set.
    pub live: Vec<Vec<bool>>,
}

impl Flow {
    /// The flow of a function.
    pub fn of(function: &Function) -> Flow {
        let count = function.locations as usize;
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); count];
        for edge in function.edges.iter().filter(|it| !it.ends()) {
            after[edge.from.index()].push(edge.to.0);
        }
        let mut shape = Shape { after, order: vec![u32::MAX; count], loops: vec![Vec::new(); count], next: 0 };
        shape.arrange(&[function.entry.0], &vec![true; count], &[]);
        Flow { order: shape.order, loops: shape.loops, live: live(function) }
    }
}

/// An order in the making.
struct Shape {
    after: Vec<Vec<u32>>,
    order: Vec<u32>,
    loops: Vec<Vec<Location>>,
    next: u32,
}

impl Shape {
    /// Numbers what can be reached from the roots within a part of the locations, which is in these loops.
    fn arrange(&mut self, roots: &[u32], part: &[bool], around: &[Location]) {
        for component in self.components(roots, part).into_iter().rev() {
            // The first location of it that was reached: where the loop is entered, if that is in one place only.
            let head = component[0];
            let repeats = component.len() > 1 || self.after[head as usize].contains(&head);
            self.order[head as usize] = self.next;
            self.next += 1;
            let mut inside = around.to_vec();
            if repeats {
                inside.push(Location(head));
            }
            self.loops[head as usize] = inside.clone();
            if component.len() == 1 {
                continue;
            }
            let mut rest = vec![false; part.len()];
            component[1..].iter().for_each(|it| rest[*it as usize] = true);
            // What is reached first comes first where nothing else decides.
            let roots: Vec<u32> = component[1..].iter().rev().copied().collect();
            self.arrange(&roots, &rest, &inside);
        }
    }

    /// The strongly connected components of a part, each after all that it leads to (Tarjan's algorithm); each in the order in
    /// which its locations were reached.
    fn components(&self, roots: &[u32], part: &[bool]) -> Vec<Vec<u32>> {
        let count = part.len();
        let mut number = vec![u32::MAX; count];
        let mut low = vec![u32::MAX; count];
        let mut is_open = vec![false; count];
        let (mut open, mut components, mut reached) = (Vec::new(), Vec::new(), 0);
        for &root in roots {
            let mut stack: Vec<(u32, usize)> = Vec::new();
            let mut enter = Some(root).filter(|it| number[*it as usize] == u32::MAX);
            loop {
                if let Some(at) = enter.take() {
                    (number[at as usize], low[at as usize]) = (reached, reached);
                    reached += 1;
                    is_open[at as usize] = true;
                    open.push(at);
                    stack.push((at, 0));
                }
                let Some((at, next)) = stack.last_mut() else { break };
                let here = *at as usize;
                if let Some(&to) = self.after[here].get(*next) {
                    *next += 1;
                    let there = to as usize;
                    if !part[there] {
                        continue;
                    }
                    if number[there] == u32::MAX {
                        enter = Some(to);
                    } else if is_open[there] {
                        low[here] = low[here].min(number[there]);
                    }
                    continue;
                }
                stack.pop();
                if let Some((before, _)) = stack.last() {
                    low[*before as usize] = low[*before as usize].min(low[here]);
                }
                if low[here] == number[here] {
                    let first = open.iter().rposition(|it| *it as usize == here).expect("it is open");
                    let component = open.split_off(first);
                    component.iter().for_each(|it| is_open[*it as usize] = false);
                    components.push(component);
                }
            }
        }
        components
    }
}

/// For each location the registers that are read later.
fn live(function: &Function) -> Vec<Vec<bool>> {
    let registers = function.registers.len();
    let mut live = vec![vec![false; registers]; function.locations as usize];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in function.edges.iter().rev() {
            let mut before = if edge.ends() { vec![false; registers] } else { live[edge.to.index()].clone() };
            if let Some(written) = walk::written(&edge.action) {
                before[written.index()] = false;
            }
            for expr in walk::expressions(edge) {
                expr.for_each_register(&mut |it| before[it.index()] = true);
            }
            for (known, new) in live[edge.from.index()].iter_mut().zip(before) {
                changed |= new && !*known;
                *known |= new;
            }
        }
    }
    live
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(entry: u32, edges: &[(u32, u32)], count: usize) -> Shape {
        let mut after = vec![Vec::new(); count];
        edges.iter().for_each(|&(from, to)| after[from as usize].push(to));
        let mut shape = Shape { after, order: vec![u32::MAX; count], loops: vec![Vec::new(); count], next: 0 };
        shape.arrange(&[entry], &vec![true; count], &[]);
        shape
    }

    /// Every graph of four locations: edges lead forward, or back to the head of a loop around them.
    #[test]
    fn edges_lead_forward_or_back_to_a_head() {
        let pairs: Vec<(u32, u32)> = (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).collect();
        for set in 0u32..1 << pairs.len() {
            let edges: Vec<(u32, u32)> =
                pairs.iter().enumerate().filter(|it| set >> it.0 & 1 == 1).map(|it| *it.1).collect();
            let Shape { order, loops, .. } = shape(0, &edges, 4);
            for &(from, to) in edges.iter().filter(|it| order[it.0 as usize] != u32::MAX) {
                let (from, to) = (from as usize, to as usize);
                if order[to] <= order[from] {
                    let head = Location(to as u32);
                    assert!(loops[from].contains(&head) && loops[to].last() == Some(&head), "{edges:?}");
                }
                // Whoever leaves a loop goes behind all of it.
                for head in loops[from].iter().filter(|it| !loops[to].contains(it)) {
                    let inside = (0..4).filter(|it| loops[*it].contains(head));
                    assert!(
                        inside.clone().all(|it| order[it] < order[to]) || order[to] < order[head.index()],
                        "{edges:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_loop_may_be_entered_in_its_middle() {
        let Shape { order, loops, .. } = shape(0, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)], 4);
        assert_eq!((order[0], order[3]), (0, 3));
        assert_eq!(loops[1][0], loops[2][0]);
        assert!(loops[0].is_empty() && loops[3].is_empty());
    }
}
