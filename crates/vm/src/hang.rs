//! Whether threads hang: no continuation lets them past their operation, or out of a loop that has an exit.
//!
//! The definition in `docs/semantics.md`, read literally: from one state on, every interleaving of the plain machine is run
//! until no new state turns up. In it threads go round in loops as often as they are scheduled, so a loop may do whatever it
//! likes: what counts is where a thread goes. A suspect is cleared as soon as some continuation leads it past the operation at
//! which it waits, or out of the last loop that it could leave; when no suspect is left, the answer is known. A program has
//! far fewer states than executions, and mostly the first few clear all of them.
//!
//! States are compared without the counters that name new threads and objects, without objects that have ended and threads
//! that were joined, for such names are never given again, and without values that nothing depends on ([`Forgotten`]). A loop
//! that opens and closes a slot, allocates and frees, waits for a condition variable, or counts its rounds for nothing but a
//! statistic has finitely many states this way. One that draws a ticket in each round has not, and nothing is said.

use crate::code::Code;
use crate::describe::holder;
use crate::forgotten::Forgotten;
use crate::machine::{Machine, Visits};
use crate::thread::{self, Outcome, Request};
use event::{Choice, Decision, End, Schedule, Status, System, ThreadId};
use ir::passes::{LoopId, LoopNest};
use ir::{Action, Domain, FunctionId, Operation, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// More states than this are not looked at.
const MOST_STATES: usize = 20_000;
/// Nor states of more words than this in all.
const MOST_WORDS: usize = 1 << 24;
/// A round of more steps than this is not shown.
const LONGEST_ROUND: usize = 400;

/// What is known about a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judgement {
    /// These threads hang.
    Hangs(Vec<Hung>),
    /// None does.
    Free,
    /// There are too many states to tell.
    Unknown,
}

/// A thread that hangs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hung {
    pub thread: ThreadId,
    /// Whether it goes round in a loop; if not, it waits at an operation.
    pub goes_round: bool,
}

/// What a replay shows of a hang.
pub(crate) struct Evidence {
    pub hung: Vec<Hung>,
    /// Steps that lead back to the state, if there is a round to show.
    pub round: Schedule,
}

/// A loop or none, for each frame of a thread that it has not left, the outermost first.
type Around = Vec<(Frame, Option<LoopId>)>;

/// A frame of a thread: where it lies, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Frame {
    start: usize,
    function: FunctionId,
}

/// A thread that may hang, as far as is known.
struct Suspect {
    thread: ThreadId,
    /// For each frame the innermost loop that it has not left.
    around: Around,
    has_moved: bool,
    /// Whose end it waits for.
    joins: Option<ThreadId>,
}

impl Suspect {
    /// It has come to this location of a frame.
    fn comes_to(&mut self, nests: &[LoopNest], frame: Frame, location: ir::Location) {
        while self.around.last().is_some_and(|it| it.0.start > frame.start) {
            self.around.pop();
        }
        if planted::bug!(WayOutForgotten) {
            return;
        }
        if let Some((_, around)) = self.around.last_mut().filter(|it| it.0 == frame) {
            let nest = &nests[frame.function.index()];
            *around = nest.common(*around, nest.innermost(location));
        }
    }

    /// Whether it has not left some loop that can be left.
    fn is_in_loop(&self, nests: &[LoopNest]) -> bool {
        if planted::bug!(ServersHang) && self.around.iter().any(|it| it.1.is_some()) {
            return true;
        }
        self.around.iter().any(|(frame, it)| it.is_some_and(|it| nests[frame.function.index()].can_be_left(it)))
    }
}

/// Judges the state that a schedule leads to. If threads hang there, a shorter schedule to the same end comes back.
pub(crate) fn judge(program: &Program, code: &Code, schedule: &Schedule) -> (Judgement, Schedule) {
    let Some(mut judge) = Judge::after(program, code, schedule) else { return (Judgement::Unknown, Vec::new()) };
    let judgement = judge.judgement();
    if !matches!(judgement, Judgement::Hangs(_)) {
        return (judgement, Vec::new());
    }
    // Rounds that have led nowhere are left out. If something depends on them after all, they stay.
    let short = judge.without_rounds(program, code, schedule);
    match short.as_ref().and_then(|it| Judge::after(program, code, it)).map(|mut it| it.judgement()) {
        Some(judgement @ Judgement::Hangs(_)) => (judgement, short.unwrap_or_default()),
        Some(Judgement::Free | Judgement::Unknown) | None => (judgement, schedule.clone()),
    }
}

