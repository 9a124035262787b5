//! Waiting loops: a thread that comes back to where it was, without having done anything, waits.
//!
//! Whatever such a thread does later it could have done without the round: a round has no effect on others, and the
//! thread remembers nothing of it. So it is not run further in this execution (it is *spinning*); the executions in
//! which it looks later, and sees something else, are explored instead. The round itself stays, with all that it
//! touches: it may race, or fail.
//!
//! This is seen in the states of threads, not in the text of programs: how a loop is written does not matter, nor
//! whether it is a loop over one variable, a failing compare-exchange, a reader of a sequence lock, or a flag that is
//! polled under a mutex.

use super::{Machine, NO_VERSION, TEMPORARY, Version};
use crate::arithmetic;
use crate::code::Instruction;
use crate::thread::{self, Outcome, Request};
use event::{Choice, Place, Step, System, ThreadId};
use ir::Width;

/// What the step that led to a version has left behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trail {
    /// Something that others may notice, or a new thread.
    Effect,
    /// Nothing.
    Nothing,
    /// It took the mutex at this address.
    Taken(u64),
    /// It gave it back.
    Released(u64),
    /// A value that it will overwrite if it goes round: from this address on so many bytes, by a store that is reached
    /// from the heads of this index of [`crate::code::Code::retries`].
    Scratch { address: u64, size: u8, retry: u32 },
}

/// What a spinning thread has left behind that it would overwrite in the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scratch {
    address: u64,
    size: u8,
    retry: u32,
}

impl Trail {
    /// What serving a request with this answer leaves behind.
    pub fn of(request: Request, answer: u64) -> Trail {
        let nothing_if = |is_same| if is_same { Trail::Nothing } else { Trail::Effect };
        match request {
            Request::Store { .. } if planted::bug!(StoresLeaveNoTrace) => Trail::Nothing,
            Request::Load { .. }
            | Request::Fence
            | Request::Choose { .. }
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::Unset { .. }
            | Request::Compare { .. } => Trail::Nothing,
            Request::Update { update, operand, size, .. } => {
                nothing_if(arithmetic::update(update, Width(size * 8), answer, operand) == answer)
            }
            Request::CompareExchange { expected, desired, .. } => nothing_if(answer != expected || desired == expected),
            Request::Lock { mutex } | Request::TryLock { mutex } if answer == 0 => Trail::Taken(mutex),
            Request::Unlock { mutex } if answer == 0 => Trail::Released(mutex),
            // An error: nothing was done.
            Request::Lock { .. } | Request::TryLock { .. } | Request::Unlock { .. } => Trail::Nothing,
            Request::Store { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. }
            | Request::Spawn { .. }
            | Request::Join { .. }
            | Request::Detach { .. }
            | Request::AtomicBegin
            | Request::AtomicEnd
            | Request::Allocate { .. }
            | Request::Reallocate { .. }
            | Request::Free { .. }
            | Request::OpenSlot { .. }
            | Request::CloseSlot { .. }
            | Request::Forget { .. } => Trail::Effect,
        }
    }
}

/// A round of more steps than this is not noticed.
pub(crate) const LONGEST_ROUND: usize = 4096;

