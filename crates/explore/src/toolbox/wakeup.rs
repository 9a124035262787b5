//! Wakeup trees: which sequences of events are still to be explored from a state.
//!
//! A tree is ordered, and explored from left to right. A sequence is inserted only as far as no sequence that is there
//! leads to it anyway. All trees of an exploration are twigs of one forest.

use super::sleep::{Step, Touched};
use event::{Access, Choice, Execution, conflict};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A twig by number.
pub(crate) type TwigId = u32;
/// No twig.
pub(crate) const NONE: TwigId = TwigId::MAX;

/// An event of a sequence that is to be explored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Twig {
    choice: Choice,
    touched: Touched,
    /// The leftmost of the twigs that follow it.
    child: TwigId,
    /// The next to the right.
    right: TwigId,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Forest {
    twigs: Vec<Twig>,
    free: Vec<TwigId>,
}

/// The events of sequences, which are written as numbers.
pub(crate) trait Steps {
    /// An event.
    fn step(&self, number: u32) -> Step<'_>;

    /// Whether an event that touches something, `number` if it is one of these, conflicts with `other`.
    #[inline]
    fn conflict(&self, touched: &[Access], _number: Option<u32>, other: u32) -> bool {
        conflict(touched, self.step(other).1)
    }

    /// What becomes of a store that is followed by a sequence; only asked where that matters.
    fn fate(&self, _store: &[Access], _sequence: &[u32]) -> Fate {
        Fate::Unknown
    }

    /// Whether [`Steps::conflict`] wants to know the number.
    const COMPARES: bool = false;
}

/// What becomes of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is read.
    Read,
    /// It is overwritten, and was not read.
    Overwritten,
    /// Neither.
    Unknown,
}

/// The number of the last event of a [`Reversal`].
pub(crate) const LAST: u32 = u32::MAX;

/// Events of an execution by their numbers, and one more.
pub(crate) struct Reversal<'a> {
    pub execution: &'a Execution,
    pub last: Choice,
    pub accesses: &'a [Access],
}

impl Steps for Reversal<'_> {
    #[inline]
    fn step(&self, number: u32) -> Step<'_> {
        if number == LAST {
            return (self.last, self.accesses);
        }
        (self.execution.events()[number as usize].choice, self.execution.accesses(number as usize))
    }
}

/// How an event stands to a sequence.
pub(crate) enum Relation {
    /// It conflicts with the sequence before it occurs in it.
    Conflicts,
    /// It occurs there, and can come first.
    Occurs(usize),
    /// It does not occur and conflicts with nothing: it could come first.
    Independent,
}

impl Forest {
    /// Takes the leftmost twig off a tree: the choice, and the tree that follows it.
    pub fn take(&mut self, tree: &mut TwigId) -> (Choice, TwigId) {
        let twig = &self.twigs[*tree as usize];
        let (choice, child, right) = (twig.choice, twig.child, twig.right);
        self.free.push(*tree);
        *tree = right;
        (choice, child)
    }

    /// How many branches a tree has at its root.
    pub fn width(&self, tree: TwigId) -> u32 {
        let first = (tree != NONE).then_some(tree);
        let right = |&it: &TwigId| Some(self.twigs[it as usize].right).filter(|it| *it != NONE);
        std::iter::successors(first, right).count() as u32
    }

    /// Inserts a sequence into a tree, unless a sequence of the tree leads to it already. Says whether it is new.
    ///
    /// The children of a node are looked at from left to right. The first that the sequence can begin with is followed,
    /// with the rest of the sequence; at a leaf the rest comes by itself. If there is none, what is left of the
    /// sequence becomes the rightmost child. `origin` is an event that was explored from the same state, and is to come after
    /// the sequence: other branches of it do not lead there. (Further down they do: all branches are explored there.)
    pub fn insert(
        &mut self,
        tree: &mut TwigId,
        origin: Option<Choice>,
        sequence: &mut Vec<u32>,
        steps: &impl Steps,
    ) -> bool {
        let mut parent = NONE;
        let mut last = NONE;
        let mut next = *tree;
        while next != NONE {
            let twig = &self.twigs[next as usize];
            let origin = origin.filter(|_| parent == NONE);
            match relation((twig.choice, twig.touched.accesses()), origin, sequence, steps) {
                Relation::Conflicts => {
                    last = next;
                    next = twig.right;
                    continue;
                }
                Relation::Occurs(_) if planted::bug!(EventLeftInSequence) => {}
                Relation::Occurs(index) => {
                    sequence.remove(index);
                }
                Relation::Independent => {}
            }
            if planted::bug!(TreeNotDeep) || sequence.is_empty() || twig.child == NONE {
                return false;
            }
            (parent, last, next) = (next, NONE, twig.child);
        }
        let Some(chain) = self.chain(sequence, steps) else { return false };
        match (last, parent) {
            (NONE, NONE) => *tree = chain,
            (NONE, parent) => self.twigs[parent as usize].child = chain,
            (last, _) => self.twigs[last as usize].right = chain,
        }
        true
    }

    /// What the leftmost event of a tree touches.
    pub fn touched(&self, tree: TwigId) -> &Touched {
        &self.twigs[tree as usize].touched
    }

