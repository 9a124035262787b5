//! Whole programs, encoded by hand: events with values as bits.
//!
//! The sizes can be set, for figures: `RADDLE_SIZE=7 cargo test -p bmc --test ordering_programs -- --nocapture fib`.

mod ordering_support;

use bmc::ordering::{Decider, Decision, Problem, Read, ReadsFrom, Write};
use ordering_support::{configurations, number};
use smt::{Cadical, Lit, Sat};
use std::time::Instant;

/// How many bits a value has.
const WIDTH: usize = 12;

type Value = [Lit; WIDTH];

/// A program that is being encoded.
struct Program {
    problem: Problem,
    sat: Cadical,
    truth: Lit,
    /// The values of the writes, and the thread of each: nothing for the start.
    written: Vec<(Value, Option<u32>)>,
}

impl Program {
    fn new() -> Program {
        let mut sat = Cadical::new();
        let truth = sat.fresh();
        sat.clause(&[truth]);
        Program { problem: Problem { clocks: 1, ..Problem::default() }, sat, truth, written: Vec::new() }
    }

    fn constant(&self, value: u32) -> Value {
        std::array::from_fn(|it| if value >> it & 1 == 1 { self.truth } else { !self.truth })
    }

    fn clock_after(&mut self, previous: u32) -> u32 {
        self.problem.clocks += 1;
        self.problem.order.push((previous, self.problem.clocks - 1));
        self.problem.clocks - 1
    }

    fn write(&mut self, clock: u32, cell: u32, value: Value, guard: Option<Lit>, thread: Option<u32>) {
        self.problem.writes.push(Write { clock, cell, guard });
        self.written.push((value, thread));
    }

    /// A read; its sources are added by [`Program::connect`].
    fn read(&mut self, clock: u32, cell: u32, guard: Option<Lit>) -> Value {
        self.problem.reads.push(Read { clock, cell, guard });
        std::array::from_fn(|_| self.sat.fresh())
    }

    /// Lets a read, of this index and value, read from these writes.
    fn connect(&mut self, read: u32, value: Value, writes: &[u32]) {
        let guard = self.problem.reads[read as usize].guard;
        let mut some: Vec<Lit> = guard.map(|it| !it).into_iter().collect();
        for &write in writes {
            let literal = self.sat.fresh();
            some.push(literal);
            self.problem.reads_from.push(ReadsFrom { write, read, literal });
            for guard in self.problem.writes[write as usize].guard.into_iter().chain(guard) {
                self.sat.clause(&[!literal, guard]);
            }
            for (read, written) in value.into_iter().zip(self.written[write as usize].0) {
                self.sat.clause(&[!literal, !written, read]);
                self.sat.clause(&[!literal, written, !read]);
            }
        }
        self.sat.clause(&some);
    }

    /// Lets a read read from all writes of its cell by other clocks.
    fn connect_all(&mut self, read: u32, value: Value) {
        let access = self.problem.reads[read as usize];
        let writes = self.problem.writes.iter().enumerate();
        let writes = writes.filter(|(_, it)| it.cell == access.cell && it.clock != access.clock);
        let writes: Vec<u32> = writes.map(|it| it.0 as u32).collect();
        self.connect(read, value, &writes);
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.sat.fresh();
        self.sat.clause(&[!out, a, b]);
        self.sat.clause(&[!out, !a, !b]);
        self.sat.clause(&[out, !a, b]);
        self.sat.clause(&[out, a, !b]);
        out
    }

    fn and(&mut self, inputs: &[Lit]) -> Lit {
        let out = self.sat.fresh();
        for input in inputs {
            self.sat.clause(&[!out, *input]);
        }
        let clause: Vec<Lit> = inputs.iter().map(|it| !*it).chain([out]).collect();
        self.sat.clause(&clause);
        out
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        let mut carry = !self.truth;
        std::array::from_fn(|it| {
            let half = self.xor(a[it], b[it]);
            let out = self.xor(half, carry);
            let next = self.sat.fresh();
            for (x, y) in [(a[it], b[it]), (a[it], carry), (b[it], carry)] {
                self.sat.clause(&[!x, !y, next]);
                self.sat.clause(&[x, y, !next]);
            }
            carry = next;
            out
        })
    }

    fn equal(&mut self, a: Value, b: Value) -> Lit {
        let same: Vec<Lit> = (0..WIDTH).map(|it| !self.xor(a[it], b[it])).collect();
        self.and(&same)
    }

