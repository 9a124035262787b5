//! Reductions and cones of influence in one abstraction, compared with none.
//!
//! What is tracked is drawn once for a program, so that all of them explore the same abstraction and differ only in what
//! they leave out. An assertion that fails must be an abstract error under each of them. And a reduction leaves steps out and
//! adds none, so that there is no error but those that are there without it. A cone of influence forgets values, which may make
//! errors that are not there without it; these are counted.

use super::{CONES, DOMAINS, Limits, REDUCTIONS, budget, can_fail};
use crate::panics::guarded;
use cegar::{Cone, Reduction, Settings, Use, abstract_error};
use fastrand::Rng;
use ir::Program;

/// What was found in the abstractions of some programs. What is there for each reduction and each cone is in the order of
/// [`REDUCTIONS`] and [`CONES`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Abstractions {
    /// How many programs these are.
    pub programs: u64,
    /// Programs with an assertion that fails.
    pub failing: u64,
    /// Programs whose abstraction has an error.
    pub errors: [[u64; CONES.len()]; REDUCTIONS.len()],
    /// Programs of which that is not known.
    pub unknown: [[u64; CONES.len()]; REDUCTIONS.len()],
    /// Programs whose abstraction has an error, but none if nothing is left out.
    pub new: [[u64; CONES.len()]; REDUCTIONS.len()],
    /// Programs whose abstraction has no error, but one if nothing is left out.
    pub avoided: [[u64; CONES.len()]; REDUCTIONS.len()],
}

impl Abstractions {
    /// Adds others.
    pub fn add(&mut self, other: &Abstractions) {
        self.programs += other.programs;
        self.failing += other.failing;
        let pairs = [
            (&mut self.errors, &other.errors),
            (&mut self.unknown, &other.unknown),
            (&mut self.new, &other.new),
            (&mut self.avoided, &other.avoided),
        ];
        for (own, other) in pairs {
            own.as_flattened_mut().iter_mut().zip(other.as_flattened()).for_each(|(own, other)| *own += other);
        }
    }
}

/// What each condition of a branch is used for: the same for the same seed. In some programs most are used for the same.
fn uses(seed: u64) -> impl FnMut(usize) -> Use {
    let mixture = [[1, 1, 1], [4, 1, 1], [1, 4, 1], [1, 1, 4], [1, 1, 0]][Rng::with_seed(seed).usize(0..5)];
    move |index| {
        let drawn = Rng::with_seed(seed.wrapping_mul(1_000_003) + index as u64).u32(0..mixture.iter().sum());
        match drawn {
            it if it < mixture[0] => Use::Predicate,
            it if it < mixture[0] + mixture[1] => Use::Values,
            _ => Use::Nothing,
        }
    }
}

/// Explores one abstraction of a program with every reduction and every cone; an error says what is wrong.
pub fn compare_reductions(program: &Program, seed: u64, limits: &Limits) -> Result<Abstractions, String> {
    let fails = can_fail(program, limits) == Some(true);
    let mut found = Abstractions { programs: 1, failing: fails.into(), ..Abstractions::default() };
    let error = |reduction: Reduction, cone: Cone| {
        let domain = DOMAINS[Rng::with_seed(seed).usize(0..DOMAINS.len())];
        let settings = Settings { domain, reduction, cone, budget: budget(limits), ..Settings::default() };
        let complaint = |it: String| format!("{it}, under {reduction:?} and {cone:?}");
        guarded(|| abstract_error(program, &settings, &mut uses(seed))).map_err(complaint)
    };
    let reference = error(REDUCTIONS[0], CONES[0])?;
    for (row, reduction) in REDUCTIONS.into_iter().enumerate() {
        for (column, cone) in CONES.into_iter().enumerate() {
            let is_reference = row == 0 && column == 0;
            let answer = if is_reference { reference } else { error(reduction, cone)? };
            let name = format!("{reduction:?} and {cone:?}");
            if fails && answer == Some(false) {
                return Err(format!("no abstract error under {name}, but an assertion can fail"));
            }
            let is_new = reference == Some(false) && answer == Some(true);
            if is_new && cone == Cone::None {
                return Err(format!("an abstract error under {name}, but none if nothing is left out"));
            }
            found.errors[row][column] = (answer == Some(true)).into();
            found.unknown[row][column] = answer.is_none().into();
            found.new[row][column] = is_new.into();
            found.avoided[row][column] = (reference == Some(true) && answer == Some(false)).into();
        }
    }
    Ok(found)
}
