//! The shape of a function: in which order its locations are visited, which loops they are in, which registers matter.
//!
//! Locations are numbered in reverse postorder, so that every edge leads to a larger number but those that close a loop.
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
    /// The flow of a function; `None` if something jumps into the middle of a loop.
    pub fn of(function: &Function) -> Option<Flow> {
        let count = function.locations as usize;
        let (order, retreating) = reverse_postorder(function);
        let mut heads: Vec<(Location, Vec<bool>)> = Vec::new();
        for (index, edge) in function.edges.iter().enumerate() {
            if !retreating[index] {
                continue;
            }
            let position = heads.iter().position(|it| it.0 == edge.to).unwrap_or_else(|| {
                let mut body = vec![false; count];
                body[edge.to.index()] = true;
                heads.push((edge.to, body));
                heads.len() - 1
            });
            grow(function, &order, &mut heads[position].1, edge.from);
        }
        for (head, body) in &heads {
            let enters = |it: &&ir::Edge| {
                !it.ends() && body[it.to.index()] && !body[it.from.index()] && order[it.from.index()] != u32::MAX
            };
            if function.edges.iter().filter(enters).any(|it| it.to != *head)
                || (body[function.entry.index()] && *head != function.entry)
            {
                return None;
            }
        }
        // A loop around another one has more locations.
        heads.sort_by_key(|it| std::cmp::Reverse(it.1.iter().filter(|it| **it).count()));
        let around = |at: usize| heads.iter().filter(|it| it.1[at]).map(|it| it.0).collect();
        Some(Flow { order, loops: (0..count).map(around).collect(), live: live(function) })
    }
}

/// The numbers, and for each edge whether it leads back.
fn reverse_postorder(function: &Function) -> (Vec<u32>, Vec<bool>) {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let count = function.locations as usize;
    let mut state = vec![NEW; count];
    let mut retreating = vec![false; function.edges.len()];
    let mut finished = Vec::with_capacity(count);
    let first = |at: Location| function.edges.partition_point(|it| it.from < at);
    let mut stack = vec![(function.entry, first(function.entry))];
    state[function.entry.index()] = OPEN;
    while let Some((at, next)) = stack.last_mut() {
        let edge = function.edges.get(*next).filter(|it| it.from == *at);
        let Some(edge) = edge else {
            state[at.index()] = DONE;
            finished.push(*at);
            stack.pop();
            continue;
        };
        let index = *next;
        *next += 1;
        if edge.ends() {
            continue;
        }
        match state[edge.to.index()] {
            NEW => {
                state[edge.to.index()] = OPEN;
                stack.push((edge.to, first(edge.to)));
            }
            OPEN => retreating[index] = true,
            _ => {}
        }
    }
    let mut order = vec![u32::MAX; count];
    for (number, location) in finished.iter().rev().enumerate() {
        order[location.index()] = number as u32;
    }
    (order, retreating)
}

/// Adds to the body of a loop what leads to `from` without passing its head.
fn grow(function: &Function, order: &[u32], body: &mut [bool], from: Location) {
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut body[at.index()], true) {
            continue;
        }
        let before = function.edges.iter().filter(|it| it.to == at && !it.ends() && order[it.from.index()] != u32::MAX);
        open.extend(before.map(|it| it.from));
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
