//! The small examples of the thesis, with what it says about them: which labels states get, which actions disable each
//! other, which statements are simplified, how often is refined.

use crate::bits::Bits;
use crate::cone::Cones;
use crate::facts::Facts;
use crate::precision::{Precision, PredicateId};
use crate::solver::Solver;
use crate::state::{Simplified, State, Transfer};
use crate::{Cone, Domain, Found, Reduction, Settings, check};
use encode::blocks::{Blocks, Kin, Name, Variable};
use event::Budget;
use ir::passes::points_to::Target;
use ir::{GlobalId, Program};
use smt::Term;

fn program(text: &str) -> Program {
    let program = ir::text::parse(&format!("program lp64\n{text}")).unwrap_or_else(|it| panic!("{it}\n{text}"));
    if let Err(violations) = ir::validate::validate(&program) {
        panic!("{}\n{text}", violations[0]);
    }
    program
}

/// A program with some globals and two threads; the second one is the later one.
fn threads(globals: &str, first: &str, second: &str) -> Program {
    program(&format!(
        "{globals}
         function @first(%a : u64) -> i64 {{ {first} }}
         function @second(%a : u64) -> i64 {{ {second} }}
         function @main() entry {{
            reg %one : u64 reg %two : u64
            l0 -> l1: %one = spawn &@first 0
            l1 -> l2: %two = spawn &@second 0
            l2: return
         }}"
    ))
}

/// What is needed to make moves one by one.
struct Bench<'p> {
    blocks: Blocks<'p>,
    solver: Solver,
    precision: Precision,
}

impl<'p> Bench<'p> {
    fn new(program: &'p Program) -> Bench<'p> {
        let blocks = Blocks::new(program, Box::new(|| false));
        let precision = Precision::new(program, &blocks);
        Bench { solver: Solver::new(&Budget::default()), blocks, precision }
    }

    /// The unknown that stands for a global.
    fn symbol(&mut self, global: u32, size: u8) -> Term {
        let name = Name::Cell { object: global + 1, offset: 0, size };
        let variable = self.blocks.table.variable(&mut self.blocks.terms, name, size * 8);
        self.blocks.table.symbol(variable)
    }

    fn transfer(&mut self) -> Transfer<'_, 'p> {
        Transfer { blocks: &mut self.blocks, solver: &mut self.solver, precision: &self.precision }
    }

    /// The states after the next move of a thread.
    fn after(&mut self, state: &State, thread: u32) -> Vec<State> {
        let value = |it: Variable| state.value(it);
        let outcomes = self.blocks.outcomes(&state.control, thread, &value).expect("it can be run");
        let mut transfer = self.transfer();
        let post = |it: &encode::blocks::Outcome| transfer.post(state, it, None, &mut Simplified::default());
        outcomes.all.iter().filter(|it| !it.is_void).filter_map(post).collect()
    }

    /// The only state after the next moves of these threads.
    fn run(&mut self, mut state: State, threads: &[u32]) -> State {
        for &thread in threads {
            let mut after = self.after(&state, thread);
            assert_eq!(after.len(), 1, "one way is expected");
            state = after.remove(0);
        }
        state
    }

    fn holds(&self, state: &State, predicate: u32) -> Option<bool> {
        state.literals.iter().find(|it| it.0 == PredicateId(predicate)).map(|it| it.1)
    }
}

/// Example 3: `x++` and `y++` touch different variables and do not commute if x > y and x > y + 1 are tracked. Numbers
/// must not overflow for that.
#[test]
fn independent_actions_need_not_commute() {
    let increment = |name: &str| {
        format!(
            "reg %v : u32
             l0 -> l1: %v = update.add.4 [&@{name}] 1 sc
             l1: return 0"
        )
    };
    let program = threads("global @x : u32 = 1 global @y : u32 = 0", &increment("x"), &increment("y"));
    let mut bench = Bench::new(&program);
    let (x, y) = (bench.symbol(0, 4), bench.symbol(1, 4));
    let terms = &mut bench.blocks.terms;
    // With 33 bits nothing overflows in the predicates; that x and y are small is tracked as well.
    let (wide_x, wide_y, one) = (terms.zero_extend(x, 34), terms.zero_extend(y, 34), terms.constant(34, 1));
    let next = terms.add(wide_y, one);
    let (most, first, second) = (terms.constant(32, 100), terms.ult(wide_y, wide_x), terms.ult(next, wide_x));
    let (few_x, few_y) = (terms.ult(x, most), terms.ult(y, most));
    for predicate in [first, second, few_x, few_y] {
        assert!(bench.precision.add(&bench.blocks, predicate));
    }
    let state = bench.transfer().initial();
    // Both threads are started. At first x is y + 1, and both are small.
    let state = bench.run(state, &[0, 0]);
    assert_eq!((bench.holds(&state, 0), bench.holds(&state, 1)), (Some(true), Some(false)));
    let one = bench.run(state.clone(), &[1, 2]);
    let other = bench.run(state, &[2, 1]);
    assert_eq!((bench.holds(&one, 0), bench.holds(&one, 1)), (Some(true), None));
    assert_eq!((bench.holds(&other, 0), bench.holds(&other, 1)), (None, Some(false)));
}

/// Figure 3.4: x + y <= 2 and y >= 2 are tracked. After `x = 0; y = 2 - x` both [x >= 2] and [y >= 2] are enabled, each
/// disables the other, and they have no variable in common.
#[test]
fn independent_actions_may_disable_each_other() {
    let body = |name: &str| {
        format!(
            "reg %v : i8
             l0 -> l1: %v = load.1 [&@{name}] sc
             l1 -> l2 if (sle 2:i8 %v): skip
             l1 unless (sle 2:i8 %v): stop assume
             l2 -> l3: fence sc
             l3: return 0"
        )
    };
    // The first thread also sets x and y.
    let first = "reg %v : i8 reg %w : i8
         l0 -> l1: store.1 [&@x] 0 sc
         l1 -> l2: atomic_begin
         l2 -> l3: %w = load.1 [&@x] sc
         l3 -> l4: store.1 [&@y] (sub 2:i8 %w) sc
         l4 -> l5: atomic_end
         l5 -> l6: %v = load.1 [&@x] sc
         l6 -> l7 if (sle 2:i8 %v): skip
         l6 unless (sle 2:i8 %v): stop assume
         l7 -> l8: fence sc
         l8: return 0";
    let program = threads("global @x : i8 global @y : i8", first, &body("y"));
    let mut bench = Bench::new(&program);
    let (x, y) = (bench.symbol(0, 1), bench.symbol(1, 1));
    let terms = &mut bench.blocks.terms;
    // x + y does not overflow in 16 bits; that x is not very small is needed for 2 - x.
    let (wide_x, wide_y, two) = (terms.sign_extend(x, 16), terms.sign_extend(y, 16), terms.constant(16, 2));
    let sum = terms.add(wide_x, wide_y);
    let (small, large) = (terms.sle(sum, two), terms.sle(two, wide_y));
    for predicate in [small, large] {
        assert!(bench.precision.add(&bench.blocks, predicate));
    }
    let initial = bench.transfer().initial();
    let state = bench.run(initial, &[0, 0, 1, 1]);
    // What is kept is its negation.
    assert_eq!(bench.holds(&state, 0), Some(false), "y = 2 - x implies x + y <= 2");
    let goes_on = |bench: &mut Bench<'_>, state: &State, thread: u32| -> Vec<State> {
        let after = bench.after(state, thread);
        let runs = |it: &State| {
            let activity = it.control.activity(thread).expect("it was started");
            !bench.blocks.activities.get(activity).frames.is_empty()
        };
        after.into_iter().filter(runs).collect()
    };
    let (one, other) = (goes_on(&mut bench, &state, 1), goes_on(&mut bench, &state, 2));
    assert_eq!((one.len(), other.len()), (1, 1), "both are enabled");
    assert!(goes_on(&mut bench, &one[0], 2).is_empty(), "[x >= 2] disables [y >= 2]");
    assert!(goes_on(&mut bench, &other[0], 1).is_empty(), "[y >= 2] disables [x >= 2]");
}

