//! Running a counterexample in other ways: with fewer context switches ([`shorten`]), and so that it passes ([`passing`]).
//!
//! A *wish list* says which thread should make the next step. It is followed as far as that is possible: a wish that cannot be
//! fulfilled is passed over, and at the end of the list whoever can goes on, for as long as it can. So every list is some
//! execution, and a list that is changed a little is one that differs a little.

mod passing;
mod shorten;
#[cfg(test)]
mod tests;

pub use passing::{Passing, passing};
pub use shorten::{shorten, switches};

use crate::races::Races;
use event::{Choice, End, Execution, Property, Status, StopKind, System, ThreadId};

/// Whether the failure of this number is the one that is looked for.
pub type IsSame<'a, S> = &'a dyn Fn(&S, usize) -> bool;

/// A system that runs one wish list after the other, and looks for a violation.
pub struct Rehearsal<'a, S: System> {
    system: &'a mut S,
    property: Property,
    is_same: IsSame<'a, S>,
    execution: Execution,
    races: Option<Races>,
    /// After so many events a race was seen, if one was.
    raced_at: Option<usize>,
    /// How many more steps may be made in all.
    steps_left: u64,
    /// Whether there is no more time, as somebody says who knows.
    is_late: &'a dyn Fn() -> bool,
    /// So many times more it is not asked, as asking takes time.
    until_asked: u32,
}

/// What is written down of a wish list takes as long as a step for each of so many wishes.
const WISHES_PER_STEP: usize = 64;
/// So often is asked whether there is time.
const STEPS_PER_LOOK: u32 = 1000;

/// How an execution has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// In the violation that is looked for.
    Violated,
    /// Nobody can go on, and nothing is wrong.
    Passed,
    /// In some other way, or not at all.
    Other,
}

impl<'a, S: System> Rehearsal<'a, S> {
    /// A rehearsal that makes at most about so many steps. The system is at its start.
    pub fn new(system: &'a mut S, property: Property, is_same: IsSame<'a, S>, steps: u64) -> Self {
        let races = (property == Property::Race).then(Races::default);
        Rehearsal {
            system,
            property,
            is_same,
            execution: Execution::new(),
            races,
            raced_at: None,
            steps_left: steps,
            is_late: &|| false,
            until_asked: STEPS_PER_LOOK,
        }
    }

    /// The same, which ends when somebody says that there is no more time.
    pub fn until(self, is_late: &'a dyn Fn() -> bool) -> Self {
        Rehearsal { is_late, ..self }
    }

    /// Whether nothing may be tried any more.
    fn is_over(&self) -> bool {
        self.steps_left == 0
    }

    /// So many steps were made, or other work was done that takes as long.
    fn spend(&mut self, steps: u32) {
        self.steps_left = self.steps_left.saturating_sub(steps.into());
        self.until_asked = self.until_asked.saturating_sub(steps);
        if self.until_asked == 0 {
            self.until_asked = STEPS_PER_LOOK;
            if (self.is_late)() {
                self.steps_left = 0;
            }
        }
    }

    /// Gives it so many more steps, if there is time.
    pub fn allow(&mut self, steps: u64) {
        self.steps_left = if (self.is_late)() { 0 } else { steps };
    }

    /// Runs choices that can all be made; the decisions in words that mean the same in every system.
    pub fn schedule(&mut self, choices: &[Choice]) -> event::Schedule {
        // This is no try: it takes as many steps as it takes.
        let (left, is_late) = (self.steps_left, self.is_late);
        (self.steps_left, self.is_late) = (u64::MAX, &|| false);
        self.run(choices);
        (self.steps_left, self.is_late) = (left, is_late);
        self.back_to(choices.len());
        self.execution.schedule(self.system.threads())
    }

