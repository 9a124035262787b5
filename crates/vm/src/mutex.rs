//! Mutexes whose holder may lock them again, or is told that it must not.
//!
//! Who holds a mutex is in its first word, which is all that other threads can notice. The second word is the holder's own:
//! the kind of the mutex and how often it is held besides. Locking again and unlocking but not for good is to others no
//! more than a look at a mutex that is held.

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

impl Machine<'_> {
    /// The kind of a mutex and how often it is held besides.
    pub(crate) fn mutex_state(&self, mutex: u64) -> (MutexKind, u64) {
        let state = self.memory.look_up(mutex.wrapping_add(STATE), 4, true).map_or(0, |it| self.memory.read(it));
        (MutexKind::of(state & 3), state >> 2)
    }

    /// Notes the kind of a mutex and how often it is held besides.
    pub(crate) fn set_mutex_state(&mut self, mutex: u64, kind: MutexKind, times: u64) {
        if let Some(at) = self.memory.look_up(mutex.wrapping_add(STATE), 4, true) {
            self.memory.write(at, times << 2 | kind as u64);
        }
    }

    /// Whether a thread that locks this mutex holds it already and need not wait for itself.
    pub(crate) fn is_again(&self, thread: ThreadId, mutex: u64, at: Located) -> bool {
        self.memory.read(at) == handle(thread) && self.mutex_state(mutex).0 != MutexKind::Normal
    }

    /// Whether a request is one to lock a mutex that the thread holds. It only looks then, unless somebody else frees the
    /// mutex before.
    pub(crate) fn locks_again(&self, thread: ThreadId, request: Request) -> bool {
        let Request::Lock { mutex } = request else { return false };
        self.memory.locate(mutex, 4, true).is_ok_and(|at| self.is_again(thread, mutex, at))
    }

    /// Whether a thread that tries to lock this mutex holds it already and gets it once more.
    pub(crate) fn is_taken_again(&self, thread: ThreadId, mutex: u64, at: Located) -> bool {
        self.is_again(thread, mutex, at) && self.mutex_state(mutex).0 == MutexKind::Recursive
    }

    /// Locks a mutex for its holder; the error number.
    pub(crate) fn lock_again(&mut self, mutex: u64) -> u64 {
        match self.mutex_state(mutex) {
            (MutexKind::Recursive, times) => {
                self.set_mutex_state(mutex, MutexKind::Recursive, times + 1);
                0
            }
            (MutexKind::Normal | MutexKind::ErrorCheck, _) => EDEADLK,
        }
    }

    /// Unlocks a mutex that its holder has locked again; says whether it was one.
    pub(crate) fn unlock_inner(&mut self, mutex: u64) -> bool {
        let (kind, times) = self.mutex_state(mutex);
        if times > 0 {
            self.set_mutex_state(mutex, kind, times - 1);
        }
        times > 0
    }
}
