//! Random programs of one thread: the machine computes what a compiled program computes.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=100000 cargo test -p testkit --test sequential`.
//! A C compiler is needed (`cc`, or what `CC` names); the 32-bit model is left out if it cannot compile for that.

use ir::DataModel;
use testkit::sequential::native::Compiler;
use testkit::sequential::{Agreement, Difference, Size, compare, minimise, print, program};

/// How many programs are compiled at once.
const BATCH: usize = 20;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Compares programs; how many agree, and how many could not be compared.
fn run(model: DataModel, seeds: &[u64]) -> (u64, u64) {
    let size = Size { model, ..Size::default() };
    let compiler = Compiler::system();
    let (mut agree, mut left_out) = (0, 0);
    for seeds in seeds.chunks(BATCH) {
        let programs: Vec<_> = seeds.iter().map(|&it| program(it, &size)).collect();
        let results = compare(&compiler, &programs.iter().collect::<Vec<_>>());
        for ((seed, program), result) in seeds.iter().zip(programs).zip(results) {
            match result {
                Ok(Agreement::Same) => agree += 1,
                Ok(Agreement::TooLarge | Agreement::CompilerCrashes) => left_out += 1,
                Err(difference) => fail(&compiler, *seed, program, difference),
            }
        }
    }
    (agree, left_out)
}

/// Shows the smallest program that still disagrees.
fn fail(compiler: &Compiler, seed: u64, program: testkit::sequential::syntax::Program, difference: Difference) -> ! {
    let (small, difference) = minimise(compiler, program, difference);
    panic!("seed {seed}, {:?}: {difference}\n{}", small.model, print::standalone(&small));
}

/// Compares the programs of all seeds, on all cores.
fn check(model: DataModel, count: u64) {
    let first = number("RADDLE_SEED", 1);
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let results: Vec<(u64, u64)> = std::thread::scope(|scope| {
        let run = |worker| run(model, &(first..first + count).filter(|it| it % workers == worker).collect::<Vec<_>>());
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let agree: u64 = results.iter().map(|it| it.0).sum();
    let left_out: u64 = results.iter().map(|it| it.1).sum();
    println!("{model:?}: {agree} programs agree; {left_out} could not be compared");
    assert!(left_out * 20 <= count, "too many programs could not be compared");
}

#[test]
fn programs_compute_what_compiled_programs_compute() {
    if let Err(message) = Compiler::system().supports(DataModel::Lp64) {
        panic!("this test needs a C compiler: {message}");
    }
    check(DataModel::Lp64, number("RADDLE_COUNT", 500));
}

#[test]
fn programs_of_the_32_bit_model_compute_what_compiled_programs_compute() {
    if let Err(message) = Compiler::system().supports(DataModel::Ilp32) {
        println!("the C compiler cannot make 32-bit programs, so none are compared: {message}");
        return;
    }
    check(DataModel::Ilp32, number("RADDLE_COUNT", 500) / 2);
}
