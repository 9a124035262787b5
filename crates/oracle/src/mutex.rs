//! Mutexes of the three kinds. The first word of a mutex is its holder, the second the kind and how often it is held
//! besides.

use super::memory::{Access, Place};
use super::report::FaultKind;
use super::state::{Path, Pending, State};
use super::step::Oracle;
use ir::{DataModel, MutexKind, RegisterId};

/// What the second word says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MutexState {
    pub kind: MutexKind,
    /// How often it is held besides.
    pub besides: u64,
    /// What is above: 0xa75 after a call that has initialised it, 0xdea after its end.
    pub life: u64,
}

/// Whether a number of a kind is that of a call, which has 4 added.
fn is_call(number: u64) -> bool {
    number / 4 % 2 == 1
}

const INITIALISED: u64 = 0xa75;
const ENDED: u64 = 0xdea;

/// What lock gives the holder of a mutex that checks for errors.
const EDEADLK: u64 = 35;
/// What trylock gives for a mutex that is held.
const EBUSY: u64 = 16;
/// What unlock gives who does not hold a mutex that is not a normal one.
const EPERM: u64 = 1;

/// Where the second word is, and how large it is.
const SECOND_WORD: u64 = 4;

impl State {
    /// Where the second word of a mutex is, if there is one.
    fn second_word(&self, model: DataModel, mutex: u64) -> Option<Place> {
        self.check(model, mutex.wrapping_add(SECOND_WORD), SECOND_WORD as u8, Access::Write).ok()
    }

    fn set_mutex_state(&mut self, model: DataModel, mutex: u64, MutexState { kind, besides, life }: MutexState) {
        if let Some(place) = self.second_word(model, mutex) {
            self.write(place, 0x10_0000 * life + 4 * besides + kind as u64);
        }
    }
}