    /// Whether a value is greater than a constant.
    fn exceeds(&mut self, value: Value, bound: u32) -> Lit {
        let mut greater = !self.truth;
        for (bit, literal) in value.into_iter().enumerate() {
            // From the lowest bit up: greater so far, or greater here.
            greater = match bound >> bit & 1 {
                1 => self.and(&[greater, literal]),
                _zero => !self.and(&[!greater, !literal]),
            };
        }
        greater
    }
}

/// Decides an encoded program in all configurations.
fn decide(name: &str, encode: impl Fn() -> Program, is_possible: bool) {
    for config in configurations(false) {
        if number("RADDLE_ONLY", 4) < 4 && configurations(false)[number("RADDLE_ONLY", 4) as usize] != config {
            continue;
        }
        let mut program = encode();
        let start = Instant::now();
        let mut decider = Decider::new(&program.problem, config, &mut program.sat);
        let ready = start.elapsed();
        let decision = decider.decide(&mut program.sat, &[]);
        let (clocks, sources) = (program.problem.clocks, program.problem.reads_from.len());
        println!("{name}: {clocks} clocks, {sources} sources, {config:?}: {ready:?} + {:?}", start.elapsed() - ready);
        println!("    {:?}\n    {:?}", decider.statistics(), program.sat.statistics());
        assert_eq!(matches!(decision, Decision::Consistent { .. }), is_possible, "{name}");
    }
}

/// Threads that increment a counter, each in one atomic step; the sum is wrong at the end.
fn sum(threads: u32, is_atomic: bool) -> Program {
    let mut program = Program::new();
    let (zero, one) = (program.constant(0), program.constant(1));
    program.write(0, 0, zero, None, None);
    let mut reads = Vec::new();
    let mut ends = Vec::new();
    for _thread in 0..threads {
        let clock = program.clock_after(0);
        let value = program.read(clock, 0, None);
        let next = program.add(value, one);
        let end = if is_atomic { clock } else { program.clock_after(clock) };
        program.write(end, 0, next, None, None);
        reads.push(value);
        ends.push(end);
    }
    let last = program.clock_after(0);
    for end in ends {
        program.problem.order.push((end, last));
    }
    reads.push(program.read(last, 0, None));
    for (read, value) in reads.iter().enumerate() {
        program.connect_all(read as u32, *value);
    }
    let total = program.constant(threads);
    let is_right = program.equal(reads[threads as usize], total);
    program.sat.clause(&[!is_right]);
    program
}

#[test]
fn sum_of_atomic_increments() {
    let size = number("RADDLE_SIZE", 4) as u32;
    decide("sum", || sum(size, true), false);
    decide("sum with a race", || sum(size, false), true);
}

/// Two threads compute Fibonacci numbers from each other; the main thread sees one that is too large.
fn fib(steps: u32, bound: u32) -> Program {
    let mut program = Program::new();
    let one = program.constant(1);
    program.write(0, 0, one, None, None);
    program.write(0, 1, one, None, None);
    let mut own_reads = Vec::new();
    let mut other_reads = Vec::new();
    for thread in 0..2 {
        let mut clock = 0;
        // The write of the own cell that is read next: the first is that of the start.
        let mut own_write = thread;
        for _step in 0..steps {
            clock = program.clock_after(clock);
            let own = program.read(clock, thread, None);
            own_reads.push((program.problem.reads.len() as u32 - 1, own, own_write));
            clock = program.clock_after(clock);
            let other = program.read(clock, 1 - thread, None);
            other_reads.push((program.problem.reads.len() as u32 - 1, other));
            clock = program.clock_after(clock);
            let sum = program.add(own, other);
            program.write(clock, thread, sum, None, Some(thread));
            own_write = program.problem.writes.len() as u32 - 1;
        }
    }
    let first = program.clock_after(0);
    let p = program.read(first, 0, None);
    other_reads.push((program.problem.reads.len() as u32 - 1, p));
    let second = program.clock_after(first);
    let q = program.read(second, 1, None);
    other_reads.push((program.problem.reads.len() as u32 - 1, q));
    for (read, value, write) in own_reads {
        program.connect(read, value, &[write]);
    }
    for (read, value) in other_reads {
        program.connect_all(read, value);
    }
    let is_bad = [program.exceeds(p, bound), program.exceeds(q, bound)];
    program.sat.clause(&is_bad);
    program
}

#[test]
fn fib_of_two_threads() {
    let size = number("RADDLE_SIZE", 3) as u32;
    let mut numbers = (1, 1);
    for _ in 0..size {
        numbers.0 += numbers.1;
        numbers.1 += numbers.0;
    }
    decide("fib", || fib(size, numbers.1), false);
    decide("fib that is reached", || fib(size, numbers.1 - 1), true);
}