impl Machine<'_> {
    /// Whether the thread that runs at `base`, and whose last step has left `trail`, is where it was some steps before,
    /// and has done nothing in between. A mutex may be taken and given back on the way, but not the other way round:
    /// who lets others in does something.
    pub(super) fn has_come_back(&self, thread: ThreadId, base: usize, trail: Trail) -> bool {
        !self.code.follows && self.is_round(&self.words[base..], self.current[thread.index()], trail)
    }

    /// The same for a thread with these words, whose last step has begun at a version and left `trail`.
    pub(super) fn is_round(&self, own: &[u64], mut id: u32, mut trail: Trail) -> bool {
        if !self.repeats(own) {
            return false;
        }
        let mut released = Vec::new();
        let mut scratch: Vec<Scratch> = Vec::new();
        let mut rounds = if self.code.keeps_rounds { 2 } else { 1 };
        for _ in 0..LONGEST_ROUND {
            match trail {
                Trail::Effect => return false,
                Trail::Nothing => {}
                Trail::Scratch { address, size, retry } => {
                    let new = Scratch { address, size, retry };
                    // Only what the next round will store to.
                    if scratch.iter().any(|it| it.retry == retry && *it != new) {
                        return false;
                    }
                    scratch.push(new);
                }
                Trail::Released(mutex) => released.push(mutex),
                Trail::Taken(mutex) => {
                    // Whoever tries to take a mutex sees that it is held.
                    if self.code.tries_locks || released.pop() != Some(mutex) {
                        return false;
                    }
                }
            }
            if id == NO_VERSION {
                return false;
            }
            if scratch.iter().any(|it| self.looks_at(id, *it)) {
                return false;
            }
            if released.is_empty()
                && thread::is_same(&self.code, own, self.words_at(id))
                && scratch.iter().all(|it| self.is_head(own, it.retry))
            {
                rounds -= 1;
                if rounds == 0 {
                    return true;
                }
            }
            let Version { from, trail: before, .. } = *self.at(id);
            (id, trail) = (from, before);
        }
        false
    }

    /// Whether the request of a version loads some of what it leaves behind later in the round.
    fn looks_at(&self, id: u32, scratch: Scratch) -> bool {
        match self.at(id).outcome {
            Outcome::At(Request::Load { address, size }) | Outcome::Watching(Request::Load { address, size }) => {
                address < scratch.address.saturating_add(scratch.size.into())
                    && scratch.address < address.saturating_add(size.into())
            }
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) | Outcome::Ended(_) => false,
        }
    }

    /// Whether a running thread is at one of the heads of a store.
    fn is_head(&self, words: &[u64], retry: u32) -> bool {
        let site = self.code.site(thread::pc(words, 0));
        let (function, heads) = &self.code.retries[retry as usize];
        site.function == *function && heads.contains(&site.edge)
    }

    /// What serving the request of a version with this answer leaves behind.
    pub(super) fn trail(&self, id: u32, request: Request, answer: u64) -> Trail {
        if let (Request::Store { address, size, .. }, true) = (request, self.code.takes_retries()) {
            let retry = match self.code.instructions[thread::pc(self.words_at(id), 0) as usize] {
                Instruction::Visible { operation } => self.code.operations[operation as usize].retry,
                _ => None,
            };
            if let Some(retry) = retry {
                return Trail::Scratch { address, size, retry };
            }
        }
        Trail::of(request, answer)
    }

    /// What a spinning thread has left behind in its round, and how many steps of it are the first of these and those
    /// after it.
    pub(super) fn left_behind(&self, thread: ThreadId) -> Option<(Vec<Place>, usize)> {
        let mut id = self.current[thread.index()];
        let Outcome::Spinning(_) = self.at(id).outcome else { return None };
        let own = self.words_at(id);
        let mut places = Vec::new();
        let (mut steps, mut since) = (0, 0);
        loop {
            let Version { from, trail, .. } = *self.at(id);
            steps += 1;
            if let Trail::Scratch { address, size, .. } = trail {
                places.extend(self.memory.look_up(address, size, false).map(|it| it.place));
                since = steps;
            }
            if from == NO_VERSION || thread::is_same(&self.code, own, self.words_at(from)) {
                break;
            }
            id = from;
        }
        (!places.is_empty()).then_some((places, since))
    }

    /// Where a thread is that runs at `base` and has come to a request.
    pub(super) fn watching(&self, base: usize, request: Request) -> Outcome {
        if self.code.awaits && request.can_watch() && self.repeats(&self.words[base..]) {
            Outcome::Watching(request)
        } else {
            Outcome::At(request)
        }
    }

    /// Whether a running thread may come back to where it is without having done anything.
    fn repeats(&self, words: &[u64]) -> bool {
        match self.code.instructions[thread::pc(words, 0) as usize] {
            Instruction::Visible { operation } => self.code.operations[operation as usize].repeats,
            _ => false,
        }
    }

    /// What a request that can be watched looks at.
    pub(super) fn watched_place(&self, request: Request) -> Option<Place> {
        let (address, size) = match request {
            Request::Load { address, size }
            | Request::Update { address, size, .. }
            | Request::CompareExchange { address, size, .. } => (address, size),
            Request::TryLock { mutex } => (mutex, 4),
            _ => return None,
        };
        self.memory.look_up(address, size, false).map(|it| it.place)
    }

    /// Whether a watching thread would only come back to where it is.
    #[inline(never)]
    pub(super) fn would_come_back(&mut self, thread: ThreadId) -> bool {
        let comes_back = self.is_held_back(thread);
        if comes_back && self.looks_for_mixed() {
            if let Some(place) = self.request(thread).and_then(|it| self.watched_place(it.1)) {
                self.mixed.await_at(place);
                // They end when their thread is joined, wherever they are.
                self.mixed.is_found |= !self.code.thread_locals.is_empty();
            }
        }
        comes_back
    }

    fn is_held_back(&mut self, thread: ThreadId) -> bool {
        let id = self.current[thread.index()];
        let Outcome::Watching(request) = self.at(id).outcome else { return false };
        let Some(answer) = self.peek(thread, request) else { return false };
        if let Request::CompareExchange { expected, .. } = request {
            self.compare(expected, answer);
        }
        if Trail::of(request, answer) != Trail::Nothing {
            return false;
        }
        let known = (id & TEMPORARY == 0).then(|| self.kept.next(id, answer)).flatten();
        if let Some(next) = known {
            return self.is_back(id, next);
        }
        if let Some(&(stamp, comes_back)) = self.watches.get(thread.index()) {
            if stamp == self.stamp {
                return comes_back;
            }
        }
        let depth = self.steps.len();
        self.push_step(self.mark());
        let visits = self.visits.take();
        self.advance(thread, request, answer);
        self.visits = visits;
        let comes_back = self.is_back(id, self.current[thread.index()]);
        self.back_to(depth);
        if self.watches.len() <= thread.index() {
            self.watches.resize(thread.index() + 1, (0, false));
        }
        self.watches[thread.index()] = (self.stamp, comes_back);
        comes_back
    }

    /// Whether one version of a thread, which a step from the other led to, is the same again.
    fn is_back(&self, id: u32, next: u32) -> bool {
        matches!(self.at(next).outcome, Outcome::Spinning(_))
            && thread::is_same(&self.code, self.words_at(id), self.words_at(next))
    }

    /// Whether a spinning thread would not come back to where it is, if it went round once more now.
    /// Nobody knows if that takes too many steps to find out.
    pub(super) fn would_go_on(&mut self, thread: ThreadId) -> Option<bool> {
        let Outcome::Spinning(request) = *self.outcome(thread) else { return Some(false) };
        let depth = self.steps.len();
        self.push_step(self.mark());
        let base = self.copy_version(thread);
        self.restart(thread, base, request);
        let start = self.current[thread.index()];
        let mut steps = LONGEST_ROUND;
        let visits = self.visits.take();
        let goes_on = self.enabled(thread) && !self.comes_back_to(thread, start, &[], &mut steps);
        self.visits = visits;
        self.back_to(depth);
        (steps > 0 || !goes_on).then_some(goes_on)
    }

    /// The same if a place had another value.
    pub(crate) fn would_go_on_with(&mut self, thread: ThreadId, place: Place, value: u64) -> bool {
        let depth = self.steps.len();
        self.push_step(self.mark());
        let is_watching = matches!(self.outcome(thread), Outcome::Watching(_));
        let is_set = self.memory.set(place, value);
        let goes_on = is_set && if is_watching { self.enabled(thread) } else { self.would_go_on(thread) == Some(true) };
        self.back_to(depth);
        goes_on
    }

    /// Notes what a thread looks at in a round that it has made, if that may matter for races.
    pub(super) fn note_round(&mut self, thread: ThreadId, base: usize) {
        let mut id = self.current[thread.index()];
        for _ in 0..LONGEST_ROUND {
            if id == NO_VERSION {
                return;
            }
            let Version { from, outcome, .. } = *self.at(id);
            if let Outcome::At(request) | Outcome::Watching(request) = outcome {
                if let Some(place) = self.watched_place(request) {
                    self.mixed.await_at(place);
                } else if request == Request::AtomicBegin {
                    // What it looked at is not known any more.
                    self.mixed.is_found = true;
                }
            }
            if thread::is_same(&self.code, &self.words[base..], self.words_at(id)) {
                return;
            }
            id = from;
        }
    }

    /// What a thread looks at that waits in a loop, in the round that it has made last if it has; nothing for others.
    pub(crate) fn watched(&self, thread: ThreadId, steps: &[Step]) -> Vec<Place> {
        match *self.outcome(thread) {
            Outcome::Watching(request) => return self.watched_place(request).into_iter().collect(),
            Outcome::Spinning(_) => {}
            Outcome::At(_) | Outcome::Ended(_) => return Vec::new(),
        }
        let mut id = self.current[thread.index()];
        let own = self.words_at(id);
        let mut places = Vec::new();
        for step in steps.iter().rev().filter(|it| it.thread == thread) {
            for place in step.accesses.iter().filter_map(|it| it.place()) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            id = self.at(id).from;
            if id == NO_VERSION || thread::is_same(&self.code, own, self.words_at(id)) {
                break;
            }
        }
        places.reverse();
        places
    }

    /// Whether a thread comes back to a version of it if it alone runs, whatever it chooses, and does nothing on the way.
    /// If it waits somewhere, ends or spins elsewhere it does not. `taken` are the mutexes that it has taken on the way,
    /// `steps` how many steps may still be made.
    fn comes_back_to(&mut self, thread: ThreadId, start: u32, taken: &[u64], steps: &mut usize) -> bool {
        if *steps == 0 || !self.enabled(thread) {
            return false;
        }
        let depth = self.steps.len();
        (0..self.branches(thread)).all(|branch| {
            *steps = steps.saturating_sub(1);
            self.step(Choice { thread, branch }, &mut Vec::new());
            let mut taken = taken.to_vec();
            let comes_back = self.leaves_nothing(thread, &mut taken)
                && match self.outcome(thread) {
                    Outcome::Spinning(_) => thread::is_same(&self.code, self.words_of(thread), self.words_at(start)),
                    Outcome::Ended(_) => false,
                    Outcome::At(_) | Outcome::Watching(_) => self.comes_back_to(thread, start, &taken, steps),
                };
            self.back_to(depth);
            comes_back
        })
    }

    /// Whether the last step of a thread has left nothing behind but mutexes that it took itself.
    fn leaves_nothing(&self, thread: ThreadId, taken: &mut Vec<u64>) -> bool {
        match self.at(self.current[thread.index()]).trail {
            Trail::Effect => false,
            Trail::Nothing | Trail::Scratch { .. } => true,
            Trail::Taken(mutex) => {
                taken.push(mutex);
                true
            }
            Trail::Released(mutex) => taken.pop() == Some(mutex),
        }
    }
}
