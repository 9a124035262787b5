//! Programs that find out names of objects or futures: who compares states gives the same answer as who does not.

use crate::common::root;
use event::{Property, Verdict};
use explore::{Further, Reduction};
use raddle::actors::{self, ActorCheck, ActorOptions, LoadedActors};
use raddle::search::Search;

fn load(name: &str) -> LoadedActors {
    let file = root().join("corpus/actors").join(name).with_extension("abs");
    actors::load(&[file], &ActorOptions::default()).expect("a program")
}

/// What is violated in some execution, and how many were run to their ends.
fn check(loaded: &LoadedActors, check: &ActorCheck) -> (Vec<Property>, u64) {
    let outcome = actors::check(loaded, check, &mut |_, _| {});
    let violated = match outcome.verdict {
        Verdict::Safe { .. } | Verdict::Partial { .. } => Vec::new(),
        Verdict::Unsafe { violations, .. } => violations.iter().map(|it| it.property).collect(),
        Verdict::Unknown { because, .. } => panic!("{because:?}"),
    };
    (violated, outcome.stats.executions)
}

#[test]
fn states_are_told_apart_by_what_the_program_finds_out() {
    let programs = [
        "order_of_made_objects_bad",
        "set_of_made_objects_bad",
        "name_of_made_object_bad",
        "order_of_made_futures_bad",
        "order_of_objects",
    ];
    for program in programs {
        let loaded = load(program);
        for dynamic in [false, true] {
            let mut naive = ActorCheck { dynamic, ..ActorCheck::default() };
            naive.search.reduction = Reduction::Naive;
            let (expected, _) = check(&loaded, &naive);
            assert_eq!(expected.is_empty(), program == "order_of_objects", "{program}");
            for reduction in Reduction::ALL.into_iter().filter(|it| it.takes_actors()) {
                let mut other = naive.clone();
                other.search.reduction = reduction;
                let found = check(&loaded, &other).0;
                assert_eq!(found, expected, "{program}, {reduction}");
            }
            let mut remembering = naive.clone();
            remembering.search.remember_states = true;
            assert_eq!(check(&loaded, &remembering).0, expected, "{program}, with known states");
        }
    }
}

/// Without the assertion there is nothing to tell the orders apart, and one is enough.
#[test]
fn states_that_nobody_can_tell_apart_are_one() {
    let file = root().join("corpus/actors/order_of_made_objects_bad.abs");
    let text = std::fs::read_to_string(file).expect("a program");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program.abs");
    for (condition, executions) in [("first < second", 2), ("first != second", 1)] {
        std::fs::write(&path, text.replace("first < second", condition)).expect("a file");
        let loaded = actors::load(&[&path], &ActorOptions::default()).expect("a program");
        let everything = Further::Everything;
        let mut by_state = ActorCheck::default();
        by_state.search = Search { reduction: Reduction::State, further: everything, ..by_state.search };
        let (violated, run) = check(&loaded, &by_state);
        assert_eq!((violated.len(), run), (executions as usize - 1, executions), "{condition}");
    }
}
