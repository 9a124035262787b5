//! What happens when a concurrent program runs, without saying how: threads and objects by name, accesses, events,
//! executions, schedules; what can be asked of a program and what can be answered.
//!
//! This is the meeting point of semantics (`vm`, actors) and engines (`explore`, …). It runs nothing itself.
//! Start at [`System`] for the semantics' side and at [`Verdict`] for the user's.

mod access;
mod budget;
mod counterexample;
mod dependence;
mod diagram;
mod execution;
mod findings;
mod lexicon;
mod mark;
mod mismatch;
mod property;
mod shareable;
mod system;
mod threads;
mod verdict;

pub use access::{Access, ObjectId, Place, ThreadId};
pub use budget::{Budget, Limit, Pace};
pub use counterexample::{Actor, Counterexample, Effect, Line, Manner, Operand, Passing, Step, Touch};
pub use dependence::conflict;
pub use diagram::{Column, Diagram, Row, What};
pub use execution::{Choice, Decision, Event, Execution, ObjectName, Plan, Reuse, Schedule};
pub use findings::{Finding, Findings};
pub use lexicon::{Directory, Lexicon, Name};
pub use mark::{Mark, Marks};
pub use mismatch::{Mismatch, Why};
pub use property::{Fault, Properties, Property};
pub use shareable::{Shareable, ShareableThreads};
pub use system::{End, Failure, Hang, Obstacle, Readiness, Status, StopKind, System, Variation};
pub use threads::{CellId, Pending, StateId, Threads, Unsupported};
pub use verdict::{Inputs, Loops, MemoryModel, Reason, Scope, Stats, Verdict, Violation};
