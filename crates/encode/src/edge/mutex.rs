//! Mutexes. The first word says who holds it (0: no thread), the second is the kind, how often it is held besides, and how far it
//! is in its life.

use super::operation::BAD_MUTEX;
use super::{Unsupported, World};
use ir::MutexKind;
use smt::Term;

/// What `trylock` answers if the mutex is held.
const EBUSY: u64 = 16;
/// What `unlock` answers if another thread holds the mutex.
const EPERM: u64 = 1;
/// What `lock` answers the holder of a mutex that checks for errors.
const EDEADLK: u64 = 35;
/// Where the second word is, and how large each is.
const STATE: u64 = 4;
const WORD: u8 = 4;
/// Where in the second word, and in how many bits, it says how far the mutex is in its life, and the numbers for that.
const LIFE: (u8, u8) = (20, 12);
const INITIALISED: u64 = 0xa75;
const DESTROYED: u64 = 0xdea;

/// The second word: is it of the default kind, and what is in it.
struct State {
    address: Term,
    word: Term,
    is_normal: Term,
    is_recursive: Term,
    is_initialised: Term,
    is_destroyed: Term,
}

impl State {
    /// The mutex must not have been destroyed.
    fn require_life(&self, world: &mut dyn World) {
        let lives = world.terms().not(self.is_destroyed);
        world.require(lives, BAD_MUTEX);
    }

    /// How often it is held besides, times 4, and the kind.
    fn without_life(&self, world: &mut dyn World) -> Term {
        let low = world.terms().extract(self.word, 0, LIFE.0);
        let none = world.terms().constant(LIFE.1, 0);
        world.terms().concat(none, low)
    }
}

fn state(world: &mut dyn World, mutex: Term) -> Result<State, Unsupported> {
    let width = world.terms().width(mutex);
    let terms = world.terms();
    let behind = terms.constant(width, STATE);
    let address = terms.add(mutex, behind);
    let word = world.load(address, WORD, true)?;
    let terms = world.terms();
    let kind = terms.extract(word, 0, 2);
    let is = |terms: &mut smt::Terms, wanted: MutexKind| {
        let wanted = terms.constant(2, wanted as u64);
        terms.eq(kind, wanted)
    };
    let (recursive, checked) = (is(terms, MutexKind::Recursive), is(terms, MutexKind::ErrorCheck));
    let special = terms.or(recursive, checked);
    let life = terms.extract(word, LIFE.0, LIFE.1);
    let (initialised, destroyed) = (terms.constant(LIFE.1, INITIALISED), terms.constant(LIFE.1, DESTROYED));
    let (is_initialised, is_destroyed) = (terms.eq(life, initialised), terms.eq(life, destroyed));
    let is_normal = terms.not(special);
    Ok(State { address, word, is_normal, is_recursive: recursive, is_initialised, is_destroyed })
}

fn number(world: &mut dyn World, value: u64) -> Term {
    world.terms().constant(32, value)
}

/// The running thread as the holder of a mutex.
fn holder(world: &mut dyn World) -> Term {
    let handle = world.handle();
    number(world, handle)
}

/// Waits until it is free and takes it; the error number.
pub fn lock(world: &mut dyn World, mutex: Term) -> Result<Term, Unsupported> {
    let state = state(world, mutex)?;
    world.require_set(mutex, WORD)?;
    state.require_life(world);
    let me = holder(world);
    if world.terms().is_true(state.is_normal) {
        world.await_value(mutex, WORD, 0)?;
        let always = world.terms().truth(true);
        world.store(mutex, WORD, me, always)?;
        world.note_mutex(mutex, true);
        return Ok(number(world, 0));
    }
    let found = world.load(mutex, WORD, true)?;
    let (zero, failed) = (number(world, 0), number(world, EDEADLK));
    let terms = world.terms();
    let (is_free, is_mine) = (terms.eq(found, zero), terms.eq(found, me));
    let special = terms.not(state.is_normal);
    let again = terms.and(is_mine, special);
    let gets_on = terms.or(is_free, again);
    world.wait_for(gets_on);
    world.store(mutex, WORD, me, is_free)?;
    let error = hold_again(world, &state, again)?;
    let terms = world.terms();
    let refused = terms.not(error);
    let refused = terms.and(again, refused);
    Ok(terms.ite(refused, failed, zero))
}

/// The holder of a recursive mutex locks it once more, if `again`; whether it can.
fn hold_again(world: &mut dyn World, state: &State, again: Term) -> Result<Term, Unsupported> {
    let once = number(world, 4);
    let terms = world.terms();
    let more = terms.add(state.word, once);
    let when = terms.and(again, state.is_recursive);
    world.store(state.address, WORD, more, when)?;
    Ok(state.is_recursive)
}

