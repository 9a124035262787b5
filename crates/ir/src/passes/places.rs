//! Places: which registers of a function can share a word of its frame.
//!
//! A frame is copied at every step of an explorer, so it should be as small as the function allows, and front ends make
//! a new temporary for every value. Two registers may have the same place if there is no location at which both are
//! *kept*. A register is kept at a location
//!
//! * if some path from there reads it before it is set, for its value is still wanted;
//! * if an edge that sets it leads there, for this overwrites whatever else is in the place;
//! * at the entry, if it is a parameter. A register that is read before anything sets it is kept there by the first
//!   rule: it starts as 0, and so does its place.
//!
//! This is linear scan [Poletto, Sarkar 1999]: the locations are put in reverse postorder, each register is kept from
//! the first to the last location that keeps it, and places are handed out from the front to the back. Deviations:
//!
//! 1. Nothing is ever spilled, frames have as many places as it takes.
//! 2. Where a register is kept is found by going back from each read to what sets it, one register after the other;
//!    without loops this costs what the paper's intervals cost, and with loops it is exact. A register that is kept at
//!    very many locations has a place to itself: see `MOST_VISITS`.

use super::walk;
use crate::syntax::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many locations are visited in all to find out where registers are kept, and how many for each one at least. The
/// bound matters in functions of thousands of registers; there it takes the place of a number quadratic in the length.
const MOST_VISITS: usize = 1 << 23;
const LEAST_VISITS: usize = 512;

/// A place in the frame for every register of a function; parameters have their own numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    of: Vec<u32>,
    count: u32,
}

impl Places {
    /// Hands out the places of a valid function.
    pub fn of(function: &Function) -> Places {
        let spans = Spans::of(function);
        hand_out(function.parameters, &spans.of)
    }

    /// A place of its own for every register, for whoever wants to know what is in those that nobody reads any more.
    pub fn apart(function: &Function) -> Places {
        let count = function.registers.len() as u32;
        Places { of: (0..count).collect(), count }
    }

    /// Gives these registers places of their own, behind all others.
    pub fn put_last(&mut self, registers: &[RegisterId]) {
        for register in registers {
            self.of[register.index()] = self.count;
            self.count += 1;
        }
    }

    /// Where a register is. One that no reachable edge mentions has no place of its own, and the answer means nothing.
    pub fn get(&self, register: RegisterId) -> u32 {
        self.of[register.index()]
    }

    /// How many places there are.
    pub fn count(&self) -> u32 {
        self.count
    }
}

/// Which places are wanted at some locations: some path from there reads a register in them before it is set.
pub struct Wanted {
    /// For each location that was asked for, in order, which places.
    rows: Vec<Option<Vec<bool>>>,
}

impl Wanted {
    /// At the locations that are `asked` for.
    pub fn at(function: &Function, places: &Places, asked: &[bool]) -> Wanted {
        Wanted::by(function, places, asked, &|_| true)
    }

    /// The same, if only some registers count.
    pub fn by(function: &Function, places: &Places, asked: &[bool], counts: &dyn Fn(RegisterId) -> bool) -> Wanted {
        let row = |&asked: &bool| asked.then(|| vec![false; places.count as usize]);
        let mut rows: Vec<Option<Vec<bool>>> = asked.iter().map(row).collect();
        let positions = positions(function);
        let (reads, mut walk) = Backwards::of(function, &positions);
        let limit = LEAST_VISITS.max(MOST_VISITS / function.registers.len().max(1));
        let counts = |it: &(usize, &Vec<Location>)| !it.1.is_empty() && counts(RegisterId(it.0 as u32));
        for (index, reads) in reads.iter().enumerate().filter(counts) {
            let register = RegisterId(index as u32);
            let place = places.get(register) as usize;
            let ended = walk.from(register, reads, limit, |it| {
                if let Some(row) = &mut rows[it.index()] {
                    row[place] = true;
                }
            });
            if !ended {
                rows.iter_mut().flatten().for_each(|it| it[place] = true);
            }
        }
        Wanted { rows }
    }

    /// Whether a place is wanted at a location that was asked for.
    pub fn contains(&self, location: usize, place: u32) -> bool {
        self.rows[location].as_ref().is_none_or(|it| it[place as usize])
    }
}

