//! Sleep sequences: what need not be run to its end from a state, step by step.
//!
//! A step that has been explored is a sleeper as usual. A sequence of steps says that whoever makes them, with others mixed in
//! that depend on none of them, may come to a state that is known.

use super::sleep::{Asleep, Step, Touched};
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
struct Sequence {
    steps: Rc<[Planned]>,
    /// How many of them have been made.
    made: usize,
    /// It is one step, and that need not be made.
    is_asleep: bool,
    /// It is asleep here only, not after what is independent of it.
    is_brief: bool,
}

impl Sequence {
    /// What is still to be made.
    fn left(&self) -> &[Planned] {
        &self.steps[self.made..]
    }

    /// Whether it is the beginning of these steps.
    fn begins(&self, steps: &[Planned]) -> bool {
        let left = self.left();
        left.len() <= steps.len() && left.iter().zip(steps).all(|(one, two)| one.choice == two.choice)
    }

    /// Whether an event happens before none of its steps, if it comes before them.
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
    /// Who is asleep at the state after so many events.
    pub fn asleep(&self, level: usize) -> impl Iterator<Item = ThreadId> {
        self.levels[level].iter().filter(|it| it.is_asleep).map(|it| it.steps[0].choice.thread)
    }

    /// Whether a thread is asleep there.
    pub fn is_asleep(&self, level: usize, thread: ThreadId) -> bool {
        self.asleep(level).any(|it| it == thread)
    }

    /// Adds the set of the state after an event (lines 15 and 16), given whether it was the only way for its thread to go on.
    /// Says whether a sequence has come to its end.
    pub fn push(&mut self, event: Step<'_>, is_plain: bool) -> bool {
        let mut next = Vec::new();
        let mut is_at_end = false;
        for sequence in self.levels.last().into_iter().flatten().filter(|it| !it.is_brief) {
            if is_plain && sequence.left()[0].choice == event.0 {
                let rest = Sequence { made: sequence.made + 1, ..sequence.clone() };
                if rest.left().is_empty() {
                    is_at_end = true;
                } else {
                    next.push(rest);
                }
            } else if sequence.is_independent(event) {
                next.push(sequence.clone());
            }
        }
        self.levels.push(next);
        is_at_end
    }

    /// Drops all sets but the first `levels`.
    pub fn truncate(&mut self, levels: usize) {
        self.levels.truncate(levels);
    }

    /// Whether these steps need no sequence of their own at a state (line 12).
    pub fn cover(&self, level: usize, steps: &[Planned]) -> bool {
        self.levels[level].iter().any(|it| it.begins(steps))
    }

    /// Adds a sequence to the set of a state (line 14).
    pub fn add(&mut self, level: usize, steps: Vec<Planned>) {
        self.levels[level].push(Sequence { steps: steps.into(), made: 0, is_asleep: false, is_brief: false });
    }

    /// A step from a state has been explored (line 18).
    pub fn put_to_sleep(&mut self, level: usize, step: Planned) {
        self.put(level, step, false);
    }

    /// A step from a state has been explored, but with others asleep that are not now: it is not made first, but may be after them.
    pub fn put_to_rest(&mut self, level: usize, step: Planned) {
        self.put(level, step, !planted::bug!(RestIsSleep));
    }

    fn put(&mut self, level: usize, step: Planned, is_brief: bool) {
        if !self.is_asleep(level, step.choice.thread) {
            self.levels[level].push(Sequence { steps: Rc::new([step]), made: 0, is_asleep: true, is_brief });
        }
    }

    /// How long the shortest sequence is that a thread begins at a state.
    pub fn shortest(&self, level: usize, thread: ThreadId) -> Option<usize> {
        let begun = self.levels[level].iter().filter(|it| !it.is_asleep && it.left()[0].choice.thread == thread);
        begun.map(|it| it.left().len()).min()
    }
}

impl Asleep for Sequences {
    fn all(&self, level: usize) -> impl Iterator<Item = &[Access]> {
        self.levels[level].iter().filter(|it| it.is_asleep).map(|it| it.steps[0].touched.accesses())
    }

    fn touched(&self, level: usize, thread: ThreadId) -> Option<&[Access]> {
        let sleeper = self.levels[level].iter().find(|it| it.is_asleep && it.steps[0].choice.thread == thread)?;
        Some(sleeper.steps[0].touched.accesses())
    }
}
