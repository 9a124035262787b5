//! Makes a program small that shows a difference.
//!
//! Greedy: `edits` lists small changes of the tree, coarse ones first; one is taken if the text gets shorter and the
//! difference stays. Candidates are tried many at a time, as starting the compiler costs more than compiling. What the
//! edits cannot see, that names are declared and jumps have targets, is checked by `valid`.

mod edits;
mod valid;

use super::print;
use super::syntax::Program;

/// How many candidates are tried at once.
const BATCH: usize = 16;

/// The smallest program that can be reached. `first_failing` is given valid programs and says which is the first that
/// still shows the difference.
pub fn shrink(program: Program, first_failing: &mut dyn FnMut(&[&Program]) -> Option<usize>) -> Program {
    let mut best = program;
    let mut weight = print::text(&best, "").len();
    loop {
        let before = weight;
        let mut next = 0;
        loop {
            let (candidates, end) = candidates(&best, weight, next);
            let programs: Vec<&Program> = candidates.iter().map(|it| &it.1).collect();
            if programs.is_empty() {
                break;
            }
            match first_failing(&programs) {
                Some(index) => {
                    let (edit, taken) = candidates.into_iter().nth(index).expect("one of the candidates");
                    best = taken;
                    weight = print::text(&best, "").len();
                    next = edit;
                }
                None => next = end,
            }
        }
        if weight == before {
            return best;
        }
    }
}

/// The next candidates with the numbers of their edits, and the number of the edit after them.
fn candidates(best: &Program, weight: usize, first: usize) -> (Vec<(usize, Program)>, usize) {
    let mut found = Vec::new();
    let mut edit = first;
    while found.len() < BATCH {
        let mut candidate = best.clone();
        if !edits::apply(&mut candidate, edit) {
            break;
        }
        valid::retype(&mut candidate);
        if valid::is_valid(&candidate) && print::text(&candidate, "").len() < weight {
            found.push((edit, candidate));
        }
        edit += 1;
    }
    (found, edit)
}
