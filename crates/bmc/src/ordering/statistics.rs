//! What the decision has cost.

/// Figures of all calls so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Clauses given to the solver during the search: conflicts, and reasons that it asked for.
    pub clauses: u64,
    /// How many literals these clauses have together.
    pub literals: u64,
    /// Cycles that were found.
    pub conflicts: u64,
    /// Literals that were made false or true before they could lead to a conflict.
    pub forced: u64,
    /// Literals that follow from what is always so, given to the solver before the search.
    pub units: u64,
    /// Conflicts found in advance between two reads (Figure 5.4a).
    pub two_reads: u64,
    /// Conflicts found in advance between a read and another write of its cell (Figures 5.4b and 5.4c, which give the
    /// same clause).
    pub read_and_write: u64,
    /// Whether conflicts were left out because there were too many.
    pub is_cut: bool,
    /// Literals that order two writes.
    pub write_orders: u64,
    /// Models that were looked at.
    pub rounds: u64,
}

impl Statistics {
    /// Adds the figures of another decision.
    pub fn add(&mut self, other: Statistics) {
        self.clauses += other.clauses;
        self.conflicts += other.conflicts;
        self.forced += other.forced;
        self.units += other.units;
        self.two_reads += other.two_reads;
        self.read_and_write += other.read_and_write;
        self.is_cut |= other.is_cut;
        self.write_orders += other.write_orders;
        self.rounds += other.rounds;
    }
}
