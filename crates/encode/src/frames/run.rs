//! A thread on its way through one step: the stack of its functions, and memory as it sees it.

use super::control::ContextId;
use super::memory::Memory;
use crate::memory::Objects;
use crate::path::Path;
use ir::Location;
use smt::{Term, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where something is made or started: an edge in a chain of calls.
pub type Site = (ContextId, u32);

/// What of a thread lasts from step to step.
#[derive(Clone)]
pub struct Stack {
    /// The functions that have called each other, outermost first.
    pub activations: Vec<Activation>,
    /// How often each site was passed (8 bits).
    pub counts: Rc<BTreeMap<Site, Term>>,
}

/// A running function.
#[derive(Clone)]
pub struct Activation {
    pub context: ContextId,
    pub registers: Vec<Term>,
    /// The addresses of its slots.
    pub slots: Vec<Term>,
    /// Where it is: if it is not the innermost one, the location of the call.
    pub at: Location,
    /// The rounds of the loops around, in this step.
    pub rounds: Vec<Rounds>,
}

/// The rounds of a loop without a visible operation.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// The current one, counted from 0.
    pub round: u32,
    /// Those that count: it was not decided by constants that there is another one.
    pub charged: u32,
    /// Whether some way out of the loop was decided in this round.
    pub decided: bool,
}

/// A way through a step, or several that have met.
#[derive(Clone)]
pub struct Run {
    pub path: Path,
    pub stack: Stack,
    pub memory: Memory,
    /// How many atomic sections it is in.
    pub section: u32,
}

impl Run {
    /// Under which condition the step goes this way.
    pub fn guard(&self, terms: &mut Terms) -> Term {
        self.path.guard(terms)
    }

    /// From here on only if the condition holds.
    pub fn assume(&mut self, terms: &mut Terms, condition: Term) {
        self.path.extend(terms, condition);
    }

    /// Whether no execution goes this way.
    pub fn is_dead(&self, terms: &mut Terms) -> bool {
        let guard = self.guard(terms);
        terms.is_false(guard)
    }

    /// The innermost function.
    pub fn top(&mut self) -> &mut Activation {
        self.stack.activations.last_mut().expect("a thread that runs has a function")
    }

    /// Both ways in one. They are in the same place.
    pub fn merge(self, terms: &mut Terms, objects: &Objects, other: Run) -> Run {
        let (path, mine, others) = Path::part(terms, &self.path, &other.path);
        let mut stack = other.stack;
        stack.merge(terms, mine, &self.stack);
        let mut memory = other.memory;
        memory.merge(terms, objects, mine, &self.memory, None);
        let mut run = Run { path, stack, memory, section: self.section };
        let either = terms.or(mine, others);
        run.assume(terms, either);
        run
    }
}

impl Stack {
    /// The other stack if the condition holds, else this one. They have the same functions in them.
    pub fn merge(&mut self, terms: &mut Terms, when: Term, other: &Stack) {
        for (mine, theirs) in self.activations.iter_mut().zip(&other.activations) {
            let registers = mine.registers.iter_mut().zip(&theirs.registers);
            for (mine, &theirs) in registers.chain(mine.slots.iter_mut().zip(&theirs.slots)) {
                if *mine != theirs {
                    *mine = terms.ite(when, theirs, *mine);
                }
            }
            for (mine, theirs) in mine.rounds.iter_mut().zip(&theirs.rounds) {
                mine.charged = mine.charged.max(theirs.charged);
                mine.decided &= theirs.decided;
            }
        }
        self.merge_counts(terms, when, other);
    }

    fn merge_counts(&mut self, terms: &mut Terms, when: Term, other: &Stack) {
        if Rc::ptr_eq(&self.counts, &other.counts) {
            return;
        }
        let none = terms.constant(COUNT_BITS, 0);
        let counts = Rc::make_mut(&mut self.counts);
        for (&site, &theirs) in other.counts.iter() {
            let mine = counts.entry(site).or_insert(none);
            *mine = terms.ite(when, theirs, *mine);
        }
        for (_, mine) in counts.iter_mut().filter(|it| !other.counts.contains_key(it.0)) {
            *mine = terms.ite(when, none, *mine);
        }
    }

    /// How often sites were passed, as far as that is known.
    pub fn known_counts(&self, terms: &Terms) -> Vec<(Site, u64)> {
        self.counts.iter().filter_map(|(site, count)| Some((*site, terms.value_of(*count)?))).collect()
    }

    /// What is in registers, as far as that is known: a number and 1, or 0 and 0.
    pub fn known_registers(&self, terms: &Terms) -> Vec<u64> {
        let registers = self.activations.iter().flat_map(|it| &it.registers);
        registers.flat_map(|it| terms.value_of(*it).map_or([0, 0], |it| [it, 1])).collect()
    }

    /// How often a site was passed, which is passed once more.
    pub fn count(&mut self, terms: &mut Terms, site: Site) -> Term {
        let none = terms.constant(COUNT_BITS, 0);
        let one = terms.constant(COUNT_BITS, 1);
        let count = Rc::make_mut(&mut self.counts).entry(site).or_insert(none);
        let before = *count;
        *count = terms.add(before, one);
        before
    }

    /// When another stack is the same.
    pub fn equals(&self, terms: &mut Terms, other: &Stack) -> Term {
        let mut same = terms.truth(true);
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        for (mine, theirs) in self.activations.iter().zip(&other.activations) {
            pairs.extend(mine.registers.iter().copied().zip(theirs.registers.iter().copied()));
            pairs.extend(mine.slots.iter().copied().zip(theirs.slots.iter().copied()));
        }
        let none = terms.constant(COUNT_BITS, 0);
        for site in self.counts.keys().chain(other.counts.keys()) {
            let count = |it: &Stack| it.counts.get(site).copied().unwrap_or(none);
            pairs.push((count(self), count(other)));
        }
        for (mine, theirs) in pairs {
            let equal = terms.eq(mine, theirs);
            same = terms.and(same, equal);
        }
        same
    }

    /// Forgets what does not matter any more: the same stack is the same terms.
    pub fn forget(&mut self, terms: &mut Terms, live: &[Vec<bool>]) {
        for (activation, live) in self.activations.iter_mut().zip(live) {
            activation.rounds.clear();
            for (value, _) in activation.registers.iter_mut().zip(live).filter(|it| !*it.1) {
                *value = terms.constant(terms.width(*value), 0);
            }
        }
    }
}

/// How wide counts are.
pub const COUNT_BITS: u8 = 8;
