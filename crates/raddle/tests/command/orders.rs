//! The numbers of annotated orders that Algorithms 5-7 of the value-centric paper explore, as printed, by brute force.

use crate::common::{in_parallel, root};
use event::{Properties, Property, Reason, Verdict};
use explore::Reduction;
use raddle::search::Search;
use raddle::{CheckOptions, LoadOptions};

/// A program with its flags, the root, whether all leaf pairs are ordered, and the number of orders.
struct Case {
    program: &'static str,
    flags: &'static [&'static str],
    root: u32,
    count: Count,
    orders: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    /// As printed.
    Printed,
    /// As the authors' tool counts.
    Authors,
    /// By what reads observe.
    Data,
}

const fn printed(program: &'static str, flags: &'static [&'static str], root: u32, orders: u64) -> Case {
    Case { program, flags, root, count: Count::Printed, orders }
}

const fn authors(program: &'static str, flags: &'static [&'static str], orders: u64) -> Case {
    Case { program, flags, root: 1, count: Count::Authors, orders }
}

const fn data(program: &'static str, flags: &'static [&'static str], orders: u64) -> Case {
    Case { program, flags, root: 1, count: Count::Data, orders }
}

const CASES: [Case; 47] = [
    printed("bench/programs/fib_bench", &["-DN=1", "-DMODULO=1"], 1, 3),
    printed("bench/programs/fib_bench", &["-DN=2", "-DMODULO=1"], 1, 13),
    printed("bench/programs/fib_bench", &["-DN=3", "-DMODULO=1"], 1, 51),
    printed("bench/programs/fib_bench", &["-DN=1", "-DMODULO=2"], 1, 3),
    printed("bench/programs/fib_bench", &["-DN=2", "-DMODULO=2"], 1, 14),
    printed("bench/programs/fib_bench", &["-DN=3", "-DMODULO=2"], 1, 72),
    printed("bench/programs/fib_bench", &["-DN=1", "-DMODULO=3"], 1, 3),
    printed("bench/programs/fib_bench", &["-DN=2", "-DMODULO=3"], 1, 17),
    printed("bench/programs/fib_bench", &["-DN=3", "-DMODULO=3"], 1, 104),
    printed("bench/programs/fib_bench", &["-DN=1"], 1, 3),
    printed("bench/programs/fib_bench", &["-DN=2"], 1, 19),
    printed("bench/programs/fib_bench", &["-DN=3"], 1, 141),
    printed("bench/programs/peterson", &["-DN=1"], 1, 10),
    printed("bench/programs/peterson", &["-DN=2"], 1, 227),
    printed("bench/programs/dekker", &["-DN=2"], 1, 928),
    printed("bench/programs/dekker", &["-DN=2"], 2, 598),
    // Main's stores are those of a leaf, the initial value is local to whoever reads it.
    printed("bench/programs/burns", &["-DN=2", "-DSTATIC"], 1, 103),
    printed("bench/programs/burns", &["-DN=2", "-DSTATIC"], 2, 119),
    printed("bench/programs/burns", &["-DN=2"], 1, 75),
    printed("bench/programs/burns", &["-DN=2"], 2, 119),
    printed("bench/programs/float_read", &["-DN=2"], 1, 4),
    printed("bench/programs/float_read", &["-DN=3"], 1, 12),
    printed("bench/programs/float_read", &["-DN=4"], 1, 48),
    printed("bench/programs/float_read", &["-DN=2", "-DZERO"], 1, 3),
    printed("bench/programs/float_read", &["-DN=3", "-DZERO"], 1, 10),
    printed("bench/programs/float_read", &["-DN=4", "-DZERO"], 1, 42),
    printed("corpus/golden/figure_1", &[], 1, 1),
    printed("corpus/golden/figure_1", &[], 2, 2),
    printed("corpus/golden/one_variable_1", &[], 1, 1),
    printed("corpus/golden/one_variable_4", &[], 1, 1),
    printed("corpus/golden/one_variable_1", &[], 2, 2),
    printed("corpus/golden/one_variable_4", &[], 2, 5),
    printed("corpus/golden/many_variables_1", &[], 1, 1),
    printed("corpus/golden/many_variables_3", &[], 1, 1),
    printed("corpus/golden/many_variables_1", &[], 2, 2),
    printed("corpus/golden/many_variables_2", &[], 2, 4),
    printed("corpus/golden/many_variables_3", &[], 2, 8),
    // As published: float_read(N) is N, peterson(5) 86929, singleton(8) 2, sigma(7) 12509.
    authors("bench/programs/float_read", &["-DN=2", "-DZERO"], 2),
    authors("bench/programs/float_read", &["-DN=5", "-DZERO"], 5),
    authors("bench/programs/float_read", &["-DN=9", "-DZERO"], 9),
    authors("bench/programs/mutex/peterson", &["-DN=5", "-DEMPTY"], 86_929),
    authors("bench/programs/singleton", &["-DN=8"], 2),
    authors("bench/programs/sigma", &["-DN=7"], 12_509),
    data("corpus/golden/figure_1", &[], 2),
    data("corpus/golden/one_variable_4", &[], 70),
    data("corpus/golden/many_variables_3", &[], 27),
    data("bench/programs/dekker", &["-DN=1"], 21),
];

fn check(case: &Case) -> Result<(), String> {
    let Case { program, flags, root: number, count, orders } = case;
    let name = format!("{program} {} from thread {number}", flags.join(" "));
    let file = root().join(program).with_extension("c");
    let load = LoadOptions { flags: flags.iter().map(|&it| it.to_owned()).collect(), ..LoadOptions::default() };
    let loaded = raddle::load(&file, &load).map_err(|it| format!("{name}: {it:?}"))?;
    let options = CheckOptions {
        search: Search {
            reduction: if *count == Count::Data { Reduction::Data } else { Reduction::Value },
            properties: [Property::Reach].into_iter().collect::<Properties>(),
            ..Search::default()
        },
        root: Some(*number),
        relaxed: *count == Count::Authors || *count == Count::Data,
        count_as_authors: *count == Count::Authors,
        ..CheckOptions::default()
    };
    let outcome = raddle::check(&loaded.program, &options, &mut |_, _| {});
    let is_silent = match outcome.verdict {
        Verdict::Safe { .. } => *count != Count::Authors,
        Verdict::Unknown { because: Reason::Comparison(_) } => *count == Count::Authors,
        Verdict::Partial { .. } | Verdict::Unsafe { .. } | Verdict::Unknown { .. } => false,
    };
    if !is_silent || outcome.engine.contains(':') {
        return Err(format!("{name}: {:?} by {}", outcome.verdict, outcome.engine));
    }
    let found = outcome.stats.executions + outcome.stats.stuck;
    if found == *orders { Ok(()) } else { Err(format!("{name}: expected {orders} orders, got {found}")) }
}

#[test]
fn as_many_orders_as_by_brute_force() {
    let complaints = in_parallel(&CASES, check);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
