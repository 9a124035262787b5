//! Random sketches: small programs of one root and some leaves, and what their reads want.

use super::sketch::{Relation, Sketch, Sketched, Step, Wanted};
use crate::annotated::order::{EventId, NO_CELL, Side};

/// Numbers that look random (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Random((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..4).for_each(|_| {
            random.next();
        });
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 33) % bound as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn is_in(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }
}

/// Which sketches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Reads may want writes that are added after them: such an order is closed only at its end.
    Foreseeing,
    /// What is added after a read is bad for it, as in the search.
    Growing,
}

/// The sketch of a seed. Reads of leaves are ordered with the leaf writes that there are before they are annotated.
pub fn sketch(seed: u64, kind: Kind) -> Sketch {
    let random = &mut Random::new(seed);
    let threads = 2 + random.below(3);
    // Now and then there are only leaves.
    let root = if random.is_in(3) { threads } else { random.below(threads) };
    let mut sketch = Sketch::new(root, threads);
    add_events(random, &mut sketch);
    for event in 0..sketch.events.len() as EventId {
        if sketch.event(event).wanted.is_some() {
            let wanted = want(random, &sketch, event, kind);
            sketch.events[event as usize].wanted = Some(wanted);
        }
    }
    add_steps(random, &mut sketch);
    sketch
}

fn add_events(random: &mut Random, sketch: &mut Sketch) {
    let threads = sketch.births.len();
    let cells = 1 + random.below(2);
    let length = 3 + random.below(9);
    let updates = [0, 15, 40][random.below(3)];
    for id in 0..length as EventId {
        let to_root = sketch.root < threads && random.is_in(30);
        let thread = if to_root { sketch.root } else { random.below(threads) };
        let index = sketch.count(thread, id);
        if index == 0 && id > 0 && random.is_in(15) {
            sketch.births[thread] = Some(random.below(id as usize) as EventId);
        }
        let after = (id > 0 && random.is_in(6)).then(|| random.below(id as usize) as EventId);
        let cell = if random.is_in(6) { NO_CELL } else { random.below(cells) as u32 };
        let updates = random.is_in(updates);
        let reads = cell != NO_CELL && (updates || random.is_in(45));
        let writes = (cell != NO_CELL && (updates || !reads)).then(|| random.below(3) as u64);
        // What it is to be is found later.
        let wanted = reads.then(|| nothing(threads));
        sketch.events.push(Sketched { thread, index, cell, wanted, writes, after });
    }
}

fn nothing(threads: usize) -> Wanted {
    let none = vec![0; threads];
    let (from, until) = (none.clone(), none);
    Wanted { value: 0, any_other: false, side: Side::Any, from, until, initial: false, exactly: None }
}

/// What a read may want: writes of one value on one side. A root read that wants its own thread wants the last write there.
fn want(random: &mut Random, sketch: &Sketch, read: EventId, kind: Kind) -> Wanted {
    let Sketched { thread: own, index, cell, .. } = *sketch.event(read);
    let is_root = own == sketch.root;
    let is_foreseeing = kind == Kind::Foreseeing && random.is_in(50);
    let end = if is_foreseeing { sketch.events.len() as EventId } else { read };
    let others: Vec<EventId> = (0..end)
        .filter(|&it| sketch.event(it).cell == cell && sketch.event(it).writes.is_some())
        .filter(|&it| sketch.event(it).thread != own || sketch.event(it).index < index)
        .collect();
    let local = others.iter().copied().filter(|&it| sketch.event(it).thread == own).max();
    let remote: Vec<EventId> = others.iter().copied().filter(|&it| sketch.event(it).thread != own).collect();
    let side = match is_root {
        false => Side::Any,
        true if remote.is_empty() && random.is_in(80) || random.is_in(45) => Side::Local,
        true => Side::Remote,
    };
    let one = match side {
        Side::Local => local,
        Side::Remote => random.pick(&remote),
        // Rather what is near.
        Side::Any if random.is_in(30) => random.pick(&others),
        Side::Any => random.pick(&others[others.len().saturating_sub(2)..]),
    };
    let mut wanted = nothing(sketch.births.len());
    wanted.side = side;
    wanted.any_other = random.is_in(10);
    wanted.value = one.and_then(|it| sketch.event(it).writes).unwrap_or(random.below(3) as u64);
    wanted.initial = match side {
        Side::Local => local.is_none() || random.is_in(30),
        Side::Remote => false,
        Side::Any => random.is_in(if others.is_empty() { 80 } else { 25 }),
    };
    if random.is_in(20) && (side != Side::Remote || one.is_some()) {
        let only = one.filter(|_| side != Side::Any || !wanted.initial);
        wanted.exactly = Some(only);
        wanted.initial = only.is_none();
    }
    for thread in 0..sketch.births.len() {
        let count = if thread == own { index } else { sketch.count(thread, end) };
        wanted.until[thread] = if random.is_in(10) { random.below(count as usize + 1) as u32 } else { count };
        wanted.from[thread] = if random.is_in(10) { random.below(count as usize + 1) as u32 } else { 0 };
    }
    if side == Side::Local {
        wanted.until[own] = index;
        wanted.from[own] = local.map_or(0, |it| wanted.from[own].min(sketch.event(it).index));
    }
    wanted
}

fn add_steps(random: &mut Random, sketch: &mut Sketch) {
    let mut relation = Relation::default();
    let eagerness = [0, 30, 100][random.below(3)];
    for event in 0..sketch.events.len() as EventId {
        relation.push(&sketch.directly_before(event));
        sketch.steps.push(Step::Push(event));
        if sketch.event(event).wanted.is_some() {
            let rivals = |it: &EventId| sketch.are_rivals(*it, event) && sketch.event(*it).writes.is_some();
            for rival in (0..event).filter(rivals).collect::<Vec<_>>() {
                let edge = orient(random, &mut relation, rival, event);
                sketch.steps.extend(edge.map(|(first, then)| Step::Edge(first, then)));
            }
            sketch.steps.push(Step::Annotate(event));
        }
        if event > 0 && random.is_in(4) {
            let (one, other) = (random.below(event as usize + 1), random.below(event as usize + 1));
            let edge = orient(random, &mut relation, one as EventId, other as EventId);
            sketch.steps.extend(edge.map(|(first, then)| Step::Edge(first, then)));
        }
        for (one, other) in rivals(sketch, event + 1) {
            if random.is_in(eagerness) {
                let edge = orient(random, &mut relation, one, other);
                sketch.steps.extend(edge.map(|(first, then)| Step::Edge(first, then)));
            }
        }
    }
    for (one, other) in rivals(sketch, sketch.events.len() as EventId) {
        sketch.remaining.extend(orient(random, &mut relation, one, other));
    }
}

/// All conflicting pairs of events of different leaves.
fn rivals(sketch: &Sketch, end: EventId) -> Vec<(EventId, EventId)> {
    let pairs = (0..end).flat_map(|other| (0..other).map(move |one| (one, other)));
    pairs.filter(|&(one, other)| sketch.are_rivals(one, other)).collect()
}

/// Orders two events, unless they are; rather as they were added.
fn orient(random: &mut Random, relation: &mut Relation, one: EventId, other: EventId) -> Option<(EventId, EventId)> {
    if relation.are_ordered(one, other) {
        return None;
    }
    let edge = if random.is_in(65) == (one < other) { (one, other) } else { (other, one) };
    relation.add(edge.0, edge.1);
    Some(edge)
}
