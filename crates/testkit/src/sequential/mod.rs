//! Sequential agreement with a real compiler: random programs of one thread give the same numbers natively and in the
//! machine. In the spirit of Csmith (Yang et al., *Finding and Understanding Bugs in C Compilers*, PLDI 2011).
//!
//! A program mixes what it computes into the numbers of a global `out`. The native program writes them, the machine is
//! asked for the bytes. Both compile the same text.
//!
//! * [`program`]: the program of a seed, as a tree ([`syntax`]).
//! * [`print`](mod@print): the tree as C text.
//! * [`native`]: many programs through the C compiler of the system.
//! * [`machine`]: one program through front end, passes and machine.
//! * [`compare`]: both, and what is different.
//! * [`shrink`]: the smallest tree that still shows a difference of the same kind.

mod generate;
pub mod machine;
pub mod native;
pub mod print;
mod reach;
mod shrink;
pub mod syntax;
pub mod types;

pub use generate::{Size, program};
pub use shrink::shrink;

use machine::Trouble;
use native::Compiler;
use std::fmt;
use syntax::Program;

/// What became of a program that shows no difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Both give the same numbers.
    Same,
    /// The machine has no room for its objects.
    TooLarge,
    /// The compiler crashes, which is not our concern.
    CompilerCrashes,
}

/// What is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The compiler does not take it or it crashes: the generator is wrong.
    Native(String),
    /// The machine gives no numbers.
    Machine(Trouble),
    /// The machine gives another number than the compiled program.
    Output {
        /// Its index in `out`, the first one.
        slot: usize,
        /// What the compiled program says.
        native: u64,
        /// What the machine says.
        machine: u64,
    },
}

impl Difference {
    /// Whether both are likely to have the same cause.
    pub fn is_like(&self, other: &Difference) -> bool {
        match (self, other) {
            (Difference::Machine(Trouble::Rejected(left, _)), Difference::Machine(Trouble::Rejected(right, _))) => {
                left == right
            }
            (Difference::Machine(left), Difference::Machine(right)) => {
                std::mem::discriminant(left) == std::mem::discriminant(right)
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Native(message) => write!(f, "not a good program: {message}"),
            Difference::Machine(trouble) => write!(f, "{trouble}"),
            Difference::Output { slot, native, machine } => {
                write!(f, "out[{slot}] is {native:#x} natively and {machine:#x} in the machine")
            }
        }
    }
}

/// Runs programs of one data model in both ways.
pub fn compare(compiler: &Compiler, programs: &[&Program]) -> Vec<Result<Agreement, Difference>> {
    let natives = compiler.run(programs);
    let machines = programs.iter().map(|it| machine::run(it));
    natives.into_iter().zip(machines).map(|(native, machine)| difference(native, machine)).collect()
}

/// What is different, if anything is.
pub fn difference(native: Result<Vec<u8>, String>, machine: Result<Vec<u8>, Trouble>) -> Result<Agreement, Difference> {
    let native = match native {
        Ok(bytes) => bytes,
        Err(message) if message.contains("internal compiler error") => return Ok(Agreement::CompilerCrashes),
        Err(message) => return Err(Difference::Native(message)),
    };
    let machine = match machine {
        Ok(bytes) => bytes,
        Err(Trouble::TooLarge) => return Ok(Agreement::TooLarge),
        Err(trouble) => return Err(Difference::Machine(trouble)),
    };
    let numbers = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks_exact(8).map(|it| u64::from_le_bytes(it.try_into().expect("eight bytes"))).collect()
    };
    let (native, machine) = (numbers(&native), numbers(&machine));
    match (0..native.len()).find(|&it| native[it] != machine[it]) {
        None => Ok(Agreement::Same),
        Some(slot) => Err(Difference::Output { slot, native: native[slot], machine: machine[slot] }),
    }
}

/// The smallest program that is wrong in the same way, and what is wrong with it.
pub fn minimise(compiler: &Compiler, program: Program, difference: Difference) -> (Program, Difference) {
    let mut last = difference.clone();
    let small = shrink(program, &mut |candidates| {
        let results = compare(compiler, candidates);
        let mut wrong = results.into_iter().enumerate().filter_map(|(index, it)| Some((index, it.err()?)));
        let (index, found) = wrong.find(|(_, it)| it.is_like(&difference))?;
        last = found;
        Some(index)
    });
    (small, last)
}
