//! The tests of this crate that look at programs one by one, those first that take the least time for one.

use super::{Detector, corners};
use crate::actors::{self, generate};
use crate::cegar;
use crate::fuzz::load;
use crate::later::{self, Walks};
use crate::ordering::{self, Limits};
use crate::random::families::FAMILIES;
use crate::random::{
    self, Size, Waiting, edges, guarded, handles, heap, locking, looks, numbers, plain, publishing, unset, updates,
};
use crate::{
    agree, annotated, folding, known, library, oracle, passes, peephole, reuse, states, unsequenced, waiting, walk,
};
use abs::Actors;
use event::Properties;
use fastrand::Rng;
use ir::Program;
use std::path::Path;
use std::time::Duration;
use vm::Machine;

/// All of them.
pub const DETECTORS: &[Detector] = &[
    Detector { name: "folding", count: 500, check: folding::integers },
    Detector { name: "loop bounds", count: 16, check: |number| passes::bounds(number as u32 % 4, number as u32 / 4) },
    Detector { name: "walks", count: 300, check: walk::there_and_back },
    Detector { name: "passes", count: 300, check: passes_of_seed },
    Detector { name: "unsequenced", count: 500, check: |seed| done(unsequenced::check(seed)) },
    Detector { name: "known answers", count: 180, check: |seed| done(known::check(seed)) },
    Detector { name: "library", count: 400, check: |seed| done(library::check(seed)) },
    Detector { name: "known pointers", count: 200, check: |seed| done(known::check_pointers(seed)) },
    Detector { name: "wake-ups", count: WAKE_UPS.len() as u64, check: wake_ups },
    Detector { name: "corners", count: corners::COUNT, check: corners::check },
    Detector { name: "agreement", count: 600, check: |seed| agreement(&random::program(seed, &Size::default()), seed) },
    Detector { name: "agreement: heap", count: 150, check: |seed| agreement(&heap::program(seed, false), seed) },
    Detector { name: "agreement: reuse", count: 600, check: reuse_of_seed },
    Detector { name: "agreement: unset", count: 600, check: |seed| agreement(&unset::program(seed), agree::UNSET) },
    Detector { name: "agreement: locking", count: 150, check: |seed| agreement(&locking::program(seed, false), seed) },
    Detector {
        name: "agreement: publishing",
        count: 150,
        check: |seed| agreement(&publishing::program(seed, false), seed),
    },
    Detector { name: "agreement: numbers", count: 150, check: |seed| agreement(&numbers::program(seed), seed) },
    Detector {
        name: "agreement: plain",
        count: 150,
        check: |seed| agreement(&plain::program(seed, plain::Threads::Some, 12), seed),
    },
    Detector { name: "agreement: updates", count: 150, check: |seed| agreement(&updates::program(seed), seed) },
    Detector { name: "agreement: handles", count: 150, check: |seed| agreement(&handles::program(seed), seed) },
    Detector { name: "agreement: looks", count: 150, check: |seed| agreement(&looks::program(seed), seed) },
    Detector { name: "agreement: locals", count: 64, check: locals },
    Detector {
        name: "annotated orders",
        count: 400,
        check: |seed| done(annotated::judge(&annotated::program(seed), seed)),
    },
    Detector { name: "waiting", count: 300, check: waiting_programs },
    Detector {
        name: "states",
        count: 300,
        check: |seed| done(states::programs::check_threads(seed, &states::programs::program_of(seed))),
    },
    Detector { name: "states: lost before", count: states::lost::COUNT, check: states::lost::check },
    Detector { name: "states: sections", count: 100, check: states::programs::check_sections },
    Detector { name: "states: circles", count: 50, check: states::programs::check_circles },
    Detector { name: "states: hangs", count: 300, check: states::programs::check_hanging },
    Detector { name: "actors", count: 300, check: |seed| actors_agree(seed, &generate::Size::default()) },
    Detector {
        name: "actors: circles",
        count: 300,
        check: |seed| actors_agree(seed, &generate::Size { circles: true, ..generate::Size::default() }),
    },
    Detector {
        name: "states of actors",
        count: 100,
        check: |seed| done(states::programs::check_actors(&actor_text(seed))),
    },
    Detector { name: "later: threads", count: 200, check: later_threads },
    Detector { name: "later: tasks", count: 100, check: later_tasks },
    Detector { name: "ordering", count: 240, check: |number| by_family(number, &orders) },
    Detector {
        name: "ordering: unset",
        count: 200,
        check: |seed| orders(&agree::following(&unset::program(seed)), seed),
    },
    Detector { name: "ordering: edges", count: 100, check: |seed| orders(&edges::program(seed), seed) },
    Detector {
        name: "ordering: corners",
        count: ORDERING_CORNERS.len() as u64 * 4,
        check: |number| orders(&corpus(ORDERING_CORNERS[number as usize % ORDERING_CORNERS.len()])?, number),
    },
    Detector { name: "ordering: twins", count: 150, check: |seed| orders(&plain::twins(seed, 8), seed) },
    Detector {
        name: "peephole: two threads",
        count: 60,
        check: |seed| interleavings(&peephole::program(seed, 2, 6 + seed as u32 % 3), seed, true),
    },
    Detector {
        name: "peephole: more threads",
        count: 60,
        check: |seed| interleavings(&peephole::program(seed, 3 + seed as u32 % 2, 5), seed, false),
    },
    Detector { name: "peephole: crowds", count: 20, check: |seed| interleavings(&peephole::crowd(seed), seed, false) },
    Detector {
        name: "peephole: verdicts",
        count: 120,
        check: |number| {
            by_family(number, &|program, seed| done(peephole::compare_verdicts(program, seed as usize / 4, &LIMITS)))
        },
    },
    Detector {
        name: "peephole: corners",
        count: 8,
        check: |turn| done(peephole::compare_verdicts(&corpus("race/section_fails_later.c")?, turn as usize, &LIMITS)),
    },
    Detector {
        name: "cegar: corners",
        count: cegar::COMBINATIONS as u64,
        check: |turn| done(cegar::compare_verdicts(&corpus("abstraction/allocated_later.c")?, turn as usize, &CEGAR)),
    },
    Detector { name: "cegar: guarded", count: 100, check: cegar_guarded },
    Detector { name: "cegar", count: 648, check: cegar_verdicts },
    Detector { name: "cegar: reductions", count: 120, check: cegar_reductions },
];

