//! What the threads share.

use crate::build::{ProgramBuilder, Var};
use fastrand::Rng;

/// The globals, and which kinds of statements the program has.
pub(super) struct Shared {
    pub ints: Vec<Var>,
    /// Two elements.
    pub array: Option<Var>,
    /// In the order in which they are taken.
    pub mutexes: Vec<Var>,
    pub updates: bool,
    pub choices: bool,
    pub asserts: bool,
    pub assumes: bool,
    pub branches: bool,
}

impl Shared {
    /// A random part of everything.
    pub fn new(rng: &mut Rng, builder: &mut ProgramBuilder) -> Self {
        let widths = rng.bool();
        let width = |rng: &mut Rng| if widths { [8, 16, 32, 64, 64][rng.usize(0..5)] } else { 32 };
        let count = [1, 1, 2, 2, 2, 3][rng.usize(0..6)];
        let mut ints = Vec::new();
        for name in &["x", "y", "z"][..count] {
            let bits = width(rng);
            let start = if rng.u8(0..4) == 0 { number(rng, bits) } else { 0 };
            ints.push(builder.int_from(name, bits, start));
        }
        let array = if rng.u8(0..4) == 0 {
            let bits = width(rng);
            Some(builder.array("a", bits, 2))
        } else {
            None
        };
        let mutexes =
            ["m", "n"][..[0, 0, 0, 1, 1, 2][rng.usize(0..6)]].iter().map(|name| builder.mutex(name)).collect();
        Shared {
            ints,
            array,
            mutexes,
            updates: rng.bool(),
            choices: rng.u8(0..4) == 0,
            asserts: rng.bool(),
            assumes: rng.u8(0..4) == 0,
            branches: rng.u8(0..3) > 0,
        }
    }
}

/// A number from 0 to 2, in 64 bits also one that has more than 32 of them.
pub(super) fn number(rng: &mut Rng, bits: u8) -> u64 {
    let number = [0, 1, 1, 2][rng.usize(0..4)];
    let high = if bits == 64 && rng.u8(0..3) == 0 { rng.u64(1..3) << 32 } else { 0 };
    number | high
}
