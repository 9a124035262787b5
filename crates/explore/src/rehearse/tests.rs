//! Threads with a register each that load, store and check variables; every answer can be reckoned by hand.

use super::*;
use event::{Access, Failure, Fault, ObjectId, Obstacle, Place, Variation};

#[derive(Clone, Copy)]
enum Action {
    /// The register gets the variable.
    Load(u32),
    /// The variable gets the register and so much more.
    Store(u32, i64),
    /// Fails if the variable has this value.
    FailIf(u32, i64),
    /// Waits until the variable has this value.
    WaitFor(u32, i64),
}

use Action::*;

#[derive(Clone)]
struct State {
    at: Vec<usize>,
    registers: Vec<i64>,
    variables: [i64; 3],
    failures: Vec<Failure>,
}

struct Toy {
    threads: Vec<ThreadId>,
    scripts: Vec<Vec<Action>>,
    now: State,
    before: Vec<State>,
}

impl Toy {
    fn new(scripts: &[&[Action]]) -> Toy {
        let many = scripts.len();
        let now = State { at: vec![0; many], registers: vec![0; many], variables: [0; 3], failures: Vec::new() };
        Toy {
            threads: (0..many as u32).map(ThreadId).collect(),
            scripts: scripts.iter().map(|it| it.to_vec()).collect(),
            now,
            before: Vec::new(),
        }
    }

    fn next(&self, thread: ThreadId) -> Option<Action> {
        self.scripts[thread.index()].get(self.now.at[thread.index()]).copied()
    }
}

fn place(variable: u32) -> Place {
    Place { object: ObjectId(variable + 1), offset: 0, length: 8 }
}

impl System for Toy {
    fn threads(&self) -> &[ThreadId] {
        &self.threads
    }

    fn status(&self, thread: ThreadId) -> Status {
        let failed = self.now.failures.iter().find(|it| it.thread == thread);
        match (failed, self.next(thread)) {
            (Some(failure), _) => Status::Ended(End::Failed(failure.fault)),
            (None, Some(_)) => Status::Waiting,
            (None, None) => Status::Ended(End::Returned),
        }
    }

    fn enabled(&mut self, thread: ThreadId) -> bool {
        match (self.status(thread), self.next(thread)) {
            (Status::Waiting, Some(WaitFor(variable, value))) => self.now.variables[variable as usize] == value,
            (Status::Waiting, _) => true,
            (Status::Ended(_), _) => false,
        }
    }

    fn branches(&mut self, _: ThreadId) -> u32 {
        1
    }

    fn pending(&mut self, _: ThreadId, _: &mut Vec<Access>) {}

    fn varies(&self, _: ThreadId) -> Variation {
        Variation::Never
    }

    fn waits_for(&self, _: ThreadId) -> Obstacle {
        Obstacle::Several
    }

    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        self.before.push(self.now.clone());
        let index = choice.thread.index();
        let action = self.next(choice.thread).expect("the thread can go on");
        let State { at, registers, variables, failures } = &mut self.now;
        at[index] += 1;
        match action {
            Load(variable) => {
                accesses.push(Access::Read(place(variable)));
                registers[index] = variables[variable as usize];
            }
            Store(variable, more) => {
                accesses.push(Access::Write(place(variable)));
                variables[variable as usize] = registers[index] + more;
            }
            FailIf(variable, value) => {
                accesses.push(Access::Read(place(variable)));
                if variables[variable as usize] == value {
                    failures.push(Failure { thread: choice.thread, fault: Fault::Assertion });
                }
            }
            WaitFor(variable, _) => accesses.push(Access::Read(place(variable))),
        }
    }

    fn depth(&self) -> usize {
        self.before.len()
    }

    fn back_to(&mut self, depth: usize) {
        if let Some(state) = self.before.get(depth) {
            self.now = state.clone();
            self.before.truncate(depth);
        }
    }

    fn failures(&self) -> &[Failure] {
        &self.now.failures
    }

    fn encode(&mut self, _: bool, part: &mut dyn FnMut(&[u64])) {
        let State { at, registers, variables, failures } = &self.now;
        let words = at.iter().map(|it| *it as u64).chain(registers.iter().chain(variables).map(|it| *it as u64));
        part(&words.chain([failures.len() as u64]).collect::<Vec<_>>());
    }
}

/// Choices by the numbers of threads.
fn choices(threads: &[u32]) -> Vec<Choice> {
    threads.iter().map(|&it| Choice { thread: ThreadId(it), branch: 0 }).collect()
}

