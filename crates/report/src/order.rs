//! Which step must come before which, without what follows from the rest.
//!
//! An edge is left out if there is a way around it: from one step to the other through steps in between. Each step has a
//! clock: how many steps of each thread come before it. Earlier steps are looked at from the last to the first, so that all
//! that could be in between is known already.

use event::{Access, Step, ThreadId, conflict};

/// Two steps of different threads, by their index in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence {
    pub first: usize,
    pub second: usize,
}

/// The dependences between steps of different threads that do not follow from others and the order in threads.
pub fn dependences(steps: &[&Step]) -> Vec<Dependence> {
    reduced(steps, |first, second| depends(steps[first], steps[second]))
}

/// The same for any relation of an earlier to a later step of another thread, both given by their index.
pub fn reduced(steps: &[&Step], is_before: impl Fn(usize, usize) -> bool) -> Vec<Dependence> {
    let mut threads: Vec<ThreadId> = steps.iter().map(|it| it.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let thread = |it: &Step| threads.partition_point(|&other| other < it.thread);
    let mut clocks: Vec<Vec<usize>> = Vec::new();
    let mut found = Vec::new();
    for (second, step) in steps.iter().enumerate() {
        let own = thread(step);
        let mut clock = vec![0; threads.len()];
        for first in (0..second).rev() {
            let other = thread(steps[first]);
            let is_known = clocks[first][other] <= clock[other];
            if is_known || (other != own && !is_before(first, second)) {
                continue;
            }
            if other != own {
                found.push(Dependence { first, second });
            }
            clock.iter_mut().zip(&clocks[first]).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
        }
        clock[own] += 1;
        clocks.push(clock);
    }
    found
}

/// Whether the second step of another thread must come behind the first.
pub fn depends(first: &Step, second: &Step) -> bool {
    let waits = |it: &Access| *it == Access::Join(first.thread) || *it == Access::Follow(first.thread);
    first.accesses.contains(&Access::Spawn(second.thread))
        || second.accesses.iter().any(waits)
        || conflict(&first.accesses, &second.accesses)
}

/// The first variable that both steps touch.
pub fn in_common(first: &Step, second: &Step) -> Option<String> {
    let touched = |step: &'_ Step| -> Vec<String> {
        step.effects.iter().filter_map(|it| Some(it.touch.as_ref()?.variable.clone())).collect()
    };
    let theirs = touched(second);
    touched(first).into_iter().find(|it| theirs.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{ObjectId, Place};
    use source::Span;

    fn step(thread: u32, accesses: &[Access]) -> Step {
        Step {
            thread: ThreadId(thread),
            position: Span::NONE,
            function: String::new(),
            accesses: accesses.to_vec(),
            effects: Vec::new(),
            matters: true,
        }
    }

    fn found(steps: &[Step]) -> Vec<(usize, usize)> {
        let mut found: Vec<_> =
            dependences(&steps.iter().collect::<Vec<_>>()).iter().map(|it| (it.first, it.second)).collect();
        found.sort_unstable();
        found
    }

    fn place(object: u32) -> Place {
        Place { object: ObjectId(object), offset: 0, length: 4 }
    }

    #[test]
    fn what_follows_from_others_is_left_out() {
        let (write, read) = (Access::Write(place(1)), Access::Read(place(1)));
        let steps = [step(1, &[write]), step(2, &[write]), step(3, &[read]), step(1, &[read])];
        // The last read is behind the first write in its own thread, and behind the second by itself.
        assert_eq!(found(&steps), [(0, 1), (1, 2), (1, 3)]);
    }

    #[test]
    fn the_order_of_a_thread_is_a_way_around() {
        let (x, y) = (Access::Write(place(1)), Access::Write(place(2)));
        let steps = [step(1, &[x]), step(1, &[y]), step(2, &[y]), step(2, &[x])];
        assert_eq!(found(&steps), [(1, 2)]);
    }

    #[test]
    fn threads_begin_behind_their_start_and_are_joined_behind_their_end() {
        let spawn = Access::Spawn(ThreadId(1));
        let x = Access::Write(place(1));
        let steps = [step(0, &[spawn]), step(1, &[x]), step(1, &[x]), step(0, &[Access::Join(ThreadId(1))])];
        assert_eq!(found(&steps), [(0, 1), (2, 3)]);
        let apart = [step(0, &[x]), step(1, &[Access::Read(place(2))])];
        assert_eq!(found(&apart), []);
    }

    /// Every dependence is an edge, or there is a way around; and no edge has one.
    #[test]
    fn nothing_is_lost_and_nothing_said_twice() {
        let mut state = 7_u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..200 {
            let steps: Vec<Step> = (0..12)
                .map(|_| {
                    let place = place(next(3));
                    step(next(4), &[if next(2) == 0 { Access::Write(place) } else { Access::Read(place) }])
                })
                .collect();
            let edges = found(&steps);
            let direct = |one: usize, two: usize| {
                let next = (one + 1..steps.len()).find(|&it| steps[it].thread == steps[one].thread);
                next == Some(two) || edges.contains(&(one, two))
            };
            let reaches = |without: (usize, usize)| {
                let mut reach = vec![vec![false; steps.len()]; steps.len()];
                for one in (0..steps.len()).rev() {
                    for two in one + 1..steps.len() {
                        if (one, two) != without && direct(one, two) {
                            reach[one][two] = true;
                            let behind = reach[two].clone();
                            reach[one].iter_mut().zip(behind).for_each(|(is_reached, it)| *is_reached |= it);
                        }
                    }
                }
                reach
            };
            let all = reaches((usize::MAX, usize::MAX));
            for one in 0..steps.len() {
                for two in one + 1..steps.len() {
                    let is_dependent = steps[one].thread == steps[two].thread || depends(&steps[one], &steps[two]);
                    assert!(!is_dependent || all[one][two], "{one} and {two} of {steps:?}");
                }
            }
            for &edge in &edges {
                assert!(!reaches(edge)[edge.0][edge.1], "{edge:?} of {steps:?}");
            }
        }
    }
}
