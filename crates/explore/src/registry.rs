//! The names of the algorithms, and what each of them preserves. The only place that matches on them.

use crate::algorithms::naive::Naive;
use crate::algorithms::observers::Observers;
use crate::algorithms::optimal::Optimal;
use crate::algorithms::source::Source;
use crate::toolbox::clock::{Narrow, Wide};
use crate::toolbox::history::Trouble;
use crate::{Exploration, Observer, Options, Strategy, explore};
use event::{Properties, Property, System};
use std::fmt;
use std::str::FromStr;

/// A way to choose executions so that nothing that matters is missed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reduction {
    /// One execution of each class.
    Optimal,
    /// One execution of each class, where the order of stores counts only if somebody reads them.
    Observers,
    /// At least one execution of each class; some are abandoned.
    Source,
    /// Every interleaving.
    Naive,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Reduction; 4] = [Reduction::Optimal, Reduction::Observers, Reduction::Source, Reduction::Naive];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Optimal => "optimal",
            Reduction::Observers => "observers",
            Reduction::Source => "source",
            Reduction::Naive => "naive",
        }
    }

    /// The properties whose violations it never misses.
    pub fn preserves(self) -> Properties {
        match self {
            Reduction::Optimal | Reduction::Source | Reduction::Naive => Properties::all(),
            // What threads find out is preserved, and who waits for whom; what is left in memory is not, and so leaks
            // are not.
            Reduction::Observers => [Property::Reach, Property::Deadlock, Property::Overflow].into_iter().collect(),
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
///
/// A reduction that meets something for which it does not know what depends on what gives way to [`Reduction::Naive`];
/// [`Exploration::reduction`] says which one it was in the end.
pub fn run<S: System>(
    reduction: Reduction,
    system: &mut S,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> Exploration {
    let attempt = match reduction {
        Reduction::Optimal => attempt::<S, Optimal<Narrow>, Optimal<Wide>>(system, options, observer),
        Reduction::Observers => attempt::<S, Observers<Narrow>, Observers<Wide>>(system, options, observer),
        Reduction::Source => attempt::<S, Source<Narrow>, Source<Wide>>(system, options, observer),
        Reduction::Naive => None,
    };
    match attempt {
        Some(exploration) => Exploration { reduction, ..exploration },
        None => explore(system, &mut Naive::default(), options, observer),
    }
}

/// Tries a strategy with small clocks, then with large ones if they are outgrown.
fn attempt<S: System, A: Strategy<S> + Default, B: Strategy<S> + Default>(
    system: &mut S,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> Option<Exploration> {
    let mut strategy = A::default();
    let exploration = explore(system, &mut strategy, options, observer);
    match strategy.trouble() {
        None => return Some(exploration),
        Some(Trouble::Outgrown) => system.back_to(0),
        Some(Trouble::Waiting) => {
            system.back_to(0);
            return None;
        }
    }
    let mut strategy = B::default();
    let exploration = explore(system, &mut strategy, options, observer);
    if strategy.trouble().is_some() {
        system.back_to(0);
        return None;
    }
    Some(exploration)
}
