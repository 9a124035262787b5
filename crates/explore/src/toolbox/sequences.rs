//! Sleep sequences: what need not be run from a state, step by step.
//!
//! A step that has been explored is a sleeper as usual. A sequence of steps says that whoever makes them, with others mixed in
//! that depend on none of them, comes to a state that another execution has been in, and need not go on. If that has not been
//! tried yet, the sequence has the state attached that is expected at its end.

use super::sets::SetId;
use super::sleep::{Step, Touched};
use super::states::States;
use event::{Access, Choice, ThreadId};
use std::rc::Rc;

/// A step of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub choice: Choice,
    pub touched: Touched,
}

/// A sequence in the sleep set of a state.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    steps: Rc<[Planned]>,
    /// How many of them have been made.
    made: usize,
    end: End,
    /// It leads to a state that is known, or has.
    pub is_context: bool,
}

/// What is known about the end of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// It need not be run, not even its last step.
    Asleep,
    /// It leads to a state that is known.
    Known,
    /// It does if that is this state.
    Expected(SetId),
}

impl Sequence {
    /// A sequence that leads to a state that has been reached otherwise; with the state if that is not certain.
    pub fn new(steps: Vec<Planned>, expected: Option<SetId>) -> Self {
        let end = expected.map_or(End::Known, End::Expected);
        Sequence { steps: steps.into(), made: 0, end, is_context: true }
    }

    /// A step that has been explored, or that was found to lead to a known state.
    pub fn asleep(step: Planned, is_context: bool) -> Self {
        Sequence { steps: Rc::new([step]), made: 0, end: End::Asleep, is_context }
    }

    /// What is still to be made.
    pub fn left(&self) -> &[Planned] {
        &self.steps[self.made..]
    }

    /// A step that need not be made.
    pub fn sleeper(&self) -> Option<&Planned> {
        (self.end == End::Asleep).then(|| &self.steps[0])
    }

    /// Whether it is certain, and is the beginning of these steps.
    fn begins(&self, steps: &[Planned]) -> bool {
        let left = self.left();
        !matches!(self.end, End::Expected(_))
            && left.len() <= steps.len()
            && left.iter().zip(steps).all(|(one, two)| one.choice == two.choice)
    }

    /// Whether an event happens before none of its steps, if it comes before them (line 15).
    fn is_independent(&self, (choice, accesses): Step<'_>) -> bool {
        let thread = choice.thread;
        self.left().iter().all(|it| {
            let touched = it.touched.accesses();
            it.choice.thread != thread
                && !event::conflict(touched, accesses)
                && !touched.contains(&Access::Join(thread))
                && !touched.contains(&Access::Follow(thread))
        })
    }
}

/// The sleep sets along the current execution: one for each state on the way.
#[derive(Debug)]
pub(crate) struct Sequences {
    levels: Vec<Vec<Sequence>>,
}

impl Default for Sequences {
    /// Nothing is asleep at the start.
    fn default() -> Self {
        Sequences { levels: vec![Vec::new()] }
    }
}

impl Sequences {
    /// sleep(E) of the state after so many events.
    pub fn at(&self, level: usize) -> &[Sequence] {
        &self.levels[level]
    }

    /// Whether a thread is asleep there.
    pub fn is_asleep(&self, level: usize, thread: ThreadId) -> bool {
        self.levels[level].iter().filter_map(Sequence::sleeper).any(|it| it.choice.thread == thread)
    }

    /// Adds the set of the state after an event (lines 15 and 16), given the states before and after it, and whether it was
    /// the only way for its thread to go on. Says whether a sequence has come to its end, in a state that is known.
    pub fn push(
        &mut self,
        event: Step<'_>,
        is_plain: bool,
        (before, after): (SetId, SetId),
        states: &mut States,
    ) -> bool {
        let mut next = Vec::new();
        let mut has_arrived = false;
        for sequence in self.levels.last().into_iter().flatten() {
            let is_next = is_plain && sequence.left()[0].choice == event.0;
            if !is_next && !sequence.is_independent(event) {
                continue;
            }
            let mut sequence = sequence.clone();
            if is_next {
                sequence.made += 1;
                if sequence.left().is_empty() {
                    has_arrived |= match sequence.end {
                        End::Asleep | End::Known => true,
                        End::Expected(state) => state == after,
                    };
                    continue;
                }
            } else if let End::Expected(expected) = sequence.end {
                match states.with_change(expected, before, after) {
                    Some(expected) => sequence.end = End::Expected(expected),
                    None => continue,
                }
            }
            next.push(sequence);
        }
        self.levels.push(next);
        has_arrived
    }

    /// Drops all sets but the first `levels`.
    pub fn truncate(&mut self, levels: usize) {
        self.levels.truncate(levels);
    }

    /// Whether these steps need no sequence of their own at a state: they will not be made to their end (line 12).
    pub fn cover(&self, level: usize, steps: &[Planned]) -> bool {
        self.levels[level].iter().any(|it| it.begins(steps))
    }

    /// Adds a sequence to the set of a state (lines 14 and 18).
    pub fn add(&mut self, level: usize, sequence: Sequence) {
        self.levels[level].push(sequence);
    }

    /// How long the shortest sequence is that a thread begins at a state.
    pub fn shortest(&self, level: usize, thread: ThreadId) -> Option<usize> {
        let begun = self.levels[level].iter().filter(|it| it.sleeper().is_none());
        begun.filter(|it| it.left()[0].choice.thread == thread).map(|it| it.left().len()).min()
    }
}
