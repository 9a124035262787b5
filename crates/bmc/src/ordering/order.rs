//! Which clock is before which: the happens-before relation, closed under transitivity, and how it came about.
//!
//! Both directions are kept as rows of bits. A new edge `a < b` adds the row of `b` to the rows of everything up to `a`
//! that was not before `b`, and likewise backwards. Each changed word goes onto a trail with its old value, so that
//! going back is replaying the trail; nothing is copied at a decision. What is so on level 0 is never undone, and is
//! added to the rows of what is *always* so when level 0 is left.
//!
//! The other edges are kept in the order in which they came, each with its cause. A pair `a < b` that holds has a path
//! of such edges and of pairs that are always so; its explanation is the explanation of the edges on the path. Only
//! edges older than the moment in question count, so explanations have no circles, and can be found late. The path is
//! found breadth first, so it has as few edges as possible. (Counting a derived edge twice or three times, since its own
//! explanation is longer, makes reasons shorter by a fiftieth and no search faster.)

use super::bits::{self, Rows};

/// Why an edge is there. The numbers are indices into the problem's lists.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// This conditional edge is taken.
    Conditional(u32),
    /// This read reads from this write.
    ReadsFrom(u32),
    /// Axiom 2: the write comes before the read, so before the write that is read from.
    WriteSerialization { reads_from: u32, write: u32 },
    /// Axiom 3: the write comes after the write that is read from, so after the read.
    FromRead { reads_from: u32, write: u32 },
    /// Two writes were ordered by a literal, in this direction or against it.
    WriteOrder { pair: u32, forward: bool },
}

/// An edge that is not always there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cause: Cause,
    /// The edge from the same clock that came before this one.
    next: u32,
}

/// What became of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Insertion {
    /// The pair was there already.
    Known,
    /// It is there now.
    Added,
    /// It would close a cycle, and was left out.
    Cycle,
}

/// A set of clocks that are still to be looked at.
struct Queue {
    clocks: Vec<u32>,
    is_in: Vec<bool>,
}

impl Queue {
    fn new(count: usize) -> Queue {
        Queue { clocks: Vec::with_capacity(count), is_in: vec![false; count] }
    }

