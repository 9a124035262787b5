//! Whether the tests notice mistakes of the engines.
//!
//! The mistakes are those of [`planted::Bug`]. A [`Detector`] is a test of this crate that takes one program after the other,
//! and complains about the first that shows something wrong. `seeded-bugs` makes one mistake after the other, each in a
//! process of its own, and says which detector has noticed it, at which program. [`record`] has what it said last, as it stands
//! in `docs/seeded-bugs.md`.

mod corners;
mod detectors;
pub mod record;

pub use detectors::DETECTORS;

/// A test that looks at programs one by one.
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    /// What it is called.
    pub name: &'static str,
    /// How many programs it looks at, counted from 1.
    pub count: u64,
    check: fn(u64) -> Result<(), String>,
}

impl Detector {
    /// The one with this name.
    pub fn named(name: &str) -> Option<&'static Detector> {
        DETECTORS.iter().find(|it| it.name == name)
    }

    /// Looks at a program; an error says what is wrong. It may also panic: engines check themselves.
    pub fn check(&self, program: u64) -> Result<(), String> {
        (self.check)(program)
    }
}

/// A program of a detector.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Who looks at it.
    pub detector: &'static Detector,
    /// Its number.
    pub program: u64,
}

/// In so many rounds all programs are looked at: a few of each detector at first, for most mistakes are noticed at once.
const ROUNDS: u64 = 4;

/// All programs of all detectors, in the order in which they are looked at.
pub fn probes() -> impl Iterator<Item = Probe> {
    (1..=ROUNDS).flat_map(|round| {
        DETECTORS.iter().flat_map(move |detector| {
            // A fiftieth, a tenth, a third, all.
            let until = |round: u64| {
                [0, detector.count / 50 + 1, detector.count / 10 + 1, detector.count / 3 + 1, detector.count]
                    [round as usize]
                    .min(detector.count)
            };
            (until(round - 1) + 1..=until(round)).map(move |program| Probe { detector, program })
        })
    })
}
