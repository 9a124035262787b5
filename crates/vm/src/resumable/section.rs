//! Atomic sections as one operation, as long as they touch one cell: they find a value and leave one.

use super::pending::{Here, Obstacle};
use super::{Resumable, unsupported};
use crate::arithmetic;
use crate::atomic::SECTION_FUEL;
use crate::machine::Trail;
use crate::thread::{self, Fuel, Outcome, Request};
use event::{CellId, End, Fault, Pending, ThreadId, Unsupported};
use ir::Width;

/// What a section has done.
pub(super) struct Section {
    pub outcome: Outcome,
    pub wrote: Option<u64>,
    pub trail: Trail,
    /// Why it cannot be run.
    pub trouble: Option<Unsupported>,
    cell: Option<CellId>,
    /// Whether it wanted to know what the cell held before.
    looked: bool,
}

impl Resumable<'_> {
    /// What the section does that a thread, which runs at `base`, is at the beginning of.
    pub(super) fn look_at_section(&mut self, here: Here) -> (Pending, Option<Fault>) {
        let end = self.words.len();
        self.words.extend_from_within(here.base..end);
        let section = self.run_section_at(Here { base: end, ..here }, None);
        self.words.truncate(end);
        match (section.trouble, section.cell) {
            (Some(why), None) => unsupported(why),
            // What it finds may lead elsewhere.
            (Some(_), Some(cell)) if section.looked => {
                (Pending::Read { cell, any_other: false, waits: false, takes: false }, None)
            }
            (Some(why), Some(_)) => unsupported(why),
            (None, None) => (Pending::Local, None),
            (None, Some(cell)) => match (section.looked, section.wrote) {
                (false, Some(value)) => (Pending::Write(cell, value), None),
                (true, _) | (false, None) => {
                    (Pending::Read { cell, any_other: false, waits: false, takes: false }, None)
                }
            },
        }
    }

    /// Runs the section that a thread at the end of the words is at the beginning of, if its cell holds this.
    pub(super) fn run_section(&mut self, thread: ThreadId, from: u32, base: usize, found: u64) -> Section {
        // What it accesses was known before it began.
        self.run_section_at(Here { thread, base, from, answer: 0 }, Some(found))
    }

    /// Runs a section until its end, or until it wants to know a value and there is none.
    fn run_section_at(&mut self, here: Here, found: Option<u64>) -> Section {
        let Here { thread, base, .. } = here;
        let mut fuel = Fuel(SECTION_FUEL);
        let mut section = Section {
            outcome: Outcome::At(Request::AtomicBegin),
            wrote: None,
            trail: Trail::Nothing,
            trouble: None,
            cell: None,
            looked: false,
        };
        let mut left = false;
        while !left {
            let request = match section.outcome {
                Outcome::At(request) | Outcome::Watching(request) | Outcome::Spinning(request) => request,
                Outcome::Ended(end) => {
                    if let End::Stopped(_) = end {
                        // It has not happened.
                        section.wrote = None;
                        section.trail = Trail::Effect;
                    }
                    return section;
                }
            };
            let answer = match request {
                Request::AtomicBegin => {
                    thread::change_atomic_depth(&mut self.words, base, 1);
                    0
                }
                Request::AtomicEnd => {
                    thread::change_atomic_depth(&mut self.words, base, -1);
                    left = thread::atomic_depth(&self.words, base) == 0;
                    0
                }
                Request::Fence => 0,
                Request::Load { address, size } => {
                    if !self.touch(here, &mut section, address, size, false) {
                        return section;
                    }
                    match self.value(&mut section, found) {
                        Some(value) => value,
                        None => return section,
                    }
                }
                Request::Store { address, size, value } => {
                    if !self.touch(here, &mut section, address, size, true) {
                        return section;
                    }
                    section.wrote = Some(value & Width(size * 8).mask());
                    section.trail = Trail::Effect;
                    0
                }
                Request::Update { address, size, .. } | Request::CompareExchange { address, size, .. } => {
                    if !self.touch(here, &mut section, address, size, true) {
                        return section;
                    }
                    let Some(old) = self.value(&mut section, found) else { return section };
                    let new = match request {
                        Request::Update { update, operand, .. } => {
                            arithmetic::update(update, Width(size * 8), old, operand)
                        }
                        Request::CompareExchange { expected, desired, .. } if old == expected => {
                            desired & Width(size * 8).mask()
                        }
                        _ => old,
                    };
                    section.wrote = Some(new);
                    section.trail = Trail::Effect;
                    old
                }
                // What they do to an object of the library shows only in mistakes, which nobody asks about here.
                Request::InitMutex { .. } | Request::DestroyMutex { .. } if self.is_in_library(base) => 0,
                Request::Lock { .. }
                | Request::TryLock { .. }
                | Request::Unlock { .. }
                | Request::InitMutex { .. }
                | Request::DestroyMutex { .. }
                | Request::Spawn { .. }
                | Request::Join { .. }
                | Request::Detach { .. }
                | Request::CurrentThread
                | Request::Extent { .. }
                | Request::Doubt { .. }
                | Request::Unset { .. }
                | Request::Forget { .. }
                | Request::Compare { .. }
                | Request::Choose { .. }
                | Request::Allocate { .. }
                | Request::Reallocate { .. }
                | Request::Free { .. }
                | Request::OpenSlot { .. }
                | Request::CloseSlot { .. } => {
                    section.trouble = Some(Unsupported::Section);
                    return section;
                }
            };
            thread::answer_request(&self.code, &mut self.words, base, answer);
            let outcome = thread::run(&self.code, &mut self.words, base, &mut fuel);
            section.outcome = if left { self.serve_silently(thread, base, outcome, &mut fuel) } else { outcome };
        }
        section
    }

    /// Whether the thread that runs at `base` is in a function of the library.
    fn is_in_library(&self, base: usize) -> bool {
        let site = self.code.site(thread::pc(&self.words, base));
        self.program.functions[site.function.index()].library
    }

    /// What the cell of a section holds now.
    fn value(&self, section: &mut Section, found: Option<u64>) -> Option<u64> {
        if section.wrote.is_some() {
            return section.wrote;
        }
        section.looked = true;
        if found.is_none() {
            section.trouble = Some(Unsupported::Section);
        }
        found
    }

    /// Notes that a section touches a cell; whether it goes on.
    fn touch(&mut self, here: Here, section: &mut Section, address: u64, size: u8, write: bool) -> bool {
        if write && self.is_mutex(address) {
            section.trouble = Some(Unsupported::Mutex);
            return false;
        }
        if write {
            self.note_plain(address);
        }
        match self.cell(here, address, size, write) {
            Ok(cell) if section.cell.is_none_or(|it| it == cell) => {
                section.cell = Some(cell);
                return true;
            }
            Ok(_) => section.trouble = Some(Unsupported::Section),
            Err(Obstacle::Unsupported(why)) => section.trouble = Some(why),
            Err(Obstacle::Fault(fault)) => {
                let end = self.code.end_by(fault);
                section.outcome = Outcome::Ended(end);
                if let End::Stopped(_) = end {
                    section.wrote = None;
                }
            }
        }
        false
    }
}
