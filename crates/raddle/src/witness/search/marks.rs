//! How far along the waypoints an execution is, and what passes them.

use super::super::expression::{Type, Value};
use super::super::follow::{Moment, What};
use super::super::resolve::{Place, Point};
use super::super::scope::Here;
use super::super::sites::StatementId;
use super::Searcher;
use event::{Access, Property, System};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// How far along the waypoints an execution is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks {
    /// How many segments are passed.
    pub passed: usize,
    /// How much of what each thread has come to since its last step has happened.
    consumed: Vec<usize>,
    /// The threads by their numbers in the witness: how many were created before.
    numbers: Vec<Option<usize>>,
    /// The number that the next thread gets that a thread starts.
    expected: Vec<Option<u32>>,
    /// Who has passed a waypoint last, and in which statement.
    pub recent: Option<(usize, StatementId)>,
    /// Who has made a step last.
    pub mover: Option<usize>,
    /// What was accessed at the two targets of a race: which, in which step.
    accessed: Vec<(usize, usize, Vec<Access>)>,
    /// How many steps were made.
    depth: usize,
}

/// A way to go on.
pub struct Way {
    /// How far it is.
    pub marks: Marks,
    /// How far-fetched.
    pub cost: u32,
}

impl Marks {
    /// Nothing is passed, and there is one thread.
    pub fn at_start() -> Marks {
        Marks {
            passed: 0,
            consumed: vec![0],
            numbers: vec![Some(0)],
            expected: vec![None],
            recent: None,
            mover: None,
            accessed: Vec::new(),
            depth: 0,
        }
    }

    /// A thread has made a step, which has started others.
    pub fn step(&mut self, position: usize, started: Range<usize>) {
        self.consumed[position] = 0;
        self.mover = Some(position);
        self.depth += 1;
        for new in started {
            if let Some(number) = self.expected[position].take() {
                let number = number as usize;
                self.numbers.resize(self.numbers.len().max(number + 1), None);
                self.numbers[number] = Some(new);
            }
            self.consumed.push(0);
            self.expected.push(None);
        }
    }

    /// The place of a thread of the witness in the order of creation, if it has started.
    pub fn position(&self, number: u32) -> Option<usize> {
        self.numbers.get(number as usize).copied().flatten()
    }

    /// Whether a waypoint is about this thread.
    pub fn is_thread(&self, number: Option<u32>, position: usize) -> bool {
        number.is_none_or(|it| self.position(it) == Some(position))
    }

    /// How much of what a thread has come to has happened.
    pub fn consumed(&self, position: usize) -> usize {
        self.consumed[position]
    }

    /// Two steps that access the same at the two targets of a race.
    pub fn racing(&self) -> Option<(usize, usize)> {
        let (newest, older) = self.accessed.split_last().filter(|it| it.0.1 + 1 == self.depth)?;
        let conflicts = |it: &&(usize, usize, Vec<Access>)| it.0 != newest.0 && conflict(&it.2, &newest.2);
        older.iter().rev().find(conflicts).map(|it| (it.1, newest.1))
    }
}

/// Whether two steps touch the same bytes, and one changes them.
fn conflict(one: &[Access], two: &[Access]) -> bool {
    let writes = |it: &Access| matches!(it, Access::Write(_) | Access::Update(_) | Access::EndObject(_));
    one.iter().any(|one| {
        two.iter().any(|two| {
            let (Some(first), Some(second)) = (one.place(), two.place()) else { return false };
            first.overlaps(second) && (writes(one) || writes(two))
        })
    })
}

