//! The benchmarks of the paper as actors.

use crate::figures;
use abs::Actors;
use event::{Access, Choice, Failure, Fault, Obstacle, Status, System, ThreadId, Variation};
use std::collections::BTreeMap;
use std::path::Path;
use testkit::context_model::{Selection, Variant, explore, explore_in_order};

fn actors(name: &str, size: u32) -> Actors {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/actors").join(name).with_extension("abs");
    let text = std::fs::read_to_string(path).expect("the program is there");
    let definitions = vec![("size".to_owned(), size.to_string())];
    let options = abs::Options { definitions, ..abs::Options::default() };
    match abs::load(vec![(name.to_owned(), text)], &options) {
        Ok((program, _)) => Actors::new(abs::compile(&program)),
        Err(_) => panic!("{name} is a program"),
    }
}

/// The name of the object that a task belongs to; older ones have lower names.
fn object_of(system: &mut impl System, thread: ThreadId) -> u64 {
    let name = system.name_of_thread(thread, usize::MAX).map_or(0, |it| u64::from(it.0));
    let mut parts = Vec::new();
    system.encode(false, &mut |part| parts.push(part.to_vec()));
    // Tasks come behind the objects: what they are, their names, what they wait for (two words), their objects.
    let tasks = parts.len() - system.threads().len();
    parts[tasks..].iter().find(|it| it[1] == name).map_or(0, |it| it[4])
}

/// Who was created first is taken first, whatever it belongs to.
fn oldest_task(mut system: impl System, variant: Variant) -> [u64; 4] {
    figures(&explore(&mut system, variant))
}

/// A task of the oldest object that has one is taken, the first of these.
fn oldest_actor<S: System>(mut system: S, variant: Variant) -> [u64; 4] {
    let selection = Selection { rank: &mut object_of, queues: false };
    figures(&explore_in_order(&mut system, variant, selection))
}

/// Actors whose tasks have no names when states are compared: they are a bag. Only for programs without futures.
struct Nameless(Actors);

impl System for Nameless {
    fn threads(&self) -> &[ThreadId] {
        self.0.threads()
    }

    fn status(&self, thread: ThreadId) -> Status {
        self.0.status(thread)
    }

    fn enabled(&mut self, thread: ThreadId) -> bool {
        self.0.enabled(thread)
    }

    fn branches(&mut self, thread: ThreadId) -> u32 {
        self.0.branches(thread)
    }

    fn pending(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        self.0.pending(thread, accesses);
    }

    fn pending_branch(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        self.0.pending_branch(choice, accesses);
    }

    fn varies(&self, thread: ThreadId) -> Variation {
        self.0.varies(thread)
    }

    fn waits_for(&self, thread: ThreadId) -> Obstacle {
        self.0.waits_for(thread)
    }

    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        self.0.step(choice, accesses);
    }

    fn depth(&self) -> usize {
        self.0.depth()
    }

    fn back_to(&mut self, depth: usize) {
        self.0.back_to(depth);
    }

    fn failures(&self) -> &[Failure] {
        self.0.failures()
    }

    fn final_fault(&self) -> Option<Fault> {
        self.0.final_fault()
    }

    fn encode(&mut self, live: bool, part: &mut dyn FnMut(&[u64])) {
        let mut parts = Vec::new();
        self.0.encode(live, &mut |it| parts.push(it.to_vec()));
        let tasks = parts.len() - self.0.threads().len();
        let mut bag: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        for task in parts.drain(tasks..) {
            *bag.entry(task[2..].to_vec()).or_default() += 1;
        }
        parts.extend(bag.into_iter().map(|(task, count)| [[u64::MAX, count].as_slice(), &task].concat()));
        parts.iter().for_each(|it| part(it));
    }
}

/// Executions, blocked executions, nodes and final states as printed and lazily, if the oldest task is taken and if one
/// of the oldest actor is.
#[test]
fn counts_of_actors() {
    let expected = [
        ("prodcons", 3, [[8, 9, 100, 8], [8, 12, 109, 8]], [[8, 8, 122, 8], [8, 17, 131, 8]]),
        ("prodcons", 5, [[50, 50, 749, 32], [50, 95, 816, 32]], [[40, 59, 801, 32], [40, 129, 871, 32]]),
        ("prodcons", 7, [[278, 362, 4996, 128], [278, 686, 5485, 128]], [[200, 375, 4750, 128], [200, 827, 5202, 128]]),
        ("fib", 5, [[1, 36, 187, 1], [1, 67, 237, 1]], [[1, 41, 284, 1], [1, 60, 337, 1]]),
        ("msort", 9, [[1, 50, 241, 1], [1, 66, 293, 1]], [[1, 83, 493, 1], [1, 95, 576, 1]]),
        ("qsort", 9, [[1, 44, 209, 1], [1, 66, 259, 1]], [[1, 49, 315, 1], [1, 61, 370, 1]]),
        ("qsort", 12, [[1, 90, 453, 1], [1, 157, 578, 1]], [[1, 121, 810, 1], [1, 176, 967, 1]]),
        ("pi", 5, [[16, 15, 164, 1], [16, 44, 208, 1]], [[16, 15, 164, 1], [16, 44, 208, 1]]),
        ("pi", 6, [[61, 56, 668, 1], [61, 169, 837, 1]], [[61, 56, 668, 1], [61, 169, 837, 1]]),
        ("pi", 7, [[272, 247, 3222, 1], [272, 750, 3972, 1]], [[272, 247, 3222, 1], [272, 750, 3972, 1]]),
        ("psort", 4, [[19, 32, 172, 1], [19, 59, 227, 1]], [[19, 32, 172, 1], [19, 59, 227, 1]]),
        ("psort", 5, [[840, 1415, 7568, 1], [840, 2499, 9892, 1]], [[840, 1415, 7568, 1], [840, 2499, 9892, 1]]),
        ("reg", 4, [[5, 155, 453, 1], [5, 315, 693, 1]], [[10, 150, 792, 1], [10, 387, 1108, 1]]),
        ("reg", 5, [[16, 976, 2629, 1], [16, 1984, 4117, 1]], [[32, 960, 4244, 1], [32, 2347, 6111, 1]]),
    ];
    let variants = [Variant::Eager, Variant::Lazy];
    for (name, size, by_task, by_actor) in expected {
        assert_eq!(variants.map(|it| oldest_task(actors(name, size), it)), by_task, "{name} {size}, oldest task");
        assert_eq!(variants.map(|it| oldest_actor(actors(name, size), it)), by_actor, "{name} {size}, oldest actor");
    }
}

/// Where everybody is explored from all states before a known one there are about as many executions, and many more are
/// blocked.
#[test]
fn counts_of_actors_if_everybody_is_explored() {
    let count = |name, size| oldest_task(actors(name, size), Variant::Expanded);
    assert_eq!(count("prodcons", 3), [10, 28, 179, 8]);
    assert_eq!(count("prodcons", 5), [64, 265, 1483, 32]);
    assert_eq!(count("pi", 5), [16, 219, 579, 1]);
    assert_eq!(count("psort", 4), [19, 96, 285, 1]);
}

/// Two keys that a cell passes on in either order are two tasks with other names. If names of tasks do not count, more
/// states are equal.
#[test]
fn fewer_executions_if_tasks_are_a_bag() {
    assert_eq!(oldest_task(Nameless(actors("psort", 4)), Variant::Eager), [10, 28, 124, 1]);
    assert_eq!(oldest_task(Nameless(actors("psort", 5)), Variant::Eager), [160, 512, 2185, 1]);
}
