//! Guarded independence: when the steps of two threads can be made in either order, with the same outcome.
//!
//! C. Wang, Z. Yang, V. Kahlon, A. Gupta: Peephole Partial Order Reduction. TACAS 2008, Section 2.2.
//!
//! Two steps conflict where both touch the same object and one of them writes it. The relation R_G gives for each pair of
//! transitions a condition c_G on states under which they are independent. Here it is the conjunction, over all pairs of
//! accesses that may conflict, of the disjunction of the reasons for which they do not:
//!
//! | accesses | reasons | rule of the paper |
//! |---|---|---|
//! | none conflict | always independent | 1 |
//! | any two | other places: `i != j` for `a[i]` and `a[j]`, `p != q` for `*p` and `*q` | 2, 3 |
//! | read, write | the write leaves what it finds: `x = e` | 4a |
//! | write, write | both write the same: `e1 = e2` | 4b |
//! | read that only decides a branch, write | the branch goes the same way: `c = c[x -> e]` | 4c |
//!
//! Example: `if (a[i] > 5)` and `a[j] = x` are independent if `i != j or (a[i] > 5) = (x > 5)`.
//!
//! Why the conjunction is enough. All conditions are evaluated in the state before both steps. Let both be enabled there, and
//! let the second go first. Each place that the first step reads is either not written by the second, or has the same in it
//! as before, or (4c) has something else in it with the same outcome. So the first step does what it would have done before:
//! it is enabled, accesses the same places, and writes the same. The same holds the other way round, and where both write,
//! both write the same. Read-modify-writes have a read and a write: `x = 2 * x` and `x = x + 1` at `x = 1` write the same, but
//! each reads what the other one changes, and that pair of accesses has no reason.
//!
//! Deviations from the paper:
//! 1. Objects are found at run time, as terms: `a[i]` is an address, and two accesses are to other places if their addresses
//!    differ (rules 2 and 3 are one). Only `static` goes by the text of the program.
//! 2. A step is a visible operation with the local code behind it. So a branch is a load of which nothing is left afterwards but
//!    where the thread goes on, and rule 4c compares that.
//! 3. Freeing an object conflicts with all accesses to it, joining a thread with joining it; these have no reasons.

use super::control::NodeId;
use super::step::Branch;
use super::touch::{Touch, What};
use super::{Frames, Seen};
use ir::Program;
use rustc_hash::FxHashMap;
use smt::Term;
use std::rc::Rc;

use super::footprint::{Footprint, footprints};
pub use super::relation::{Relation, Transition};

/// Which rules count: the four columns of Table 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// None: no two steps are independent.
    None,
    /// Rule 1, as far as the text of the program shows it.
    Static,
    /// Rules 1 to 3.
    Simple,
    /// All.
    Full,
}

/// What an access is, as far as reasons are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It reads something.
    Reads,
    /// It reads something, which only decides a branch.
    Decides,
    /// It writes something.
    Writes,
    /// It ends an object or joins a thread.
    Ends,
}

/// One of two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Of the first thread.
    First,
    /// Of the second thread.
    Second,
}

/// Why two accesses that may conflict do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// They are to other places (rules 2 and 3).
    OtherPlaces,
    /// The write of this side leaves what it finds (4a).
    Unchanged(Side),
    /// Both write the same (4b).
    SameValue,
    /// The branch of this side goes the same way (4c).
    SameBranch(Side),
}

/// The reasons that two accesses may have, of which at least one is a write.
pub(super) fn reasons(first: Role, second: Role) -> Vec<Reason> {
    let mut reasons = vec![Reason::OtherPlaces];
    match (first, second) {
        (Role::Ends, _) | (_, Role::Ends) => {}
        (Role::Writes, Role::Writes) => reasons.push(Reason::SameValue),
        (Role::Reads, Role::Writes) => reasons.push(Reason::Unchanged(Side::Second)),
        (Role::Writes, Role::Reads) => reasons.push(Reason::Unchanged(Side::First)),
        // Who finds what was there goes the same way.
        (Role::Decides, Role::Writes) => reasons.push(Reason::SameBranch(Side::First)),
        (Role::Writes, Role::Decides) => reasons.push(Reason::SameBranch(Side::Second)),
        (Role::Reads | Role::Decides, Role::Reads | Role::Decides) => {}
    }
    reasons
}

/// What is known of nodes from the text of the program.
#[derive(Default)]
pub(super) struct Cache {
    known: FxHashMap<NodeId, Rc<Vec<Footprint>>>,
}

