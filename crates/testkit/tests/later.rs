//! Random programs: what others may still touch is never less than what they do touch.

use abs::Actors;
use event::Properties;
use fastrand::Rng;
use testkit::actors::agree::load;
use testkit::actors::generate;
use testkit::later::{Tally, Walks, check};
use testkit::random::{self, Size, Waiting};
use vm::Machine;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Tries the programs of many seeds; some of the answers are of use.
fn on_seeds(count: u64, check: impl Fn(u64) -> Result<Tally, String>) {
    let first = number("RADDLE_SEED", 0);
    let mut sum = Tally::default();
    for seed in first..first + number("RADDLE_COUNT", count) {
        let Tally { questions, nothing } = check(seed).unwrap_or_else(|it| panic!("seed {seed}: {it}"));
        sum.questions += questions;
        sum.nothing += nothing;
    }
    println!("{sum:?}");
    assert!(sum.nothing * 20 > sum.questions, "{sum:?}");
}

#[test]
fn threads_touch_what_they_may() {
    on_seeds(2_000, |seed| {
        let waiting = if seed % 4 == 0 { Waiting::Loops } else { Waiting::Never };
        let program = random::program(seed, &Size { waiting, ..Size::default() });
        let code = vm::compile(&program, Properties::all());
        let code = if seed % 8 == 0 { code.with_awaits() } else { code };
        check(&mut Machine::new(&program, code), Walks::default(), &mut Rng::with_seed(seed))
    });
}

#[test]
fn tasks_touch_what_they_may() {
    on_seeds(1_000, |seed| {
        let program = load(&generate::program(seed, &generate::Size::default()).to_string())?;
        let code = abs::compile(&program);
        let code = if seed % 2 == 0 { code } else { code.with_dynamic_dependence() };
        check(&mut Actors::new(code), Walks::default(), &mut Rng::with_seed(seed))
    });
}
