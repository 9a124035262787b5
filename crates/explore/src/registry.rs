//! The names of the algorithms, and what each of them preserves. The only place that matches on them.

use crate::algorithms::context::Context;
use crate::algorithms::naive::Naive;
use crate::algorithms::observers::Observers;
use crate::algorithms::optimal::Optimal;
use crate::algorithms::source::Source;
use crate::algorithms::state::State;
use crate::team::Team;
use crate::team::tables::explore_states;
use crate::team::work::{Member, Outcome, explore_together};
use crate::toolbox::clock::{Broad, Narrow, Tiny, Wide};
use crate::toolbox::history::Trouble;
use crate::{Exploration, Observer, Options, Strategy, explore};
use event::{Properties, Property, Shareable, Stats, System};
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
    /// One order for each way in which threads find the same values; see [`crate::run_annotated`].
    Value,
    /// One order for each way in which reads observe writes.
    Data,
    /// Source sets, where a race is not explored the other way round if that leads to the same state.
    Context(Contextual),
    /// Source sets, where a state that has been explored is not explored again.
    State,
    /// Every interleaving.
    Naive,
}

/// How [`Reduction::Context`] goes about it. By default: by all means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Contextual {
    /// States are compared when the search comes to them, not by running the other order at once.
    pub lazy: bool,
    /// Executions that can only be in vain are abandoned early.
    pub cuts: bool,
    /// What may turn out to lead to a known state is explored first.
    pub guided: bool,
}

impl Default for Contextual {
    fn default() -> Self {
        Contextual { lazy: true, cuts: true, guided: true }
    }
}

impl Contextual {
    /// All variants.
    pub const ALL: [Contextual; 8] = [
        Contextual { lazy: true, cuts: true, guided: true },
        Contextual { lazy: true, cuts: true, guided: false },
        Contextual { lazy: true, cuts: false, guided: true },
        Contextual { lazy: true, cuts: false, guided: false },
        Contextual { lazy: false, cuts: true, guided: true },
        Contextual { lazy: false, cuts: true, guided: false },
        Contextual { lazy: false, cuts: false, guided: true },
        Contextual { lazy: false, cuts: false, guided: false },
    ];

    /// The name of the reduction.
    fn name(self) -> &'static str {
        match (self.lazy, self.cuts, self.guided) {
            (true, true, true) => "context",
            (true, true, false) => "context-cuts",
            (true, false, true) => "context-guided",
            (true, false, false) => "context-lazy",
            (false, true, true) => "context-printed-cuts-guided",
            (false, true, false) => "context-printed-cuts",
            (false, false, true) => "context-printed-guided",
            (false, false, false) => "context-printed",
        }
    }
}

impl Reduction {
    /// All of them; [`Reduction::Context`] in its usual variant.
    pub const ALL: [Reduction; 8] = [
        Reduction::Optimal,
        Reduction::Observers,
        Reduction::Source,
        Reduction::Value,
        Reduction::Data,
        Reduction::Context(Contextual::ALL[0]),
        Reduction::State,
        Reduction::Naive,
    ];

    /// Those that run executions of a system.
    pub const OF_SYSTEMS: [Reduction; 4] =
        [Reduction::Optimal, Reduction::Observers, Reduction::Source, Reduction::Naive];

    /// Whether it explores annotated orders of resumable threads ([`crate::run_annotated`]), not executions of a system.
    pub fn is_annotated(self) -> bool {
        match self {
            Reduction::Value | Reduction::Data => true,
            Reduction::Optimal
            | Reduction::Observers
            | Reduction::Source
            | Reduction::Context(_)
            | Reduction::State
            | Reduction::Naive => false,
        }
    }

    /// Whether it takes states for the same that are reached in different ways.
    pub fn compares_states(self) -> bool {
        match self {
            Reduction::Context(_) | Reduction::State => true,
            Reduction::Optimal
            | Reduction::Observers
            | Reduction::Source
            | Reduction::Value
            | Reduction::Data
            | Reduction::Naive => false,
        }
    }

    /// Whether several workers can do it, and whether it can be interrupted and go on later.
    pub fn is_divisible(self) -> bool {
        match self {
            Reduction::Optimal | Reduction::Source | Reduction::Value | Reduction::Data | Reduction::State => true,
            Reduction::Observers | Reduction::Context(_) | Reduction::Naive => false,
        }
    }

