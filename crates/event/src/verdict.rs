//! The answer, and exactly what it covers.

use crate::{Counterexample, Finding, Findings, Limit, Properties, Property};
use serde::{Deserialize, Serialize};
use source::Span;

/// The answer to a question about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing is violated within the scope.
    Safe {
        /// What the claim covers.
        scope: Scope,
    },
    /// Nothing is violated of a part of what was asked; the rest is not decided.
    Partial {
        /// What the claim about that part covers.
        scope: Scope,
        /// Why the rest is not decided.
        because: Reason,
    },
    /// Something is violated; each counterexample was replayed.
    Unsafe {
        /// The first violation found of each property, in the order of [`Property::ALL`].
        violations: Vec<Violation>,
    },
    /// No answer.
    Unknown {
        /// Why not.
        because: Reason,
    },
}

impl Verdict {
    /// What it says of each property that was asked about. `settled` are those that all executions were examined for, whatever
    /// became of the others; of a partial claim, those that it is about.
    ///
    /// What follows misuse of memory or arithmetic that is undefined is not examined, so after such a violation nothing else
    /// is settled.
    pub fn findings(&self, asked: Properties, settled: Properties) -> Findings {
        let mut findings = Findings::undecided(asked);
        match self {
            Verdict::Safe { scope } => findings.learn(asked, scope.finding()),
            Verdict::Partial { scope, because: _ } => findings.learn(settled, scope.finding()),
            Verdict::Unsafe { violations } => {
                let is_undefined = |it: &Violation| matches!(it.property, Property::Memory | Property::Overflow);
                if !violations.iter().any(is_undefined) {
                    findings.learn(settled, Finding::Holds);
                }
                findings.learn(violations.iter().map(|it| it.property).collect(), Finding::Violated);
            }
            Verdict::Unknown { .. } => findings.learn(settled, Finding::Holds),
        }
        findings
    }
}

/// A violated property, with the execution that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which.
    pub property: Property,
    /// How.
    pub counterexample: Counterexample,
}

/// What a claim covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// How far loops were followed.
    pub loops: Loops,
    /// Which memory model.
    pub memory_model: MemoryModel,
    /// Which inputs.
    pub inputs: Inputs,
    /// Where the program that was checked differs from the one that was written, one sentence each.
    pub approximations: Vec<String>,
}

/// How far loops, recursion and runs were followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loops {
    /// To their end.
    All,
    /// Something was cut, for these reasons.
    Cut(Vec<String>),
    /// The work ended early: at a violation, or at a limit.
    Partial,
}

/// The memory model of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemoryModel {
    /// Sequential consistency. Operations of a weaker C11 memory order were executed as if they were `seq_cst`.
    SequentiallyConsistent {
        /// The operations of the program that have a weaker order than they were executed with, in order.
        weaker: Vec<Span>,
    },
    /// There is no shared memory: actors send each other messages, which arrive in any order.
    Messages,
}

/// The inputs of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inputs {
    /// The program has none.
    None,
    /// Every value of every nondeterministic choice was tried.
    All,
}

impl Scope {
    /// Whether every execution was covered.
    pub fn is_complete(&self) -> bool {
        self.loops == Loops::All
    }

    /// What a claim with this scope says of a property that is not violated.
    pub fn finding(&self) -> Finding {
        if self.is_complete() { Finding::Holds } else { Finding::Bounded }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached.
    Limit(Limit),
    /// A nondeterministic value has too many possibilities to try one by one.
    Nondeterminism(Vec<Span>),
    /// Something that the engine does not model.
    NotSupported(String),
    /// An abstraction that could not be made precise enough, and why.
    Abstraction(String),
    /// Only this engine says that nothing is violated, and two were to agree.
    Alone(String),
    /// No execution was found that the given witness describes, and why.
    Witness(String),
    /// A bound has cut off every execution: where, as far as that is known.
    Bound(Vec<Span>),
    /// What was explored is for a comparison with a paper and need not be everything, and in which way.
    Comparison(String),
    /// A bug of ours.
    Internal(String),
}

/// Deterministic figures about the work done, by name, in the order in which they are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// Complete executions, deadlocked ones included.
    pub executions: u64,
    /// Executions abandoned because the reduction found them to be repetitions.
    pub redundant: u64,
    /// Executions in which a thread was stopped by an assumption or a cut.
    pub stuck: u64,
    /// Events executed, repeated prefixes not counted.
    pub events: u64,
    /// Of these, events that others can conflict with.
    pub transitions: u64,
    /// Different states, where they are told apart.
    pub states: u64,
    /// The longest execution.
    pub longest: u64,
    /// The largest number of threads in one execution.
    pub threads: u64,
    /// Whether an execution has come back to a state that it had been in, where states are told apart.
    pub circles: bool,
}
