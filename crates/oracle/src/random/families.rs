//! Families of random programs by their names: the same for all engines that are compared with brute force.

use super::{Features, Size, Waiting, commuting, handles, heap, locking, numbers, plain, program, publishing, updates};
use ir::Program;

/// The programs of a family, by their seeds.
pub type Family = (&'static str, fn(u64) -> Program);

/// Families that are of use to every engine.
pub const FAMILIES: [Family; 13] = [
    ("everything", |seed| program(seed, &Size::default())),
    ("waiting", |seed| program(seed, &waiting(Waiting::Loops))),
    ("assuming", |seed| program(seed, &waiting(Waiting::Assumptions))),
    ("few features", |seed| {
        let features = Features { updates: true, mutexes: true, asserts: true, choices: true, ..Features::NONE };
        program(seed, &Size { operations: 7, features, ..Size::default() })
    }),
    ("plain", |seed| plain::program(seed, plain::Threads::Some, 12)),
    ("twins", |seed| plain::twins(seed, 8)),
    ("commuting", |seed| commuting::program(seed, 14, seed % 2 == 0)),
    ("updates", updates::program),
    ("heap", |seed| heap::program(seed, seed % 2 == 0)),
    ("publishing", |seed| publishing::program(seed, seed % 2 == 0)),
    ("locking", |seed| locking::program(seed, seed % 2 == 0)),
    ("numbers", numbers::program),
    ("handles", handles::program),
];

fn waiting(waiting: Waiting) -> Size {
    Size { operations: 6, mistakes: 10, waiting, ..Size::default() }
}
