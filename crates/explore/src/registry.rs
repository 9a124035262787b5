//! The names of the algorithms, and what each of them preserves. The only place that matches on them.

use crate::algorithms::naive::Naive;
use crate::{Exploration, Observer, Options, explore};
use event::{Properties, System};
use std::fmt;
use std::str::FromStr;

/// A way to choose executions so that nothing that matters is missed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reduction {
    /// Every interleaving.
    Naive,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Reduction; 1] = [Reduction::Naive];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Naive => "naive",
        }
    }

    /// The properties whose violations it never misses.
    pub fn preserves(self) -> Properties {
        match self {
            Reduction::Naive => Properties::all(),
        }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Reduction {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Reduction::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| {
            let names: Vec<_> = Reduction::ALL.iter().map(|it| it.name()).collect();
            format!("`{name}` is not a reduction; there are {}", names.join(", "))
        })
    }
}

/// Explores a system under a reduction.
pub fn run<S: System>(
    reduction: Reduction,
    system: &mut S,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> Exploration {
    match reduction {
        Reduction::Naive => explore(system, &mut Naive::default(), options, observer),
    }
}
