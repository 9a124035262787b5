//! The exploring loop on a system that has nothing to do with programs: threads that count, wait and fail.

use event::{
    Access, Budget, Choice, End, Execution, Failure, Fault, Limit, Obstacle, Property, Status, StopKind, System,
    ThreadId, Variation,
};
use explore::{Ended, Exploration, Further, Observer, Options, Reduction};

/// Each thread does its actions in order; a state is how far each of them is.
struct Toy {
    threads: Vec<ThreadId>,
    scripts: Vec<Vec<Action>>,
    at: Vec<usize>,
    ends: Vec<Option<End>>,
    failures: Vec<Failure>,
    history: Vec<(usize, Option<End>, usize)>,
}

#[derive(Clone, Copy)]
enum Action {
    Step,
    /// One of so many values.
    Choose(u32),
    /// Waits until that thread has ended.
    WaitFor(usize),
    /// Goes back to its beginning.
    Again,
    Fail,
    Stop(StopKind),
}

use Action::*;

impl Toy {
    fn new(scripts: &[&[Action]]) -> Toy {
        let mut toy = Toy {
            threads: (0..scripts.len() as u32).map(ThreadId).collect(),
            scripts: scripts.iter().map(|it| it.to_vec()).collect(),
            at: vec![0; scripts.len()],
            ends: vec![None; scripts.len()],
            failures: Vec::new(),
            history: Vec::new(),
        };
        for thread in 0..scripts.len() {
            toy.settle(thread);
        }
        toy
    }

    /// A thread without actions left has returned.
    fn settle(&mut self, thread: usize) {
        if self.at[thread] == self.scripts[thread].len() && self.ends[thread].is_none() {
            self.ends[thread] = Some(End::Returned);
        }
    }
}

impl System for Toy {
    fn threads(&self) -> &[ThreadId] {
        &self.threads
    }

    fn status(&self, thread: ThreadId) -> Status {
        self.ends[thread.index()].map_or(Status::Waiting, Status::Ended)
    }

    fn enabled(&mut self, thread: ThreadId) -> bool {
        let thread = thread.index();
        self.ends[thread].is_none()
            && match self.scripts[thread][self.at[thread]] {
                WaitFor(other) => self.ends[other] == Some(End::Returned),
                Step | Choose(_) | Again | Fail | Stop(_) => true,
            }
    }

    fn branches(&mut self, thread: ThreadId) -> u32 {
        match self.scripts[thread.index()][self.at[thread.index()]] {
            Choose(count) => count,
            Step | WaitFor(_) | Again | Fail | Stop(_) => 1,
        }
    }

    fn pending(&mut self, _: ThreadId, accesses: &mut Vec<Access>) {
        accesses.push(Access::Nothing);
    }

    fn varies(&self, _: ThreadId) -> Variation {
        Variation::Never
    }

    fn waits_for(&self, _: ThreadId) -> Obstacle {
        Obstacle::Thread
    }

    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        let thread = choice.thread.index();
        self.history.push((thread, self.ends[thread], self.at[thread]));
        accesses.push(Access::Nothing);
        match self.scripts[thread][self.at[thread]] {
            Step | Choose(_) | WaitFor(_) => self.at[thread] += 1,
            Again => self.at[thread] = 0,
            Fail => {
                let fault = Fault::Assertion;
                self.failures.push(Failure { thread: choice.thread, fault });
                self.ends[thread] = Some(End::Failed(fault));
            }
            Stop(kind) => self.ends[thread] = Some(End::Stopped(kind)),
        }
        self.settle(thread);
    }

    fn depth(&self) -> usize {
        self.history.len()
    }

    fn back_to(&mut self, depth: usize) {
        while self.history.len() > depth {
            let (thread, end, at) = self.history.pop().expect("longer than depth");
            if matches!(self.ends[thread], Some(End::Failed(_))) && end.is_none() {
                self.failures.pop();
            }
            (self.ends[thread], self.at[thread]) = (end, at);
        }
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn encode(&mut self, _: bool, part: &mut dyn FnMut(&[u64])) {
        for thread in 0..self.at.len() {
            part(&[thread as u64, self.at[thread] as u64, u64::from(self.ends[thread].is_some())]);
        }
    }
}

fn options() -> Options {
    Options { further: Further::Everything, ..Options::default() }
}

fn run(scripts: &[&[Action]], options: &Options) -> Exploration {
    explore::run(Reduction::Naive, &mut Toy::new(scripts), options, &mut ())
}

fn names(result: &Exploration) -> Vec<&str> {
    result.found.iter().map(|it| it.property.name()).collect()
}

#[test]
fn naive_runs_every_interleaving_once() {
    for (one, two, expected) in [(0, 0, 1), (1, 1, 2), (2, 2, 6), (3, 3, 20), (4, 4, 70), (2, 5, 21)] {
        let result = run(&[&[Step].repeat(one), &[Step].repeat(two)], &options());
        assert_eq!(result.stats.executions, expected, "{one} and {two} steps");
        assert!(result.found.is_empty() && result.limit.is_none());
    }
    let three = run(&[&[Step, Step], &[Step, Step], &[Step, Step]], &options());
    assert_eq!(three.stats.executions, 90);
}

#[test]
fn values_are_choices_like_threads() {
    let result = run(&[&[Choose(3), Choose(2)], &[Step]], &options());
    assert_eq!(result.stats.executions, 3 * 3 * 2);
}

