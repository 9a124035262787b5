//! Peephole partial-order reduction leaves one interleaving of each class: small programs whose numbers are known, and random
//! ones against brute force.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=3000 cargo test -p testkit --test peephole`. With
//! `RADDLE_GO_ON` all programs that disagree are shown, not only the first.

use bmc::peephole::{Form, Rules, Scheduler, Window};
use ir::{Binary, Expr, FunctionId, Program, Width};
use std::collections::BTreeSet;
use std::panic::catch_unwind;
use testkit::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use testkit::oracle::guarded::Independence;
use testkit::peephole::{Counts, FORMS, Figures, Interleaving, Interleavings, RULES, compare, crowd, left, program};

const WINDOWS: [Window; 2] = [Window::Adjacent, Window::Chain];

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

fn all_of(program: &Program) -> Interleavings {
    Interleavings::of(program, 100_000).expect("the program is small")
}

/// What is left of the longest interleavings.
fn left_of(program: &Program, rules: Rules, form: Form, window: Window) -> BTreeSet<Interleaving> {
    let longest = all_of(program).longest();
    left(program, Scheduler { rules, form, window }, longest).expect("it is modelled")
}

fn class_count(program: &Program, independence: Independence) -> usize {
    let all = all_of(program);
    all.classes(all.longest(), independence).values().collect::<BTreeSet<_>>().len()
}

/// The orders of the steps of all threads but the first.
fn projected(ways: &BTreeSet<Interleaving>) -> BTreeSet<Interleaving> {
    ways.iter().map(|it| it.iter().copied().filter(|&it| it > 0).collect()).collect()
}

/// The first thread only starts others, which is independent of everything and comes first.
fn starts_come_first(ways: &BTreeSet<Interleaving>, threads: usize) {
    let is_first = |it: &Interleaving| it[..threads].iter().all(|&it| it == 0);
    assert!(ways.iter().all(is_first), "starting threads comes first");
}

/// The address of the element of an array whose index is in a variable.
fn element(f: &mut FunctionBuilder, array: Var, index: Var) -> Expr {
    let index = f.load(index);
    let bytes = Expr::binary(Binary::Multiply, index.resized(64), Expr::constant(Width(64), 4));
    Expr::binary(Binary::Add, array.at(), bytes)
}

/// The running example: `a[i] = 10; a[i] = a[i] + 1; *p = a[j] + 100` and `a[j] = 20; a[j] = a[j] + 2; *q = a[i] + 200`, each a
/// step.
fn running_example(j: u64, q_is_p: bool) -> Program {
    let mut builder = ProgramBuilder::new();
    let a = builder.array("a", 32, 2);
    let (i, j) = (builder.int_from("i", 32, 0), builder.int_from("j", 32, j));
    let (u, v) = (builder.int("u", 32), builder.int("v", 32));
    let p = builder.pointer("p", Some(u));
    let q = builder.pointer("q", Some(if q_is_p { u } else { v }));
    let worker = |f: &mut FunctionBuilder, mine: Var, others: Var, pointer: Var, numbers: [i64; 3]| {
        f.atomic(|f| {
            let at = element(f, a, mine);
            f.store_at(at, 32, numbers[0]);
        });
        f.atomic(|f| {
            let at = element(f, a, mine);
            let old = f.load_at(at.clone(), 32);
            f.store_at(at, 32, old.plus(numbers[1]));
        });
        f.atomic(|f| {
            let at = element(f, a, others);
            let found = f.load_at(at, 32);
            let to: Reg = f.load(pointer);
            f.store_at(to.expr(), 32, found.plus(numbers[2]));
        });
    };
    let first = builder.thread("first", |f| worker(f, i, j, p, [10, 1, 100]));
    let second = builder.thread("second", |f| worker(f, j, i, q, [20, 2, 200]));
    builder.fork(&[first, second])
}

#[test]
fn five_of_twenty_interleavings_of_the_running_example_are_left() {
    let program = running_example(1, false);
    let all = all_of(&program);
    assert_eq!(projected(&all.of_length(all.longest())).len(), 20);
    for form in FORMS {
        let unreduced = left_of(&program, Rules::None, form, Window::Adjacent);
        assert_eq!(unreduced, all.of_length(all.longest()), "{form:?}");
    }
    // The text says nothing of indices and pointers.
    for ((rules, independence), expected) in RULES.into_iter().zip([20, 5, 5]) {
        assert_eq!(class_count(&program, independence), expected, "{rules:?}");
        for form in FORMS {
            for window in WINDOWS {
                let left = left_of(&program, rules, form, window);
                starts_come_first(&left, 2);
                assert_eq!(left.len(), expected, "{rules:?} {form:?} {window:?}");
            }
        }
    }
}

