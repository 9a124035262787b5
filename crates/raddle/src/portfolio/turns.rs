//! Who may work when.
//!
//! There are so many seats, and more who want to work than seats. Whoever works looks at its budget after every bit of work
//! ([`event::Pace`]); after some such ticks it gets up if somebody waits, and queues again. With one seat everything happens
//! in one order, and the same order in every run: ticks are counted, not timed. With several, nobody can tell who is faster
//! anyway; then turns are as long as they should be.

use event::{Budget, Pace};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When somebody may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    /// At once.
    Open,
    /// When the first has worked for a while without an answer.
    HeadStart,
    /// When somebody has found nothing within a bound.
    Bounded,
}

/// So many ticks the first works before the others may begin. The first 64 looks of an explorer are early ones and take no time
/// to speak of; the others are some milliseconds apart. With one seat everybody who begins takes time from the first; with
/// several that costs nothing as long as seats are free, and a proof should not wait for long.
const HEAD_START: u64 = 128;
const HEAD_START_BESIDE: u64 = 72;

/// So many times as long is a turn of those who can say more, once somebody has found nothing within a bound. Without that, a
/// proof of a program without an end would wait for all who look further and further (`bench/suites/auto-reach.toml`).
const FAVOUR: u64 = 4;

/// The table with its seats. `R` is what a worker leaves behind.
pub(super) struct Table<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
    is_closed: AtomicBool,
    /// Somebody has found nothing within a bound.
    has_bound: AtomicBool,
}

struct State<R> {
    seats: usize,
    free_seats: usize,
    queue: VecDeque<usize>,
    workers: Vec<Worker<R>>,
    /// Everybody is to end with what there is when so many turns are over.
    turns_left: Option<u64>,
    turns: u64,
    is_ending: bool,
}

struct Worker<R> {
    gate: Option<Gate>,
    has_seat: bool,
    has_begun: bool,
    interrupt: Arc<AtomicBool>,
    report: Option<R>,
}

/// How far somebody has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Progress<R> {
    /// It was never its turn.
    NotBegun,
    /// It works, or was stopped.
    Begun,
    /// It is done.
    Done(R),
}

/// What follows from what has been left behind so far.
pub(super) enum Next {
    /// Go on.
    GoOn,
    /// There is an answer within a bound. Those who wait for one may begin, and all go on: for a while, or as long as they
    /// want if there is a limit anyway.
    Bounded {
        /// Whether there is.
        is_limited: bool,
    },
    /// That is enough.
    Enough,
}

impl<R> Table<R> {
    /// A table for workers with these gates, the first of whom begins.
    pub(super) fn new(seats: usize, gates: &[Gate]) -> Arc<Table<R>> {
        let worker = |&gate: &Gate| Worker {
            gate: Some(gate),
            has_seat: false,
            has_begun: false,
            interrupt: Arc::new(AtomicBool::new(false)),
            report: None,
        };
        let workers = gates.iter().map(worker).collect();
        let state = State {
            seats: seats.max(1),
            free_seats: seats.max(1),
            queue: VecDeque::new(),
            workers,
            turns_left: None,
            turns: 0,
            is_ending: false,
        };
        let table = Table {
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
            has_bound: AtomicBool::new(false),
        };
        table.lock().open(|it| it == Gate::Open);
        Arc::new(table)
    }

    // A worker that panics does so outside of this file, so what is behind the lock is in order.
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first turn; false if it will never come.
    pub(super) fn begin(&self, worker: usize) -> bool {
        let mut state = self.wait(self.lock(), worker);
        let has_seat = state.workers[worker].has_seat && !self.is_closed.load(Ordering::Relaxed);
        state.workers[worker].has_begun = has_seat;
        has_seat
    }