impl Frames<'_> {
    /// When the steps of two threads from where they may be are independent.
    pub(super) fn independent(&mut self, first: &Seen, second: &Seen) -> Term {
        match self.options.rules {
            Rules::None => self.terms.truth(false),
            Rules::Static => {
                let (one, two) = (self.footprints(first.node), self.footprints(second.node));
                let program: &Program = self.program;
                let conflict = one.iter().any(|one| two.iter().any(|two| one.may_conflict(program, two)));
                self.terms.truth(!conflict)
            }
            Rules::Simple | Rules::Full => {
                let mut all = self.terms.truth(true);
                for one in &first.outcome.touches {
                    for two in second.outcome.touches.iter().filter(|two| {
                        (one.is_write || two.is_write)
                            && (!planted::bug!(ReadsIndependent) || one.is_write && two.is_write)
                    }) {
                        let branches = (first.outcome.branch.as_ref(), second.outcome.branch.as_ref());
                        let fine = self.do_not_conflict((one, branches.0), (two, branches.1));
                        all = self.terms.and(all, fine);
                        if self.terms.is_false(all) {
                            return all;
                        }
                    }
                }
                all
            }
        }
    }

    fn footprints(&mut self, node: NodeId) -> Rc<Vec<Footprint>> {
        if let Some(known) = self.relation.known.get(&node) {
            return known.clone();
        }
        let at = self.control.at(node);
        let (function, edge) = (self.control.context(at.context).function, at.edge);
        let found = Rc::new(footprints(self.program, function, edge));
        self.relation.known.insert(node, found.clone());
        found
    }

    /// When two accesses, of which one is a write, do not conflict.
    fn do_not_conflict(&mut self, first: (&Touch, Option<&Branch>), second: (&Touch, Option<&Branch>)) -> Term {
        let meet = first.0.meets(&mut self.terms, self.program.model, second.0);
        let mut fine = self.terms.not(meet);
        if self.options.rules != Rules::Full || self.terms.is_true(fine) {
            return fine;
        }
        for reason in reasons(role(first), role(second)) {
            let holds = match reason {
                Reason::OtherPlaces => continue,
                Reason::Unchanged(Side::First) => self.leaves(first.0),
                Reason::Unchanged(Side::Second) => self.leaves(second.0),
                Reason::SameValue => self.write_the_same(first.0, second.0),
                Reason::SameBranch(Side::First) => self.goes_the_same_way(first, second.0),
                Reason::SameBranch(Side::Second) => self.goes_the_same_way(second, first.0),
            };
            fine = self.terms.or(fine, holds);
        }
        fine
    }

    /// When a write leaves what it finds.
    fn leaves(&mut self, write: &Touch) -> Term {
        match &write.what {
            What::Bytes { found, value: Some(value), .. } => self.terms.eq(*found, *value),
            What::Bytes { value: None, .. } | What::Object { .. } | What::Thread(_) => self.terms.truth(false),
        }
    }

    /// When two writes to the same place write the same.
    fn write_the_same(&mut self, first: &Touch, second: &Touch) -> Term {
        match (&first.what, &second.what) {
            (
                What::Bytes { address, size, value: Some(one), .. },
                What::Bytes { address: others, size: other_size, value: Some(two), .. },
            ) if size == other_size => {
                let (place, value) = (self.terms.eq(*address, *others), self.terms.eq(*one, *two));
                self.terms.and(place, value)
            }
            _ => self.terms.truth(false),
        }
    }

    /// When a branch goes the same way after a write to what it looks at.
    fn goes_the_same_way(&mut self, (read, branch): (&Touch, Option<&Branch>), write: &Touch) -> Term {
        let unchanged = self.leaves(write);
        let (
            Some(branch),
            What::Bytes { address, size, found, .. },
            What::Bytes { address: others, size: other_size, value: Some(value), .. },
        ) = (branch, &read.what, &write.what)
        else {
            return unchanged;
        };
        if size != other_size {
            return unchanged;
        }
        let mut same = self.terms.eq(*address, *others);
        for &condition in branch.conditions.iter().filter(|_| !planted::bug!(AnyBranchTheSame)) {
            let with = |terms: &mut smt::Terms, found: Term| {
                terms.substitute(condition, &[(branch.loaded, found)].into_iter().collect())
            };
            let (before, after) = (with(&mut self.terms, *found), with(&mut self.terms, *value));
            let equal = self.terms.eq(before, after);
            same = self.terms.and(same, equal);
        }
        self.terms.or(unchanged, same)
    }
}

fn role((touch, branch): (&Touch, Option<&Branch>)) -> Role {
    match &touch.what {
        What::Object { .. } | What::Thread(_) => Role::Ends,
        What::Bytes { .. } if touch.is_write => Role::Writes,
        What::Bytes { .. } if branch.is_some() => Role::Decides,
        What::Bytes { .. } => Role::Reads,
    }
}
