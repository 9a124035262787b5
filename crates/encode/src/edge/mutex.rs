//! Mutexes. The first word says who holds it (0: nobody), the second is the kind and how often it is held besides.

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

/// The second word: is it of the default kind, and what is in it.
struct State {
    address: Term,
    word: Term,
    is_normal: Term,
    is_recursive: Term,
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
    Ok(State { address, word, is_normal: terms.not(special), is_recursive: recursive })
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
    let terms = world.terms();
    // How often it is held besides.
    let inner = terms.ule(none, state.word);
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
    let terms = world.terms();
    let always = terms.truth(true);
    let behind = terms.constant(width, STATE);
    let address = terms.add(mutex, behind);
    // Numbers of no kind are taken for the default.
    let mut word = zero;
    for known in [MutexKind::Recursive, MutexKind::ErrorCheck] {
        let value = terms.constant(32, known as u64);
        let is = terms.eq(kind, value);
        word = terms.ite(is, value, word);
    }
    world.store(mutex, WORD, zero, always)?;
    world.store(address, WORD, word, always)?;
    world.note_mutex(mutex, false);
    Ok(())
}

/// It must not be held.
pub fn destroy(world: &mut dyn World, mutex: Term) -> Result<(), Unsupported> {
    let zero = number(world, 0);
    let found = world.load(mutex, WORD, true)?;
    let is_free = world.terms().eq(found, zero);
    world.require(is_free, BAD_MUTEX);
    Ok(())
}