/// The second half of the scan: from the front to the back, each register takes the lowest place that is free.
fn hand_out(parameters: u32, spans: &[Option<(u32, u32)>]) -> Places {
    let mut of = vec![0; spans.len()];
    let mut count = parameters;
    let mut taken = BinaryHeap::new();
    let mut free = BinaryHeap::new();
    for parameter in 0..parameters {
        of[parameter as usize] = parameter;
        taken.extend(spans[parameter as usize].map(|(_, last)| Reverse((last, parameter))));
    }
    let mut others: Vec<(u32, u32, usize)> =
        (parameters as usize..spans.len()).filter_map(|it| spans[it].map(|(first, last)| (first, last, it))).collect();
    others.sort_unstable_by_key(|&(first, _, register)| (first, register));
    for (first, last, register) in others {
        while let Some(&Reverse((end, place))) = taken.peek() {
            if end >= first {
                break;
            }
            taken.pop();
            free.push(Reverse(place));
        }
        let place = free.pop().map_or(count, |Reverse(place)| place);
        count = count.max(place + 1);
        of[register] = place;
        taken.push(Reverse((last, place)));
    }
    Places { of, count }
}

/// For each register the first and the last location that keeps it, as positions in reverse postorder.
struct Spans {
    of: Vec<Option<(u32, u32)>>,
}

impl Spans {
    fn of(function: &Function) -> Spans {
        let positions = positions(function);
        let (reads, mut walk) = Backwards::of(function, &positions);
        let mut spans = Spans { of: vec![None; function.registers.len()] };
        for parameter in 0..function.parameters as usize {
            spans.of[parameter] = Some((0, 0));
        }
        for edge in function.edges.iter().filter(|it| positions[it.from.index()].is_some()) {
            if let Some(register) = walk::written(&edge.action) {
                spans.add(*register, positions[edge.to.index()]);
            }
        }
        let last = function.locations.saturating_sub(1);
        let limit = LEAST_VISITS.max(MOST_VISITS / function.registers.len().max(1));
        for (index, reads) in reads.iter().enumerate() {
            let register = RegisterId(index as u32);
            let ended = walk.from(register, reads, limit, |it| spans.add(register, positions[it.index()]));
            if !ended {
                spans.of[index] = Some((0, last));
            }
        }
        spans
    }

    fn add(&mut self, register: RegisterId, position: Option<u32>) {
        let Some(position) = position else { return };
        let span = self.of[register.index()].get_or_insert((position, position));
        *span = (span.0.min(position), span.1.max(position));
    }
}

/// Walks from reads of a register back to what sets it.
struct Backwards<'f> {
    /// The edges that lead to each location.
    arriving: Vec<Vec<&'f Edge>>,
    /// The last register whose walk came to a location.
    seen: Vec<Option<RegisterId>>,
    open: Vec<Location>,
}

impl<'f> Backwards<'f> {
    /// For each register where it is read, and what is needed to walk back from there; unreachable edges are left out.
    fn of(function: &'f Function, positions: &[Option<u32>]) -> (Vec<Vec<Location>>, Backwards<'f>) {
        let mut reads: Vec<Vec<Location>> = vec![Vec::new(); function.registers.len()];
        let mut arriving: Vec<Vec<&Edge>> = vec![Vec::new(); function.locations as usize];
        for edge in function.edges.iter().filter(|it| positions[it.from.index()].is_some()) {
            for expr in walk::expressions(edge) {
                expr.for_each_register(&mut |it| reads[it.index()].push(edge.from));
            }
            if !edge.ends() {
                arriving[edge.to.index()].push(edge);
            }
        }
        (reads, Backwards { arriving, seen: vec![None; function.locations as usize], open: Vec::new() })
    }

    /// Visits the locations at which the register is wanted; says whether these were all, and not too many.
    fn from(
        &mut self,
        register: RegisterId,
        reads: &[Location],
        limit: usize,
        mut visit: impl FnMut(Location),
    ) -> bool {
        let mut visits = 0;
        self.open.clear();
        for &read in reads {
            self.open.push(read);
            while let Some(location) = self.open.pop() {
                if self.seen[location.index()] == Some(register) {
                    continue;
                }
                self.seen[location.index()] = Some(register);
                visits += 1;
                if visits > limit {
                    return false;
                }
                visit(location);
                let keeping = self.arriving[location.index()].iter();
                self.open.extend(keeping.filter(|it| walk::written(&it.action) != Some(&register)).map(|it| it.from));
            }
        }
        true
    }
}