    /// Whether it is for actors too.
    pub fn takes_actors(self) -> bool {
        match self {
            Reduction::Optimal | Reduction::Source | Reduction::Context(_) | Reduction::State | Reduction::Naive => {
                true
            }
            Reduction::Observers | Reduction::Value | Reduction::Data => false,
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Optimal => "optimal",
            Reduction::Observers => "observers",
            Reduction::Source => "source",
            Reduction::Value => "value",
            Reduction::Data => "data",
            Reduction::Context(variant) => variant.name(),
            Reduction::State => "state",
            Reduction::Naive => "naive",
        }
    }

    /// Whether operations may wait for values. If not, threads have to come back and be stopped.
    pub fn takes_awaits(self) -> bool {
        match self {
            Reduction::Optimal
            | Reduction::Source
            | Reduction::Value
            | Reduction::Data
            | Reduction::Context(_)
            | Reduction::State
            | Reduction::Naive => true,
            // Whether a store is read would depend on who waits for its value.
            Reduction::Observers => false,
        }
    }

    /// The properties whose violations it never misses.
    pub fn preserves(self) -> Properties {
        match self {
            Reduction::Optimal | Reduction::Source | Reduction::Naive => Properties::all(),
            // States are preserved, not the ways that lead to them.
            Reduction::Context(_) | Reduction::State => Properties::all().without(Property::Race),
            // What threads find out is preserved, and who waits for whom; what is left in memory is not, and so leaks
            // are not. Neither are races of stores that nobody reads.
            Reduction::Observers => [Property::Reach, Property::Deadlock, Property::Overflow].into_iter().collect(),
            // Only what threads find out is preserved.
            Reduction::Value | Reduction::Data => [Property::Reach, Property::Overflow].into_iter().collect(),
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
        let contexts = Contextual::ALL.into_iter().map(Reduction::Context);
        Reduction::ALL.into_iter().chain(contexts).find(|it| it.name() == name).ok_or_else(|| {
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
    loop {
        let exploration = run_once(reduction, system, options, observer);
        if !exploration.is_late {
            return exploration;
        }
        system.start_over();
    }
}

/// Explores the program of the systems that `make` makes, by several workers, each with a system of its own; or goes on with
/// an exploration that was interrupted, or both. Executions are counted as by one worker. Returns a system that knows what all
/// have found out.
///
/// Reductions whose work [cannot be split](Reduction::is_divisible) have one worker, and nothing is kept of them.
pub fn run_together<S: Shareable>(
    reduction: Reduction,
    make: &(dyn Fn() -> S + Sync),
    options: &Options,
    team: &Team<'_>,
    show: &mut dyn FnMut(&Stats),
) -> (Exploration, S) {
    let mut known = team.left.as_ref().map(|it| it.lesson.clone()).unwrap_or_default();
    loop {
        let outcome = match reduction {
            Reduction::Optimal => try_together::<S, Optimal<Tiny>, Optimal<Narrow>, Optimal<Broad>, Optimal<Wide>>(
                reduction, make, options, team, &known, show,
            ),
            Reduction::Source => try_together::<S, Source<Tiny>, Source<Narrow>, Source<Broad>, Source<Wide>>(
                reduction, make, options, team, &known, show,
            ),
            Reduction::State => try_states(make, options, team, &known, show),
            Reduction::Observers | Reduction::Context(_) | Reduction::Naive | Reduction::Value | Reduction::Data => {
                Outcome::Troubled(Trouble::Waiting)
            }
        };
        match outcome {
            Outcome::Explored(exploration, system) => return (exploration, system),
            Outcome::Late(lesson) => known = lesson,
            Outcome::Troubled(_) => {
                let mut system = make();
                system.take_lesson(&known);
                let exploration = run(reduction, &mut system, options, &mut Shown(show));
                return (exploration, system);
            }
        }
    }
}

/// Tries small clocks, then larger ones if they are outgrown.
fn try_states<S: Shareable>(
    make: &(dyn Fn() -> S + Sync),
    options: &Options,
    team: &Team<'_>,
    known: &[u64],
    show: &mut dyn FnMut(&Stats),
) -> Outcome<S> {
    let mut tried = explore_states::<S, Tiny>(make, options, team, known, show);
    if let Outcome::Troubled(Trouble::Outgrown) = tried {
        tried = explore_states::<S, Narrow>(make, options, team, known, show);
    }
    if let Outcome::Troubled(Trouble::Outgrown) = tried {
        tried = explore_states::<S, Broad>(make, options, team, known, show);
    }
    if let Outcome::Troubled(Trouble::Outgrown) = tried {
        tried = explore_states::<S, Wide>(make, options, team, known, show);
    }
    tried
}

/// Somebody who is shown figures.
struct Shown<'a>(&'a mut dyn FnMut(&Stats));

impl<S> Observer<S> for Shown<'_> {
    fn progress(&mut self, stats: &Stats, _: Option<f64>) {
        (self.0)(stats);
    }
}

/// Tries strategies with small clocks, then with larger ones if they are outgrown.
fn try_together<S, A, B, C, D>(
    reduction: Reduction,
    make: &(dyn Fn() -> S + Sync),
    options: &Options,
    team: &Team<'_>,
    known: &[u64],
    show: &mut dyn FnMut(&Stats),
) -> Outcome<S>
where
    S: Shareable,
    A: Member<S> + Default,
    B: Member<S> + Default,
    C: Member<S> + Default,
    D: Member<S> + Default,
{
    let mut tried = explore_together::<S, A>(reduction, make, options, team, known, show);
    if let Outcome::Troubled(Trouble::Outgrown) = tried {
        tried = explore_together::<S, B>(reduction, make, options, team, known, show);
    }
    if let Outcome::Troubled(Trouble::Outgrown) = tried {
        tried = explore_together::<S, C>(reduction, make, options, team, known, show);
    }
    if let Outcome::Troubled(Trouble::Outgrown) = tried {
        tried = explore_together::<S, D>(reduction, make, options, team, known, show);
    }
    tried
}

fn run_once<S: System>(
    reduction: Reduction,
    system: &mut S,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> Exploration {
    let attempt = match reduction {
        Reduction::Optimal => attempt::<S, Optimal<Tiny>, Optimal<Narrow>, Optimal<Broad>, Optimal<Wide>>(
            reduction, system, options, observer,
        ),
        Reduction::Observers => attempt::<S, Observers<Tiny>, Observers<Narrow>, Observers<Broad>, Observers<Wide>>(
            reduction, system, options, observer,
        ),
        Reduction::Source => attempt::<S, Source<Tiny>, Source<Narrow>, Source<Broad>, Source<Wide>>(
            reduction, system, options, observer,
        ),
        Reduction::Context(_) => attempt::<S, Context<Tiny>, Context<Narrow>, Context<Broad>, Context<Wide>>(
            reduction, system, options, observer,
        ),
        Reduction::State => {
            attempt::<S, State<Tiny>, State<Narrow>, State<Broad>, State<Wide>>(reduction, system, options, observer)
        }
        Reduction::Naive => None,
        // A system has a memory.
        Reduction::Value | Reduction::Data => return run_once(Reduction::Optimal, system, options, observer),
    };
    match attempt {
        Some(exploration) => Exploration { reduction, ..exploration },
        None => explore(system, &mut Naive::default(), options, observer),
    }
}

/// Tries a strategy with small clocks, then with larger ones if they are outgrown. `None`: it cannot do it.
fn attempt<S, A, B, C, D>(
    reduction: Reduction,
    system: &mut S,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> Option<Exploration>
where
    S: System,
    A: Strategy<S> + Default,
    B: Strategy<S> + Default,
    C: Strategy<S> + Default,
    D: Strategy<S> + Default,
{
    let mut tried = try_one::<S, A>(reduction, system, options, observer);
    if tried.1 == Some(Trouble::Outgrown) {
        tried = try_one::<S, B>(reduction, system, options, observer);
    }
    if tried.1 == Some(Trouble::Outgrown) {
        tried = try_one::<S, C>(reduction, system, options, observer);
    }
    if tried.1 == Some(Trouble::Outgrown) {
        tried = try_one::<S, D>(reduction, system, options, observer);
    }
    tried.1.is_none().then_some(tried.0)
}

/// What a strategy has found, and why it could not go on; the system is then at its start again.
fn try_one<S: System, A: Strategy<S> + Default>(
    reduction: Reduction,
    system: &mut S,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> (Exploration, Option<Trouble>) {
    let mut strategy = A::default();
    strategy.configure(reduction, options);
    let exploration = explore(system, &mut strategy, options, observer);
    let trouble = strategy.trouble();
    if trouble.is_some() {
        system.back_to(0);
    }
    (exploration, trouble)
}
