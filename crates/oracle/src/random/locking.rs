//! Random programs that may come to a standstill: mutexes of all kinds in different orders, locks that are tried, kept or
//! taken twice, threads that join each other, flags that nobody sets, and waiting to be woken by somebody who has passed by.
//!
//! A third of the programs is careful: they take mutexes in one order and give back what they took. Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Base, FunctionId, Init, MutexKind, Shape};

/// What the threads share, and how.
struct Shared {
    /// In the order in which careful programs take them, each with its kind.
    mutexes: Vec<(Var, MutexKind)>,
    /// Held by the first thread until everybody is started and known, in programs that have handles.
    gate: Option<Var>,
    /// The handle of each thread but the first, in programs in which others than the first join them.
    handles: Vec<Var>,
    flags: Vec<Var>,
    /// 1: somebody waits, 2: and was woken.
    waiter: Var,
    /// Some threads wait in loops.
    waits: bool,
    sections: bool,
    /// In per cent.
    mistakes: u32,
}

/// The random program of this seed. It is valid, and the same for the same arguments. If it `waits`, some threads may wait in
/// loops.
pub fn program(seed: u64, waits: bool) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let kinds = [MutexKind::Normal, MutexKind::Normal, MutexKind::Recursive, MutexKind::ErrorCheck];
    let all_normal = rng.bool();
    let count = [1, 2, 2, 2, 3][rng.usize(0..5)];
    let mut mutexes = Vec::new();
    for name in &["a", "b", "c"][..count] {
        let kind = if all_normal { MutexKind::Normal } else { kinds[rng.usize(0..kinds.len())] };
        mutexes.push((builder.mutex_of_kind(name, kind), kind));
    }
    let workers: usize = [1, 2, 2, 2, 3][rng.usize(0..5)];
    let has_handles = workers > 1 && rng.u8(0..4) == 0;
    let gate = has_handles.then(|| builder.mutex("gate"));
    let place = |builder: &mut ProgramBuilder, name: &str| {
        let shape = Shape::Bytes(builder.model().pointer_bytes());
        Var { base: Base::Global(builder.global(name, shape, Init::default())), bits: builder.model().pointer_bits() }
    };
    let handles = if has_handles { workers } else { 0 };
    let handles = ["h0", "h1", "h2"][..handles].iter().map(|name| place(&mut builder, name)).collect();
    let count = rng.usize(1..=2);
    let flags = ["f", "g"][..count].iter().map(|name| builder.int(name, 32)).collect();
    let waiter = builder.int("waiter", 32);
    let (waits, sections) = (waits && rng.u8(0..4) > 0, rng.u8(0..4) == 0);
    let mistakes = [0, 20, 40][rng.usize(0..3)];
    let shared = Shared { mutexes, gate, handles, flags, waiter, waits, sections, mistakes };
    let each = [8, 6, 4][workers - 1];
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..workers {
        if number > 0 && !has_handles && rng.u8(0..4) == 0 {
            functions.push(functions[number - 1]);
            continue;
        }
        let mut body = Body::new(&mut rng, &shared, each);
        functions.push(builder.thread(&format!("t{number}"), |f| body.worker(f, number)));
    }
    let budget = if workers == 1 { 6 } else { rng.u32(0..4) };
    let mut body = Body::new(&mut rng, &shared, budget);
    builder.main(|f| body.first(f, &functions));
    builder.build()
}

struct Body<'a> {
    rng: &'a mut Rng,
    shared: &'a Shared,
    budget: u32,
    /// Which mutexes the thread holds, by their numbers.
    held: Vec<usize>,
    in_section: bool,
}

impl<'a> Body<'a> {
    fn new(rng: &'a mut Rng, shared: &'a Shared, budget: u32) -> Self {
        Body { rng, shared, budget, held: Vec::new(), in_section: false }
    }

