//! Random concurrent programs, small enough for the oracle and made to be interesting.
//!
//! Each program uses a random part of the features that [`Size`] allows (swarm testing: Groce et al., *Swarm Testing*,
//! ISSTA 2012): a program that does everything does nothing for long enough. Half of the programs are *careful*, the
//! others take each opportunity for a mistake (a missing unlock, a use after free, an index that is not checked, …)
//! with some probability. Nothing is done that the oracle and another implementation may number differently: handles
//! and addresses of heap objects and slots never get into integers, are never ordered, and are stored only where
//! [`crate::shown_bytes`] hides them; a slot is accessed through its address only while its frame is there.
//! Visible operations are in bounded loops only, so that every program has finitely many interleavings; programs that
//! [wait](Size::waiting) are the exception.
//!
//! Start at [`program`]. `world` makes the globals and the helper functions, `body` the code of a thread out of the
//! statements of `shared` (globals), `mutexes`, `threads` (the running one, and what becomes of others), `messages` (what
//! is handed over by a flag), `waits` (loops that wait) and `objects` (slots, heap, calls), `expr` the expressions, `orders`
//! the memory orders. [`plain`] is another generator, for what is only defined on programs of few kinds of operations, and
//! [`commuting`] one for programs of which many orders lead to one state; [`updates`] are such programs in which nobody waits.
//! Each of [`heap`], [`locking`], [`publishing`] and [`numbers`] makes programs for one property: objects that are shared,
//! threads that may come to a standstill, data that is handed over, and numbers near the edge. [`circles`], [`edges`],
//! [`guarded`], [`handles`], [`looks`], [`sections`] and [`unset`] are small programs for what the others hardly ever do.

mod body;
pub mod circles;
pub mod commuting;
pub mod edges;
mod expr;
pub mod families;
pub mod guarded;
pub mod handles;
pub mod hangs;
pub mod heap;
pub mod locking;
pub mod looks;
mod messages;
mod mutexes;
pub mod numbers;
mod objects;
mod orders;
pub mod plain;
pub mod publishing;
pub mod reuse;
pub mod sections;
mod shared;
mod threads;
pub mod unset;
pub mod updates;
mod waits;
mod world;

#[cfg(test)]
mod tests;

use body::Body;
use fastrand::Rng;
use ir::{DataModel, FunctionId};
pub use waits::Waiting;
use world::World;

use crate::build::ProgramBuilder;

/// How large a program may get and what may be in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The most threads, the first one included; 1 to 4.
    pub threads: u32,
    /// About how many visible operations a thread has, if there are two. With more threads they have fewer.
    pub operations: u32,
    /// In per cent, how often a reckless program makes a mistake where it could.
    pub mistakes: u32,
    /// What may be used. Each program uses a part of it.
    pub features: Features,
    /// Whether threads wait for others in loops: the program then has infinitely many interleavings.
    pub waiting: Waiting,
}

/// What may be used in a program besides loads, stores, branches, spawn and join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Features {
    /// Integers of 8, 16, 32 and 64 bits, and not of 32 only.
    pub widths: bool,
    /// Update, compare-exchange, fence.
    pub updates: bool,
    /// A plain global that is handed over by an atomic flag, with memory orders that do or do not suffice.
    pub messages: bool,
    /// A global array with an index from a register.
    pub arrays: bool,
    /// A global pointer to other globals, slots and heap objects.
    pub pointers: bool,
    pub mutexes: bool,
    /// Globals of which each thread has its own.
    pub thread_locals: bool,
    /// Atomic sections.
    pub sections: bool,
    /// Choices inside of atomic sections: see note 11 of [the crate](crate).
    pub choices_in_sections: bool,
    pub choices: bool,
    pub assumes: bool,
    pub asserts: bool,
    /// Operators that can overflow, divide by zero or shift too far.
    pub arithmetic: bool,
    /// Calls, direct and indirect, also of a recursive function.
    pub calls: bool,
    /// Slots, private and escaping.
    pub slots: bool,
    /// Allocate and free.
    pub heap: bool,
    /// Exit and thread exit.
    pub stops: bool,
    /// Counted loops.
    pub loops: bool,
    /// Handles in a global, to be joined by anyone. In reckless programs only: a join may come before the handle.
    pub handles: bool,
    /// Threads that are spawned by other threads than the first.
    pub nesting: bool,
    /// The 32-bit data model.
    pub ilp32: bool,
    /// Recursive and error-checking mutexes, and looks at what locking and unlocking gives.
    pub mutex_kinds: bool,
    /// Threads that are detached.
    pub detaches: bool,
    /// Handles of the running thread.
    pub selves: bool,
    /// A function that runs those of all threads but the first.
    pub runner: bool,
    /// Misuse of the library.
    pub misuses: bool,
}

impl Features {
    /// Loads, stores, branches, spawn and join only.
    pub const NONE: Features = Features {
        widths: false,
        updates: false,
        messages: false,
        arrays: false,
        pointers: false,
        mutexes: false,
        thread_locals: false,
        sections: false,
        choices_in_sections: false,
        choices: false,
        assumes: false,
        asserts: false,
        arithmetic: false,
        calls: false,
        slots: false,
        heap: false,
        stops: false,
        loops: false,
        handles: false,
        nesting: false,
        ilp32: false,
        mutex_kinds: false,
        detaches: false,
        selves: false,
        runner: false,
        misuses: false,
    };