fn threads(choices: &[Choice]) -> Vec<u32> {
    choices.iter().map(|it| it.thread.0).collect()
}

/// Two threads add 1 to variable 0 and say so in 1 and 2; a third looks whether an addition was lost.
const LOST: [&[Action]; 3] =
    [&[Load(0), Store(0, 1), Store(1, 0)], &[Load(0), Store(0, 1), Store(2, 0)], &[WaitFor(1, 0), FailIf(0, 1)]];

#[test]
fn what_cannot_be_done_is_passed_over_and_the_rest_is_done() {
    let mut toy = Toy::new(&[&[WaitFor(0, 1), Load(0)], &[Store(0, 1)]]);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &|_, _| true, 100);
    assert_eq!(rehearsal.run(&choices(&[0, 0, 1])), Ending::Passed);
    assert_eq!(threads(&rehearsal.choices()), [1, 0, 0], "thread 0 waits for thread 1");
    // What both lists begin with is not run again, only the step behind it.
    assert_eq!(rehearsal.run(&choices(&[1, 0])), Ending::Passed);
    assert_eq!(rehearsal.steps_left, 100 - 3 - 1);
}

#[test]
fn switches_that_are_not_needed_go() {
    // A check that fails once 1 is in variable 0, which one addition is enough for.
    let mut toy = Toy::new(&LOST);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &|_, _| true, 10_000);
    let short = shorten(&mut rehearsal, &choices(&[0, 1, 0, 1, 0, 1, 2, 2])).expect("it fails");
    assert_eq!(switches(&short), 1, "{:?}", threads(&short));
    assert_eq!(short.len(), 4, "one addition, and the check");
}

#[test]
fn a_switch_that_is_needed_stays() {
    // Both have to load before one of them stores, and both have to store.
    let scripts: [&[Action]; 3] =
        [&[Load(0), Store(0, 1), Store(1, 1)], &[Load(0), Store(0, 1), Store(2, 1)], &[WaitFor(1, 2), FailIf(0, 1)]];
    let mut toy = Toy::new(&scripts);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &|_, _| true, 10_000);
    assert!(shorten(&mut rehearsal, &choices(&[0, 0, 0, 1, 1, 1])).is_none(), "variable 1 is never 2");
    let scripts: [&[Action]; 3] = [
        &[Load(0), Store(0, 1), Load(1), Store(1, 1)],
        &[Load(0), Store(0, 1), Load(1), Store(1, 1)],
        &[WaitFor(1, 2), FailIf(0, 1)],
    ];
    let mut toy = Toy::new(&scripts);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &|_, _| true, 10_000);
    let wishes = choices(&[0, 1, 0, 1, 0, 0, 1, 1, 2, 2]);
    let short = shorten(&mut rehearsal, &wishes).expect("an addition to 0 is lost, none to 1");
    assert_eq!(switches(&short), 3, "0, 1 as a whole, 0 again, 2: {:?}", threads(&short));
}

#[test]
fn the_run_that_passes_is_the_one_with_the_fewest_switches() {
    let scripts: [&[Action]; 2] = [&[Load(0), Store(0, 1)], &[Load(0), Store(0, 1), FailIf(0, 1)]];
    let mut toy = Toy::new(&scripts);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &|_, _| true, 10_000);
    let failing = choices(&[1, 0, 0, 1, 1]);
    let passing = passing(&mut rehearsal, &failing).expect("one after the other");
    assert_eq!(threads(&passing.choices), [0, 0, 1, 1, 1]);
    assert_eq!(passing.reversed, (0, 2), "thread 1 loads after thread 0 has stored");
}

#[test]
fn what_fails_in_every_order_has_no_run_that_passes() {
    let mut toy = Toy::new(&[&[Store(0, 1)], &[Store(1, 1), FailIf(0, 7), FailIf(1, 1)]]);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &|_, _| true, 10_000);
    assert_eq!(passing(&mut rehearsal, &choices(&[0, 1, 1, 1])), None);
}

#[test]
fn another_failure_is_not_the_one() {
    let mut toy = Toy::new(&[&[Store(0, 1)], &[FailIf(0, 1)], &[FailIf(0, 0)]]);
    let second = |system: &Toy, index: usize| system.failures()[index].thread == ThreadId(1);
    let mut rehearsal = Rehearsal::new(&mut toy, Property::Reach, &second, 10_000);
    let short = shorten(&mut rehearsal, &choices(&[2, 0, 1])).expect("thread 1 fails");
    assert_eq!(threads(&short), [0, 1]);
}
