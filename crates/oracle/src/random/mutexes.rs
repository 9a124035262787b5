//! Statements on mutexes of all kinds.

use super::body::Body;
use crate::build::{FunctionBuilder, Var};
use ir::{Expr, MutexKind, Operation, Width};

impl Body<'_> {
    /// A mutex that the thread does not hold, unless by mistake.
    fn some_mutex(&mut self) -> Var {
        let all = &self.world.mutexes;
        let free: Vec<Var> = all.iter().copied().filter(|it| !self.held.contains(it)).collect();
        let reckless = self.world.mistakes > 0 && self.rng.u8(0..8) == 0;
        let from = if free.is_empty() || reckless { all } else { &free };
        from[self.rng.usize(0..from.len())]
    }

    /// Takes a mutex, and may look at what that gives.
    fn take(&mut self, f: &mut FunctionBuilder, mutex: Var) {
        if self.world.features.mutex_kinds && self.rng.bool() {
            let error = f.lock_result(mutex);
            self.values.push(error);
        } else {
            f.lock(mutex);
        }
    }

    /// Releases a mutex, and may look at what that gives.
    fn release(&mut self, f: &mut FunctionBuilder, mutex: Var) {
        if self.world.features.mutex_kinds && self.rng.bool() {
            let error = f.unlock_result(mutex);
            self.values.push(error);
        } else {
            f.unlock(mutex);
        }
    }

    /// Statements under a mutex.
    pub fn locked(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.some_mutex();
        self.pay(1);
        self.take(f, mutex);
        self.held.push(mutex);
        if self.held.len() < self.world.mutexes.len() && self.rng.u8(0..3) == 0 {
            self.locked(f);
        } else {
            self.statement(f);
        }
        if self.rng.u8(0..4) == 0 {
            self.statement(f);
        }
        self.held.pop();
        if !self.mistake() {
            self.release(f, mutex);
        }
    }

    pub fn trylock(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.some_mutex();
        self.pay(1);
        let error = f.trylock(mutex);
        let branch = f.begin_if(error.is(0));
        self.held.push(mutex);
        self.statement(f);
        self.held.pop();
        f.unlock(mutex);
        let branch = f.begin_else(branch);
        f.end_if(branch);
        self.values.push(error);
    }

    /// The mutexes that the thread holds and may lock again.
    pub fn lockable_again(&self) -> Vec<Var> {
        self.held.iter().copied().filter(|&it| self.world.kind_of(it) != MutexKind::Normal).collect()
    }

    /// Locks a mutex that the thread holds.
    pub fn lock_again(&mut self, f: &mut FunctionBuilder) {
        let mutexes = self.lockable_again();
        let mutex = mutexes[self.rng.usize(0..mutexes.len())];
        self.pay(1);
        if self.rng.u8(0..4) == 0 {
            let error = f.trylock(mutex);
            self.values.push(error);
        } else {
            self.take(f, mutex);
        }
        self.statement(f);
        // One that checks for errors is still held once only.
        let is_held_twice = self.world.kind_of(mutex) == MutexKind::Recursive;
        if is_held_twice != self.mistake() {
            self.release(f, mutex);
        }
    }

    /// The mutexes that the thread may unlock without holding them.
    pub fn unlockable(&self) -> Vec<Var> {
        let is_so = |it: &Var| self.world.kind_of(*it) != MutexKind::Normal && !self.held.contains(it);
        self.world.mutexes.iter().copied().filter(is_so).collect()
    }

    /// Unlocks a mutex that the thread does not hold, which is an error but no fault.
    pub fn unlock_in_vain(&mut self, f: &mut FunctionBuilder) {
        let mutexes = self.unlockable();
        let mutex = mutexes[self.rng.usize(0..mutexes.len())];
        self.pay(1);
        self.release(f, mutex);
    }

    pub fn mutex_mistake(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.some_mutex();
        self.pay(1);
        match self.rng.u8(0..4) {
            0 => self.release(f, mutex),
            1 => self.take(f, mutex),
            2 => f.operation(Operation::DestroyMutex(mutex.at())),
            _ => {
                // Some numbers are of no kind; from 4 on it is a call, which must not initialise again.
                let kind = if self.world.features.mutex_kinds { self.rng.u64(0..8) } else { 4 * self.rng.u64(0..2) };
                let kind = Expr::constant(Width(32), kind);
                f.operation(Operation::InitMutex { mutex: mutex.at(), kind });
            }
        }
    }
}