/// Judges the state that a schedule leads to, and goes round once if a thread goes round there for ever.
pub(crate) fn examine(program: &Program, code: &Code, schedule: &Schedule) -> (Judgement, Schedule) {
    let Some(mut judge) = Judge::after(program, code, schedule) else { return (Judgement::Unknown, Vec::new()) };
    let judgement = judge.judgement();
    let round = if let Judgement::Hangs(hung) = &judgement { judge.round(hung) } else { Vec::new() };
    (judgement, round)
}

/// For each function its loops.
pub(crate) fn nests(program: &Program) -> Vec<LoopNest> {
    LoopNest::of(program)
}

/// The plain machine at a state.
struct Judge<'p> {
    machine: Machine<'p>,
    nests: Vec<LoopNest>,
    forgotten: Forgotten<'p>,
    first: usize,
}

impl<'p> Judge<'p> {
    fn after(program: &'p Program, code: &Code, schedule: &Schedule) -> Option<Judge<'p>> {
        let nests = nests(program);
        let code = code.clone().going_round();
        let stretches = Arc::new(stretches(&code, program, &nests));
        let mut machine = Machine::visiting(program, code, Visits::between(stretches));
        for &decision in schedule {
            let choice = choice(&mut machine, decision)?;
            machine.step(choice, &mut Vec::new());
            machine.take_visits();
        }
        // From here on every input is possible.
        machine.code.inputs = None;
        machine.take_visits();
        let first = machine.depth();
        Some(Judge { machine, nests, forgotten: Forgotten::of(program), first })
    }

    fn judgement(&mut self) -> Judgement {
        if !self.is_undecided() {
            return Judgement::Free;
        }
        let mut suspects = self.suspects();
        let judgement = self.search(&mut suspects);
        self.machine.back_to(self.first);
        judgement
    }

    /// The threads that may hang, as far as the state itself shows.
    fn suspects(&self) -> Vec<Suspect> {
        let mut suspects = Vec::new();
        for &thread in self.machine.threads() {
            let Some((_, request)) = self.machine.request(thread) else { continue };
            let of = |(start, function, pc)| {
                let function = FunctionId(function);
                let innermost = self.nests[function.index()].innermost(self.location(pc));
                (Frame { start, function }, innermost)
            };
            let around = thread::frames(self.machine.words_of(thread), 0).into_iter().rev().map(of).collect();
            let joins = if let Request::Join { handle } = request { holder(handle) } else { None };
            suspects.push(Suspect { thread, around, has_moved: false, joins });
        }
        suspects
    }

    fn location(&self, pc: u32) -> ir::Location {
        let site = self.machine.code.site(pc);
        self.machine.program.functions[site.function.index()].edges[site.edge as usize].from
    }

    /// Runs every continuation.
    fn search(&mut self, suspects: &mut [Suspect]) -> Judgement {
        let mut seen: FxHashSet<Box<[u64]>> = FxHashSet::default();
        let mut words = 0;
        seen.insert(self.state());
        let mut open = vec![self.choices()];
        if self.hung(suspects).is_empty() {
            return Judgement::Free;
        }
        while let Some(left) = open.last_mut() {
            let Some(choice) = left.pop() else {
                open.pop();
                self.machine.back_to((self.first + open.len()).saturating_sub(1).max(self.first));
                continue;
            };
            self.machine.step(choice, &mut Vec::new());
            let Some(visits) = self.machine.take_visits() else { return Judgement::Unknown };
            if let Some(suspect) = suspects.iter_mut().find(|it| it.thread == choice.thread) {
                suspect.has_moved = true;
                for visit in visits.iter().filter(|it| it.thread == choice.thread) {
                    let site = self.machine.code.site(visit.pc);
                    let location = self.location(visit.pc);
                    suspect.comes_to(&self.nests, Frame { start: visit.frame, function: site.function }, location);
                }
            }
            if !self.is_undecided() || self.hung(suspects).is_empty() {
                return Judgement::Free;
            }
            let state = self.state();
            words += state.len();
            if seen.len() >= MOST_STATES || words > MOST_WORDS {
                return Judgement::Unknown;
            }
            if seen.insert(state) {
                open.push(self.choices());
            } else {
                self.machine.back_to(self.machine.depth() - 1);
            }
        }
        Judgement::Hangs(self.hung(suspects))
    }

    /// Those that hang if nothing else is found out about them.
    fn hung(&self, suspects: &[Suspect]) -> Vec<Hung> {
        let hangs = |suspect: &Suspect| {
            if suspect.has_moved {
                return suspect.is_in_loop(&self.nests);
            }
            // A join is worth what it waits for. In a circle of joins all hang.
            let mut at = suspect;
            for _ in suspects {
                let Some(next) = at.joins.and_then(|it| suspects.iter().find(|other| other.thread == it)) else {
                    return true;
                };
                if next.has_moved && !planted::bug!(ServersNeverJoined) {
                    return next.is_in_loop(&self.nests);
                }
                at = next;
            }
            true
        };
        let hung = |it: &&Suspect| hangs(it);
        let of = |it: &Suspect| Hung { thread: it.thread, goes_round: it.has_moved };
        suspects.iter().filter(hung).map(of).collect()
    }

    /// What can be done next.
    fn choices(&mut self) -> Vec<Choice> {
        let threads = self.machine.threads().to_vec();
        let mut choices = Vec::new();
        for thread in threads.into_iter().rev() {
            if self.machine.enabled(thread) {
                let branches = if self.is_spurious(thread) { 1 } else { self.machine.branches(thread) };
                choices.extend((0..branches).map(|branch| Choice { thread, branch }));
            }
        }
        choices
    }

    /// Whether a thread is about to choose whether something happens for no reason: that is not counted on.
    fn is_spurious(&self, thread: ThreadId) -> bool {
        let Some((pc, Request::Choose { .. })) = self.machine.request(thread) else { return false };
        let site = self.machine.code.site(pc);
        let edge = &self.machine.program.functions[site.function.index()].edges[site.edge as usize];
        let domain =
            if let Action::Visible(Operation::Choose { domain, .. }) = edge.action { domain } else { return false };
        matches!(domain, Domain::Spurious(_))
    }

    /// Whether the program goes on, and no thread was stopped or has failed: what follows is all that can happen.
    fn is_undecided(&self) -> bool {
        self.machine.threads().iter().all(|&it| match self.machine.status(it) {
            Status::Waiting | Status::Ended(End::Returned) => true,
            Status::Ended(End::MainReturned | End::Stopped(_) | End::Failed(_)) => false,
        })
    }

    fn state(&mut self) -> Box<[u64]> {
        let mut words = Vec::new();
        self.machine.encode_anonymously(&mut self.forgotten, &mut words);
        words.into_boxed_slice()
    }

    /// Steps from the state back to it in which a thread goes round.
    fn round(&mut self, hung: &[Hung]) -> Schedule {
        let Some(first) = hung.iter().find(|it| it.goes_round) else { return Vec::new() };
        let mut seen = FxHashSet::default();
        seen.insert(self.state());
        let mut round = Vec::new();
        while round.len() < LONGEST_ROUND {
            let threads = self.machine.threads().to_vec();
            let others = threads.iter().copied().filter(|&it| it != first.thread);
            let next = std::iter::once(first.thread).chain(others).find(|&it| self.machine.enabled(it));
            let Some(thread) = next else { break };
            let position = threads.iter().position(|&it| it == thread).expect("it is one of them");
            self.machine.step(Choice { thread, branch: 0 }, &mut Vec::new());
            round.push(Decision { thread: position as u32, branch: 0 });
            if !seen.insert(self.state()) {
                self.machine.back_to(self.first);
                return round;
            }
        }
        self.machine.back_to(self.first);
        Vec::new()
    }

    /// The schedule without the parts that lead from a state back to it.
    fn without_rounds(&self, program: &Program, code: &Code, schedule: &Schedule) -> Option<Schedule> {
        let mut judge = Judge::after(program, code, &Vec::new())?;
        judge.machine.code.inputs.clone_from(&code.inputs);
        let mut at: FxHashMap<Box<[u64]>, usize> = FxHashMap::default();
        let mut states = vec![judge.state()];
        let mut kept = Vec::new();
        at.insert(states[0].clone(), 0);
        for &decision in schedule {
            let choice = choice(&mut judge.machine, decision)?;
            judge.machine.step(choice, &mut Vec::new());
            judge.machine.take_visits();
            kept.push(decision);
            let state = judge.state();
            if let Some(&before) = at.get(&state) {
                kept.truncate(before);
                states.drain(before + 1..).for_each(|it| {
                    at.remove(&it);
                });
                continue;
            }
            at.insert(state.clone(), kept.len());
            states.push(state);
        }
        Some(kept)
    }
}

/// The choice that a decision stands for, if it can be made.
fn choice(machine: &mut Machine<'_>, decision: Decision) -> Option<Choice> {
    let &thread = machine.threads().get(decision.thread as usize)?;
    let can = machine.status(thread) == Status::Waiting && machine.enabled(thread);
    (can && decision.branch < machine.branches(thread)).then_some(Choice { thread, branch: decision.branch })
}

/// For each instruction a number for the innermost loop that it is in: where a thread goes within one need not be known.
fn stretches(code: &Code, program: &Program, nests: &[LoopNest]) -> Vec<u32> {
    let mut numbers: FxHashMap<(FunctionId, Option<LoopId>), u32> = FxHashMap::default();
    let mut number = |pc: u32| {
        let site = code.site(pc);
        let location = program.functions[site.function.index()].edges[site.edge as usize].from;
        let next = numbers.len() as u32;
        *numbers.entry((site.function, nests[site.function.index()].innermost(location))).or_insert(next)
    };
    (0..code.length()).map(&mut number).collect()
}

impl Machine<'_> {
    /// Whether a thread that waits in a final state may hang, as far as can be seen without running on.
    pub(crate) fn may_hang(&self) -> bool {
        let nests = self.nests.get_or_init(|| nests(self.program));
        let location = |pc: u32| {
            let site = self.code.site(pc);
            self.program.functions[site.function.index()].edges[site.edge as usize].from
        };
        let may_hang = |thread: ThreadId| {
            let mut at = thread;
            for _ in self.threads() {
                let Some(version) = self.version(at) else { return true };
                match version.outcome {
                    Outcome::Ended(_) => return false,
                    Outcome::Watching(_) | Outcome::Spinning(_) => {
                        return self.stack(at).iter().any(|&(function, pc)| {
                            let nest = &nests[function as usize];
                            nest.innermost(location(pc)).is_some_and(|it| nest.can_be_left(it))
                        });
                    }
                    Outcome::At(Request::Join { handle }) => match holder(handle) {
                        Some(next) if next != at && self.threads().contains(&next) => at = next,
                        _ => return true,
                    },
                    Outcome::At(_) => return true,
                }
            }
            true
        };
        self.threads().iter().any(|&it| self.status(it) == Status::Waiting && may_hang(it))
    }