/// The position of each reachable location in reverse postorder. The `If` side comes first, which is where front ends
/// have the bodies of loops: what is behind a loop then comes behind it here, too.
fn positions(function: &Function) -> Vec<Option<u32>> {
    let mut seen = vec![false; function.locations as usize];
    let mut postorder = Vec::new();
    // With each location how many of its edges are still to be followed.
    let mut open = vec![(function.entry, function.leaving(function.entry).len())];
    seen[function.entry.index()] = true;
    while let Some((location, left)) = open.last_mut() {
        let Some(next) = left.checked_sub(1) else {
            postorder.push(*location);
            open.pop();
            continue;
        };
        *left = next;
        let to = function.leaving(*location)[next].to;
        if !std::mem::replace(&mut seen[to.index()], true) {
            open.push((to, function.leaving(to).len()));
        }
    }
    let mut positions = vec![None; function.locations as usize];
    for (position, location) in postorder.iter().rev().enumerate() {
        positions[location.index()] = Some(position as u32);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::super::testing::{main, program};
    use super::*;

    /// The places of the registers of the last function, in order.
    fn places(program: &Program) -> Vec<u32> {
        let function = program.functions.last().expect("there is one");
        let places = Places::of(function);
        (0..function.registers.len() as u32).map(|it| places.get(RegisterId(it))).collect()
    }

    #[test]
    fn what_is_not_kept_at_the_same_time_shares_a_place() {
        let shared = main(
            "reg %a : i32 reg %b : i32 reg %c : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2: %b = load.4 [&@x] na
             l2 -> l3: %c = (add %a %b)
             l3 -> l4: store.4 [&@y] %c na
             l4: return",
        );
        assert_eq!(places(&shared), [0, 1, 0]);
    }

    #[test]
    fn a_value_that_nobody_reads_does_not_overwrite_another() {
        let unread = main(
            "reg %a : i32 reg %b : i32
             l0 -> l1: %a = load.4 [&@x] na  l1 -> l2: %b = load.4 [&@y] na  l2 -> l3: store.4 [&@y] %a na  l3: return",
        );
        assert_eq!(places(&unread), [0, 1]);
    }

    #[test]
    fn what_starts_as_zero_is_kept_from_the_start() {
        let zero = main(
            "reg %a : i32 reg %b : i32
             l0 -> l1: %a = load.4 [&@x] na  l1 -> l2: store.4 [&@y] %a na  l2 -> l3: store.4 [&@y] %b na  l3: return",
        );
        assert_eq!(places(&zero), [1, 0]);
    }

    #[test]
    fn what_is_wanted_in_the_next_round_is_kept_all_around() {
        let round = main(
            "reg %sum : i32 reg %t : i32 reg %u : i32
             l0 -> l1: %t = load.4 [&@x] na
             l1 -> l2 if (slt %sum 9): %t = load.4 [&@x] na  l1 -> l4 unless (slt %sum 9): skip
             l2 -> l3: %u = load.4 [&@y] na
             l3 -> l1: %sum = (add %t %u)
             l4 -> l5: store.4 [&@y] %sum na
             l5: return",
        );
        assert_eq!(places(&round), [0, 1, 2]);
    }

    #[test]
    fn parameters_have_their_own_numbers_and_their_places_are_used_again() {
        let called = program(
            "global @x : i32
             function @main() entry { l0: return }
             function @f(%a : i32, %b : i32) { reg %c : i32 reg %d : i32
               l0 -> l1: %c = (add %b 1)  l1 -> l2: %d = (add %c 2)  l2 -> l3: store.4 [&@x] (add %c %d) na  l3: return }",
        );
        assert_eq!(places(&called), [0, 1, 0, 1]);
    }

    #[test]
    fn a_long_function_of_short_lives_needs_few_places() {
        let mut body: String = (0..20_000).map(|it| format!("reg %t{it} : i32\n")).collect();
        for it in 0..20_000 {
            let (from, to, next) = (2 * it, 2 * it + 1, 2 * it + 2);
            body += &format!("l{from} -> l{to}: %t{it} = load.4 [&@x] na\nl{to} -> l{next}: store.4 [&@x] %t{it} na\n");
        }
        let long = main(&format!("{body}l40000: return"));
        assert_eq!(Places::of(&long.functions[0]).count(), 1);
    }
}