    /// Everything.
    pub const ALL: Features = Features {
        widths: true,
        updates: true,
        messages: true,
        arrays: true,
        pointers: true,
        mutexes: true,
        thread_locals: true,
        sections: true,
        choices_in_sections: true,
        choices: true,
        assumes: true,
        asserts: true,
        arithmetic: true,
        calls: true,
        slots: true,
        heap: true,
        stops: true,
        loops: true,
        handles: true,
        nesting: true,
        ilp32: true,
        mutex_kinds: true,
        detaches: true,
        selves: true,
        runner: true,
        misuses: true,
    };

    /// A random part of these.
    fn part(self, rng: &mut Rng) -> Features {
        let mut keep = |allowed: bool, percent: u32| allowed && rng.u32(0..100) < percent;
        Features {
            widths: keep(self.widths, 60),
            updates: keep(self.updates, 50),
            messages: keep(self.messages, 25),
            arrays: keep(self.arrays, 35),
            pointers: keep(self.pointers, 45),
            mutexes: keep(self.mutexes, 66),
            thread_locals: keep(self.thread_locals, 30),
            sections: keep(self.sections, 35),
            choices_in_sections: keep(self.choices_in_sections, 50),
            choices: keep(self.choices, 35),
            assumes: keep(self.assumes, 35),
            asserts: keep(self.asserts, 60),
            arithmetic: keep(self.arithmetic, 40),
            calls: keep(self.calls, 35),
            slots: keep(self.slots, 40),
            heap: keep(self.heap, 30),
            stops: keep(self.stops, 30),
            loops: keep(self.loops, 30),
            handles: keep(self.handles, 25),
            nesting: keep(self.nesting, 40),
            ilp32: keep(self.ilp32, 15),
            mutex_kinds: keep(self.mutex_kinds, 35),
            detaches: keep(self.detaches, 25),
            selves: keep(self.selves, 20),
            runner: keep(self.runner, 15),
            misuses: keep(self.misuses, 30),
        }
    }
}

impl Default for Size {
    /// Up to 4 threads, 5 operations for each of two.
    fn default() -> Self {
        Size { threads: 4, operations: 5, mistakes: 30, features: Features::ALL, waiting: Waiting::Never }
    }
}

impl Size {
    /// Programs with few interleavings, for comparisons that run each of them.
    pub fn small() -> Self {
        Size { threads: 3, operations: 3, ..Size::default() }
    }
}

/// The random program of this seed. It is valid, and the same for the same arguments.
pub fn program(seed: u64, size: &Size) -> ir::Program {
    assert!((1..=4).contains(&size.threads), "a program has one to four threads");
    let mut rng = Rng::with_seed(seed);
    let features = size.features.part(&mut rng);
    let mistakes = if rng.bool() { size.mistakes } else { 0 };
    let model = if features.ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let mut builder = ProgramBuilder::with_model(model);
    let world = World::new(&mut rng, &mut builder, features, size.waiting, mistakes);
    let plan = Plan::new(&mut rng, &mut builder, size, features);
    for (thread, it) in plan.threads.iter().enumerate().skip(1) {
        if !it.shares_function {
            let mut body = Body::new(&mut rng, &world, it.operations);
            builder.define(it.function, |f| body.thread(f, &plan.children(thread)));
        }
    }
    let mut body = Body::new(&mut rng, &world, plan.threads[0].operations);
    builder.define(plan.threads[0].function, |f| {
        world.init_mutexes(f);
        body.thread(f, &plan.children(0));
    });
    if features.runner {
        let pointer = model.pointer_bits();
        let mut body = Body::new(&mut rng, &world, 1);
        let runner = builder.function("run", &[pointer, pointer], Some(pointer), |f| body.runner(f));
        builder.run_threads_by(runner);
    }
    builder.enter_at(plan.threads[0].function);
    builder.build()
}

/// Who spawns whom.
struct Plan {
    /// The first one is the entry.
    threads: Vec<Planned>,
}

struct Planned {
    function: FunctionId,
    /// Whether this is the function of the thread before.
    shares_function: bool,
    parent: usize,
    operations: u32,
}

impl Plan {
    fn new(rng: &mut Rng, builder: &mut ProgramBuilder, size: &Size, features: Features) -> Self {
        let count = match rng.u32(0..100) {
            0..2 => 1,
            2..50 => 2,
            50..88 => 3,
            _ => 4,
        };
        let count = count.min(size.threads);
        let most = (2 * size.operations).div_ceil(count.max(2)).max(2);
        let pointer = builder.model().pointer_bits();
        let main = builder.declare("main", &[], Some(32));
        let operations = if count == 1 { most } else { rng.u32(most / 2..most) };
        let mut threads = vec![Planned { function: main, shares_function: false, parent: 0, operations }];
        for index in 1..count as usize {
            let nested = features.nesting && index > 1 && rng.u8(0..3) == 0;
            let parent = if nested { rng.usize(1..index) } else { 0 };
            // A function that is shared has no children: they would be spawned twice.
            let shares_function = index > 1 && parent == 0 && !features.nesting && rng.u8(0..3) == 0;
            let function = if shares_function {
                threads[index - 1].function
            } else {
                let parameters: &[u8] = if rng.bool() || features.runner { &[pointer] } else { &[] };
                builder.declare(&format!("t{index}"), parameters, Some(pointer))
            };
            let operations = rng.u32(most.div_ceil(2)..=most);
            threads.push(Planned { function, shares_function, parent, operations });
        }
        Plan { threads }
    }

    fn children(&self, parent: usize) -> Vec<FunctionId> {
        let is_child = |(index, it): &(usize, &Planned)| *index > 0 && it.parent == parent;
        self.threads.iter().enumerate().filter(is_child).map(|(_, it)| it.function).collect()
    }
}
