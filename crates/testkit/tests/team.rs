//! Several workers explore exactly what one explores, and an exploration that is interrupted again and again finds what one
//! in one go finds.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs.

use event::{Properties, Property};
use explore::Reduction;
use testkit::random::{self, Size, heap, locking, numbers, publishing};
use testkit::team;
use vm::Machine;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Programs with more events than this are left out.
const MOST_EVENTS: u64 = 20_000;

fn compare(name: &str, reductions: &[Reduction], count: u64, family: &dyn Fn(u64) -> ir::Program) {
    let (first, count) = (number("RADDLE_SEED", 1), number("RADDLE_COUNT", count));
    let (mut compared, mut pieces) = (0, 0);
    for seed in first..first + count {
        let program = family(seed);
        for &reduction in reductions {
            let agree = |program: &ir::Program| {
                let everything: Properties =
                    Properties::of_threads().iter().filter(|&it| reduction.preserves().contains(it)).collect();
                let nothing = Properties::default();
                let properties = if seed.is_multiple_of(3) { everything } else { nothing };
                let without = properties.without(Property::Race);
                let properties = if seed.is_multiple_of(2) { properties } else { without };
                let mut code = vm::compile(program, properties);
                if !seed.is_multiple_of(5) {
                    code = code.with_awaits();
                }
                let make = || Machine::new(program, code.clone());
                let jobs: &[usize] = if seed.is_multiple_of(4) { &[1] } else { &[1, 2, 3] };
                team::agree(reduction, &make, properties, MOST_EVENTS, jobs, 7 + seed % 60)
            };
            match agree(&program) {
                Ok(None) => {}
                Ok(Some(interrupted)) => {
                    compared += 1;
                    pieces += interrupted;
                }
                Err(complaint) => {
                    let small = testkit::shrink(program.clone(), &mut |it| (0..5).any(|_| agree(it).is_err()));
                    panic!("{name}, seed {seed}: {complaint}\n{}", ir::text::print(&small));
                }
            }
        }
    }
    println!("{name}: {compared} explorations agree, interrupted {pieces} times");
    assert!(compared * 3 > count && pieces > count, "too little was compared");
}

const REDUCTIONS: [Reduction; 3] = [Reduction::Optimal, Reduction::Source, Reduction::State];

#[test]
fn several_workers_explore_what_one_does() {
    let size = Size::default();
    compare("everything", &REDUCTIONS, 150, &|seed| random::program(seed, &size));
}

#[test]
fn several_workers_explore_what_one_does_for_each_property() {
    compare("heap", &REDUCTIONS, 30, &|seed| heap::program(seed, false));
    compare("locking", &REDUCTIONS, 30, &|seed| locking::program(seed, false));
    compare("publishing", &REDUCTIONS, 30, &|seed| publishing::program(seed, false));
    compare("numbers", &REDUCTIONS, 30, &numbers::program);
}