/// A lock that serves in the order of tickets; a counter that it protects is wrong at the end.
fn ticket(threads: u32, is_right: bool) -> Program {
    let (next, serving, counter) = (0, 1, 2);
    let mut program = Program::new();
    let (zero, one) = (program.constant(0), program.constant(1));
    for cell in [next, serving, counter] {
        program.write(0, cell, zero, None, None);
    }
    let mut reads = Vec::new();
    let mut guards = Vec::new();
    let mut ends = Vec::new();
    for _thread in 0..threads {
        let draw = program.clock_after(0);
        let mine = program.read(draw, next, None);
        reads.push(mine);
        let after = program.add(mine, one);
        program.write(draw, next, after, None, None);
        let wait = program.clock_after(draw);
        let served = program.read(wait, serving, None);
        reads.push(served);
        let guard = if is_right {
            program.equal(served, mine)
        } else {
            let more = program.add(served, one);
            let (exact, early) = (program.equal(served, mine), program.equal(more, mine));
            !program.and(&[!exact, !early])
        };
        guards.push(guard);
        let load = program.clock_after(wait);
        let old = program.read(load, counter, Some(guard));
        reads.push(old);
        let store = program.clock_after(load);
        let new = program.add(old, one);
        program.write(store, counter, new, Some(guard), None);
        let look = program.clock_after(store);
        let number = program.read(look, serving, Some(guard));
        reads.push(number);
        let end = program.clock_after(look);
        let new = program.add(number, one);
        program.write(end, serving, new, Some(guard), None);
        ends.push(end);
    }
    let last = program.clock_after(0);
    for (end, guard) in ends.into_iter().zip(&guards) {
        program.problem.conditional.push((end, last, *guard));
    }
    let all = program.and(&guards);
    let total = program.read(last, counter, Some(all));
    reads.push(total);
    for (read, value) in reads.iter().enumerate() {
        program.connect_all(read as u32, *value);
    }
    let wanted = program.constant(threads);
    let is_total = program.equal(total, wanted);
    program.sat.clause(&[all]);
    program.sat.clause(&[!is_total]);
    program
}

#[test]
fn ticket_lock() {
    let size = number("RADDLE_SIZE", 2) as u32;
    decide("ticket", || ticket(size, true), false);
    decide("ticket with an early turn", || ticket(size, false), true);
}

/// Threads that increment a counter under a lock, several times each; the sum is wrong at the end, or anything.
fn locked(threads: u32, times: u32, is_wrong: bool) -> Program {
    let (lock, counter) = (0, 1);
    let mut program = Program::new();
    let (zero, one) = (program.constant(0), program.constant(1));
    program.write(0, lock, zero, None, None);
    program.write(0, counter, zero, None, None);
    let mut reads = Vec::new();
    let mut ends = Vec::new();
    for _thread in 0..threads {
        let mut clock = 0;
        for _time in 0..times {
            clock = program.clock_after(clock);
            reads.push(program.read(clock, lock, None));
            for bit in reads[reads.len() - 1] {
                program.sat.clause(&[!bit]);
            }
            program.write(clock, lock, one, None, None);
            clock = program.clock_after(clock);
            let old = program.read(clock, counter, None);
            reads.push(old);
            clock = program.clock_after(clock);
            let new = program.add(old, one);
            program.write(clock, counter, new, None, None);
            clock = program.clock_after(clock);
            program.write(clock, lock, zero, None, None);
        }
        ends.push(clock);
    }
    let last = program.clock_after(0);
    for end in ends {
        program.problem.order.push((end, last));
    }
    let total = program.read(last, counter, None);
    reads.push(total);
    for (read, value) in reads.iter().enumerate() {
        program.connect_all(read as u32, *value);
    }
    if is_wrong {
        let wanted = program.constant(threads * times);
        let is_right = program.equal(total, wanted);
        program.sat.clause(&[!is_right]);
    }
    program
}

#[test]
fn counter_under_a_lock() {
    let threads = number("RADDLE_SIZE", 2) as u32;
    let times = number("RADDLE_TIMES", 2) as u32;
    decide("lock", || locked(threads, times, true), false);
}

#[test]
fn execution_of_many_locks() {
    let threads = number("RADDLE_SIZE", 3) as u32;
    let times = number("RADDLE_TIMES", 3) as u32;
    decide("locks", || locked(threads, times, false), true);
}