/// Takes it if it is free; the error number.
pub fn try_lock(world: &mut dyn World, mutex: Term) -> Result<Term, Unsupported> {
    let state = state(world, mutex)?;
    world.require_set(mutex, WORD)?;
    state.require_life(world);
    let me = holder(world);
    let found = world.load(mutex, WORD, true)?;
    let (zero, busy) = (number(world, 0), number(world, EBUSY));
    let terms = world.terms();
    let (is_free, is_mine) = (terms.eq(found, zero), terms.eq(found, me));
    let again = terms.and(is_mine, state.is_recursive);
    world.store(mutex, WORD, me, is_free)?;
    hold_again(world, &state, again)?;
    let terms = world.terms();
    let gets_it = terms.or(is_free, again);
    Ok(terms.ite(gets_it, zero, busy))
}

/// Gives it back; the error number. Whoever does not hold a mutex of the default kind makes a mistake.
pub fn unlock(world: &mut dyn World, mutex: Term) -> Result<Term, Unsupported> {
    let state = state(world, mutex)?;
    world.require_set(mutex, WORD)?;
    state.require_life(world);
    let zero = number(world, 0);
    if world.terms().is_true(state.is_normal) && world.surely_holds(mutex) {
        let always = world.terms().truth(true);
        world.store(mutex, WORD, zero, always)?;
        world.note_mutex(mutex, false);
        return Ok(zero);
    }
    let me = holder(world);
    let found = world.load(mutex, WORD, true)?;
    let (none, refused) = (number(world, 4), number(world, EPERM));
    let terms = world.terms();
    let is_mine = terms.eq(found, me);
    let stranger = terms.not(is_mine);
    let special = terms.not(state.is_normal);
    let fine = terms.or(is_mine, special);
    world.require(fine, BAD_MUTEX);
    let besides = state.without_life(world);
    let terms = world.terms();
    let inner = terms.ule(none, besides);
    let inner = terms.and(is_mine, inner);
    let last = terms.not(inner);
    let last = terms.and(is_mine, last);
    let less = terms.sub(state.word, none);
    world.store(state.address, WORD, less, inner)?;
    world.store(mutex, WORD, zero, last)?;
    world.note_mutex(mutex, false);
    Ok(world.terms().ite(stranger, refused, zero))
}

/// Makes it free, and of a kind.
pub fn initialise(world: &mut dyn World, mutex: Term, kind: Term) -> Result<(), Unsupported> {
    let width = world.terms().width(mutex);
    let zero = number(world, 0);
    let by_call = number(world, ir::INIT_BY_CALL);
    let marked = world.terms().and(kind, by_call);
    let is_call = world.terms().eq(marked, by_call);
    if !world.terms().is_false(is_call) {
        let before = state(world, mutex)?;
        let again = world.terms().and(is_call, before.is_initialised);
        let fine = world.terms().not(again);
        world.require(fine, BAD_MUTEX);
    }
    let terms = world.terms();
    let always = terms.truth(true);
    let behind = terms.constant(width, STATE);
    let address = terms.add(mutex, behind);
    // Numbers of no kind are taken for the default.
    let initialised = terms.constant(32, INITIALISED << LIFE.0);
    let mut word = terms.ite(is_call, initialised, zero);
    for known in [MutexKind::Recursive, MutexKind::ErrorCheck] {
        for (start, life) in [(0, 0), (ir::INIT_BY_CALL, INITIALISED << LIFE.0)] {
            let (wanted, value) = (terms.constant(32, start + known as u64), terms.constant(32, life + known as u64));
            let is = terms.eq(kind, wanted);
            word = terms.ite(is, value, word);
        }
    }
    world.store(mutex, WORD, zero, always)?;
    world.store(address, WORD, word, always)?;
    world.note_mutex(mutex, false);
    Ok(())
}

/// It must not be held, or have been destroyed before.
pub fn destroy(world: &mut dyn World, mutex: Term) -> Result<(), Unsupported> {
    let state = state(world, mutex)?;
    world.require_set(mutex, WORD)?;
    state.require_life(world);
    let zero = number(world, 0);
    let found = world.load(mutex, WORD, true)?;
    let is_free = world.terms().eq(found, zero);
    world.require(is_free, BAD_MUTEX);
    let terms = world.terms();
    let (always, dead) = (terms.truth(true), terms.constant(LIFE.1, DESTROYED));
    let low = terms.extract(state.word, 0, LIFE.0);
    let word = terms.concat(dead, low);
    world.store(state.address, WORD, word, always)
}
