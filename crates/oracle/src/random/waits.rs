//! Statements that wait for others: loops that only look, written in the ways of real programs. A program has a sibling
//! in which each of them is a single round and an assumption that it is the last.

use super::body::Body;
use crate::build::{FunctionBuilder, Reg, Var, both, not};
use ir::{Expr, MutexKind, Update, Width};

/// How a program waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Waiting {
    /// Not at all.
    #[default]
    Never,
    /// In loops.
    Loops,
    /// The same program, but a loop is one round, and assumed to be the last one.
    Assumptions,
}

impl Body<'_> {
    /// A loop that waits.
    pub fn wait(&mut self, f: &mut FunctionBuilder) {
        let var = self.world.ints[self.rng.usize(0..self.world.ints.len())];
        let other = self.world.ints[self.rng.usize(0..self.world.ints.len())];
        let (wanted, also) = (self.rng.i64(0..3), self.rng.i64(0..3));
        self.pay(2);
        match self.rng.u8(0..21) {
            0..4 => {
                let is_not = self.rng.u8(0..3) == 0;
                self.repeat_until(f, |_, f, values| {
                    let value = f.load(var);
                    values.push(value);
                    if is_not { value.is_not(wanted) } else { value.is(wanted) }
                });
            }
            4..6 => self.repeat_until(f, |_, f, values| {
                let (one, two) = (f.load(var), f.load(other));
                values.extend([one, two]);
                both(one.is(wanted), two.is_not(also))
            }),
            // `while (!(x && y)) ;`
            6 => self.repeat_until(f, |_, f, _| {
                let result = f.fresh(8);
                let one = f.load(var);
                f.assign(result, 0);
                f.if_then(one.is(wanted), |f| {
                    let two = f.load(other);
                    f.if_then(two.is_not(also), |f| f.assign(result, 1));
                });
                result.is(1)
            }),
            7..9 => self.repeat_until(f, |_, f, values| {
                let old = f.update(var, Update::Exchange, wanted);
                values.push(old);
                old.is_not(wanted)
            }),
            9..11 => self.repeat_until(f, |_, f, values| {
                let old = f.load(var);
                let found = f.compare_exchange(var, old, old.plus(1));
                values.push(found);
                found.is(old)
            }),
            // `do { old = x; y = old; } while (!compare_exchange(x, old, …))`
            14..17 if other != var => self.repeat_until(f, |_, f, values| {
                let old = f.load(var);
                let kept = old.resized(other.bits);
                f.store(other, kept);
                let found = f.compare_exchange(var, old, old.plus(1));
                values.push(found);
                found.is(old)
            }),
            11 => self.repeat_until(f, |_, f, values| {
                let found = f.compare_exchange(var, wanted, also);
                values.push(found);
                found.is(wanted)
            }),
            // `while (fetch_subtract_if_fits(x, 1) == 0) ;`
            17..19 => self.repeat_until(f, |_, f, values| {
                let old = f.update(var, Update::SubtractIfFits, wanted.max(1));
                values.push(old);
                not(old.less(wanted.max(1)))
            }),
            // Only so much fits if the number is not larger than the wanted one.
            19 => self.repeat_until(f, |_, f, values| {
                let most = Width(var.bits).mask() - wanted as u64;
                let old = f.update(var, Update::AddIfFits, Expr::constant(Width(var.bits), most));
                values.push(old);
                old.less(wanted + 1)
            }),
            _ => self.wait_with_mutex(f, var, wanted),
        }
    }

    /// Looks at a variable under a mutex, or waits for a mutex by trying.
    fn wait_with_mutex(&mut self, f: &mut FunctionBuilder, var: Var, wanted: i64) {
        let free: Vec<Var> = self.world.mutexes.iter().copied().filter(|it| !self.held.contains(it)).collect();
        if let (Some(&mutex), true) = (self.lockable_again().first(), self.rng.bool()) {
            // For ever, if it checks for errors.
            if self.world.kind_of(mutex) == MutexKind::Recursive || self.mistake() {
                self.repeat_until(f, |_, f, _| f.lock_result(mutex).is(0));
                return self.statement(f);
            }
        }
        if let (Some(&mutex), true) = (self.unlockable().first(), self.mistake()) {
            return self.repeat_until(f, |_, f, _| f.unlock_result(mutex).is(0));
        }
        let Some(&mutex) = free.first() else { return self.load(f) };
        let twice = self.world.kind_of(mutex) == MutexKind::Recursive && self.rng.bool();
        if self.rng.bool() {
            self.repeat_until(f, |_, f, values| {
                f.lock(mutex);
                if twice {
                    f.lock(mutex);
                }
                let value = f.load(var);
                if twice {
                    f.unlock(mutex);
                }
                f.unlock(mutex);
                values.push(value);
                value.is(wanted)
            });
        } else {
            self.repeat_until(f, |_, f, _| f.trylock(mutex).is(0));
            self.held.push(mutex);
            self.statement(f);
            self.held.pop();
            f.unlock(mutex);
        }
    }

    /// `body` makes one round, says what of it is known afterwards, and gives the condition to leave.
    fn repeat_until(
        &mut self,
        f: &mut FunctionBuilder,
        body: impl FnOnce(&mut Self, &mut FunctionBuilder, &mut Vec<Reg>) -> Expr,
    ) {
        let mut values = Vec::new();
        match self.world.waiting {
            Waiting::Loops => f.repeat_until(|f| body(self, f, &mut values)),
            Waiting::Assumptions | Waiting::Never => {
                let last = body(self, f, &mut values);
                f.assume(last);
            }
        }
        self.values.extend(values);
    }
}