impl Oracle<'_> {
    /// The kind of a mutex and how often it is held besides. What has no second word is a normal one; so is one whose second
    /// word was never written.
    fn mutex_state(&self, state: &State, mutex: u64) -> MutexState {
        let place = state.second_word(self.program.model, mutex);
        let written = |it: Place| if self.options.check_uninitialised { !state.unset(it) } else { u64::MAX };
        let word = place.map_or(0, |it| state.read(it) & written(it));
        MutexState { kind: MutexKind::of(word % 4), besides: word % 0x10_0000 / 4, life: word / 0x10_0000 }
    }

    /// Whether an operation on a mutex that is there is a mistake because of what was done to it before: it has ended, or
    /// is initialised again.
    pub fn is_mistimed(&self, state: &State, pending: &Pending) -> bool {
        let model = self.program.model;
        let life = |mutex: u64| self.mutex_state(state, mutex).life;
        match *pending {
            Pending::Lock { mutex, .. }
            | Pending::TryLock { mutex, .. }
            | Pending::Unlock { mutex, .. }
            | Pending::DestroyMutex { mutex } => {
                // One that was never written is a mistake of its own.
                let place = state.check_mutex(model, mutex);
                place.is_ok_and(|it| self.is_written(state, it)) && life(mutex) == ENDED
            }
            Pending::InitMutex { mutex, kind } => {
                state.check_mutex(model, mutex).is_ok() && is_call(kind) && life(mutex) == INITIALISED
            }
            _ => false,
        }
    }

    /// The second word of a mutex that the thread holds; nothing if it does not, or the address is bad.
    pub fn own_mutex(&mut self, state: &State, path: &Path, mutex: u64) -> Option<MutexState> {
        let place = state.check_mutex(self.program.model, mutex).ok()?;
        let is_own = state.read(place) == self.names.handle(path);
        is_own.then(|| self.mutex_state(state, mutex))
    }

    /// Whether a thread that locks a mutex need not wait for others or itself.
    pub fn can_lock(&mut self, state: &State, path: &Path, mutex: u64) -> bool {
        match (state.check_mutex(self.program.model, mutex), self.own_mutex(state, path, mutex)) {
            (Err(_), _) => true,
            (Ok(_), Some(own)) => own.kind != MutexKind::Normal,
            (Ok(place), None) => state.read(place) == 0 || !self.is_written(state, place),
        }
    }

    /// A lock that need not wait; gives the error number.
    pub fn lock(&mut self, state: &mut State, path: &Path, mutex: u64) -> Result<u64, FaultKind> {
        let place = state.check_mutex(self.program.model, mutex)?;
        self.check_written(state, place)?;
        match self.own_mutex(state, path, mutex) {
            None => {
                state.write(place, self.names.handle(path));
                Ok(0)
            }
            Some(own @ MutexState { kind: MutexKind::Recursive, .. }) => Ok(self.lock_again(state, mutex, own)),
            Some(MutexState { kind: MutexKind::ErrorCheck, .. }) => Ok(EDEADLK),
            Some(MutexState { kind: MutexKind::Normal, .. }) => panic!("the holder of a normal mutex waits for ever"),
        }
    }

    fn lock_again(&self, state: &mut State, mutex: u64, own: MutexState) -> u64 {
        let held = MutexState { besides: own.besides + 1, ..own };
        state.set_mutex_state(self.program.model, mutex, held);
        0
    }

    /// Gives the error number.
    pub fn try_lock(&mut self, state: &mut State, path: &Path, mutex: u64) -> Result<u64, FaultKind> {
        let place = state.check_mutex(self.program.model, mutex)?;
        self.check_written(state, place)?;
        if state.read(place) == 0 {
            state.write(place, self.names.handle(path));
            return Ok(0);
        }
        Ok(match self.own_mutex(state, path, mutex) {
            Some(own @ MutexState { kind: MutexKind::Recursive, .. }) => self.lock_again(state, mutex, own),
            Some(MutexState { kind: MutexKind::Normal | MutexKind::ErrorCheck, .. }) | None => EBUSY,
        })
    }

    /// Gives the error number.
    pub fn unlock(&mut self, state: &mut State, path: &Path, mutex: u64) -> Result<u64, FaultKind> {
        let model = self.program.model;
        let place = state.check_mutex(model, mutex)?;
        self.check_written(state, place)?;
        match self.own_mutex(state, path, mutex) {
            None => match self.mutex_state(state, mutex).kind {
                MutexKind::Normal => Err(FaultKind::BadMutex),
                MutexKind::Recursive | MutexKind::ErrorCheck => Ok(EPERM),
            },
            Some(MutexState { besides: 0, .. }) => {
                state.write(place, 0);
                Ok(0)
            }
            Some(own) => {
                state.set_mutex_state(model, mutex, MutexState { besides: own.besides - 1, ..own });
                Ok(0)
            }
        }
    }

    /// Makes a mutex free, and of the kind with this number.
    pub fn init_mutex(&self, state: &mut State, mutex: u64, kind: u64) -> Result<(), FaultKind> {
        let model = self.program.model;
        let place = state.check_mutex(model, mutex)?;
        state.write(place, 0);
        let (kind, life) = if is_call(kind) { (kind - 4, INITIALISED) } else { (kind, 0) };
        state.set_mutex_state(model, mutex, MutexState { kind: MutexKind::of(kind), besides: 0, life });
        Ok(())
    }

    /// Ends a mutex.
    pub fn destroy_mutex(&self, state: &mut State, mutex: u64) -> Result<(), FaultKind> {
        let model = self.program.model;
        let place = state.check_mutex(model, mutex)?;
        self.check_written(state, place)?;
        if state.read(place) != 0 {
            return Err(FaultKind::BadMutex);
        }
        let ended = MutexState { life: ENDED, ..self.mutex_state(state, mutex) };
        state.set_mutex_state(model, mutex, ended);
        Ok(())
    }

    /// Writes an error number where it is wanted.
    pub fn set_error(&self, state: &mut State, path: &Path, dest: Option<RegisterId>, error: u64) {
        if let Some(dest) = dest {
            self.set(state, path, dest, error);
        }
    }
}