    /// Moves a tree from another forest to this one.
    pub fn graft(&mut self, other: &mut Forest, tree: TwigId) -> TwigId {
        let mut moved: FxHashMap<TwigId, TwigId> = FxHashMap::default();
        let mut waiting = vec![tree];
        let mut old = Vec::new();
        while let Some(twig) = waiting.pop() {
            if twig != NONE {
                let Twig { child, right, .. } = other.twigs[twig as usize];
                waiting.extend([right, child]);
                old.push(twig);
                let new = self.add(other.twigs[twig as usize].clone());
                moved.insert(twig, new);
            }
        }
        let new = |it: TwigId| moved.get(&it).copied().unwrap_or(NONE);
        for &twig in moved.values() {
            let Twig { child, right, .. } = self.twigs[twig as usize];
            (self.twigs[twig as usize].child, self.twigs[twig as usize].right) = (new(child), new(right));
        }
        other.free.extend(old);
        new(tree)
    }

    fn add(&mut self, twig: Twig) -> TwigId {
        match self.free.pop() {
            Some(free) => {
                self.twigs[free as usize] = twig;
                free
            }
            None => {
                self.twigs.push(twig);
                self.twigs.len() as TwigId - 1
            }
        }
    }

    /// A tree that is one sequence.
    fn chain(&mut self, sequence: &[u32], steps: &impl Steps) -> Option<TwigId> {
        let mut child = NONE;
        for &number in sequence.iter().rev() {
            let (choice, accesses) = steps.step(number);
            let twig = Twig { choice, touched: accesses.into(), child, right: NONE };
            child = self.add(twig);
        }
        (child != NONE).then_some(child)
    }
}

/// How a choice that touches something stands to a sequence; `origin` is to follow it, if the choice is one of the same state.
#[inline(always)]
pub(crate) fn relation(
    (own, touched): Step<'_>,
    origin: Option<Choice>,
    sequence: &[u32],
    steps: &impl Steps,
) -> Relation {
    let same = own_number(own, sequence, steps);
    for (index, &number) in sequence.iter().enumerate() {
        let (choice, _) = steps.step(number);
        if choice.thread == own.thread {
            return if choice == own { Relation::Occurs(index) } else { Relation::Conflicts };
        }
        if steps.conflict(touched, same, number) {
            return Relation::Conflicts;
        }
    }
    // Another branch of what is to follow: where it is independent of the sequence, what is to follow need not be.
    let is_rival = origin.is_some_and(|it| it.thread == own.thread && it != own) && !planted::bug!(RivalsLeadOn);
    if is_rival || planted::bug!(IndependentConflicts) { Relation::Conflicts } else { Relation::Independent }
}

/// Where a choice occurs in a sequence, if anybody wants to know.
#[inline]
fn own_number<S: Steps>(own: Choice, sequence: &[u32], steps: &S) -> Option<u32> {
    if !S::COMPARES {
        return None;
    }
    sequence.iter().copied().find(|&it| steps.step(it).0.thread == own.thread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{ObjectId, Place, ThreadId};

    fn choice(thread: u32) -> Choice {
        Choice { thread: ThreadId(thread), branch: 0 }
    }

    fn place(object: u32) -> Place {
        Place { object: ObjectId(object), offset: 0, length: 4 }
    }

    impl Steps for &[Step<'_>] {
        fn step(&self, number: u32) -> Step<'_> {
            self[number as usize]
        }
    }

    fn insert(forest: &mut Forest, tree: &mut TwigId, steps: &[Step<'_>]) -> bool {
        forest.insert(tree, None, &mut (0..steps.len() as u32).collect(), &steps)
    }

    /// Every sequence from the root to a leaf, as threads.
    fn sequences(forest: &Forest, tree: TwigId) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        let mut next = tree;
        while next != NONE {
            let twig = &forest.twigs[next as usize];
            let mut rest = sequences(forest, twig.child);
            if rest.is_empty() {
                rest.push(Vec::new());
            }
            all.extend(rest.into_iter().map(|it| [vec![twig.choice.thread.0], it].concat()));
            next = twig.right;
        }
        all
    }

    #[test]
    fn a_sequence_that_is_led_to_is_not_inserted() {
        let (write, read) = ([Access::Write(place(1))], [Access::Read(place(1))]);
        let other = [Access::Write(place(2))];
        let mut forest = Forest::default();
        let mut tree = NONE;
        assert!(insert(&mut forest, &mut tree, &[(choice(1), &write), (choice(2), &read)]));
        // The same, the other way round: a new branch.
        assert!(insert(&mut forest, &mut tree, &[(choice(2), &read), (choice(1), &write)]));
        // Begins with an independent event, so the first branch can be followed to its end.
        assert!(!insert(&mut forest, &mut tree, &[(choice(3), &other), (choice(1), &write), (choice(2), &read)]));
        // After the first event of the first branch, something that conflicts with the second one.
        let third = [Access::Write(place(1))];
        assert!(insert(&mut forest, &mut tree, &[(choice(1), &write), (choice(3), &third)]));
        assert_eq!(sequences(&forest, tree), [vec![1, 2], vec![1, 3], vec![2, 1]]);
        let (first, mut rest) = forest.take(&mut tree);
        assert_eq!((first, sequences(&forest, rest)), (choice(1), vec![vec![2], vec![3]]));
        forest.take(&mut rest);
        assert_eq!(sequences(&forest, tree), [vec![2, 1]]);
    }
}
