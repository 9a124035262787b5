//! A replayed execution of actors as data: who tells whom what, in which order. `report` draws it.

use source::Span;

/// A sequence diagram: one column for each actor, time runs downwards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// The actors, in the order in which they were made.
    pub columns: Vec<Column>,
    /// What happens, in order.
    pub rows: Vec<Row>,
}

/// An actor: a group of objects that share one processor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// A short name: `main`, `Buffer`, `Worker2`.
    pub name: String,
    /// What is in its fields at the end, in words: `used = 2`. With several objects, `Queue1.used = 2`.
    pub ends: Vec<String>,
}

/// Something that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The step that it is part of, from 0.
    pub step: usize,
    /// The actor that does it.
    pub column: usize,
    /// Where in the program, or [`Span::NONE`].
    pub position: Span,
    /// What.
    pub what: What,
    /// Whether it is needed to understand the failure.
    pub matters: bool,
}

/// Kinds of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A task of the actor runs: `store(1)`, `produce goes on`. The first row of each step.
    Runs(String),
    /// It does something by itself: `used = 1`, `waits until used > 0`, `prints "a"`.
    Does(String),
    /// It sends a call to an actor (perhaps itself): `store(1)`.
    Calls {
        /// The column of the receiver.
        to: usize,
        /// The method with its arguments.
        text: String,
    },
    /// It makes an actor: `new Buffer(10)`.
    Creates {
        /// The column of the new actor.
        to: usize,
        /// The class with its arguments: `Buffer(10)`.
        text: String,
    },
    /// A task ends, and its answer goes back to the actor that called it.
    Answers {
        /// The column of the caller.
        to: usize,
        /// The method with its answer: `take: Just(1)`, `store: done`.
        text: String,
    },
    /// It fails: `assertion failed`.
    Fails(String),
}
