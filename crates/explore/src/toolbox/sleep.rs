//! Sleep sets: what need not be run now, because everything that begins with it has been explored, and nothing that
//! conflicts with it has happened since.

use event::{Access, Choice, ThreadId};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What an event touches, without a separate allocation if it is one thing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Touched {
    One([Access; 1]),
    Many(Box<[Access]>),
}

impl Touched {
    #[inline]
    pub fn accesses(&self) -> &[Access] {
        match self {
            Touched::One(accesses) => accesses,
            Touched::Many(accesses) => accesses,
        }
    }
}

impl From<&[Access]> for Touched {
    #[inline]
    fn from(accesses: &[Access]) -> Self {
        match *accesses {
            [access] => Touched::One([access]),
            _ => Touched::Many(accesses.into()),
        }
    }
}

/// A choice that is asleep, with what it touches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sleeper {
    pub choice: Choice,
    pub touched: Touched,
    pub mood: Mood,
}

/// How asleep a choice is. There is but one way unless stores matter only if they are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Mood {
    /// It need not be run.
    Asleep,
    /// It is a store, and another store to the same bytes has been run since: it need not be run unless it is read.
    Overtaken,
    /// It was run all the same, and has to be read before it is overwritten.
    Owes,
    /// It was run and overwritten without having been read: the execution is a repetition.
    Failed,
}

/// Who sleeps at the states on the way.
pub(crate) trait Asleep {
    /// What each of those touches who are asleep after so many events.
    fn all(&self, level: usize) -> impl Iterator<Item = &[Access]>;

    /// What a thread touches that is asleep there.
    fn touched(&self, level: usize, thread: ThreadId) -> Option<&[Access]>;
}

/// A choice with what it touches.
pub(crate) type Step<'a> = (Choice, &'a [Access]);

impl Sleeper {
    /// The same, unless an event of its thread or one that conflicts with it has been run.
    #[inline(always)]
    pub fn after(&self, (choice, accesses): Step<'_>) -> Option<Sleeper> {
        let sleeps = self.choice.thread != choice.thread
            && (planted::bug!(SleepersNotWoken) || !event::conflict(self.touched.accesses(), accesses));
        sleeps.then(|| self.clone())
    }
}

/// The sleep sets along the current execution: one for each state on the way, a stack.
#[derive(Debug)]
pub(crate) struct Sleep {
    sleepers: Vec<Sleeper>,
    /// Where each set begins; it ends where the next one begins.
    starts: Vec<u32>,
}

impl Sleep {
    /// Nobody is asleep at the start.
    pub fn new() -> Self {
        Sleep { sleepers: Vec::new(), starts: vec![0] }
    }

    /// Who is asleep in the state before an event.
    #[inline]
    pub fn at(&self, level: usize) -> &[Sleeper] {
        let end = self.starts.get(level + 1).map_or(self.sleepers.len(), |it| *it as usize);
        &self.sleepers[self.starts[level] as usize..end]
    }

    /// Who is asleep now.
    #[inline]
    fn now(&self) -> &[Sleeper] {
        self.starts.last().map_or(&[], |&start| &self.sleepers[start as usize..])
    }

    /// Whether a choice is asleep now.
    #[inline]
    pub fn contains(&self, choice: Choice) -> bool {
        self.now().iter().any(|it| it.choice == choice && matches!(it.mood, Mood::Asleep | Mood::Overtaken))
    }

    /// Whether some store was run in spite of being asleep, and has not been read (`at_end`) or cannot be read any more.
    pub fn is_in_vain(&self, at_end: bool) -> bool {
        self.now().iter().any(|it| it.mood == Mood::Failed || at_end && it.mood == Mood::Owes)
    }

    /// Whether a thread is asleep now, whatever its branch.
    #[inline]
    pub fn contains_thread(&self, thread: ThreadId) -> bool {
        self.now().iter().any(|it| it.choice.thread == thread)
    }

