//! Sleep sets: what need not be run now, because everything that begins with it has been explored, and nothing that
//! conflicts with it has happened since.

use event::{Access, Choice, ThreadId, conflict};

/// What an event touches, without a separate allocation if it is one thing.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub(crate) struct Sleeper {
    pub choice: Choice,
    pub touched: Touched,
}

/// The sleep sets along the current execution: one for each state on the way, a stack.
#[derive(Debug, Default)]
pub(crate) struct Sleep {
    sleepers: Vec<Sleeper>,
    /// Where each set begins; it ends where the next one begins.
    starts: Vec<u32>,
}

impl Sleep {
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
        self.now().iter().any(|it| it.choice == choice)
    }

    /// Whether a thread is asleep now, whatever its branch.
    #[inline]
    pub fn contains_thread(&self, thread: ThreadId) -> bool {
        self.now().iter().any(|it| it.choice.thread == thread)
    }

    /// Adds the set of the state after an event: those who are not woken by it. The first set is empty.
    #[inline]
    pub fn push(&mut self, event: Option<(Choice, &[Access])>) {
        let from = self.starts.last().map_or(0, |it| *it as usize);
        let end = self.sleepers.len();
        self.starts.push(end as u32);
        let Some((choice, accesses)) = event else { return };
        if from == end {
            return;
        }
        for index in from..end {
            let it = &self.sleepers[index];
            if it.choice.thread != choice.thread && !conflict(it.touched.accesses(), accesses) {
                let it = it.clone();
                self.sleepers.push(it);
            }
        }
    }

    /// Adds a choice to the last set.
    #[inline]
    pub fn add(&mut self, choice: Choice, accesses: &[Access]) {
        self.sleepers.push(Sleeper { choice, touched: accesses.into() });
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

#[cfg(test)]
mod tests {
    use super::*;
    use event::{ObjectId, Place};

    #[test]
    fn sleepers_are_woken_by_conflicts_and_by_their_own_thread() {
        let choice = |thread| Choice { thread: ThreadId(thread), branch: 0 };
        let read = |object| [Access::Read(Place { object: ObjectId(object), offset: 0, length: 4 })];
        let write = |object| [Access::Write(Place { object: ObjectId(object), offset: 0, length: 4 })];
        let mut sleep = Sleep::default();
        sleep.push(None);
        sleep.add(choice(1), &read(1));
        sleep.add(choice(2), &read(2));
        sleep.push(Some((choice(3), &write(1))));
        assert!(!sleep.contains(choice(1)) && sleep.contains_thread(ThreadId(2)));
        sleep.push(Some((choice(2), &read(3))));
        assert!(sleep.at(2).is_empty() && sleep.at(1).len() == 1 && sleep.at(0).len() == 2);
        sleep.truncate(1);
        assert!(sleep.contains(choice(1)));
    }
}
