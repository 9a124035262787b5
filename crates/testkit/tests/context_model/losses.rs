//! Random programs, against all interleavings.
//!
//! Context-sensitive reduction is not sound, not even as printed (`threads`), but it takes a program made for it or much
//! luck to see that: with those who were created first taken first, nothing is lost in the programs that are compared
//! by default. Those who take somebody at random lose something now and then, which is shown and not asserted.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs.

use crate::threads::{machine, model, model_in_random_order};
use abs::Actors;
use event::{Execution, Properties, System};
use explore::{Further, Observer, Reduction};
use testkit::actors::{agree::load, generate};
use testkit::context_model::{Outcome, State, Variant, explore};
use testkit::random::{plain, updates};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// What all interleavings show.
#[derive(Default)]
struct Brute(Outcome);

impl<S: System> Observer<S> for Brute {
    fn complete(&mut self, system: &mut S, _: &Execution) {
        let state = State::of(system);
        self.0.executions += 1;
        self.0.faults.extend(system.failures().iter().map(|it| it.fault));
        self.0.faults.extend(system.final_fault());
        if system.is_deadlock() {
            self.0.deadlocks.insert(state.clone());
        }
        self.0.finals.insert(state);
    }
}

/// All interleavings, unless there are too many.
pub(crate) fn brute<S: System>(system: &mut S) -> Option<Outcome> {
    let options = explore::Options {
        properties: Properties::default(),
        further: Further::Everything,
        most_events: 100_000,
        ..explore::Options::default()
    };
    let mut brute = Brute::default();
    let exploration = explore::run(Reduction::Naive, system, &options, &mut brute);
    system.back_to(0);
    exploration.limit.is_none().then_some(brute.0)
}

/// Whether something is left out in comparison with all interleavings.
pub(crate) fn loses(found: &Outcome, expected: &Outcome) -> bool {
    assert!(found.finals.is_subset(&expected.finals), "there is no other final state");
    found.finals != expected.finals || found.deadlocks != expected.deadlocks || found.faults != expected.faults
}

/// Sums over programs.
#[derive(Default)]
struct Tally {
    programs: u64,
    /// There are too many interleavings.
    large: u64,
    /// Somebody waits for something that the model does not know.
    waiting: u64,
    /// Even one execution of each class does not show every final state: they differ in names only.
    renamed: u64,
    interleavings: u64,
    finals: u64,
    executions: [u64; 6],
    blocked: [u64; 6],
    nodes: [u64; 6],
    /// Programs of which something is lost.
    losses: [u64; 6],
}

impl Tally {
    /// Compares a program, if it can be compared.
    fn add(&mut self, expected: Option<&Outcome>, run: impl FnMut(Variant) -> Outcome) {
        self.programs += 1;
        let Some(expected) = expected else {
            self.large += 1;
            return;
        };
        let found = Variant::ALL.map(run);
        if found.iter().any(|it| it.waits) {
            self.waiting += 1;
            return;
        }
        if loses(&found[0], expected) {
            self.renamed += 1;
            return;
        }
        self.interleavings += expected.executions;
        self.finals += expected.finals.len() as u64;
        for (index, found) in found.iter().enumerate() {
            self.executions[index] += found.executions;
            self.blocked[index] += found.blocked;
            self.nodes[index] += found.nodes;
            self.losses[index] += u64::from(loses(found, expected));
        }
    }

    fn show(&self, name: &str) {
        let Tally { programs, large, waiting, renamed, interleavings, finals, .. } = self;
        println!("{name}: {programs} programs, {large} too large, {waiting} wait, {renamed} have names that vary");
        println!("  {interleavings} interleavings, {finals} final states; below: {:?}", Variant::ALL);
        println!("  executions {:?}, blocked {:?}, nodes {:?}", self.executions, self.blocked, self.nodes);
        println!("  losses in {:?}", self.losses);
        assert!(self.losses[5] > 0, "the mistake is noticed");
        assert!(large * 20 <= *programs, "few programs are too large for brute force");
    }
}

/// Compares thread programs. By default only the mistake loses something if the oldest thread is taken first.
fn compare_threads(name: &str, program: impl Fn(u64) -> ir::Program) {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 1_500);
    let (mut in_order, mut at_random) = (Tally::default(), Tally::default());
    for seed in first..first + count {
        let program = program(seed);
        let expected = brute(&mut machine(&program));
        in_order.add(expected.as_ref(), |variant| model(&program, variant));
        at_random.add(expected.as_ref(), |variant| model_in_random_order(&program, variant, seed));
    }
    in_order.show(&format!("{name}, in order"));
    at_random.show(&format!("{name}, at random"));
    assert_eq!([in_order.renamed, at_random.renamed], [0, 0], "names of threads do not depend on the order of steps");
    if (first, count) == (1, 1_500) {
        assert_eq!(in_order.losses[..5], [0; 5]);
    }
}

#[test]
fn commuting_threads_in_comparison_with_brute_force() {
    compare_threads("commuting", updates::program);
}

#[test]
fn plain_threads_in_comparison_with_brute_force() {
    compare_threads("plain", |seed| plain::program(seed, plain::Threads::Some, 8));
}

/// Objects are named by who made them and how many that had made, so two tasks of one object that make something and do not
/// depend on each other give names in both orders.
#[test]
fn actors_in_comparison_with_brute_force() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 1_000);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let text = generate::program(seed, &generate::Size::default()).to_string();
        let program = load(&text).unwrap_or_else(|it| panic!("seed {seed}: {it}\n{text}"));
        let code = abs::compile(&program);
        let expected = brute(&mut Actors::new(code.clone()));
        tally.add(expected.as_ref(), |variant| explore(&mut Actors::new(code.clone()), variant));
    }
    tally.show("actors");
    assert!(tally.renamed * 100 <= tally.programs, "few programs have names that vary");
    if (first, count) == (1, 1_000) {
        assert_eq!(tally.losses[..5], [0; 5]);
    }
}
