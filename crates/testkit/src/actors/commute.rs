//! Dependence, by definition: two steps that come one after the other and do not depend on each other can be swapped, and
//! lead to the same state.

use super::subject::Subject;
use event::{Access, Choice, Status, System, ThreadId};
use std::collections::HashSet;

/// All of a state.
type Code = Vec<Vec<u64>>;

fn encode(subject: &mut Subject) -> Code {
    subject.encode_by_path()
}

/// A step and what it touched.
struct Made {
    choice: Choice,
    accesses: Vec<Access>,
}

fn make(subject: &mut Subject, choice: Choice) -> Made {
    let mut accesses = Vec::new();
    subject.step(choice, &mut accesses);
    Made { choice, accesses }
}

/// Everything that can be done next.
fn choices(subject: &mut Subject) -> Vec<Choice> {
    let threads: Vec<ThreadId> = subject.threads().to_vec();
    let mut found = Vec::new();
    for thread in threads {
        if subject.status(thread) == Status::Waiting && subject.enabled(thread) {
            let branches = subject.branches(thread);
            found.extend((0..branches).map(|branch| Choice { thread, branch }));
        }
    }
    found
}

fn are_independent(one: &Made, two: &Made) -> bool {
    !one.accesses.contains(&Access::Spawn(two.choice.thread))
        && !two.accesses.contains(&Access::Follow(one.choice.thread))
        && !event::conflict(&one.accesses, &two.accesses)
}

/// Tries all pairs of steps in all states, up to so many; says how many pairs were swapped.
pub(super) fn check(subject: &mut Subject, most_states: usize) -> Result<u64, String> {
    let mut search = Search { known: HashSet::new(), most_states, swapped: 0 };
    search.visit(subject)?;
    Ok(search.swapped)
}

struct Search {
    known: HashSet<Code>,
    most_states: usize,
    swapped: u64,
}

impl Search {
    fn visit(&mut self, subject: &mut Subject) -> Result<(), String> {
        let code = encode(subject);
        if self.known.len() >= self.most_states || !self.known.insert(code) {
            return Ok(());
        }
        let depth = subject.depth();
        let first = choices(subject);
        for &one in &first {
            let made = make(subject, one);
            let next = choices(subject);
            for &two in next.iter().filter(|it| it.thread != one.thread) {
                let after = make(subject, two);
                if are_independent(&made, &after) {
                    self.swapped += 1;
                    let state = encode(subject);
                    swap(subject, depth, &made, &after, &state)?;
                    subject.back_to(depth);
                    make(subject, one);
                } else {
                    subject.back_to(depth + 1);
                }
            }
            for &lost in first.iter().filter(|it| it.thread != one.thread && !next.contains(it)) {
                self.disables(subject, depth, &made, lost)?;
                make(subject, one);
            }
            self.visit(subject)?;
            subject.back_to(depth);
        }
        Ok(())
    }

    /// A step after which another one is not possible any more depends on it.
    fn disables(&mut self, subject: &mut Subject, depth: usize, made: &Made, lost: Choice) -> Result<(), String> {
        subject.back_to(depth);
        let other = make(subject, lost);
        subject.back_to(depth);
        if event::conflict(&made.accesses, &other.accesses) {
            return Ok(());
        }
        let (one, two) = (name(made), name(&other));
        Err(format!("{one} makes {two} impossible, and is said to be independent of it"))
    }
}

fn name(made: &Made) -> String {
    format!("the step of task {} ({:?})", made.choice.thread.0, made.accesses)
}

/// Makes two steps in the other order.
fn swap(subject: &mut Subject, depth: usize, one: &Made, two: &Made, state: &Code) -> Result<(), String> {
    let names = format!("{} and then {}", name(one), name(two));
    subject.back_to(depth);
    for made in [two, one] {
        if !choices(subject).contains(&made.choice) {
            return Err(format!("{names} are said to be independent, but cannot be swapped"));
        }
        let again = make(subject, made.choice);
        if again.accesses != made.accesses {
            let other = name(&again);
            return Err(format!("{names} are said to be independent, but touch something else if swapped: {other}"));
        }
    }
    if encode(subject) != *state {
        return Err(format!("{names} are said to be independent, but lead to another state if swapped"));
    }
    Ok(())
}
