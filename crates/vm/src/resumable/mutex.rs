//! Mutexes: who holds one is in a cell; of which kind it is, and how often its holder has it, everybody knows by himself.
//!
//! A mutex is of one kind in all executions. Its holder has locked it and not unlocked it since, which nobody else can
//! change; so whether a thread locks again, or unlocks what it does not hold, is a matter of its own history.

use super::pending::Here;
use super::{NONE, Resumable, unsupported};
use crate::mutex::{EDEADLK, Life, MutexState, STATE};
use crate::serve::EPERM;
use crate::thread::{self, Outcome, Request};
use event::{CellId, Fault, Pending, ThreadId, Unsupported};
use ir::MutexKind;

/// What is known of a mutex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    kind: MutexKind,
    /// Somebody has used it.
    is_used: bool,
}

impl Resumable<'_> {
    /// What an operation on a mutex is.
    pub(super) fn look_at_mutex(&mut self, here: Here, request: Request) -> (Pending, Option<Fault>) {
        if self.is_mistaken(here, request) {
            return (Pending::Local, Some(Fault::BadMutex));
        }
        let waits = self.code.awaits && self.repeats(&self.words[here.base..]);
        let (mutex, waits) = match request {
            Request::Lock { mutex } => (mutex, true),
            Request::TryLock { mutex } => (mutex, waits),
            Request::Unlock { mutex } => {
                let kind = self.kind_of(mutex);
                let released = self.mutex(here, mutex, |cell| Pending::Write(cell, 0));
                return match (self.times_held(here.from, here.answer, mutex), kind) {
                    (_, _) if released.1.is_some() || matches!(released.0, Pending::Unsupported(_)) => released,
                    (0, MutexKind::Normal) => (Pending::Local, Some(Fault::BadMutex)),
                    (0, MutexKind::Recursive | MutexKind::ErrorCheck) => (Pending::Local, None),
                    (1, _) => released,
                    (_, _) => (Pending::Local, None),
                };
            }
            Request::InitMutex { mutex, kind } => {
                let kind = MutexKind::of(kind & !ir::INIT_BY_CALL);
                let is_new = !self.mutexes.contains_key(&mutex);
                let known = self.known_mutex(mutex);
                // A kind is that of all executions if the first thread gives it, before all others and whatever happens.
                if known.kind != kind && !(is_new && self.is_certain(here)) {
                    return unsupported(Unsupported::Mutex);
                }
                self.mutexes.insert(mutex, Known { kind, ..known });
                return self.mutex(here, mutex, |cell| Pending::Reset(cell, 0));
            }
            // A thread that does not hold a mutex of another kind may unlock it in vain, and looks at no cell for that.
            Request::DestroyMutex { mutex } if self.kind_of(mutex) != MutexKind::Normal => {
                return unsupported(Unsupported::Mutex);
            }
            // A thread that comes to it later waits for ever: it has failed, which nobody asks about here.
            Request::DestroyMutex { mutex } => return self.mutex(here, mutex, |cell| Pending::Reset(cell, u64::MAX)),
            _ => return (Pending::Local, None),
        };
        let kind = self.kind_of(mutex);
        let is_again = kind != MutexKind::Normal && self.times_held(here.from, here.answer, mutex) > 0;
        let takes = matches!(request, Request::Lock { .. });
        let taken = self.mutex(here, mutex, |cell| Pending::Read { cell, any_other: true, waits, takes });
        match (taken, request) {
            ((Pending::Read { .. }, None), Request::Lock { .. }) if is_again => (Pending::Local, None),
            ((Pending::Read { .. }, None), _) if is_again && kind == MutexKind::Recursive => (Pending::Local, None),
            (taken, _) => taken,
        }
    }

    /// Whether a thread uses a mutex that it has itself destroyed, or initialises one again.
    fn is_mistaken(&self, here: Here, request: Request) -> bool {
        let (mutex, wrong) = match request {
            Request::Lock { mutex }
            | Request::TryLock { mutex }
            | Request::Unlock { mutex }
            | Request::DestroyMutex { mutex } => (mutex, Life::Destroyed),
            Request::InitMutex { mutex, kind } if kind & ir::INIT_BY_CALL != 0 => (mutex, Life::Initialised),
            _ => return false,
        };
        let mut id = here.from;
        while id != NONE {
            let state = &self.states[id as usize];
            match state.outcome {
                Outcome::At(Request::InitMutex { mutex: it, kind }) if it == mutex => {
                    return wrong == Life::Initialised && kind & ir::INIT_BY_CALL != 0;
                }
                Outcome::At(Request::DestroyMutex { mutex: it }) if it == mutex => return wrong == Life::Destroyed,
                _ => {}
            }
            id = state.from;
        }
        false
    }

    /// Whether every execution gets to where a thread is, and in the same way: it is the first one, and alone so far.
    fn is_certain(&self, here: Here) -> bool {
        here.thread == ThreadId(0)
            && thread::spawned(&self.words, here.base) == 0
            && !self.earlier(here.from).any(|it| matches!(it.pending, Pending::Choose(_)))
    }

    /// What a thread is told that locks or unlocks a mutex for itself only: `Pending::Local`.
    pub(super) fn answer_for_itself(&mut self, from: u32, request: Request) -> u64 {
        let (mutex, locks) = match request {
            Request::Lock { mutex } | Request::TryLock { mutex } => (mutex, true),
            Request::Unlock { mutex } => (mutex, false),
            _ => return 0,
        };
        let state = &self.states[from as usize];
        let is_held = self.times_held(state.from, state.answer, mutex) > 0;
        match (self.kind_of(mutex), locks) {
            (MutexKind::ErrorCheck, true) => EDEADLK,
            (_, false) if !is_held => EPERM,
            (MutexKind::Normal | MutexKind::Recursive | MutexKind::ErrorCheck, _) => 0,
        }
    }

    fn known_mutex(&self, mutex: u64) -> Known {
        self.mutexes.get(&mutex).copied().unwrap_or_else(|| {
            let state = self.memory.look_up(mutex.wrapping_add(STATE), 4, true);
            let MutexState { kind, .. } = MutexState::of(state.map_or(0, |it| self.memory.read(it)));
            Known { kind, is_used: false }
        })
    }

    /// Whether somebody has used what is at an address as a mutex.
    pub(super) fn is_mutex(&self, address: u64) -> bool {
        self.mutexes.get(&address).is_some_and(|it| it.is_used)
    }

    /// What somebody has used as mutexes.
    pub(super) fn used_mutexes(&self) -> impl Iterator<Item = u64> {
        self.mutexes.iter().filter(|it| it.1.is_used).map(|it| *it.0)
    }

    /// The kind of a mutex that is used.
    fn kind_of(&mut self, mutex: u64) -> MutexKind {
        let known = Known { is_used: true, ..self.known_mutex(mutex) };
        self.mutexes.insert(mutex, known);
        known.kind
    }

    /// Notes that somebody writes something to an address that no mutex operation would write there in the same way.
    pub(super) fn note_plain(&mut self, address: u64) {
        self.plain.insert(address);
    }

    fn mutex(&mut self, here: Here, mutex: u64, pending: impl FnOnce(CellId) -> Pending) -> (Pending, Option<Fault>) {
        if self.plain.contains(&mutex) {
            return unsupported(Unsupported::Mutex);
        }
        self.access(here, mutex, 4, true, pending)
    }

    /// How often a thread has locked a mutex and not unlocked it since, whose last state was `from` and who was told
    /// `answer` there.
    fn times_held(&self, from: u32, answer: u64, mutex: u64) -> i32 {
        let kind = self.known_mutex(mutex).kind;
        let (mut id, mut answer, mut more) = (from, answer, 0_i32);
        while id != NONE {
            let state = &self.states[id as usize];
            let Outcome::At(request) = state.outcome else { return 0 };
            match (request, state.pending) {
                (Request::Lock { mutex: it } | Request::TryLock { mutex: it }, pending) if it == mutex => match pending
                {
                    Pending::Read { .. } if answer == 0 => return 1 + more,
                    Pending::Local if kind == MutexKind::Recursive => more += 1,
                    _ => {}
                },
                (Request::Unlock { mutex: it }, Pending::Write(..)) if it == mutex => return 0,
                (Request::Unlock { mutex: it }, _) if it == mutex => more -= 1,
                (Request::InitMutex { mutex: it, .. } | Request::DestroyMutex { mutex: it }, _) if it == mutex => {
                    return 0;
                }
                _ => {}
            }
            (id, answer) = (state.from, state.answer);
        }
        0
    }
}
