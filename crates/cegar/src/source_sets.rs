//! Whose steps are explored from a state: source sets.
//!
//! [Telbisz 2024] Algorithm 1. A set of threads is good enough if nothing that the others may do before is dependent on
//! what they are about to do: then the first step of one of them in any execution could have been made at once. Two
//! actions are dependent if they touch the same place and one of them changes it (`static`, the relation D_S); with
//! `abstraction-aware` only places count about which something is tracked (D_Π, Definition 5).
//!
//! ```c
//! y = y + 1;  ||  y = 2 * y;  ||  z = z + 2 * y; if (z % 2 == 0) x = 0; else x = 1; assert(x == 0);
//! ```
//! If only `z % 2 == 0` and `x == 0` are tracked, `y` does not count, and one order of all these steps is enough.
//!
//! Deviations:
//! 1. We begin with each thread in turn and take the first set of one thread, else the smallest set.
//! 2. A thread that waits (for a mutex, or for the end of a thread) may go on later: if what it may do then is dependent on a
//!    member, those who can let it go on are members, too, and so on. (The recursion of `future_actions` in the paper.)
//! 3. Condition 2 of Theorem 2 (no cycle leaves an action out for ever): if a member goes round in a loop of the program,
//!    everybody is explored. The same if a member may wait after having begun, for then Property 1 does not hold.
//! 4. With a cone of influence, places count only if an edge changes them that is observed: the labels of the others are
//!    simplified, and whoever reads them conflicts with nobody. An assignment that is not observed in a state is not in later ones either.

use crate::bits::Bits;
use crate::facts::Facts;
use encode::blocks::{Blocker, Blocks, Control, Pending};

/// A thread that could make a step.
pub struct Candidate {
    /// Which.
    pub thread: u32,
    /// What it is about to do.
    pub pending: Pending,
    /// The places that it touches then, and those that it may change.
    pub touches: (Bits, Bits),
}

/// The threads of the closure of a set of one, by their positions among the candidates. Those that wait are left out.
pub fn closure(
    facts: &mut Facts,
    blocks: &Blocks<'_>,
    control: &Control,
    candidates: &[Candidate],
    start: usize,
    counts: &Bits,
) -> Vec<usize> {
    let mut is_member = vec![false; candidates.len()];
    is_member[start] = true;
    let mut open = vec![start];
    let mut members = Vec::new();
    while let Some(member) = open.pop() {
        members.push(member);
        let needed: Vec<usize> = match candidates[member].pending.blocker {
            None => conflicting(facts, blocks, control, candidates, member, counts),
            Some(blocker) => enablers(facts, blocks, control, candidates, member, blocker),
        };
        for other in needed {
            if !std::mem::replace(&mut is_member[other], true) {
                open.push(other);
            }
        }
    }
    members.retain(|it| candidates[*it].pending.blocker.is_none());
    members.sort_unstable();
    members
}

/// Those who may do something that is dependent on what a member is about to do.
fn conflicting(
    facts: &mut Facts,
    blocks: &Blocks<'_>,
    control: &Control,
    candidates: &[Candidate],
    member: usize,
    counts: &Bits,
) -> Vec<usize> {
    let (reads, writes) = &candidates[member].touches;
    let mut found = Vec::new();
    for (index, other) in candidates.iter().enumerate().filter(|it| it.0 != member) {
        let Some(activity) = control.activity(other.thread) else { continue };
        let future = facts.future(blocks, activity);
        let reads_later = !planted::bug!(LaterReadsForgotten) && future.reads.meets(writes, counts);
        if future.writes.meets(reads, counts) || reads_later {
            found.push(index);
        }
    }
    found
}

/// Those who can let a thread go on that waits.
fn enablers(
    facts: &mut Facts,
    blocks: &Blocks<'_>,
    control: &Control,
    candidates: &[Candidate],
    member: usize,
    blocker: Blocker,
) -> Vec<usize> {
    let others = (0..candidates.len()).filter(|it| *it != member);
    match blocker {
        Blocker::Never => Vec::new(),
        Blocker::Thread(thread) => others.filter(|it| candidates[*it].thread == thread).collect(),
        Blocker::Mutex(target, offset) => {
            let mut places = Bits::new(facts.places);
            places.extend(facts.mutex(target, offset));
            let mut found = Vec::new();
            for index in others.filter(|_| !planted::bug!(MutexFreedByNobody)) {
                let Some(activity) = control.activity(candidates[index].thread) else { continue };
                if facts.future(blocks, activity).writes.overlaps(&places) {
                    found.push(index);
                }
            }
            found
        }
    }
}