const FIGURE_4_1: [&str; 3] = [
    "global @x : i32 global @y : i32",
    "reg %v : i32
     l0 -> l1: store.4 [&@x] 1 sc
     l1 -> l2: store.4 [&@y] 1 sc
     l2 -> l3: %v = load.4 [&@y] sc
     l3 -> l4 if (eq %v 1): skip
     l3 unless (eq %v 1): stop fail \"y\"
     l4: return 0",
    "reg %v : i32
     l0 -> l1: atomic_begin
     l1 -> l2: %v = load.4 [&@x] sc
     l2 -> l3: store.4 [&@y] %v sc
     l3 -> l4: atomic_end
     l4 -> l5: store.4 [&@x] 0 sc
     l5: return 0",
];

/// Figure 4.1: once the second thread has done `y := x`, neither `x := 1` nor `x := 0` is observed; before, both are.
#[test]
fn what_nobody_reads_any_more_is_not_evaluated() {
    let program = threads(FIGURE_4_1[0], FIGURE_4_1[1], FIGURE_4_1[2]);
    let mut bench = Bench::new(&program);
    let mut facts = Facts::of(&program, &bench.blocks);
    let mut tracked = Bits::new(facts.data);
    for global in 0..2 {
        tracked.extend(facts.data_of(Kin::Cell(Target::Global(GlobalId(global)), 0, 4)));
    }
    let mut cones = Cones::new(&facts, program.functions.len(), tracked).expect("it is small");
    let (first, second) = (ir::FunctionId(0), ir::FunctionId(1));
    let state = bench.transfer().initial();
    let state = bench.run(state, &[0, 0]);
    let before = cones.from(&mut facts, &bench.blocks, &state.control);
    // x := 1, y := 1, y := x, x := 0. The last one is not observed: only who set it could read it.
    let seen = [(first, 0), (first, 1), (second, 2), (second, 4)].map(|it| before.has(it));
    assert_eq!(seen, [true, true, true, false]);
    let state = bench.run(state, &[2]);
    let after = cones.from(&mut facts, &bench.blocks, &state.control);
    let seen = [(first, 0), (first, 1), (second, 2), (second, 4)].map(|it| after.has(it));
    assert_eq!(seen, [false, true, false, false]);
}