    fn push(&mut self, clock: u32) {
        if !self.is_in[clock as usize] {
            self.is_in[clock as usize] = true;
            self.clocks.push(clock);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let clock = self.clocks.pop()?;
        self.is_in[clock as usize] = false;
        Some(clock)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// A word of a row before it changed.
struct Change {
    place: u32,
    is_after: bool,
    old: u64,
}

const NONE: u32 = u32::MAX;

/// The happens-before relation over clocks.
pub(super) struct Order {
    clocks: u32,
    words: usize,
    /// By clock: which clocks are after it.
    after: Rows,
    /// By clock: which clocks are before it.
    before: Rows,
    /// As `after`, without what can be undone.
    always: Rows,
    edges: Vec<Edge>,
    /// By clock: the newest edge from it.
    newest: Vec<u32>,
    trail: Vec<Change>,
    /// How many edges and changes there were when each level began.
    levels: Vec<(usize, usize)>,
    changed_before: Queue,
    changed_after: Queue,
    sources: Vec<u64>,
    targets: Vec<u64>,
    search: Search,
}

/// Memory of the search for a path.
struct Search {
    reached: Vec<u64>,
    /// By clock: through which edge the search came to it or to something that is always before it.
    entry: Vec<u32>,
    frontier: Vec<u32>,
    next_frontier: Vec<u32>,
}

impl Order {
    /// Closes what is always so. Nothing if it has a cycle.
    pub(super) fn new(clocks: u32, order: &[(u32, u32)]) -> Option<Order> {
        let count = clocks as usize;
        let words = bits::words_for(count);
        let mut after = Rows::new(count);
        let mut before = Rows::new(count);
        let sorted = topological(clocks, order)?;
        let outgoing = super::lists::Lists::group(count, order.iter().map(|it| it.0));
        for &clock in sorted.iter().rev() {
            for &edge in outgoing.of(clock) {
                let to = order[edge as usize].1;
                after.insert(clock, to);
                after.absorb(clock, to);
            }
        }
        for clock in 0..clocks {
            for word in 0..words {
                for later in bits::ones_in(word, after.row(clock)[word]) {
                    before.insert(later, clock);
                }
            }
        }
        let mut changed_before = Queue::new(count);
        let mut changed_after = Queue::new(count);
        for clock in 0..clocks {
            changed_before.push(clock);
            changed_after.push(clock);
        }
        Some(Order {
            clocks,
            words,
            always: after.clone(),
            after,
            before,
            edges: Vec::new(),
            newest: vec![NONE; count],
            trail: Vec::new(),
            levels: Vec::new(),
            changed_before,
            changed_after,
            sources: vec![0; words],
            targets: vec![0; words],
            search: Search {
                reached: vec![0; words],
                entry: vec![NONE; count],
                frontier: Vec::new(),
                next_frontier: Vec::new(),
            },
        })
    }

    pub(super) fn clocks(&self) -> u32 {
        self.clocks
    }

    /// Whether one clock is before another.
    pub(super) fn precedes(&self, first: u32, second: u32) -> bool {
        self.after.has(first, second)
    }

    /// Which clocks are after this one.
    pub(super) fn after(&self, clock: u32) -> &[u64] {
        self.after.row(clock)
    }

    /// Which clocks are before this one.
    pub(super) fn before(&self, clock: u32) -> &[u64] {
        self.before.row(clock)
    }

    /// Whether one clock is before another, or equal, by what is never undone.
    pub(super) fn always_precedes_or_is(&self, first: u32, second: u32) -> bool {
        first == second || self.always.has(first, second)
    }

    /// Which clocks are after this one by what is never undone.
    pub(super) fn always_after(&self, clock: u32) -> &[u64] {
        self.always.row(clock)
    }

    /// The moment: an explanation may use what is older.
    pub(super) fn now(&self) -> u32 {
        self.edges.len() as u32
    }

    pub(super) fn edge(&self, index: u32) -> Edge {
        self.edges[index as usize]
    }

    /// A clock whose row of earlier clocks has grown.
    pub(super) fn next_changed_before(&mut self) -> Option<u32> {
        self.changed_before.pop()
    }

    /// A clock whose row of later clocks has grown.
    pub(super) fn next_changed_after(&mut self) -> Option<u32> {
        self.changed_after.pop()
    }

    /// What changes from here on can be undone.
    pub(super) fn new_level(&mut self) {
        if self.levels.is_empty() && !self.edges.is_empty() {
            self.always.copy_from(&self.after);
            self.edges.clear();
            self.newest.fill(NONE);
        }
        self.levels.push((self.edges.len(), self.trail.len()));
    }

    /// Undoes what changed above a level.
    pub(super) fn backtrack(&mut self, level: usize) {
        if level >= self.levels.len() {
            return;
        }
        let (edges, changes) = self.levels[level];
        self.levels.truncate(level);
        for change in self.trail.drain(changes..).rev() {
            let rows = if change.is_after { &mut self.after } else { &mut self.before };
            rows.set_word(change.place as usize, change.old);
        }
        while self.edges.len() > edges {
            if let Some(edge) = self.edges.pop() {
                self.newest[edge.from as usize] = edge.next;
            }
        }
        self.changed_before.clear();
        self.changed_after.clear();
    }

    /// Adds an edge and all pairs that follow by transitivity (Axiom 1).
    pub(super) fn insert(&mut self, from: u32, to: u32, cause: Cause) -> Insertion {
        if from == to || self.precedes(to, from) {
            return Insertion::Cycle;
        }
        if self.precedes(from, to) {
            return Insertion::Known;
        }
        self.edges.push(Edge { from, to, cause, next: self.newest[from as usize] });
        self.newest[from as usize] = self.edges.len() as u32 - 1;
        let can_be_undone = !self.levels.is_empty();

        self.sources.copy_from_slice(self.before.row(from));
        bits::insert(&mut self.sources, from);
        self.targets.copy_from_slice(self.after.row(to));
        bits::insert(&mut self.targets, to);
        for word in 0..self.words {
            let new_sources = self.sources[word] & !self.before.row(to)[word];
            for source in bits::ones_in(word, new_sources) {
                let trail = can_be_undone.then_some(&mut self.trail);
                grow(&mut self.after, source, &self.targets, true, trail);
                self.changed_after.push(source);
            }
        }
        for word in 0..self.words {
            for target in bits::ones_in(word, self.targets[word]) {
                if self.before.has(target, from) {
                    continue;
                }
                let trail = can_be_undone.then_some(&mut self.trail);
                grow(&mut self.before, target, &self.sources, false, trail);
                self.changed_before.push(target);
            }
        }
        Insertion::Added
    }

    /// The edges of a shortest path from one clock to another, among edges older than a moment. Adds them to `path`.
    pub(super) fn path(&mut self, from: u32, to: u32, moment: u32, path: &mut Vec<u32>) {
        if self.always_precedes_or_is(from, to) {
            return;
        }
        self.search.reached.fill(0);
        self.search.next_frontier.clear();
        self.reach(from, to, NONE);
        while !bits::has(&self.search.reached, to) {
            std::mem::swap(&mut self.search.frontier, &mut self.search.next_frontier);
            self.search.next_frontier.clear();
            assert!(!self.search.frontier.is_empty(), "a pair without a path was to be explained");
            for index in 0..self.search.frontier.len() {
                let mut edge = self.newest[self.search.frontier[index] as usize];
                while edge != NONE {
                    let Edge { to: target, next, .. } = self.edges[edge as usize];
                    if edge < moment && !bits::has(&self.search.reached, target) {
                        self.reach(target, to, edge);
                    }
                    edge = next;
                }
            }
        }
        let mut clock = to;
        while self.search.entry[clock as usize] != NONE {
            let edge = self.search.entry[clock as usize];
            path.push(edge);
            clock = self.edges[edge as usize].from;
        }
    }

    /// The search has come to a clock through an edge, and so to what is always after it. Only clocks on the way to the
    /// goal count.
    fn reach(&mut self, clock: u32, goal: u32, edge: u32) {
        let own = 1_u64 << (clock % 64);
        let end = 1_u64 << (goal % 64);
        for word in 0..self.words {
            let mut found = self.always.row(clock)[word];
            let mut wanted = self.before.row(goal)[word];
            if word == clock as usize / 64 {
                found |= own;
            }
            if word == goal as usize / 64 {
                wanted |= end;
            }
            let new = found & wanted & !self.search.reached[word];
            self.search.reached[word] |= new;
            for later in bits::ones_in(word, new) {
                self.search.entry[later as usize] = edge;
                if self.newest[later as usize] != NONE {
                    self.search.next_frontier.push(later);
                }
            }
        }
    }
}

/// Adds bits to a row, and what the words were to the trail.
fn grow(rows: &mut Rows, row: u32, bits: &[u64], is_after: bool, mut trail: Option<&mut Vec<Change>>) {
    let start = rows.start(row);
    for (word, &bits) in bits.iter().enumerate() {
        let old = rows.word(start + word);
        if bits & !old != 0 {
            if let Some(trail) = &mut trail {
                trail.push(Change { place: (start + word) as u32, is_after, old });
            }
            rows.set_word(start + word, old | bits);
        }
    }
}

/// The clocks in an order that respects all edges, if there is one.
fn topological(clocks: u32, order: &[(u32, u32)]) -> Option<Vec<u32>> {
    let outgoing = super::lists::Lists::group(clocks as usize, order.iter().map(|it| it.0));
    let mut missing = vec![0_u32; clocks as usize];
    for &(_, to) in order {
        missing[to as usize] += 1;
    }
    let mut sorted: Vec<u32> = (0..clocks).filter(|it| missing[*it as usize] == 0).collect();
    let mut next = 0;
    while next < sorted.len() {
        for &edge in outgoing.of(sorted[next]) {
            let to = order[edge as usize].1;
            missing[to as usize] -= 1;
            if missing[to as usize] == 0 {
                sorted.push(to);
            }
        }
        next += 1;
    }
    (sorted.len() == clocks as usize).then_some(sorted)
}
