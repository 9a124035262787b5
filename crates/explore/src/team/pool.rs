//! Who works, who waits for work, and when it is over.
//!
//! ```text
//! worker:       take ─▶ task ─▶ … explore …  ─ is somebody hungry? put something back ─▶ …  ─▶ rest ─▶ take ─▶ None
//! coordinator:  watch: shows figures; halts everybody for a snapshot, or for good
//! ```

use super::Figures;
use crate::explorer::{Crew, Exploration, Options};
use event::{Limit, Property, Stats};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is left to do, as all workers see it.
pub(crate) trait Board {
    /// Something that one worker can do.
    type Task;
    /// Where a worker was, so that it is given what is near.
    type Place;

    /// Whether nothing is left to do, and nothing is being done.
    fn is_empty(&self) -> bool;

    /// Takes something off that can be done now.
    fn take(&mut self, near: Option<&Self::Place>) -> Option<Self::Task>;
}

/// Why work ends before everything is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop<T> {
    /// Enough was found.
    Enough,
    /// The budget is used up.
    Limit(Limit),
    /// What was explored counts for nothing: the exploration begins again with what the systems know now.
    Late,
    /// The same, because the reduction cannot do it like this.
    Trouble(T),
}

/// See the module. `T`: what a reduction may be troubled by.
#[derive(Debug)]
pub(crate) struct Pool<B, T> {
    state: Mutex<State<B, T>>,
    /// Something has changed that somebody may wait for.
    changed: Condvar,
    /// How many workers have nothing to do, beyond what is on the board.
    hungry: AtomicUsize,
    /// Everybody is to put back what they have.
    halts: AtomicBool,
}

#[derive(Debug)]
struct State<B, T> {
    board: B,
    figures: Figures,
    /// How many have a task.
    busy: usize,
    /// How many have not gone home.
    present: usize,
    stop: Option<Stop<T>>,
    /// With so many events it ends, after the first violation.
    patience: u64,
}

/// How often the board is kept, and by whom.
pub(crate) type Keep<'a, B> = (Duration, &'a mut dyn FnMut(&B, &Figures));

/// See [`Pool::presence`].
pub(crate) struct Presence<'a, B: Board, T: Copy>(&'a Pool<B, T>);

impl<B: Board, T: Copy> Drop for Presence<'_, B, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Stop::Late);
        }
        self.0.leave();
    }
}

/// How often the coordinator looks.
const LOOK: Duration = Duration::from_millis(100);

impl<B: Board, T: Copy> Pool<B, T> {
    /// Work for so many, with what was found before.
    pub fn new(board: B, figures: Figures, workers: usize) -> Self {
        let state = State { board, figures, busy: 0, present: workers, stop: None, patience: u64::MAX };
        Pool {
            state: Mutex::new(state),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            halts: AtomicBool::new(false),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<B, T>> {
        // A worker that panics takes the whole exploration with it, later.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the board, or changes it.
    pub fn with<R>(&self, change: impl FnOnce(&mut B) -> R) -> R {
        change(&mut self.state().board)
    }

    /// The same, and somebody may now have something to do.
    pub fn put<R>(&self, change: impl FnOnce(&mut B) -> R) -> R {
        let result = self.with(change);
        self.changed.notify_all();
        result
    }

    /// Whether somebody has nothing to do.
    #[inline]
    pub fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    /// Whether everybody is to put back what they have, and rest.
    #[inline]
    pub fn halts(&self) -> bool {
        self.halts.load(Ordering::Relaxed)
    }

    /// Something to do; waits for it. `None`: there is nothing, and will be nothing.
    pub fn take(&self, near: Option<&B::Place>) -> Option<B::Task> {
        let mut state = self.state();
        loop {
            if state.stop.is_some() {
                return None;
            }
            if !self.halts() {
                if let Some(task) = state.board.take(near) {
                    state.busy += 1;
                    return Some(task);
                }
                if state.busy == 0 {
                    self.changed.notify_all();
                    return None;
                }
            }
            self.hungry.fetch_add(1, Ordering::Relaxed);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A worker has done its task, or put it back; and what it has found.
    pub fn rest(&self, result: &mut Exploration, put_back: impl FnOnce(&mut B)) {
        let mut state = self.state();
        put_back(&mut state.board);
        state.figures.add(result);
        state.busy -= 1;
        self.changed.notify_all();
    }

    /// A worker is here until it drops this. Whoever leaves in a panic takes all others along.
    pub fn presence(&self) -> Presence<'_, B, T> {
        Presence(self)
    }

    fn leave(&self) {
        self.state().present -= 1;
        self.changed.notify_all();
    }

    /// Ends it all.
    pub fn stop(&self, why: Stop<T>) {
        let mut state = self.state();
        // What counts for nothing counts for nothing, whatever was found.
        if state.stop.is_none() || matches!(why, Stop::Late | Stop::Trouble(_)) {
            state.stop = Some(why);
        }
        self.halts.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether somebody has found a violation.
    pub fn has_found(&self, property: Property) -> bool {
        self.state().figures.found.iter().any(|it| it.property == property)
    }

    /// A worker tells what it has found since it last did; ends it all if that is enough.
    pub fn tell(&self, result: &mut Exploration, options: &Options) {
        let mut state = self.state();
        let State { figures, patience, .. } = &mut *state;
        figures.add(result);
        if *patience == u64::MAX && !figures.found.is_empty() {
            *patience = options.further.patience(figures.stats.events);
        }
        let has = |it: Property| figures.found.iter().any(|found| found.property == it);
        let is_enough = options.stop_when_cut && figures.cut_steps
            || !figures.found.is_empty() && (figures.stats.events >= *patience || options.properties.iter().all(has));
        let is_long = figures.stats.events >= options.most_events;
        drop(state);
        if is_enough {
            self.stop(Stop::Enough);
        } else if is_long {
            self.stop(Stop::Limit(Limit::Length));
        }
    }

    /// Watches until all have gone home. Now and then somebody is shown the figures, and once in a while everybody is made to
    /// put back what they have, so that the board can be kept.
    pub fn watch(&self, show: &mut dyn FnMut(&Stats), mut keep: Option<Keep<'_, B>>) {
        let mut last = Instant::now();
        let mut state = self.state();
        while state.present > 0 {
            let waited = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner);
            state = waited.0;
            if waited.1.timed_out() {
                show(&state.figures.stats);
            }
            let Some((period, keep)) = &mut keep else { continue };
            if state.stop.is_some() {
                continue;
            }
            if self.halts() && state.busy == 0 {
                keep(&state.board, &state.figures);
                last = Instant::now();
                self.halts.store(false, Ordering::Relaxed);
                self.changed.notify_all();
            } else if last.elapsed() >= *period && state.busy > 0 {
                self.halts.store(true, Ordering::Relaxed);
            }
        }
    }

    /// What is left, what was found, and why it ended, if not because everything was done.
    pub fn finish(self) -> (B, Figures, Option<Stop<T>>) {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.board, state.figures, state.stop)
    }
}

impl<B: Board, T: Copy> Crew for Pool<B, T> {
    fn tell(&self, result: &mut Exploration, options: &Options) {
        Pool::tell(self, result, options);
    }

    fn has_found(&self, property: Property) -> bool {
        Pool::has_found(self, property)
    }

    fn halts(&self) -> bool {
        Pool::halts(self)
    }
}