fn settings(domain: Domain, reduction: Reduction, cone: Cone) -> Settings {
    Settings { domain, reduction, cone, ..Settings::default() }
}

/// The whole of Figure 4.1 is safe; the dynamic cone simplifies statements, without it none are, and the proof takes as many
/// refinements.
#[test]
fn figure_4_1_is_proved_with_statements_simplified() {
    let program = threads(FIGURE_4_1[0], FIGURE_4_1[1], FIGURE_4_1[2]);
    for domain in [Domain::Explicit, Domain::Predicates, Domain::Product] {
        let run = |cone| {
            let (found, figures) = check(&program, &settings(domain, Reduction::None, cone), &mut |_| {});
            assert!(matches!(found, Found::Safe { .. }), "{domain:?} {cone:?}: {found:?}");
            figures
        };
        let (none, dynamic) = (run(Cone::None), run(Cone::Dynamic));
        assert_eq!(none.eliminated + none.havoced, 0);
        assert!(dynamic.eliminated > 0 && dynamic.havoced > 0, "{domain:?}: {dynamic:?}");
        assert_eq!(dynamic.iterations, none.iterations);
        assert!(dynamic.last_states <= none.last_states);
    }
}

/// Section 4.1.3: `x = 1; y = x; [y != 1]` with only x tracked. Both assignments are simplified; the counterexample has
/// the original ones, and so one refinement shows that it is none.
#[test]
fn the_refiner_sees_the_original_actions() {
    let body = "reg %v : i32 reg %w : i32
        l0 -> l1: store.4 [&@x] 1 sc
        l1 -> l2: atomic_begin
        l2 -> l3: %v = load.4 [&@x] sc
        l3 -> l4: store.4 [&@y] %v sc
        l4 -> l5: atomic_end
        l5 -> l6: %w = load.4 [&@y] sc
        l6 if (ne %w 1): stop fail \"y\"
        l6 -> l7 unless (ne %w 1): skip
        l7: return 0";
    let program = threads("global @x : i32 global @y : i32", body, "l0: return 0");
    let bench = Bench::new(&program);
    let mut facts = Facts::of(&program, &bench.blocks);
    let mut tracked = Bits::new(facts.data);
    tracked.extend(facts.data_of(Kin::Cell(Target::Global(GlobalId(0)), 0, 4)));
    let mut cones = Cones::new(&facts, program.functions.len(), tracked).expect("it is small");
    let mut bench = bench;
    let state = bench.transfer().initial();
    let state = bench.run(state, &[0]);
    let observed = cones.from(&mut facts, &bench.blocks, &state.control);
    let first = ir::FunctionId(0);
    assert!(!observed.has((first, 0)) && !observed.has((first, 3)), "with x alone, neither assignment is observed");
    for domain in [Domain::Explicit, Domain::Predicates, Domain::Product] {
        let (found, figures) = check(&program, &settings(domain, Reduction::None, Cone::Dynamic), &mut |_| {});
        assert!(matches!(found, Found::Safe { .. }), "{domain:?}: {found:?}");
        assert_eq!(figures.iterations, 2, "{domain:?}");
    }
}

/// Example 5: a guard that is not tracked may be passed first; the error behind another thread is found all the same.
#[test]
fn an_untracked_guard_does_not_hide_an_error() {
    let first = "l0 -> l1: store.4 [&@x] 1 sc  l1: return 0";
    let second = "reg %v : i32 reg %w : i32
        l0 -> l1: %v = load.4 [&@z] sc
        l1 -> l2 if (eq %v 1): skip
        l1 unless (eq %v 1): stop assume
        l2 -> l3: store.4 [&@z] 0 sc
        l3 -> l4: %w = load.4 [&@y] sc
        l4 if (eq %w 0): stop fail \"y\"
        l4 -> l5 unless (eq %w 0): skip
        l5: return 0";
    // As it is, the second thread stops, and there is no error; with z = 1 at first there is one.
    for (z, fails) in [(0, false), (1, true)] {
        let globals = format!("global @x : i32 global @y : i32 global @z : i32 = {z}");
        let program = threads(&globals, first, second);
        for reduction in [Reduction::None, Reduction::Static, Reduction::AbstractionAware] {
            for cone in [Cone::None, Cone::Static, Cone::Dynamic] {
                let (found, _) = check(&program, &settings(Domain::Product, reduction, cone), &mut |_| {});
                let is_right =
                    if fails { matches!(found, Found::Violation(_)) } else { matches!(found, Found::Safe { .. }) };
                assert!(is_right, "{reduction:?} {cone:?} z = {z}: {found:?}");
            }
        }
    }
}
