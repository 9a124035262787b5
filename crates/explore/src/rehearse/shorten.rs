//! The same violation with fewer context switches.
//!
//! A counterexample of an explorer changes threads wherever its algorithm came along, and one of a solver wherever it likes.
//! People follow one thread at a time. First blocks of steps are left out, or moved to another block of their thread, as long
//! as the violation stays and a switch goes. That ends where no single block can be spared. Then all executions with fewer
//! switches are searched, those with the fewest first, if that does not take too long: then there is no better one.

use super::{Ending, Rehearsal};
use crate::toolbox::states::States;
use event::{Choice, Property, System, ThreadId};
use rustc_hash::FxHashMap;

/// How many times the next step is another thread's.
pub fn switches(choices: &[Choice]) -> usize {
    choices.windows(2).filter(|it| it[0].thread != it[1].thread).count()
}

/// Steps that the search may make.
const SEARCH: u64 = 40_000;
/// Executions that are longer than this are not searched: that would be deep, and in vain.
const LONGEST_SEARCH: usize = 400;

/// The choices of an execution with the same violation and as few switches as was found. `None` if the wishes do not lead to
/// the violation in the first place.
pub fn shorten<S: System>(rehearsal: &mut Rehearsal<'_, S>, wishes: &[Choice]) -> Option<Vec<Choice>> {
    let mut best = violating(rehearsal, wishes)?;
    while let Some(better) = improve(rehearsal, &best) {
        best = better;
    }
    if best.len() <= LONGEST_SEARCH {
        rehearsal.allow(SEARCH);
        if let Some(better) = search(rehearsal, switches(&best)) {
            best = better;
        }
    }
    Some(best)
}

/// What a wish list leads to, if it is the violation.
fn violating<S: System>(rehearsal: &mut Rehearsal<'_, S>, wishes: &[Choice]) -> Option<Vec<Choice>> {
    (rehearsal.run(wishes) == Ending::Violated).then(|| rehearsal.choices())
}

/// Fewer switches, or as many and fewer steps.
fn cost(choices: &[Choice]) -> (usize, usize) {
    (switches(choices), choices.len())
}

/// The first change that makes it better.
fn improve<S: System>(rehearsal: &mut Rehearsal<'_, S>, best: &[Choice]) -> Option<Vec<Choice>> {
    let blocks = blocks(best);
    for block in (0..blocks.len()).rev() {
        for wishes in changes(best, &blocks, block) {
            if rehearsal.is_over() {
                return None;
            }
            let Some(better) = violating(rehearsal, &wishes) else { continue };
            if cost(&better) < cost(best) {
                return Some(better);
            }
        }
    }
    None
}

/// Where each block of steps of one thread begins and ends.
fn blocks(choices: &[Choice]) -> Vec<(usize, usize)> {
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        match blocks.last_mut() {
            Some(last) if choices[last.0].thread == choice.thread => last.1 = index + 1,
            _ => blocks.push((index, index + 1)),
        }
    }
    blocks
}

/// What can be done to a block: leave it out, or move its first steps to the block of its thread before and the rest to the one
/// behind.
///
/// One after the other, as each is as long as the execution, and there may be as many.
fn changes(choices: &[Choice], blocks: &[(usize, usize)], block: usize) -> impl Iterator<Item = Vec<Choice>> {
    let (begin, end) = blocks[block];
    let thread = choices[begin].thread;
    let is_own = |it: &&(usize, usize)| choices[it.0].thread == thread;
    let before = blocks[..block].iter().rev().find(is_own).map(|it| it.1);
    let behind = blocks[block + 1..].iter().find(is_own).map(|it| it.0);
    let without = std::iter::once_with(move || [&choices[..begin], &choices[end..]].concat());
    let moved = move |split: usize| {
        let (first, rest) = (&choices[begin..split], &choices[split..end]);
        let early = match (before, first) {
            (_, []) => choices[..begin].to_vec(),
            (Some(at), first) => [&choices[..at], first, &choices[at..begin]].concat(),
            (None, _) => return None,
        };
        let late = match (behind, rest) {
            (_, []) => choices[end..].to_vec(),
            (Some(at), rest) => [&choices[end..at], rest, &choices[at..]].concat(),
            (None, _) => return None,
        };
        Some([early, late].concat())
    };
    without.chain([end, begin].into_iter().chain(begin + 1..end).filter_map(moved))
}

/// The violation with fewer than so many switches, if there is one and it is found in time.
fn search<S: System>(rehearsal: &mut Rehearsal<'_, S>, most: usize) -> Option<Vec<Choice>> {
    for switches in 0..most {
        rehearsal.back_to(0);
        // A state does not tell whether accesses on the way to it are in order.
        let known = (rehearsal.property != Property::Race).then(Known::default);
        let mut search = Search { rehearsal, known };
        if search.go(switches, None) {
            return Some(rehearsal.choices());
        }
        if rehearsal.is_over() {
            return None;
        }
    }
    None
}

#[derive(Default)]
struct Known {
    states: States,
    /// How many switches were left in a state, with this thread as the last.
    left: FxHashMap<(u32, Option<ThreadId>), usize>,
}

struct Search<'r, 'a, S: System> {
    rehearsal: &'r mut Rehearsal<'a, S>,
    known: Option<Known>,
}

impl<S: System> Search<'_, '_, S> {
    /// Whether the violation can be reached with so many switches; it is then.
    fn go(&mut self, switches: usize, last: Option<ThreadId>) -> bool {
        if self.rehearsal.is_over() || self.rehearsal.execution.len() > LONGEST_SEARCH {
            return false;
        }
        if let Some(known) = &mut self.known {
            let state = known.states.number(&mut *self.rehearsal.system);
            let left = known.left.entry((state, last)).or_insert(0);
            // One more than were left, so that nothing is known of 0.
            if *left > switches {
                return false;
            }
            *left = switches + 1;
        }
        let threads = self.rehearsal.system.threads().to_vec();
        let enabled: Vec<ThreadId> = threads.into_iter().filter(|&it| self.rehearsal.can_step(it)).collect();
        if enabled.is_empty() {
            return self.rehearsal.ending() == Ending::Violated;
        }
        let (same, other): (Vec<_>, Vec<_>) = enabled.into_iter().partition(|&it| Some(it) == last);
        for thread in same.into_iter().chain(other) {
            let left = match last {
                Some(last) if last != thread => switches.checked_sub(1),
                Some(_) | None => Some(switches),
            };
            let Some(left) = left else { break };
            if self.step(thread, left) {
                return true;
            }
        }
        false
    }

    /// Lets a thread make a step, in every way that it has, and goes on from there.
    fn step(&mut self, thread: ThreadId, left: usize) -> bool {
        let depth = self.rehearsal.execution.len();
        for branch in 0..self.rehearsal.system.branches(thread) {
            self.rehearsal.step(Choice { thread, branch });
            if self.rehearsal.is_violated() || self.go(left, Some(thread)) {
                return true;
            }
            self.rehearsal.back_to(depth);
        }
        false
    }
}
