//! The literal model of context-sensitive reduction: what it counts, and that it loses nothing unless it is made to.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other random programs.

use abs::Actors;
use event::{Execution, Properties, System, ThreadId};
use explore::{Further, Observer, Reduction};
use ir::Program;
use std::path::Path;
use testkit::build::{FunctionBuilder, ProgramBuilder};
use testkit::context_model::{Outcome, Selection, State, Variant, explore, explore_in_order};
use testkit::random::{commuting, plain};
use vm::Machine;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

fn model(program: &Program, variant: Variant) -> Outcome {
    explore(&mut Machine::new(program, vm::compile(program, Properties::all())), variant)
}

/// What all interleavings show.
#[derive(Default)]
struct Brute(Outcome);

impl<S: System> Observer<S> for Brute {
    fn complete(&mut self, system: &mut S, _: &Execution) {
        let state = State::of(system);
        self.0.faults.extend(system.failures().iter().map(|it| it.fault));
        self.0.faults.extend(system.final_fault());
        if system.is_deadlock() {
            self.0.deadlocks.insert(state.clone());
        }
        self.0.finals.insert(state);
    }
}

/// All interleavings, unless there are too many.
fn brute(program: &Program) -> Option<Outcome> {
    let options = explore::Options {
        properties: Properties::default(),
        further: Further::Everything,
        most_events: 100_000,
        ..explore::Options::default()
    };
    let mut machine = Machine::new(program, vm::compile(program, Properties::all()));
    let mut brute = Brute::default();
    let exploration = explore::run(Reduction::Naive, &mut machine, &options, &mut brute);
    exploration.limit.is_none().then_some(brute.0)
}

/// Section 3: two write the same, one reads.
fn section_3() -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let p = program.thread("p", |f| f.store(x, 5));
    let q = program.thread("q", |f| f.store(x, 5));
    let r = program.thread("r", |f| {
        let value = f.load(x);
        f.ret(value.resized(64));
    });
    program.fork(&[p, q, r])
}

/// Section 4 as two threads, the producer first. The numbers 1, 2, … are stored, so a buffer is what was stored and taken.
fn producer_and_consumer(count: u32) -> Program {
    let mut program = ProgramBuilder::new();
    let (stored, taken) = (program.int("stored", 64), program.int("taken", 64));
    let producer = program.thread("producer", |f| {
        for _ in 0..count {
            f.update(stored, ir::Update::Add, 1);
        }
    });
    let consumer = program.thread("consumer", |f| {
        let result = f.register("result", 64);
        f.assign(result, 0);
        for _ in 0..count {
            f.atomic(|f: &mut FunctionBuilder| {
                let (first, last) = (f.load(taken), f.load(stored));
                f.assign(result, result.binary(ir::Binary::Multiply, 16));
                f.if_then(first.less(last), |f| {
                    f.store(taken, first.plus(1));
                    f.assign(result, ir::Expr::binary(ir::Binary::Add, result.expr(), first.plus(1)));
                });
                f.assign(first, 0);
                f.assign(last, 0);
            });
        }
        f.ret(result);
    });
    program.fork(&[producer, consumer])
}

/// The steps that the first thread makes before the others can: they are nodes too.
const SPAWNS_OF_TWO: u64 = 2;

fn show(name: &str, variant: Variant, it: &Outcome) {
    let Outcome { executions, blocked, nodes, finals, .. } = it;
    println!(
        "{name} {variant:?}: {executions} executions, {blocked} blocked, {nodes} nodes, {} final states",
        finals.len()
    );
}

#[test]
fn section_3_has_six_classes_and_two_final_states() {
    let program = section_3();
    let found = Variant::ALL.map(|variant| model(&program, variant));
    for (variant, found) in Variant::ALL.iter().zip(&found) {
        show("p,q,r", *variant, found);
    }
}

#[test]
fn producer_and_consumer_counts() {
    for count in [3, 5, 7] {
        let program = producer_and_consumer(count);
        for variant in Variant::ALL {
            let found = model(&program, variant);
            show(&format!("pc {count}"), variant, &found);
            println!("   nodes without spawns {}", found.nodes - SPAWNS_OF_TWO);
        }
    }
}

fn actors(name: &str, size: u32) -> Actors {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/actors").join(name).with_extension("abs");
    let text = std::fs::read_to_string(path).expect("the program is there");
    let definitions = vec![("size".to_owned(), size.to_string())];
    let options = abs::Options { definitions, ..abs::Options::default() };
    let (program, _) = abs::load(vec![(name.to_owned(), text)], &options).ok().expect("the program is valid");
    Actors::new(abs::compile(&program))
}

/// The object of a task, by its name.
fn object_of(system: &mut Actors, thread: ThreadId) -> u64 {
    let name = system.name_of_thread(thread, usize::MAX).map_or(0, |it| u64::from(it.0));
    let mut parts = Vec::new();
    system.encode_by_name(false, &mut |part| parts.push(part.to_vec()));
    let tasks = parts.len() - system.threads().len();
    parts[tasks..].iter().find(|it| it[0] == name).map_or(0, |it| it[3])
}

#[test]
fn actors_counts() {
    let programs = [
        ("prodcons", 3),
        ("prodcons", 5),
        ("prodcons", 7),
        ("fib", 5),
        ("msort", 9),
        ("qsort", 9),
        ("pi", 5),
        ("pi", 6),
        ("pi", 7),
        ("psort", 4),
        ("reg", 4),
        ("reg", 5),
    ];
    for (name, size) in programs {
        for variant in [Variant::Eager, Variant::Lazy] {
            for queues in [false, true] {
                let begin = std::time::Instant::now();
                let found =
                    explore_in_order(&mut actors(name, size), variant, Selection { rank: &mut |_, _| 0, queues });
                show(&format!("{name} {size} oldest task, queues {queues}"), variant, &found);
                let found =
                    explore_in_order(&mut actors(name, size), variant, Selection { rank: &mut object_of, queues });
                show(&format!("{name} {size} oldest actor, queues {queues}"), variant, &found);
                println!("  {:?} waits {}", begin.elapsed(), found.waits);
            }
        }
    }
}

#[test]
fn random_programs_lose_nothing() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 1_500);
    let mut large = 0;
    let mut sums = [[0u64; 4]; 4];
    let mut finals = 0;
    for seed in first..first + count {
        let program = commuting::program(seed);
        let Some(expected) = brute(&program) else {
            large += 1;
            continue;
        };
        finals += expected.finals.len();
        for (variant, sums) in Variant::ALL.into_iter().zip(&mut sums) {
            let found = model(&program, variant);
            assert!(!found.waits);
            assert!(found.finals.is_subset(&expected.finals));
            let is_same = found.finals == expected.finals
                && found.deadlocks == expected.deadlocks
                && found.faults == expected.faults;
            if !is_same && variant != Variant::Unsound && sums[3] == 0 {
                println!("seed {seed} {variant:?} loses\n{}", ir::text::print(&program));
            }
            sums[0] += found.executions;
            sums[1] += found.blocked;
            sums[2] += found.nodes;
            sums[3] += u64::from(!is_same);
        }
    }
    println!("{large} too large, {finals} final states");
    for (variant, sums) in Variant::ALL.into_iter().zip(&sums) {
        println!("{variant:?}: executions {}, blocked {}, nodes {}, losses in {}", sums[0], sums[1], sums[2], sums[3]);
    }
    let _ = plain::program(1, plain::Threads::Two, 4);
}
