//! Happens-before, by definition: which executions are the same but for the order of steps that do not matter to each
//! other.

use event::{Access, Execution};

/// The happens-before relation of an execution in a form that can be compared: for each step, in the order of tasks and
/// then of their steps, its task, its choice and how many steps of each task come before it.
pub(super) type Class = Vec<u32>;

/// The class of an execution.
pub(super) fn class_of(execution: &Execution) -> Class {
    let events = execution.events();
    let threads = events.iter().map(|it| it.choice.thread.index() + 1).max().unwrap_or(0);
    // For each step how many steps of each task come before it, itself included.
    let mut clocks: Vec<Vec<u32>> = Vec::new();
    for (later, event) in events.iter().enumerate() {
        let thread = event.choice.thread;
        let mut clock = vec![0; threads];
        for (earlier, before) in events[..later].iter().enumerate() {
            if comes_before(execution, earlier, later) {
                clock.iter_mut().zip(&clocks[earlier]).for_each(|(own, it)| *own = (*own).max(*it));
            }
            if before.choice.thread == thread {
                debug_assert!(clock[thread.index()] > 0, "a task is in order");
            }
        }
        clock[thread.index()] += 1;
        clocks.push(clock);
    }
    let mut order: Vec<usize> = (0..events.len()).collect();
    order.sort_by_key(|&it| (events[it].choice.thread, it));
    let mut class = Vec::new();
    for index in order {
        let choice = events[index].choice;
        class.extend([u32::MAX, choice.thread.0, choice.branch]);
        let known = clocks[index].iter().enumerate().filter(|it| *it.1 > 0);
        class.extend(known.flat_map(|(thread, count)| [thread as u32, *count]));
    }
    class
}

/// Whether two steps of an execution must be in the order in which they are, by themselves.
fn comes_before(execution: &Execution, earlier: usize, later: usize) -> bool {
    let threads = [earlier, later].map(|it| execution.events()[it].choice.thread);
    let (before, after) = (execution.accesses(earlier), execution.accesses(later));
    threads[0] == threads[1]
        || before.contains(&Access::Spawn(threads[1]))
        || after.contains(&Access::Follow(threads[0]))
        || event::conflict(before, after)
}
