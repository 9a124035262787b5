//! What the engine is asked, and what it answers.

use encode::edge::Unsupported;
use event::{Budget, Limit, Plan};
use source::Span;

/// What is kept of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Domain {
    /// Values of some variables.
    Explicit,
    /// Which of some predicates hold.
    Predicates,
    /// Both.
    #[default]
    Product,
}

/// Which steps are made in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reduction {
    /// Those of all threads.
    None,
    /// A source set by the accesses of the program.
    Static,
    /// A source set by the accesses to what is tracked.
    #[default]
    AbstractionAware,
}

/// Which assignments are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cone {
    /// All.
    None,
    /// Those that can decide a branch anywhere.
    Static,
    /// Those that can decide a branch from here, by what is tracked.
    #[default]
    Dynamic,
}

/// Which state is looked at next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The newest.
    #[default]
    DepthFirst,
    /// The oldest.
    BreadthFirst,
}

/// What is tracked at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Initial {
    /// Nothing.
    #[default]
    Empty,
    /// The conditions of all branches.
    Assumes,
}

/// How to look.
#[derive(Clone, Default)]
pub struct Settings {
    /// What is kept of values.
    pub domain: Domain,
    /// Which steps are made in a state.
    pub reduction: Reduction,
    /// Which assignments are looked at.
    pub cone: Cone,
    /// Which state is looked at next.
    pub order: Order,
    /// What is tracked at first.
    pub initial: Initial,
    /// How much may be used.
    pub budget: Budget,
}

/// What was found out.
#[derive(Clone, Debug)]
pub enum Found {
    /// An assertion fails, and how.
    Violation(Plan),
    /// None does, in any execution.
    Safe {
        /// Where a mistake that is not asked about ends a thread: one place at least if there are such.
        mistakes: Vec<Span>,
        /// Where one may, as far as the abstraction can tell.
        suspects: Vec<Span>,
    },
    /// Something is not modelled.
    Unsupported(Unsupported),
    /// The abstraction cannot be made precise enough, and why.
    Undecided(String),
    /// A limit was reached.
    Limit(Limit),
}

/// What it has cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// How often the state space was built.
    pub iterations: u64,
    /// States, in all iterations; and in the last one.
    pub states: u64,
    /// See `states`.
    pub last_states: u64,
    /// Of the last ones: not looked at yet.
    pub waiting: u64,
    /// Actions that were explored, in all iterations; and in the last one.
    pub actions: u64,
    /// See `actions`.
    pub last_actions: u64,
    /// States that are covered by others, in all iterations.
    pub covered: u64,
    /// Variables whose values are tracked in the end.
    pub variables: u64,
    /// Predicates that are tracked in the end.
    pub predicates: u64,
    /// Statements on the actions that were explored.
    pub statements: u64,
    /// Of these: not evaluated, since what they set is not tracked and decides nothing.
    pub eliminated: u64,
    /// Of these: not evaluated, and what they set is unknown afterwards.
    pub havoced: u64,
    /// Questions to the solver about successors.
    pub queries: u64,
    /// Questions that were asked before.
    pub cached: u64,
    /// Time for successors, in microseconds.
    pub successor_time: u64,
    /// Steps of the longest abstract counterexample.
    pub longest_trace: u64,
    /// Threads, at most.
    pub threads: u64,
    /// Iterations in which the cone of influence was left out, since it had hidden what a refinement tracks.
    pub without_cone: u64,
}
