//! Atomic sections: one step of the machine that serves many requests.
//!
//! Whether a section can run, in how many ways, and what it will touch depends on the memory that it finds, so it is run
//! ahead and taken back ([`Machine::probe`]). Choices inside are scripted: the branches of a section are the scripts that
//! get through without meeting a request that cannot be served, in the order of the digits.

use crate::machine::{MOST_BRANCHES, Machine, Trail};
use crate::memory::only_reads;
use crate::thread::{self, Fuel, Outcome, Request};
use event::{Access, Choice, End, ThreadId};

/// Local instructions that a section may run in all before it is cut.
pub(crate) const SECTION_FUEL: u64 = 1_000_000;

/// What running a section ahead has shown.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// The machine's stamp at that time.
    stamp: u64,
    /// The scripts that get through.
    scripts: Vec<Script>,
    /// What any of them touches, without repetition.
    accesses: Vec<Access>,
}

impl Probe {
    pub fn branches(&self) -> u32 {
        self.scripts.len() as u32
    }

    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }
}

/// The answers to the choices in a section: digit and number of values each.
#[derive(Clone, Debug, Default)]
struct Script {
    digits: Vec<(u32, u32)>,
    at: usize,
}

impl Script {
    fn next(&mut self, count: u64) -> u32 {
        if self.at == self.digits.len() {
            // More values than that are refused by the machine whatever the digit.
            let count = if count > MOST_BRANCHES { 1 } else { count as u32 };
            self.digits.push((0, count));
        }
        self.at += 1;
        self.digits[self.at - 1].0
    }

    /// The script after this one, if there is one.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((digit, count)) = self.digits.pop() {
            if digit + 1 < count {
                self.digits.push((digit + 1, count));
                return true;
            }
        }
        false
    }
}

/// How a section ended.
#[derive(PartialEq, Eq)]
enum Section {
    Done,
    /// It met a request that cannot be served.
    Blocked,
}

impl Machine<'_> {
    /// What the atomic section that a thread stands at would do now.
    pub(crate) fn probe(&mut self, thread: ThreadId) -> &Probe {
        let known = self.probes.get(thread.index()).and_then(Option::as_ref);
        if known.is_none_or(|it| it.stamp != self.stamp) {
            let probe = self.run_ahead(thread);
            if self.probes.len() <= thread.index() {
                self.probes.resize(thread.index() + 1, None);
            }
            self.probes[thread.index()] = Some(probe);
        }
        self.probes[thread.index()].as_ref().expect("just filled")
    }

    fn run_ahead(&mut self, thread: ThreadId) -> Probe {
        let mut probe = Probe { stamp: self.stamp, scripts: Vec::new(), accesses: Vec::new() };
        let mut script = Script::default();
        let mut accesses = Vec::new();
        let (observed, visits) = (self.observed.take(), self.visits.take());
        let mark = self.mark();
        let mut ways = 0;
        loop {
            ways += 1;
            accesses.clear();
            let section = self.run_section(thread, &mut script, &mut accesses);
            self.restore(mark);
            // What a blocked section has looked at decides whether it stays blocked.
            for &access in accesses.iter().filter(|it| **it != Access::Nothing) {
                if !probe.accesses.contains(&access) {
                    probe.accesses.push(access);
                }
            }
            if section == Section::Done {
                script.at = 0;
                // Choices that this run did not get to belong to an earlier script.
                probe.scripts.push(script.clone());
            }
            if !script.advance() {
                break;
            }
        }
        self.observed = observed;
        self.visits = visits;
        if probe.accesses.is_empty() {
            probe.accesses.push(Access::Nothing);
        }
        if ways > 1 {
            // What only some branches write is not overwritten for certain.
            for access in &mut probe.accesses {
                if let Access::Write(place) = *access {
                    *access = Access::Update(place);
                }
            }
        }
        probe
    }

    /// Runs the section that a thread stands at as one step.
    pub(crate) fn step_section(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        // What any branch touches, so that all branches depend on the same.
        let probe = self.probe(choice.thread);
        accesses.extend_from_slice(&probe.accesses);
        let mut script = probe.scripts[choice.branch as usize].clone();
        let mark = self.mark();
        self.push_step(mark);
        let section = self.run_section(choice.thread, &mut script, &mut Vec::new());
        debug_assert!(section == Section::Done, "the probe got through");
    }

    fn run_section(&mut self, thread: ThreadId, script: &mut Script, accesses: &mut Vec<Access>) -> Section {
        let mark = self.mark();
        let first_access = accesses.len();
        let mut base = self.copy_version(thread);
        let mut fuel = Fuel(SECTION_FUEL);
        let mut outcome = Outcome::At(Request::AtomicBegin);
        self.section.list.clear();
        self.section.is_section = true;
        loop {
            let request = match outcome {
                Outcome::At(request) | Outcome::Watching(request) | Outcome::Spinning(request) => request,
                Outcome::Ended(end) => {
                    if let (End::Stopped(_), false) = (end, planted::bug!(SectionsNotTakenBack)) {
                        self.restore(mark);
                        base = self.copy_version(thread);
                        only_reads(accesses, first_access);
                        self.section.list.clear();
                        self.section.is_section = false;
                    }
                    break;
                }
            };
            let mut branch = 0;
            let mut left = false;
            match request {
                Request::AtomicBegin => thread::change_atomic_depth(&mut self.words, base, 1),
                Request::AtomicEnd => {
                    thread::change_atomic_depth(&mut self.words, base, -1);
                    left = thread::atomic_depth(&self.words, base) == 0;
                }
                Request::Choose { .. } if self.code.inputs.is_some() => {}
                Request::Choose { count, .. } => branch = script.next(count),
                Request::Allocate { .. } | Request::Reallocate { .. } if !self.code.reuses.is_empty() => {
                    let ways = self.reuse_ways(thread, base, request);
                    branch = if ways > 1 { script.next(ways.into()) } else { 0 };
                }
                _ if !self.can_serve(thread, request) => {
                    // It looked, and would look again.
                    self.blocked_access(request, accesses);
                    return Section::Blocked;
                }
                _ => {}
            }
            let touched = accesses.len();
            let sectioning = matches!(request, Request::AtomicBegin | Request::AtomicEnd);
            let answer = if sectioning { Ok(0) } else { self.serve(thread, base, request, branch, accesses) };
            outcome = match answer {
                Ok(answer) => {
                    if !sectioning {
                        self.note_in_section(thread::pc(&self.words, base), request, &accesses[touched..]);
                    }
                    self.answer(base, request, answer);
                    if !self.to_start.is_empty() {
                        // New threads run at once, and whoever runs is at the end of the words.
                        let own = base..self.words.len();
                        self.start_new_threads();
                        base = self.words.len();
                        self.words.extend_from_within(own);
                    }
                    self.run_to_request(thread, base, &mut fuel)
                }
                Err(end) => Outcome::Ended(end),
            };
            if left {
                break;
            }
        }
        if accesses.len() == first_access {
            accesses.push(Access::Nothing);
        }
        let trail = if self.mark().is_same_world(mark) { Trail::Nothing } else { Trail::Effect };
        self.finish(thread, base, outcome, trail);
        Section::Done
    }

    /// What a request that cannot be served has looked at.
    fn blocked_access(&self, request: Request, accesses: &mut Vec<Access>) {
        if let Request::Lock { mutex } = request {
            if let Ok(at) = self.memory.locate(mutex, 4, true) {
                accesses.push(Access::Lock(at.place));
            }
        }
    }
}