    /// Whether every thread that waits does so at an operation, and not in a loop.
    pub(crate) fn waits_at_operations(&self) -> bool {
        self.threads().iter().all(|&it| {
            !matches!(self.version(it).map(|it| it.outcome), Some(Outcome::Watching(_) | Outcome::Spinning(_)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::Properties;

    /// The threads that hang after a schedule, by their numbers, and whether they go round.
    fn hung(program: &str, schedule: &[u32]) -> Vec<(u32, bool)> {
        let program = ir::text::parse(&format!("program lp64\n{program}")).expect("it can be read");
        let code = crate::compile(&program, Properties::of_threads());
        let schedule = schedule.iter().map(|&thread| Decision { thread, branch: 0 }).collect();
        match judge(&program, &code, &schedule).0 {
            Judgement::Hangs(hung) => hung.iter().map(|it| (it.thread.0, it.goes_round)).collect(),
            Judgement::Free => Vec::new(),
            Judgement::Unknown => panic!("nothing is known"),
        }
    }

    const JOINS: &str = "function @main() entry { reg %t : u64
        l0 -> l1: %t = spawn &@t 0  l1 -> l2: join %t  l2: return }";

    #[test]
    fn a_server_that_waits_inside_hangs_and_so_does_who_joins_it() {
        let server = "global @x : i32 function @t() -> i64 { reg %a : i32
            l0 -> l1: skip  l1 -> l2: %a = load.4 [&@x] sc
            l2 -> l1 if (eq %a 0): skip  l2 -> l3 unless (eq %a 0): skip
            l3 -> l0: store.4 [&@x] 0 sc }";
        assert_eq!(hung(&format!("{server} {JOINS}"), &[0]), [(0, false), (1, true)]);
    }

    #[test]
    fn a_server_does_not_hang_nor_does_who_joins_it() {
        let server = "global @x : i32 function @t() -> i64 { reg %a : i32
            l0 -> l1: %a = update.xor.4 [&@x] 1 sc  l1 -> l0: skip }";
        assert_eq!(hung(&format!("{server} {JOINS}"), &[0]), []);
    }

    #[test]
    fn a_loop_that_changes_memory_and_changes_it_back_hangs() {
        let heart = "global @x : i32 global @y : i32 function @t() -> i64 { reg %a : i32
            l0 -> l1: %a = update.xor.4 [&@x] 1 sc  l1 -> l2: %a = load.4 [&@y] sc
            l2 -> l0 if (eq %a 0): skip  l2 -> l3 unless (eq %a 0): skip  l3: return 0 }";
        assert_eq!(hung(&format!("{heart} {JOINS}"), &[0]), [(0, false), (1, true)]);
    }
}
