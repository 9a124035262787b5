//! Where lanes and rows are, in pixels. The style sheet gives words the same heights.

use super::Extent;
use crate::html::run::Run;
use crate::places::shorten;
use event::{Access, Step};
use source::Span;

/// A row is as high as what it says: so much for each line, and around all of them together.
pub const LINE: usize = 20;
pub const PADDING: usize = 6;
/// A row that stands for steps that are not shown.
pub const GAP: usize = 22;
/// Numbers of steps are to the left of this.
pub const MARGIN: usize = 38;
/// Lanes are at least this wide, and wide enough for the names of threads up to this many characters.
const NARROWEST_LANE: usize = 46;
const LONGEST_NAME: usize = 14;
const LETTER: usize = 8;

pub struct Layout {
    pub lanes: Vec<Lane>,
    pub rows: Vec<Row>,
    pub width: usize,
    pub height: usize,
}

/// The lane of a thread.
pub struct Lane {
    /// Which thread, by its number.
    pub thread: usize,
    pub name: String,
    /// Its middle.
    pub x: usize,
}

pub struct Row {
    pub what: What,
    /// Which lane its sign is in.
    pub lane: usize,
    /// Whose that is, by its number.
    pub thread: usize,
    /// The name of its thread.
    pub name: String,
    pub position: Span,
    /// The middle of its first line.
    pub y: usize,
    pub top: usize,
    pub height: usize,
    /// Whether it is the first one of its stop.
    pub is_first: bool,
    /// Whether this is where the run goes wrong.
    pub is_wrong: bool,
}

pub enum What {
    /// So many steps are left out here.
    Gap(usize),
    /// A step, or how the run ends for a thread.
    Stop { stop: usize, sign: Sign, words: Vec<(String, bool)> },
}

/// The sign of a step, by what it does to others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    Other,
    Read,
    Write,
    Unlock,
    Lock,
    Join,
    Start,
    Failure,
}

impl Layout {
    pub fn new(run: &Run<'_>, extent: Extent) -> Layout {
        let shown: Vec<usize> = (0..run.stops()).filter(|&it| extent.shows(run, it)).collect();
        let takes_part = |number: usize| {
            let thread = run.actors[number].thread;
            shown.iter().any(|&it| run.steps.get(it).is_some_and(|it| it.thread == thread))
                || run.ends.iter().any(|it| it.thread == thread)
        };
        let threads: Vec<usize> = (0..run.actors.len()).filter(|&it| takes_part(it)).collect();
        let names: Vec<String> = threads.iter().map(|&it| shorten(&run.actors[it].name, LONGEST_NAME)).collect();
        let longest = names.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        let pitch = NARROWEST_LANE.max(longest * LETTER + 12);
        let lane = |(index, (&thread, name)): (usize, (&usize, String))| Lane {
            thread,
            name,
            x: MARGIN + pitch / 2 + index * pitch,
        };
        let lanes: Vec<Lane> = threads.iter().zip(names).enumerate().map(lane).collect();
        let mut layout = Layout { width: MARGIN + pitch * lanes.len(), lanes, rows: Vec::new(), height: 0 };
        let mut next = 0;
        for stop in shown {
            layout.gap(stop - next);
            next = stop + 1;
            match run.steps.get(stop) {
                Some(step) => layout.step(run, stop, step),
                None => layout.end(run, stop),
            }
        }
        layout.gap(run.stops() - next);
        layout
    }

    /// The lane of a thread, by its number. Whoever has a row has a lane.
    pub fn lane(&self, thread: usize) -> Option<usize> {
        self.lanes.iter().position(|it| it.thread == thread)
    }

    /// The row of a step.
    pub fn row(&self, wanted: usize) -> Option<&Row> {
        self.rows.iter().find(|it| matches!(it.what, What::Stop { stop, .. } if stop == wanted))
    }

    fn gap(&mut self, hidden: usize) {
        if hidden > 0 {
            self.push(What::Gap(hidden), GAP, 0, String::new(), Span::NONE);
        }
    }

    fn step(&mut self, run: &Run<'_>, stop: usize, step: &Step) {
        let words = run.words(step);
        let height = PADDING + LINE * words.len();
        let lane = self.lane(run.number(step.thread)).unwrap_or(0);
        // A step that is wrong by itself has no end behind it.
        let is_wrong = run.is_wrong(stop);
        let sign = if is_wrong { Sign::Failure } else { sign(step) };
        let name = run.name(step.thread).to_owned();
        self.push(What::Stop { stop, sign, words }, height, lane, name, step.position);
        self.mark(true, is_wrong);
    }

    fn end(&mut self, run: &Run<'_>, stop: usize) {
        for (index, end) in run.ends.iter().enumerate() {
            let words = vec![(end.text.clone(), false)];
            let lane = self.lane(run.number(end.thread)).unwrap_or(0);
            let name = run.name(end.thread).to_owned();
            self.push(What::Stop { stop, sign: Sign::Failure, words }, PADDING + LINE, lane, name, end.position);
            self.mark(index == 0, true);
        }
    }

    fn push(&mut self, what: What, height: usize, lane: usize, name: String, position: Span) {
        let top = self.height;
        let y = top + (PADDING + LINE).min(height) / 2;
        self.height += height;
        let thread = self.lanes.get(lane).map_or(0, |it| it.thread);
        self.rows.push(Row { what, lane, thread, name, position, y, top, height, is_first: false, is_wrong: false });
    }

    fn mark(&mut self, is_first: bool, is_wrong: bool) {
        if let Some(row) = self.rows.last_mut() {
            (row.is_first, row.is_wrong) = (is_first, is_wrong);
        }
    }
}

/// The sign of what concerns others most.
pub fn sign(step: &Step) -> Sign {
    let one = |access: &Access| match access {
        Access::Spawn(_) => Sign::Start,
        Access::Join(_) | Access::Follow(_) => Sign::Join,
        Access::Lock(_) | Access::TryLock(_) => Sign::Lock,
        Access::Unlock(_) => Sign::Unlock,
        Access::Write(_) | Access::Update(_) | Access::EndObject(_) | Access::ResetMutex(_) => Sign::Write,
        Access::Read(_) | Access::Expect(_) | Access::FailedTryLock(_) => Sign::Read,
        Access::Detach(_) | Access::Choose | Access::Fence | Access::Nothing => Sign::Other,
    };
    step.accesses.iter().map(one).max().unwrap_or(Sign::Other)
}