/// A program of the corpus, for what random ones hardly ever do.
fn corpus(name: &str) -> Result<Program, String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus")).join(name);
    load::prepared(&load::file(&path)?)
}

/// Nothing is wrong, however much was compared.
fn done<T>(result: Result<T, String>) -> Result<(), String> {
    result.map(|_| ())
}

fn agreement(program: &Program, seed: u64) -> Result<(), String> {
    done(agree::agree(program, &agree::options(seed)))
}

fn reuse_of_seed(seed: u64) -> Result<(), String> {
    done(reuse::agree(&random::reuse::program(seed), &reuse::options(seed)))
}

fn passes_of_seed(seed: u64) -> Result<(), String> {
    passes::agree(&random::program(seed, &Size::default()), ir::passes::simplify, &agree::options(seed))?;
    passes::agree(&passes::local(seed), passes::prepare, &oracle::Options::default())
}

/// Locals that stay private, or do not, when the passes have said so.
fn locals(seed: u64) -> Result<(), String> {
    let mut program = passes::local(seed);
    passes::prepare(&mut program);
    agreement(&program, 0)
}

fn waiting_programs(seed: u64) -> Result<(), String> {
    let [program, assuming] = [Waiting::Loops, Waiting::Assumptions].map(|it| waiting::program(seed, it));
    done(waiting::agree(&program, Some(&assuming), &waiting::OPTIONS))
}

fn actor_text(seed: u64) -> String {
    generate::program(seed, &generate::Size::default()).to_string()
}

fn actors_agree(seed: u64, size: &generate::Size) -> Result<(), String> {
    let text = generate::program(seed, size).to_string();
    done(actors::agree::agree_on_text(&text, seed, &actors::agree::Limits::default(), None))
}

