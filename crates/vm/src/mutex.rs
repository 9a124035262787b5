//! Mutexes whose holder may lock them again, or is told that it must not.
//!
//! Who holds a mutex is in its first word, which is all that other threads can notice. The second word is the holder's own:
//! the kind of the mutex, how often it is held besides, and how far it is in its life. Locking again and unlocking but not for
//! good is to others no more than a look at a mutex that is held.

use crate::machine::Machine;
use crate::memory::Located;
use crate::serve::handle;
use crate::thread::Request;
use event::ThreadId;
use ir::MutexKind;

/// What `lock` answers the holder of a mutex that checks for errors.
pub(crate) const EDEADLK: u64 = 35;
/// Where the second word is.
pub(crate) const STATE: u64 = 4;
/// Where in the second word it says how far a mutex is in its life.
const LIFE: u32 = 20;

/// How far a mutex is in its life, as far as that is known: a number in the second word that is there by chance in no other
/// memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Life {
    /// It has its first value from an initialiser, or is no mutex yet.
    Unknown = 0,
    /// It was initialised by a call.
    Initialised = 0xa75,
    /// It was destroyed.
    Destroyed = 0xdea,
}

/// The second word of a mutex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MutexState {
    pub kind: MutexKind,
    /// How often it is held besides.
    pub times: u64,
    pub life: Life,
}

impl MutexState {
    pub(crate) fn of(word: u64) -> MutexState {
        let life = match word >> LIFE {
            it if it == Life::Initialised as u64 => Life::Initialised,
            it if it == Life::Destroyed as u64 => Life::Destroyed,
            _ => Life::Unknown,
        };
        MutexState { kind: MutexKind::of(word & 3), times: (word & ((1 << LIFE) - 1)) >> 2, life }
    }
}

impl Machine<'_> {
    /// The second word of a mutex.
    pub(crate) fn mutex_state(&self, mutex: u64) -> MutexState {
        let at = self.memory.look_up(mutex.wrapping_add(STATE), 4, true);
        // What was never written there says nothing: the mutex is new.
        let state = at.map_or(0, |it| self.memory.read(it) & !self.memory.unset(it));
        MutexState::of(state)
    }

    /// Notes the second word of a mutex.
    pub(crate) fn set_mutex_state(&mut self, mutex: u64, state: MutexState) {
        if let Some(at) = self.memory.look_up(mutex.wrapping_add(STATE), 4, true) {
            self.memory.write(at, (state.life as u64) << LIFE | state.times << 2 | state.kind as u64);
        }
    }

    /// Whether a mutex was destroyed and not initialised since.
    pub(crate) fn is_destroyed(&self, mutex: u64) -> bool {
        self.code.destroys && self.mutex_state(mutex).life == Life::Destroyed && !planted::bug!(DestroyedMutexLives)
    }

    /// Whether a thread that locks this mutex holds it already and need not wait for itself.
    pub(crate) fn is_again(&self, thread: ThreadId, mutex: u64, at: Located) -> bool {
        self.memory.read(at) == handle(thread) && self.mutex_state(mutex).kind != MutexKind::Normal
    }

    /// Whether a request is one to lock a mutex that the thread holds. It only looks then, unless somebody else frees the
    /// mutex before.
    pub(crate) fn locks_again(&self, thread: ThreadId, request: Request) -> bool {
        let Request::Lock { mutex } = request else { return false };
        self.memory.locate(mutex, 4, true).is_ok_and(|at| self.is_again(thread, mutex, at))
    }

    /// Whether a thread that tries to lock this mutex holds it already and gets it once more.
    pub(crate) fn is_taken_again(&self, thread: ThreadId, mutex: u64, at: Located) -> bool {
        self.is_again(thread, mutex, at) && self.mutex_state(mutex).kind == MutexKind::Recursive
    }

    /// Makes a mutex free and of a kind, as the number says: see [`ir::Operation::InitMutex`]. False if that must not be.
    pub(crate) fn initialise_mutex(&mut self, mutex: u64, number: u64) -> bool {
        let is_call = number & ir::INIT_BY_CALL != 0;
        if is_call && self.mutex_state(mutex).life == Life::Initialised {
            return false;
        }
        let life = if is_call { Life::Initialised } else { Life::Unknown };
        let kind = MutexKind::of(number & !ir::INIT_BY_CALL);
        self.set_mutex_state(mutex, MutexState { kind, times: 0, life });
        true
    }

    /// Ends a mutex that is free. False if that must not be.
    pub(crate) fn destroy_mutex(&mut self, mutex: u64) -> bool {
        let state = self.mutex_state(mutex);
        if state.life == Life::Destroyed {
            return false;
        }
        self.set_mutex_state(mutex, MutexState { life: Life::Destroyed, ..state });
        true
    }

    /// Locks a mutex for its holder; the error number.
    pub(crate) fn lock_again(&mut self, mutex: u64) -> u64 {
        let state = self.mutex_state(mutex);
        match state.kind {
            MutexKind::Recursive => {
                self.set_mutex_state(mutex, MutexState { times: state.times + 1, ..state });
                0
            }
            MutexKind::Normal | MutexKind::ErrorCheck => EDEADLK,
        }
    }

    /// Unlocks a mutex that its holder has locked again; says whether it was one.
    pub(crate) fn unlock_inner(&mut self, mutex: u64) -> bool {
        let state = self.mutex_state(mutex);
        if state.times > 0 {
            self.set_mutex_state(mutex, MutexState { times: state.times - 1, ..state });
        }
        state.times > 0
    }
}