    fn mistake(&mut self) -> bool {
        self.rng.u32(0..100) < self.shared.mistakes
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn flag(&mut self) -> Var {
        self.shared.flags[self.rng.usize(0..self.shared.flags.len())]
    }

    /// The function of a thread but the first.
    fn worker(&mut self, f: &mut FunctionBuilder, number: usize) {
        if let Some(gate) = self.shared.gate {
            f.lock(gate);
            f.unlock(gate);
        }
        self.statements(f);
        let others = self.shared.handles.len();
        // In careful programs only those that came before.
        let joined = match number {
            _ if others == 0 => None,
            _ if self.mistake() || self.shared.mistakes > 0 && self.rng.bool() => Some((number + 1) % others),
            1.. if self.rng.bool() => Some(number - 1),
            _ => None,
        };
        if let Some(joined) = joined {
            let handle = f.load(self.shared.handles[joined]);
            f.join(handle);
        }
        f.ret(0);
    }

    fn first(&mut self, f: &mut FunctionBuilder, functions: &[FunctionId]) {
        let Some(gate) = self.shared.gate else {
            let handles: Vec<Reg> = functions.iter().map(|&it| f.spawn(it)).collect();
            self.statements(f);
            for handle in handles {
                f.join(handle);
            }
            return f.ret(0);
        };
        f.lock(gate);
        for (&function, &place) in functions.iter().zip(&self.shared.handles) {
            if self.rng.bool() {
                f.spawn_at(function, 0, place);
                continue;
            }
            let handle = f.spawn(function);
            f.store(place, handle);
        }
        f.unlock(gate);
        self.statements(f);
        // The process goes on without it.
        f.thread_exit(0);
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        for _ in 0..4 {
            if self.budget < 2 || f.is_ended() {
                return;
            }
            self.statement(f);
        }
    }

    fn statement(&mut self, f: &mut FunctionBuilder) {
        match self.rng.u8(0..20) {
            0..7 => self.locked(f),
            7..9 => self.tried(f),
            9 => self.again(f),
            10 if self.shared.sections && !self.in_section => self.section(f),
            11..14 if self.shared.waits && !self.in_section => self.wait(f),
            14 => self.wake(f),
            15 if self.rng.u8(0..3) == 0 || self.mistake() => self.leave(f),
            _ => self.set(f),
        }
    }

    fn set(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let flag = self.flag();
        if self.rng.u8(0..3) == 0 {
            let value = f.load(flag);
            let other = self.flag();
            f.if_then(value.is(0), |f| f.store(other, 1));
        } else {
            let number = if self.mistake() { 0 } else { 1 };
            f.store(flag, number);
        }
    }

    /// A mutex that may be taken here: in careful programs one behind all that are held.
    fn free_mutex(&mut self) -> Option<usize> {
        let reckless = self.shared.mistakes > 0 && self.rng.bool();
        let highest = self.held.iter().max().copied();
        let fits = |it: &usize| if reckless { !self.held.contains(it) } else { highest.is_none_or(|top| *it > top) };
        let fitting: Vec<usize> = (0..self.shared.mutexes.len()).filter(fits).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.rng.usize(0..fitting.len())]) }
    }

    fn locked(&mut self, f: &mut FunctionBuilder) {
        let Some(number) = self.free_mutex() else { return self.set(f) };
        let (mutex, _) = self.shared.mutexes[number];
        self.pay(2);
        f.lock(mutex);
        self.held.push(number);
        if self.rng.bool() {
            self.locked(f);
        } else {
            self.statement(f);
        }
        self.held.pop();
        if self.mistake() {
            // Only now and then.
            let flag = self.flag();
            let value = f.load(flag);
            f.if_then(value.is_not(0), |f| f.unlock(mutex));
        } else {
            f.unlock(mutex);
        }
    }

    /// Takes a mutex if it is free. If not, a reckless program may wait for it.
    fn tried(&mut self, f: &mut FunctionBuilder) {
        let Some(number) = self.free_mutex() else { return self.set(f) };
        let (mutex, _) = self.shared.mutexes[number];
        self.pay(2);
        let insists = self.shared.waits && !self.in_section && self.rng.u8(0..4) == 0;
        if insists {
            f.repeat_until(|f| f.trylock(mutex).is(0));
            self.set(f);
            return f.unlock(mutex);
        }
        let error = f.trylock(mutex);
        let branch = f.begin_if(error.is(0));
        self.held.push(number);
        self.statement(f);
        self.held.pop();
        f.unlock(mutex);
        let branch = f.begin_else(branch);
        f.end_if(branch);
    }

    /// Takes a mutex that the thread has.
    fn again(&mut self, f: &mut FunctionBuilder) {
        let Some(&number) = self.held.last() else { return self.locked(f) };
        let (mutex, kind) = self.shared.mutexes[number];
        self.pay(1);
        match kind {
            MutexKind::Normal if !self.mistake() => self.set(f),
            // For ever.
            MutexKind::Normal => f.lock(mutex),
            MutexKind::Recursive => {
                f.lock(mutex);
                self.set(f);
                if !self.mistake() {
                    f.unlock(mutex);
                }
            }
            MutexKind::ErrorCheck => {
                let error = f.lock_result(mutex);
                // Unless somebody has given it back twice, that was in vain.
                f.if_then(error.is(0), |f| f.unlock(mutex));
            }
        }
    }

    fn section(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        self.in_section = true;
        f.atomic(|f| {
            self.set(f);
            if self.rng.bool() {
                self.locked(f);
            }
        });
        self.in_section = false;
    }

    /// Waits for a flag, with or without a mutex, or to be woken.
    fn wait(&mut self, f: &mut FunctionBuilder) {
        let flag = self.flag();
        self.pay(2);
        let mutex = self.free_mutex().map(|it| self.shared.mutexes[it].0);
        match (self.rng.u8(0..4), mutex) {
            (0, Some(mutex)) => f.repeat_until(|f| {
                f.lock(mutex);
                let value = f.load(flag);
                f.unlock(mutex);
                value.is_not(0)
            }),
            (1, Some(mutex)) => {
                f.lock(mutex);
                let value = f.load(flag);
                f.if_then(value.is(0), |f| self.sleep(f, mutex));
                f.unlock(mutex);
            }
            _ => {
                if !self.mistake() {
                    // Somebody sets it, who waits for nothing: this thread.
                    f.store(flag, 1);
                }
                f.repeat_until(|f| f.load(flag).is_not(0));
            }
        }
    }

    /// Gives a mutex back and waits to be woken, as one step; takes it again afterwards.
    fn sleep(&mut self, f: &mut FunctionBuilder, mutex: Var) {
        let waiter = self.shared.waiter;
        f.atomic(|f| {
            f.store(waiter, 1);
            f.unlock(mutex);
        });
        f.repeat_until(|f| f.load(waiter).is(2));
        f.lock(mutex);
    }

    /// Wakes who waits, if anybody does.
    fn wake(&mut self, f: &mut FunctionBuilder) {
        let waiter = self.shared.waiter;
        self.pay(1);
        if self.in_section {
            return self.set(f);
        }
        if !self.mistake() {
            let flag = self.flag();
            f.store(flag, 1);
        }
        f.compare_exchange(waiter, 1, 2);
    }

    /// Ends the thread here, if a flag says so.
    fn leave(&mut self, f: &mut FunctionBuilder) {
        if !self.held.is_empty() && !self.mistake() {
            return self.set(f);
        }
        self.pay(1);
        let flag = self.flag();
        let value = f.load(flag);
        f.if_then(value.is_not(0), |f| f.thread_exit(0));
    }
}