#[test]
fn every_execution_is_a_different_one() {
    struct Collect(Vec<Vec<(u32, u32)>>);
    impl Observer<Toy> for Collect {
        fn complete(&mut self, _: &mut Toy, execution: &Execution) {
            self.0.push(execution.events().iter().map(|it| (it.choice.thread.0, it.choice.branch)).collect());
        }
    }
    let mut seen = Collect(Vec::new());
    explore::run(Reduction::Naive, &mut Toy::new(&[&[Step, Choose(2)], &[Step, Step]]), &options(), &mut seen);
    let count = seen.0.len();
    seen.0.sort();
    seen.0.dedup();
    assert_eq!((seen.0.len(), count), (12, 12));
}

#[test]
fn every_execution_is_told_how_it_ended() {
    #[derive(Default)]
    struct Collect(Vec<(usize, Ended, usize)>, u32);
    impl Observer<Toy> for Collect {
        fn begin(&mut self) {
            self.1 += 1;
        }

        fn end(&mut self, _: &mut Toy, execution: &Execution, ended: Ended, found: &[explore::Found]) {
            self.0.push((execution.len(), ended, found.len()));
        }
    }
    let seen = |scripts: &[&[Action]], options: &Options| {
        let mut seen = Collect::default();
        explore::run(Reduction::Naive, &mut Toy::new(scripts), options, &mut seen);
        assert_eq!(seen.1, 1);
        seen.0
    };
    let complete = (2, Ended::Complete, 0);
    assert_eq!(seen(&[&[Step], &[Step]], &options()), [complete, complete]);
    assert_eq!(seen(&[&[Stop(StopKind::Assume)]], &options()), [(1, Ended::Stuck, 0)]);
    let first = Options { further: Further::Nothing, ..options() };
    assert_eq!(seen(&[&[Step, Fail], &[Step]], &first), [(2, Ended::Stopped, 1)]);
}

#[test]
fn waiting_for_each_other_is_a_deadlock_and_so_reported() {
    let result = run(&[&[Step, WaitFor(1)], &[WaitFor(0)]], &options());
    assert_eq!(names(&result), ["deadlock"]);
    assert_eq!(result.stats.executions, 1);
    // A thread that was stopped, or has failed, excuses those that wait for it.
    for excuse in [Stop(StopKind::Assume), Stop(StopKind::Cut), Stop(StopKind::Exit)] {
        let result = run(&[&[WaitFor(1)], &[excuse]], &options());
        assert!(result.found.is_empty());
    }
}

#[test]
fn a_failure_ends_the_search_unless_it_is_to_go_on() {
    let scripts: [&[Action]; 2] = [&[Step, Fail], &[Step, Step]];
    let first = run(&scripts, &Options { further: Further::Nothing, ..options() });
    assert_eq!((names(&first), first.stats.executions), (vec!["reach"], 0));
    assert_eq!(first.found[0].schedule.len(), 2);
    let all = run(&scripts, &options());
    assert_eq!((names(&all), all.stats.executions), (vec!["reach"], 6));
    let properties = [Property::Deadlock].into_iter().collect();
    let unasked = run(&scripts, &Options { properties, ..options() });
    assert_eq!(unasked.found.len(), 0);
}

#[test]
fn stopped_threads_do_not_stop_the_others() {
    let result = run(&[&[Stop(StopKind::Assume)], &[Step, Step]], &options());
    assert_eq!((result.stats.executions, result.stats.stuck, result.stats.longest), (0, 3, 3));
    assert!(!result.cut_loops && !result.unexplored);
    let cut = run(&[&[Stop(StopKind::Cut)], &[Step]], &options());
    assert!(cut.cut_loops);
    let unexplored = run(&[&[Stop(StopKind::Unexplored)], &[Step]], &options());
    assert!(unexplored.unexplored);
}

#[test]
fn long_executions_are_cut_and_that_shows() {
    let result = run(&[&[Step, Stop(StopKind::Steps)]], &options());
    assert!(result.cut_steps && !result.cut_loops);
    assert_eq!((result.stats.executions, result.stats.stuck, result.stats.longest), (0, 1, 2));
}

#[test]
fn remembered_states_make_loops_finite_and_hide_no_cut() {
    let remember = Options { remember_states: true, ..options() };
    let result = run(&[&[Step, Again], &[Step]], &remember);
    assert!(!result.cut_steps && result.stats.redundant > 0);
    // The endless thread never lets an execution end, and the cut of the other one is seen all the same.
    for (stop, flags) in [(StopKind::Cut, (true, false)), (StopKind::Unexplored, (false, true))] {
        let result = run(&[&[Step, Again], &[Stop(stop)]], &remember);
        assert_eq!((result.cut_loops, result.unexplored), flags);
    }
    let deadlock = run(&[&[Step, Step, WaitFor(1)], &[Step, WaitFor(0)]], &remember);
    assert_eq!(names(&deadlock), ["deadlock"]);
}

#[test]
fn an_interrupt_ends_the_search() {
    let budget = Budget::default();
    budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let scripts: [&[Action]; 2] = [&[Step; 20], &[Step; 20]];
    let result = run(&scripts, &Options { budget, ..options() });
    assert_eq!(result.limit, Some(Limit::Interrupt));
    assert!(result.stats.events > 0);
}