    /// Adds the set of the state after an event: what `after` makes of those who are asleep now.
    #[inline(always)]
    pub fn push(&mut self, choice: Choice, accesses: &[Access], after: impl Fn(&Sleeper, Step<'_>) -> Option<Sleeper>) {
        let from = self.starts.last().map_or(0, |it| *it as usize);
        let end = self.sleepers.len();
        self.starts.push(end as u32);
        if from < end {
            self.push_after((choice, accesses), from..end, after);
        }
    }

    #[inline(never)]
    fn push_after(
        &mut self,
        event: Step<'_>,
        now: Range<usize>,
        after: impl Fn(&Sleeper, Step<'_>) -> Option<Sleeper>,
    ) {
        for index in now {
            let sleeper = after(&self.sleepers[index], event);
            self.sleepers.extend(sleeper);
        }
    }

    /// Adds a choice to the last set.
    #[inline]
    pub fn add(&mut self, choice: Choice, touched: Touched) {
        self.sleepers.push(Sleeper { choice, touched, mood: Mood::Asleep });
    }

    /// Has a set of its own as the one of the state after `level` events. What was asleep at earlier states is not known any
    /// more.
    pub fn restart(&mut self, level: usize, asleep: &[Sleeper]) {
        self.sleepers.clear();
        self.starts.clear();
        self.starts.resize(level + 1, 0);
        self.sleepers.extend_from_slice(asleep);
    }

    /// Who was asleep at the first states, about which [nothing was known](Sleep::restart).
    pub fn recall(&mut self, sets: impl ExactSizeIterator<Item = Vec<Sleeper>>) {
        let levels = sets.len();
        let known = std::mem::take(&mut self.sleepers);
        let first_known = self.starts[levels];
        for (level, set) in sets.enumerate() {
            self.starts[level] = self.sleepers.len() as u32;
            self.sleepers.extend(set);
        }
        let added = self.sleepers.len() as u32;
        self.sleepers.extend(known.into_iter().skip(first_known as usize));
        for start in &mut self.starts[levels..] {
            *start = *start - first_known + added;
        }
    }

    /// Drops all sets but the first `levels`.
    #[inline]
    pub fn truncate(&mut self, levels: usize) {
        if let Some(&start) = self.starts.get(levels) {
            self.sleepers.truncate(start as usize);
            self.starts.truncate(levels);
        }
    }
}

impl Asleep for Sleep {
    fn all(&self, level: usize) -> impl Iterator<Item = &[Access]> {
        self.at(level).iter().map(|it| it.touched.accesses())
    }

    fn touched(&self, level: usize, thread: ThreadId) -> Option<&[Access]> {
        self.at(level).iter().find(|it| it.choice.thread == thread).map(|it| it.touched.accesses())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{ObjectId, Place};

    #[test]
    fn sleepers_are_woken_by_conflicts_and_by_their_own_thread() {
        let choice = |thread| Choice { thread: ThreadId(thread), branch: 0 };
        let read = |object| [Access::Read(Place { object: ObjectId(object), offset: 0, length: 4 })];
        let write = |object| [Access::Write(Place { object: ObjectId(object), offset: 0, length: 4 })];
        let mut sleep = Sleep::new();
        sleep.add(choice(1), read(1).as_slice().into());
        sleep.add(choice(2), read(2).as_slice().into());
        sleep.push(choice(3), &write(1), Sleeper::after);
        assert!(!sleep.contains(choice(1)) && sleep.contains_thread(ThreadId(2)));
        sleep.push(choice(2), &read(3), Sleeper::after);
        assert!(sleep.at(2).is_empty() && sleep.at(1).len() == 1 && sleep.at(0).len() == 2);
        sleep.truncate(1);
        assert!(sleep.contains(choice(1)));
    }

    #[test]
    fn who_was_asleep_earlier_is_remembered_below_those_who_are_asleep() {
        let sleeper = |thread| Sleeper {
            choice: Choice { thread: ThreadId(thread), branch: 0 },
            touched: [].as_slice().into(),
            mood: Mood::Asleep,
        };
        let mut sleep = Sleep::new();
        sleep.restart(2, &[sleeper(5)]);
        sleep.push(sleeper(9).choice, &[], Sleeper::after);
        sleep.recall([vec![sleeper(1), sleeper(2)], vec![sleeper(3)]].into_iter());
        let at = |level| sleep.at(level).iter().map(|it| it.choice.thread.0).collect::<Vec<_>>();
        assert_eq!([at(0), at(1), at(2), at(3)], [vec![1, 2], vec![3], vec![5], vec![5]]);
    }
}