    /// Runs a wish list from the start. Choices of threads that the list does not make are the first there are.
    fn run(&mut self, wishes: &[Choice]) -> Ending {
        self.spend((wishes.len() / WISHES_PER_STEP) as u32);
        let events = self.execution.events();
        let common = events.iter().zip(wishes).take_while(|(event, wish)| event.choice == **wish).count();
        self.back_to(common);
        if self.is_violated() {
            return Ending::Violated;
        }
        for &wish in &wishes[common..] {
            if self.steps_left == 0 {
                return Ending::Other;
            }
            if self.step(wish) && self.is_violated() {
                return Ending::Violated;
            }
        }
        // Whoever was last goes on; then the others, in the order of creation.
        let most = self.execution.len() + wishes.len() + 200;
        while self.execution.len() < most && self.steps_left > 0 {
            let last = self.execution.last().map(|it| it.0.thread);
            let threads = self.system.threads().to_vec();
            let next = last.into_iter().chain(threads).find(|&it| self.can_step(it));
            let Some(thread) = next else { return self.ending() };
            if self.step(Choice { thread, branch: 0 }) && self.is_violated() {
                return Ending::Violated;
            }
        }
        Ending::Other
    }

    fn back_to(&mut self, length: usize) {
        self.system.back_to(length);
        self.execution.truncate(length);
        if let Some(races) = &mut self.races {
            races.truncate(length);
        }
        self.raced_at = self.raced_at.filter(|&it| it <= length);
    }

    fn can_step(&mut self, thread: ThreadId) -> bool {
        self.system.threads().contains(&thread)
            && self.system.status(thread) == Status::Waiting
            && self.system.enabled(thread)
    }

    /// Makes a step, if it can be made.
    fn step(&mut self, wish: Choice) -> bool {
        if !self.can_step(wish.thread) {
            return false;
        }
        let branch = wish.branch.min(self.system.branches(wish.thread) - 1);
        let choice = Choice { thread: wish.thread, branch };
        self.spend(1);
        let system = &mut *self.system;
        self.execution.push(choice, |accesses| system.step(choice, accesses));
        // Nothing is known of what comes behind a race.
        if let Some(races) = self.races.as_mut().filter(|_| self.raced_at.is_none()) {
            if races.push(&*self.system, &self.execution) {
                self.raced_at = Some(self.execution.len());
            }
        }
        true
    }

    /// Whether the violation has happened on the way.
    fn is_violated(&self) -> bool {
        if self.property == Property::Race {
            return self.raced_at.is_some();
        }
        let failures = self.system.failures();
        (0..failures.len())
            .any(|it| failures[it].fault.property() == self.property && (self.is_same)(&*self.system, it))
    }

    /// How an execution has ended in which nobody can go on.
    fn ending(&mut self) -> Ending {
        let is_wrong = match self.property {
            Property::Deadlock => self.system.is_deadlock(),
            Property::Race => self.races_at_the_end(),
            Property::Reach | Property::Memory | Property::Overflow | Property::Exception => {
                self.system.final_fault().is_some_and(|it| it.property() == self.property)
            }
        };
        if is_wrong {
            return Ending::Violated;
        }
        if self.system.failures().is_empty()
            && self.system.final_fault().is_none()
            && !self.system.is_deadlock()
            && self.has_come_to_its_end()
        {
            Ending::Passed
        } else {
            Ending::Other
        }
    }

    /// Whether no thread was stopped for our sake.
    fn has_come_to_its_end(&self) -> bool {
        self.system.threads().iter().all(|&it| match self.system.status(it) {
            Status::Ended(End::Returned | End::MainReturned | End::Stopped(StopKind::Exit)) => true,
            Status::Waiting
            | Status::Ended(
                End::Failed(_)
                | End::Stopped(
                    StopKind::Assume | StopKind::Cut | StopKind::Steps | StopKind::Mistake | StopKind::Unexplored,
                ),
            ) => false,
        })
    }

    /// Whether what a thread waits to read races.
    fn races_at_the_end(&mut self) -> bool {
        let Some(races) = &mut self.races else { return false };
        let threads = self.system.threads().to_vec();
        threads.into_iter().any(|thread| {
            self.system.status(thread) == Status::Waiting
                && self.system.awaited(thread).is_some_and(|it| races.awaited(thread, it))
        })
    }

    /// The choices of the current execution.
    fn choices(&self) -> Vec<Choice> {
        self.execution.events().iter().map(|it| it.choice).collect()
    }
}