    fn wait<'s>(&'s self, mut state: MutexGuard<'s, State<R>>, worker: usize) -> MutexGuard<'s, State<R>> {
        while !state.workers[worker].has_seat && !self.is_closed.load(Ordering::Relaxed) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// The budget of a worker, with a share of what is there.
    pub(super) fn budget(self: &Arc<Self>, worker: usize, whole: &Budget, share: Share) -> Budget
    where
        R: Send + 'static,
    {
        let state = self.lock();
        let begin = (state.seats > 1).then(|| Mutex::new(Instant::now()));
        let head_start = if state.seats > 1 { HEAD_START_BESIDE } else { HEAD_START };
        let pace = Turns {
            table: self.clone(),
            worker,
            head_start,
            share,
            ticks: AtomicU64::new(0),
            last: AtomicU64::new(0),
            begin,
        };
        let interrupt = state.workers[worker].interrupt.clone();
        Budget { interrupt, pace: Some(Arc::new(pace)), ..whole.clone() }
    }

    /// Somebody is done: `judge` looks at all that has been left behind, and says what follows.
    pub(super) fn finish(&self, worker: usize, report: R, judge: impl FnOnce(&[Option<&R>]) -> Next) {
        let mut state = self.lock();
        // Whoever was stopped may be done before somebody looks, or after that: it does not count.
        if self.is_closed.load(Ordering::Relaxed) {
            return;
        }
        state.workers[worker].report.get_or_insert(report);
        if state.workers[worker].has_seat {
            state.workers[worker].has_seat = false;
            state.free_seats += 1;
        }
        let reports: Vec<_> = state.workers.iter().map(|it| it.report.as_ref()).collect();
        match judge(&reports) {
            // The seat is left free: whoever got it now might begin before it sees that all is over, or might not.
            Next::Enough => return self.close_with(&mut state),
            Next::GoOn => state.open(|it| it != Gate::Bounded),
            Next::Bounded { is_limited } => {
                self.has_bound.store(true, Ordering::Relaxed);
                state.go_on_for_a_while(is_limited);
            }
        }
        if state.is_idle() {
            self.close_with(&mut state);
        }
        self.changed.notify_all();
    }

    /// Somebody has found nothing within a first bound, and goes on with the next.
    pub(super) fn is_bounded(&self, is_limited: bool) {
        self.has_bound.store(true, Ordering::Relaxed);
        self.lock().go_on_for_a_while(is_limited);
        self.changed.notify_all();
    }

    /// Everybody is to stop.
    pub(super) fn close(&self) {
        self.close_with(&mut self.lock());
    }

    fn close_with(&self, state: &mut State<R>) {
        self.is_closed.store(true, Ordering::Relaxed);
        state.workers.iter().for_each(|it| it.interrupt.store(true, Ordering::Relaxed));
        self.changed.notify_all();
    }

    /// Tells everybody to end with what they have.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.end();
        if state.is_idle() {
            self.close_with(&mut state);
        }
        self.changed.notify_all();
    }

    /// Whether everybody was told to end.
    pub(super) fn is_ending(&self) -> bool {
        self.lock().is_ending
    }

    /// Whether everything is over; waits a little for that.
    pub(super) fn is_over(&self, patience: Duration) -> bool {
        let state = self.lock();
        if self.is_closed.load(Ordering::Relaxed) {
            return true;
        }
        drop(self.changed.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner));
        self.is_closed.load(Ordering::Relaxed)
    }

    /// How far each has come.
    pub(super) fn progress(&self) -> Vec<Progress<R>>
    where
        R: Clone,
    {
        let how = |it: &Worker<R>| match &it.report {
            Some(report) => Progress::Done(report.clone()),
            None if it.has_begun => Progress::Begun,
            None => Progress::NotBegun,
        };
        self.lock().workers.iter().map(how).collect()
    }
}

/// So many turns there are at least after somebody has found nothing within a bound; or as many as there were before. A few
/// seconds.
const PATIENCE: u64 = 400;

impl<R> State<R> {
    /// There is an answer, if no very good one.
    fn go_on_for_a_while(&mut self, is_limited: bool) {
        if !is_limited && self.turns_left.is_none() {
            self.turns_left = Some(self.turns.max(PATIENCE));
        }
        self.open(|_| true);
    }

