//! Random programs: the machine under every reduction agrees with brute force.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=100000 cargo test -p testkit --test agreement`.

use testkit::agree::{Agreement, UNSET, agree, options};
use testkit::random::{self, Size, handles, heap, locking, looks, numbers, publishing, unset};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// A family of programs, one for each seed.
type Family<'a> = &'a (dyn Fn(u64) -> ir::Program + Sync);

#[test]
fn random_programs_agree_with_brute_force() {
    let size = Size::default();
    compare("everything", 1_000, &|seed| random::program(seed, &size));
}

#[test]
fn programs_with_shared_handles_agree_with_brute_force() {
    compare("handles", 300, &handles::program);
}

#[test]
fn programs_for_each_property_agree_with_brute_force() {
    compare("heap", 150, &|seed| heap::program(seed, false));
    compare("locking", 150, &|seed| locking::program(seed, false));
    compare("looks", 150, &looks::program);
    compare("publishing", 150, &|seed| publishing::program(seed, false));
    compare("numbers", 150, &numbers::program);
}

/// Each program of this family is read as one whose unset values are followed.
#[test]
fn programs_with_unset_values_agree_with_brute_force() {
    let first = number("RADDLE_SEED", 1);
    for seed in first..first + number("RADDLE_COUNT", 300) {
        let program = unset::program(seed);
        if let Err(complaint) = agree(&program, &options(UNSET)) {
            fail(UNSET, program, &format!("{seed}: {complaint}"));
        }
    }
}

/// Memory is used again where addresses are compared; by brute force, everywhere.
#[test]
fn programs_that_use_memory_again_agree_with_brute_force() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 300);
    let workers = 2;
    let results: Vec<(u64, u64)> = std::thread::scope(|scope| {
        let run = |worker: u64| {
            let (mut full, mut shown) = (0, 0);
            for seed in (first..first + count).filter(|it| it % workers == worker) {
                let options = testkit::reuse::options(seed);
                let complaint = |it: &ir::Program| testkit::reuse::agree(it, &options).err();
                match testkit::reuse::agree(&random::reuse::program(seed), &options) {
                    Ok(it) => {
                        full += u64::from(matches!(it.agreement, Agreement::Full(_)));
                        shown += u64::from(it.shows);
                    }
                    Err(_) => {
                        let program = random::reuse::program(seed);
                        let small = testkit::shrink(program, &mut |it| complaint(it).is_some());
                        panic!("seed {seed}: {:?}\n{}", complaint(&small), ir::text::print(&small));
                    }
                }
            }
            (full, shown)
        };
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let (full, shown) = results.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    println!("reuse: {full} of {count} programs agree, {shown} show that memory is used again");
    assert!(full * 2 >= count, "too many programs are too large for brute force");
    assert!(shown * 20 >= count, "too few programs can tell");
}

fn compare(name: &str, count: u64, family: Family<'_>) {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", count);
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let results: Vec<(u64, u64, u128)> = std::thread::scope(|scope| {
        let run = |worker: u64| {
            let (mut full, mut large, mut paths) = (0, 0, 0);
            for seed in (first..first + count).filter(|it| it % workers == worker) {
                let program = family(seed);
                match agree(&program, &options(seed)) {
                    Ok(Agreement::Full(interleavings)) => {
                        full += 1;
                        paths += interleavings;
                    }
                    Ok(Agreement::TooLarge) => large += 1,
                    Err(complaint) => fail(seed, program, &complaint),
                }
            }
            (full, large, paths)
        };
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let full: u64 = results.iter().map(|it| it.0).sum();
    let large: u64 = results.iter().map(|it| it.1).sum();
    let paths: u128 = results.iter().map(|it| it.2).sum();
    println!("{name}: {full} programs agree, {paths} interleavings; {large} were too large");
    assert!(large * 50 <= count, "{name}: too many programs are too large for brute force");
}

/// Shows the smallest program that still disagrees.
fn fail(seed: u64, program: ir::Program, complaint: &str) -> ! {
    let small = testkit::shrink(program, &mut |it| agree(it, &options(seed)).is_err());
    let complaint = agree(&small, &options(seed)).err().unwrap_or_else(|| complaint.to_owned());
    panic!("seed {seed}: {complaint}\n{}", ir::text::print(&small));
}