fn actor_program(seed: u64) -> Result<abs::program::Program, String> {
    actors::agree::load(&actor_text(seed))
}

fn later_threads(seed: u64) -> Result<(), String> {
    let waiting = if seed.is_multiple_of(4) { Waiting::Loops } else { Waiting::Never };
    let program = random::program(seed, &Size { waiting, ..Size::default() });
    let code = vm::compile(&program, Properties::all());
    let code = if seed.is_multiple_of(8) { code.with_awaits() } else { code };
    done(later::check(&mut Machine::new(&program, code), Walks::default(), &mut Rng::with_seed(seed)))
}

fn later_tasks(seed: u64) -> Result<(), String> {
    let program = actor_program(seed)?;
    let code = abs::compile(&program);
    let code = if seed.is_multiple_of(2) { code } else { code.with_dynamic_dependence() };
    done(later::check(&mut Actors::new(code), Walks::default(), &mut Rng::with_seed(seed)))
}

/// What symbolic engines may spend on a question.
const LIMITS: Limits =
    Limits { unroll: Some(3), rounds: 3, time: Duration::from_millis(500), states: 20_000, ways: 3_000, finals: 500 };

/// What random programs hardly ever do, and only constraints can get wrong.
const ORDERING_CORNERS: &[&str] =
    &["threads/early_exit_before_join.c", "race/section_fails_after_read.c", "race/section_fails_after_write.c"];

fn orders(program: &Program, seed: u64) -> Result<(), String> {
    done(ordering::agree(program, seed as usize / 4, &LIMITS))
}

/// A program of each family in turn, with its seed.
fn by_family(number: u64, compare: &dyn Fn(&Program, u64) -> Result<(), String>) -> Result<(), String> {
    let families = FAMILIES.len() as u64;
    let (family, seed) = (FAMILIES[(number % families) as usize], 1 + number / families);
    compare(&family.1(seed), seed).map_err(|it| format!("{}, seed {seed}: {it}", family.0))
}

/// Programs with more interleavings are not compared.
const MOST_INTERLEAVINGS: usize = 1_000;

fn interleavings(program: &Program, seed: u64, is_exact: bool) -> Result<(), String> {
    done(peephole::compare(program, seed as usize, MOST_INTERLEAVINGS, is_exact))
}

const CEGAR: cegar::Limits = cegar::Limits { states: 20_000, time: Duration::from_millis(500) };

/// All families, and in each all ways to look.
fn cegar_verdicts(number: u64) -> Result<(), String> {
    let families = FAMILIES.len() as u64;
    let (family, seed) = (FAMILIES[(number % families) as usize], 1 + number / families);
    let program = cegar::asserting(family, seed, &CEGAR);
    let complaint = |it: String| format!("{}, seed {seed}: {it}", family.0);
    done(cegar::compare_verdicts(&program, seed as usize, &CEGAR)).map_err(complaint)
}

fn cegar_reductions(seed: u64) -> Result<(), String> {
    let family = FAMILIES[seed as usize % FAMILIES.len()];
    done(cegar::compare_reductions(&cegar::asserting(family, seed, &CEGAR), seed, &CEGAR))
}

fn cegar_guarded(seed: u64) -> Result<(), String> {
    let program = guarded::program(seed);
    done(cegar::compare_verdicts(&program, seed as usize, &CEGAR))?;
    done(cegar::compare_reductions(&program, seed, &CEGAR))
}

/// Programs in which what happens for no reason can be seen.
const WAKE_UPS: &[&str] = &["read_before_bad.c", "seen_before_bad.c", "tried_bad.c", "weak_counted_bad.c"];

/// Whether brute force finds what is wrong with them behind the passes.
fn wake_ups(number: u64) -> Result<(), String> {
    let name = WAKE_UPS[number as usize % WAKE_UPS.len()];
    let report = oracle::explore(&corpus(&format!("wakeups/{name}"))?, &oracle::Options::default());
    if report.violations.is_empty() { Err(format!("{name}: nothing is found")) } else { Ok(()) }
}
