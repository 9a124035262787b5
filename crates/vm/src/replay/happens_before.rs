//! Whether a replayed execution has a data race: by the definition, and not by what an explorer found out about it.
//!
//! For each operation all earlier ones are looked at. What orders what is said in `docs/semantics.md`.

use crate::code::Pc;
use event::{Access, Mark, Place, ThreadId};

/// Something that a thread did.
#[derive(Clone, Debug)]
pub(super) struct Deed {
    pub step: usize,
    pub thread: ThreadId,
    pub what: What,
    /// Where, innermost frame first.
    pub stack: Vec<(u32, Pc)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    Operation(Mark),
    BeginSection,
    EndSection,
}

impl Deed {
    pub fn mark(&self) -> Option<Mark> {
        match self.what {
            What::Operation(mark) => Some(mark),
            What::BeginSection | What::EndSection => None,
        }
    }

    /// What it accesses as bytes, and how.
    fn bytes(&self) -> Option<(Place, Mark)> {
        let mark = self.mark()?;
        match mark.access {
            Access::Read(place) | Access::Write(place) | Access::Update(place) | Access::EndObject(place) => {
                Some((place, mark))
            }
            Access::Expect(_)
            | Access::Follow(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => None,
        }
    }

    /// The bytes of an atomic read.
    fn atomic_read(&self) -> Option<Place> {
        match self.mark()? {
            Mark { access: Access::Read(place) | Access::Update(place), atomic: true, .. } => Some(place),
            _ => None,
        }
    }

    fn is_fence(&self) -> bool {
        self.mark().is_some_and(|it| it.access == Access::Fence)
    }

    /// Whether two deeds would race if nothing ordered them.
    fn conflicts(&self, other: &Deed) -> bool {
        match (self.bytes(), other.bytes()) {
            (Some((one, mark)), Some((two, other_mark))) => {
                self.thread != other.thread
                    && one.overlaps(two)
                    && (mark.writes() || other_mark.writes())
                    && !(mark.atomic && other_mark.atomic)
            }
            _ => match (self.mutex(), other.mutex()) {
                (Some((one, is_init)), Some((two, other_is_init))) => {
                    self.thread != other.thread && one == two && (is_init || other_is_init)
                }
                _ => false,
            },
        }
    }

    /// The mutex that it initialises, locks or unlocks, and whether it is the first of these.
    fn mutex(&self) -> Option<(Place, bool)> {
        match self.mark()? {
            Mark { access: Access::Lock(mutex) | Access::TryLock(mutex) | Access::Unlock(mutex), .. } => {
                Some((mutex, false))
            }
            Mark { access: Access::ResetMutex(mutex), atomic: false, .. } => Some((mutex, true)),
            _ => None,
        }
    }
}

/// The first pair of deeds that race and that somebody is interested in. `depends` says whether of two steps that are atomic
/// sections the second depends on the first, be it by way of others.
pub(super) fn race(
    deeds: &[Deed],
    depends: &dyn Fn(usize, usize) -> bool,
    is_wanted: &dyn Fn(&Deed, &Deed) -> bool,
) -> Option<(usize, usize)> {
    // For each deed those that happen before it: how many of each thread.
    let mut before: Vec<Vec<usize>> = Vec::new();
    // For each deed which one of its thread it is.
    let mut number = Vec::new();
    // For each atomic read the deeds that it would synchronise with.
    let mut sources: Vec<Vec<usize>> = Vec::new();
    for (second, deed) in deeds.iter().enumerate() {
        let mut known: Vec<usize> = Vec::new();
        let mut count = 1;
        sources.push(deed.atomic_read().map_or_else(Vec::new, |place| releases(deeds, second, place)));
        for first in 0..second {
            count += usize::from(deeds[first].thread == deed.thread);
            if orders(&deeds[first], deed, depends) {
                join(&mut known, &before[first]);
            }
            let through_fence = deed.thread == deeds[first].thread && deed.is_fence();
            if through_fence && deed.mark().is_some_and(|it| it.acquires) {
                sources[first].iter().for_each(|&it| join(&mut known, &before[it]));
            }
        }
        if deed.mark().is_some_and(|it| it.acquires) {
            sources[second].iter().for_each(|&it| join(&mut known, &before[it]));
        }
        let knows = |it: usize| known.get(deeds[it].thread.index()).is_some_and(|&count| count >= number[it]);
        if let Some(first) =
            (0..second).find(|&it| deeds[it].conflicts(deed) && !knows(it) && is_wanted(&deeds[it], deed))
        {
            return Some((first, second));
        }
        let mut own = vec![0; deed.thread.index() + 1];
        own[deed.thread.index()] = count;
        join(&mut known, &own);
        before.push(known);
        number.push(count);
    }
    None
}

fn join(known: &mut Vec<usize>, more: &[usize]) {
    known.resize(known.len().max(more.len()), 0);
    known.iter_mut().zip(more).for_each(|(own, &more)| *own = (*own).max(more));
}

/// Whether the first of two deeds happens before the second by itself, atomic accesses and fences aside.
fn orders(first: &Deed, second: &Deed, depends: &dyn Fn(usize, usize) -> bool) -> bool {
    if first.thread == second.thread {
        return true;
    }
    if let Some(Mark { access: Access::Spawn(child), .. }) = first.mark() {
        if child == second.thread {
            return true;
        }
    }
    match (first.what, second.what) {
        (_, What::Operation(Mark { access: Access::Join(child), .. })) => child == first.thread,
        (
            What::Operation(Mark { access: Access::Unlock(mutex), .. }),
            What::Operation(Mark { access: Access::Lock(taken) | Access::TryLock(taken), .. }),
        ) => mutex == taken,
        (What::EndSection, What::BeginSection) => depends(first.step, second.step),
        (What::Operation(_) | What::BeginSection | What::EndSection, _) => false,
    }
}

/// The releases that an atomic read of a place would synchronise with: those that head a release sequence with the write
/// that it reads from, and fences before such a head.
fn releases(deeds: &[Deed], read: usize, place: Place) -> Vec<usize> {
    let mut found = Vec::new();
    // Whose stores, other than read-modify-writes, are between the head and the end of the sequence.
    let mut storer = None;
    for head in (0..read).rev() {
        let Some((written, mark)) = deeds[head].bytes().filter(|it| it.1.writes() && it.0.overlaps(place)) else {
            continue;
        };
        if written != place || !mark.atomic {
            break;
        }
        let thread = deeds[head].thread;
        if storer.is_none_or(|it| it == thread) {
            if mark.releases {
                found.push(head);
            }
            let is_fence = |&it: &usize| {
                deeds[it].thread == thread && deeds[it].is_fence() && deeds[it].mark().is_some_and(|it| it.releases)
            };
            found.extend((0..head).rev().find(is_fence));
        }
        match mark.access {
            Access::Update(_) => {}
            _ if storer.is_some_and(|it| it != thread) => break,
            _ => storer = Some(thread),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::ObjectId;

    fn place(object: u32) -> Place {
        Place { object: ObjectId(object), offset: 0, length: 4 }
    }

    fn run(deeds: &[(u32, Mark)]) -> Option<(usize, usize)> {
        let deed = |(step, &(thread, mark)): (usize, &(u32, Mark))| Deed {
            step,
            thread: ThreadId(thread),
            what: What::Operation(mark),
            stack: Vec::new(),
        };
        let deeds: Vec<Deed> = deeds.iter().enumerate().map(deed).collect();
        race(&deeds, &|_, _| true, &|_, _| true)
    }

    #[test]
    fn a_release_orders_what_a_relaxed_store_does_not() {
        let data = Mark::plain(Access::Write(place(1)));
        let flag = |releases| Mark { access: Access::Write(place(2)), atomic: true, acquires: false, releases };
        let look = Mark { access: Access::Read(place(2)), atomic: true, acquires: true, releases: false };
        let read = Mark::plain(Access::Read(place(1)));
        assert_eq!(run(&[(0, data), (0, flag(true)), (1, look), (1, read)]), None);
        assert_eq!(run(&[(0, data), (0, flag(false)), (1, look), (1, read)]), Some((0, 3)));
        // Another thread's store ends the release sequence.
        assert_eq!(run(&[(0, data), (0, flag(true)), (2, flag(true)), (1, look), (1, read)]), Some((0, 4)));
        let fence = Mark { access: Access::Fence, atomic: true, acquires: false, releases: true };
        assert_eq!(run(&[(0, data), (0, fence), (0, flag(false)), (1, look), (1, read)]), None);
    }

    #[test]
    fn a_mutex_orders_and_a_failed_look_at_it_does_not() {
        let data = Mark::plain(Access::Write(place(1)));
        let on = |access: fn(Place) -> Access| Mark::plain(access(place(3)));
        let (lock, unlock, busy) = (on(Access::Lock), on(Access::Unlock), on(Access::FailedTryLock));
        assert_eq!(run(&[(0, lock), (0, data), (0, unlock), (1, lock), (1, data)]), None);
        assert_eq!(run(&[(0, lock), (0, data), (1, busy), (1, data)]), Some((1, 3)));
    }
}
