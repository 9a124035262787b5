//! Random programs that wait in loops: nothing that the loops could see is lost, nothing is made up.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=10000 cargo test -p testkit --test waiting`.

use testkit::agree::Agreement;
use testkit::random::Waiting;
use testkit::waiting::{OPTIONS, agree, program};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_that_wait_agree_with_brute_force() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 500);
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let results: Vec<(u64, u64)> = std::thread::scope(|scope| {
        let run = |worker: u64| {
            let (mut full, mut large) = (0, 0);
            for seed in (first..first + count).filter(|it| it % workers == worker) {
                let [program, assuming] = [Waiting::Loops, Waiting::Assumptions].map(|it| program(seed, it));
                match agree(&program, Some(&assuming), &OPTIONS) {
                    Ok(Agreement::Full(_)) => full += 1,
                    Ok(Agreement::TooLarge) => large += 1,
                    Err(complaint) => fail(seed, program, &complaint),
                }
            }
            (full, large)
        };
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let full: u64 = results.iter().map(|it| it.0).sum();
    let large: u64 = results.iter().map(|it| it.1).sum();
    println!("{full} programs agree; {large} were too large");
    assert!(large * 20 <= count, "too many programs are too large for brute force");
}

/// Shows the smallest program that still disagrees in the same way.
fn fail(seed: u64, program: ir::Program, complaint: &str) -> ! {
    let way =
        |complaint: &str| complaint.chars().take_while(|it| !it.is_ascii_digit() && *it != '{').collect::<String>();
    let same = |it: &ir::Program| agree(it, None, &OPTIONS).is_err_and(|new| way(&new) == way(complaint));
    let small = testkit::shrink(program, &mut |it| same(it));
    panic!("seed {seed}: {complaint}\n{}", ir::text::print(&small));
}