#[test]
fn all_interleavings_of_the_running_example_are_left_if_everything_depends() {
    let program = running_example(0, true);
    for (rules, independence) in RULES {
        assert_eq!(class_count(&program, independence), 20, "{rules:?}");
        for form in FORMS {
            for window in WINDOWS {
                let left = left_of(&program, rules, form, window);
                starts_come_first(&left, 2);
                assert_eq!(left.len(), 20, "{rules:?} {form:?} {window:?}");
            }
        }
    }
}

/// Three threads with one step each; each two of them depend on each other if their bit is set.
fn three_steps(scenario: u32) -> Program {
    let mut builder = ProgramBuilder::new();
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let shared: Vec<Var> = (0..3).map(|it| builder.int(&format!("pair{it}"), 32)).collect();
    let own: Vec<Var> = (0..3).map(|it| builder.int(&format!("own{it}"), 32)).collect();
    let threads: Vec<FunctionId> = (0..3)
        .map(|thread| {
            builder.thread(&format!("t{thread}"), |f| {
                f.atomic(|f| {
                    f.store(own[thread], 1);
                    for (bit, pair) in pairs.iter().enumerate() {
                        if scenario & (1 << bit) != 0 && [pair.0, pair.1].contains(&thread) {
                            f.store(shared[bit], 1 + thread as i64);
                        }
                    }
                });
            })
        })
        .collect();
    builder.fork(&threads)
}

/// Footnote 3 of the paper: for three threads some are left in vain, and it is one of 26. Chains leave none.
#[test]
fn one_of_twenty_six_is_left_in_vain() {
    for (rules, independence) in RULES {
        for form in FORMS {
            let mut sums = [0; 4];
            for scenario in 0..8 {
                let program = three_steps(scenario);
                let all = all_of(&program);
                let adjacent = left_of(&program, rules, form, Window::Adjacent);
                let chain = left_of(&program, rules, form, Window::Chain);
                starts_come_first(&adjacent, 3);
                starts_come_first(&chain, 3);
                sums[0] += projected(&all.of_length(all.longest())).len();
                sums[1] += class_count(&program, independence);
                sums[2] += adjacent.len();
                sums[3] += chain.len();
            }
            assert_eq!(sums, [48, 25, 26, 25], "{rules:?} {form:?}");
        }
    }
}

/// Both write 2, but each reads what the other one changes.
#[test]
fn steps_that_write_the_same_depend_on_each_other_if_they_read_it() {
    let mut builder = ProgramBuilder::new();
    let x = builder.int_from("x", 32, 1);
    let update = |f: &mut FunctionBuilder, new: &dyn Fn(Reg) -> Expr| {
        f.atomic(|f| {
            let old = f.load(x);
            f.store(x, new(old));
        });
    };
    let double = builder.thread("double", |f| update(f, &|it| it.binary(Binary::Multiply, 2)));
    let next = builder.thread("next", |f| update(f, &|it| it.plus(1)));
    let program = builder.fork(&[double, next]);
    let all = all_of(&program);
    for (rules, _) in RULES {
        for form in FORMS {
            for window in WINDOWS {
                let left = left_of(&program, rules, form, window);
                assert_eq!(left.len(), 2, "{rules:?} {form:?} {window:?}");
                let values: BTreeSet<u8> = all.globals(&left).into_iter().map(|it| it[0][0]).collect();
                assert_eq!(values, BTreeSet::from([3, 4]));
            }
        }
    }
}

