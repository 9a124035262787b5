//! Random programs of plain operations: explorations of annotated orders find what brute force finds.
//!
//! How many programs, and from which seed on, can be set: `RADDLE_SEED=1000 RADDLE_COUNT=20000 cargo test -p testkit
//! --test annotated`.

use testkit::annotated::{Sum, judge, program};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

#[test]
fn annotated_orders_cover_what_threads_find_out() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 1_000);
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let sums: Vec<Sum> = std::thread::scope(|scope| {
        let run = |worker: u64| {
            let mut sum = Sum::default();
            for seed in (first..first + count).filter(|it| it % workers == worker) {
                let program = program(seed);
                match judge(&program, seed) {
                    Ok(judged) => sum.add(judged),
                    Err(complaint) => fail(seed, program, &complaint),
                }
            }
            sum
        };
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let mut sum = Sum::default();
    sums.into_iter().for_each(|it| sum.add(it));
    println!("{sum:?}");
    assert!(sum.large * 10 <= count, "too many programs are too large for brute force");
    assert!(sum.unsupported * 20 <= count, "too many programs are not explored");
    assert!(sum.value_orders <= sum.value_classes && sum.relaxed_orders <= sum.value_orders, "there is no reduction");
}

/// Shows the smallest program for which something still does not hold.
fn fail(seed: u64, program: ir::Program, complaint: &str) -> ! {
    // The same complaint, in other words: up to the first number.
    let about = |it: &str| it.split(|it: char| it.is_ascii_digit()).next().map(str::to_owned);
    let small = testkit::shrink(program, &mut |it| judge(it, seed).is_err_and(|it| about(&it) == about(complaint)));
    let complaint = judge(&small, seed).err().unwrap_or_else(|| complaint.to_owned());
    panic!("seed {seed}: {complaint}\n{}", ir::text::print(&small));
}
