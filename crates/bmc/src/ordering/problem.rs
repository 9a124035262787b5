//! The question: clocks, what orders them, and who may read from whom.

use smt::Lit;

/// One question about orders: which executions are consistent.
///
/// A clock is an atomic unit: its events happen together, all its reads before all its writes. Events without a guard
/// always happen. At most one write of a clock to one cell happens: the guards of several exclude each other.
///
/// The clauses about values are the caller's: that a read that happens reads from some write, that reading from a write
/// makes both happen and both values equal. The initial value of a cell is an ordinary write of a clock that `order`
/// puts before everything.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// How many clocks there are. They are numbered from 0.
    pub clocks: u32,
    /// What is always so: program order and thread creation, immediate edges only, without a cycle.
    pub order: Vec<(u32, u32)>,
    /// What is so if a literal is true: a join that is taken.
    pub conditional: Vec<(u32, u32, Lit)>,
    /// All writes.
    pub writes: Vec<Write>,
    /// All reads.
    pub reads: Vec<Read>,
    /// Who may read from whom.
    pub reads_from: Vec<ReadsFrom>,
}

/// A write.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    /// When it happens.
    pub clock: u32,
    /// What it writes: cells are numbered from 0.
    pub cell: u32,
    /// Whether it happens; nothing means always.
    pub guard: Option<Lit>,
}

/// A read.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// When it happens.
    pub clock: u32,
    /// What it reads: cells are numbered from 0.
    pub cell: u32,
    /// Whether it happens; nothing means always.
    pub guard: Option<Lit>,
}

/// A read may read from a write of its cell, which belongs to another clock.
#[derive(Clone, Copy, Debug)]
pub struct ReadsFrom {
    /// An index into [`Problem::writes`].
    pub write: u32,
    /// An index into [`Problem::reads`].
    pub read: u32,
    /// Whether it does.
    pub literal: Lit,
}