/// `a = 1; a = 0 || b = 1; b = 0`: no interleaving of all four steps that is left passes the state in which both are 1, but
/// one that ends there is left.
#[test]
fn states_in_the_middle_are_the_last_of_shorter_interleavings() {
    let mut builder = ProgramBuilder::new();
    let (a, b) = (builder.int("a", 32), builder.int("b", 32));
    let pulse = |f: &mut FunctionBuilder, it: Var| {
        f.store(it, 1);
        f.store(it, 0);
    };
    let first = builder.thread("first", |f| pulse(f, a));
    let second = builder.thread("second", |f| pulse(f, b));
    let program = builder.fork(&[first, second]);
    let all = all_of(&program);
    let is_both = |it: &Vec<Vec<u8>>| it[0][0] == 1 && it[1][0] == 1;
    for (rules, _) in RULES {
        for form in FORMS {
            for window in WINDOWS {
                let scheduler = Scheduler { rules, form, window };
                let short = left(&program, scheduler, 4).expect("it is modelled");
                assert!(all.globals(&short).iter().any(is_both), "{scheduler:?}");
                let long = left(&program, scheduler, 6).expect("it is modelled");
                let beginnings: Vec<Interleaving> = long.iter().map(|it| it[..4].to_vec()).collect();
                assert!(!all.globals(&beginnings).iter().any(is_both), "{scheduler:?}");
            }
        }
    }
}

/// Compares a family of programs with brute force.
fn compare_all(family: &str, count: u64, is_exact: bool, program_of: &(dyn Fn(u64) -> Program + Sync)) {
    const MOST: usize = 1_000;
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", count);
    let goes_on = std::env::var("RADDLE_GO_ON").is_ok();
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let run = |worker: u64| {
        let mut sum = Figures::default();
        let mut failed = Vec::new();
        for seed in (first..first + count).filter(|it| it % workers == worker) {
            let program = program_of(seed);
            match compare(&program, seed as usize, MOST, is_exact) {
                Ok(figures) => sum.add(figures),
                Err(complaint) => {
                    // Smaller programs may make mistakes, which these do not.
                    let run = |it: &Program| catch_unwind(|| compare(it, seed as usize, MOST, is_exact).err());
                    let complaint_of = |it: &Program| run(it).unwrap_or_default();
                    let kind = |it: &str| it.split(':').next().map(str::to_owned);
                    let is_same = |it: &Program| complaint_of(it).is_some_and(|it| kind(&it) == kind(&complaint));
                    let small = testkit::shrink(program.clone(), &mut |it| is_same(it));
                    let complaint = complaint_of(&small).unwrap_or(complaint);
                    let report = format!("{family}, seed {seed}: {complaint}\n{}", ir::text::print(&small));
                    assert!(goes_on, "{report}");
                    println!("{report}\n--------");
                    failed.push(seed);
                }
            }
        }
        (sum, failed)
    };
    let mut all = Figures::default();
    let mut failed: Vec<u64> = Vec::new();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        for handle in handles {
            let (sum, seeds) = handle.join().expect("no disagreement");
            all.add(sum);
            failed.extend(seeds);
        }
    });
    show(family, &all);
    assert!(failed.is_empty(), "{family}: seeds that fail: {failed:?}");
    assert!(all.large * 10 <= all.programs, "{family}: too many programs are too large");
}

/// Prints what was counted, a line for each set of rules.
fn show(family: &str, all: &Figures) {
    let Figures { programs, large, lengths, interleavings, questions, rules } = all;
    println!(
        "{family}: {programs} programs, {large} too large, {lengths} lengths, {interleavings} interleavings, \
         {questions} questions"
    );
    for ((name, _), counts) in RULES.iter().zip(rules) {
        let Counts { classes, adjacent, chain, vain_adjacent, vain_chain, uneven } = counts;
        println!(
            "  {name:?}: {classes} classes, {adjacent} left by neighbours (more than classes in {vain_adjacent} programs), \
             {chain} by chains (in {vain_chain}); not cubic in {uneven}"
        );
    }
}

/// Theorem 2: for two threads one of each class is left, and no other.
#[test]
fn one_interleaving_of_each_class_of_two_threads_is_left() {
    compare_all("two threads", 60, true, &|seed| program(seed, 2, 6 + (seed % 3) as u32));
}

/// Theorem 1: for more threads one of each class is left, and so every state is reached.
#[test]
fn no_class_of_more_threads_is_lost() {
    let program_of = |seed: u64| if seed.is_multiple_of(3) { program(seed, 4, 5) } else { program(seed, 3, 6) };
    compare_all("three and four threads", 60, false, &program_of);
}

/// The same where independence depends on values most of the time.
#[test]
fn no_class_of_a_crowd_is_lost() {
    compare_all("crowds", 20, false, &crowd);
}