    /// Everybody is to end with what there is; nobody begins any more.
    fn end(&mut self) {
        self.is_ending = true;
        self.workers.iter_mut().for_each(|it| it.gate = None);
        let workers = &self.workers;
        self.queue.retain(|&it| workers[it].has_begun);
        self.workers.iter().for_each(|it| it.interrupt.store(true, Ordering::Relaxed));
        self.seat();
    }

    /// Lets those in whose gate opens, in order.
    fn open(&mut self, opens: impl Fn(Gate) -> bool) {
        if self.is_ending {
            return;
        }
        for index in 0..self.workers.len() {
            if self.workers[index].gate.is_some_and(&opens) {
                self.workers[index].gate = None;
                self.queue.push_back(index);
            }
        }
        self.seat();
    }

    /// Gives free seats to those who have waited longest.
    fn seat(&mut self) {
        while self.free_seats > 0 {
            let Some(next) = self.queue.pop_front() else { return };
            self.workers[next].has_seat = true;
            self.free_seats -= 1;
        }
    }

    /// Whether nobody works or will.
    fn is_idle(&mut self) -> bool {
        self.seat();
        self.queue.is_empty() && self.workers.iter().all(|it| !it.has_seat)
    }
}

/// How much of the time somebody gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Share {
    /// How many ticks are a turn.
    pub slice: u64,
    /// Whether it can say more than that nothing is wrong within a bound, also where there is no end.
    pub is_unbounded: bool,
}

/// One worker's ticks.
struct Turns<R> {
    table: Arc<Table<R>>,
    worker: usize,
    /// After how many of its ticks the others may begin, if it is the first.
    head_start: u64,
    share: Share,
    ticks: AtomicU64,
    /// The last tick of the turn before.
    last: AtomicU64,
    /// When the current turn has begun, if that counts, and not the ticks.
    begin: Option<Mutex<Instant>>,
}

/// How long a turn is where it is timed.
const TURN: Duration = Duration::from_millis(20);

impl<R> Turns<R> {
    /// Whether a turn is over after so many ticks.
    fn is_over(&self, ticks: u64) -> bool {
        let is_favoured = self.share.is_unbounded && self.table.has_bound.load(Ordering::Relaxed);
        let times = if is_favoured { FAVOUR } else { 1 };
        let Some(begin) = &self.begin else {
            let is_over = ticks - self.last.load(Ordering::Relaxed) >= self.share.slice * times;
            if is_over {
                self.last.store(ticks, Ordering::Relaxed);
            }
            return is_over;
        };
        let mut begin = begin.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = begin.elapsed() >= TURN * times as u32;
        if is_over {
            *begin = Instant::now();
        }
        is_over
    }

    /// The next turn begins.
    fn begin_turn(&self) {
        if let Some(begin) = &self.begin {
            *begin.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        }
    }
}

impl<R: Send> Pace for Turns<R> {
    fn tick(&self) {
        let ticks = self.ticks.fetch_add(1, Ordering::Relaxed) + 1;
        let is_turn = self.is_over(ticks);
        let opens = self.worker == 0 && ticks == self.head_start;
        if !(is_turn || opens) || self.table.is_closed.load(Ordering::Relaxed) {
            return;
        }
        let mut state = self.table.lock();
        if opens {
            state.open(|it| it == Gate::HeadStart);
            self.table.changed.notify_all();
        }
        if !is_turn {
            return;
        }
        state.turns += 1;
        if let Some(left) = &mut state.turns_left {
            *left = left.saturating_sub(1);
            if *left == 0 && !state.is_ending {
                state.end();
                self.table.changed.notify_all();
            }
        }
        if state.queue.is_empty() {
            return;
        }
        state.workers[self.worker].has_seat = false;
        state.free_seats += 1;
        state.queue.push_back(self.worker);
        state.seat();
        self.table.changed.notify_all();
        drop(self.table.wait(state, self.worker));
        self.begin_turn();
    }
}

#[cfg(test)]
mod tests;