impl Searcher<'_, '_> {
    /// Passes what can be passed; the ways to go on from there.
    pub(super) fn pass(&mut self, marks: Marks) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut waiting = vec![Way { marks, cost: 0 }];
        while let Some(mut way) = waiting.pop() {
            match self.next_pass(&way.marks) {
                None => ways.push(way),
                Some((position, index)) => {
                    let segments = self.question.segments;
                    let starts = segments[way.marks.passed].follow[0].starts;
                    let is_careful = segments.get(way.marks.passed + 1).is_some_and(|it| !it.avoid.is_empty());
                    if starts.is_some() || is_careful {
                        // It might be meant later.
                        let mut later = way.marks.clone();
                        later.consumed[position] = index + 1;
                        waiting.push(Way { marks: later, cost: way.cost + 2 });
                    }
                    way.marks.consumed[position] = index + 1;
                    way.marks.passed += 1;
                    if starts.is_some() {
                        way.marks.expected[position] = starts;
                    }
                    let what = self.follower.progress(position).moments[index].what;
                    if let What::Statement(statement) | What::Round(statement) = what {
                        way.marks.recent = Some((position, statement));
                    }
                    waiting.push(way);
                }
            }
        }
        ways
    }

    /// Who can pass the next waypoint, and with which of the things that it has come to.
    fn next_pass(&mut self, marks: &Marks) -> Option<(usize, usize)> {
        if self.is_at_last(marks) {
            return None;
        }
        let point = &self.question.segments[marks.passed].follow[0];
        let positions = match point.thread {
            Some(number) => marks.position(number).into_iter().collect::<Vec<_>>(),
            None => (0..self.follower.machine.threads().len()).collect(),
        };
        for position in positions {
            let count = self.follower.progress(position).moments.len();
            for index in marks.consumed[position]..count {
                if self.passes(point, position, index) && !self.meets_avoided(marks, position, index + 1) {
                    return Some((position, index));
                }
            }
        }
        None
    }

    /// Whether something that a thread has come to passes a waypoint now.
    pub(super) fn passes(&mut self, point: &Point, position: usize, index: usize) -> bool {
        let progress = self.follower.progress(position).clone();
        let moment = &progress.moments[index];
        if !self.is_at(point, moment) {
            return false;
        }
        let Some(condition) = &point.condition else { return true };
        let result = match moment.what {
            What::Return(_, it) => {
                let bits = if it.width.is_power_of_two() { it.width.max(8) } else { 64 };
                Some(Value::of_bits(it.value, Type { bits, signed: it.signed }))
            }
            What::Statement(_) | What::Round(_) | What::Branch(..) | What::Enter(_) => None,
        };
        let here = Here {
            machine: &self.follower.machine,
            program: self.question.program,
            function: moment.function,
            locals: &moment.locals,
        };
        let holds = condition.holds(&here, result);
        self.furthest.is_unknown |= holds.is_none();
        holds == Some(true)
    }

    /// Whether a waypoint points at something that a thread has come to, whatever holds there.
    pub(super) fn is_at(&self, point: &Point, moment: &Moment) -> bool {
        let is_there = match (point.place, moment.what) {
            (Place::Statement(one), What::Statement(two)) => one == two,
            (Place::Enter(one), What::Enter(two)) => one == two,
            (Place::Return(one), What::Return(two, _)) => one == two,
            (Place::Branch(one, way), What::Branch(two, went)) => one == two && way == went,
            _ => false,
        };
        let name = || &self.question.program.functions[moment.function.index()].name;
        is_there && point.function.as_ref().is_none_or(|it| it == name())
    }

    /// Whether a thread would pass something that is to be avoided with what it has come to, up to some index.
    pub(super) fn meets_avoided(&mut self, marks: &Marks, position: usize, end: usize) -> bool {
        let question = self.question;
        let Some(segment) = question.segments.get(marks.passed).filter(|it| !it.avoid.is_empty()) else { return false };
        let end = end.min(self.follower.progress(position).moments.len());
        let from = marks.consumed[position];
        segment
            .avoid
            .iter()
            .filter(|it| marks.is_thread(it.thread, position))
            .any(|it| (from..end).any(|index| self.passes(it, position, index)))
    }

    /// Notes what a step has accessed, if it is one of the two that are to race.
    pub(super) fn note_race(
        &self,
        marks: &mut Marks,
        position: usize,
        statement: Option<StatementId>,
        accesses: &[Access],
    ) {
        if self.question.property != Property::Race || !self.is_at_last(marks) {
            return;
        }
        for (side, point) in self.last().follow.iter().enumerate() {
            let Place::Target(target) = point.place else { continue };
            if statement == Some(target) && marks.is_thread(point.thread, position) {
                marks.accessed.push((side, marks.depth - 1, accesses.to_vec()));
            }
        }
    }

    /// The state of the machine and of the way, as a number.
    pub(super) fn key(&mut self, marks: &Marks) -> u128 {
        // The parts of a state come in no order.
        let mut state = [0_u64; 2];
        let mut add = |part: &[u64]| {
            for (seed, sum) in state.iter_mut().enumerate() {
                let mut hasher = std::hash::DefaultHasher::new();
                (seed, part).hash(&mut hasher);
                *sum = sum.wrapping_add(hasher.finish());
            }
        };
        self.follower.machine.encode(false, &mut add);
        let mut key = 0;
        for (seed, state) in state.into_iter().enumerate() {
            let mut hasher = std::hash::DefaultHasher::new();
            (seed, state, marks.passed, &marks.numbers, &marks.expected).hash(&mut hasher);
            for (position, &consumed) in marks.consumed.iter().enumerate() {
                for moment in &self.follower.progress(position).moments[consumed..] {
                    (moment.what, &moment.locals).hash(&mut hasher);
                }
                self.follower.progress(position).statement.hash(&mut hasher);
            }
            for (side, _, accesses) in &marks.accessed {
                (side, accesses).hash(&mut hasher);
            }
            key = key << 64 | u128::from(hasher.finish());
        }
        key
    }
}
