//! The last resort for limits: what happens if time or memory is used up, or the user wants an end, and nobody looks.
//!
//! Engines look at their budgets all the time, and end with what they have. But a single question to a solver, a pass over an
//! enormous function or a front end that reads one may take longer than that, and memory grows fast. So somebody watches from
//! beside, and if a limit is overstepped by more than engines need to end in good order, answers in their place.

use event::{Budget, Limit, Stats};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the guard looks. Memory that is filled as fast as possible grows by some 20 MB meanwhile.
const LOOK: Duration = Duration::from_millis(10);
/// How long engines have to end when the user wants it.
const PATIENCE: Duration = Duration::from_secs(2);

/// How far an engine has come, as it has told last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Noted {
    /// The program is being read.
    Reading,
    /// Engines work, and have told nothing yet.
    Working,
    /// One that runs executions.
    Explored(Stats),
    /// Any other, with its figures by name.
    Solved(Vec<(&'static str, u64)>),
}

/// Where engines tell how far they have come.
#[derive(Clone, Debug)]
pub struct Notes(Arc<Mutex<Noted>>);

impl Default for Notes {
    fn default() -> Self {
        Notes(Arc::new(Mutex::new(Noted::Reading)))
    }
}

impl Notes {
    /// Takes the place of what was told before.
    pub fn take(&self, noted: Noted) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = noted;
    }

    /// What was told last.
    pub fn last(&self) -> Noted {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Watches a budget, part of which is a time limit of this length, and calls `overstepped` if nobody has ended the process by
/// the time at which somebody has to.
///
/// # Errors
/// If no thread can be started.
pub fn watch(
    budget: Budget,
    time: Option<Duration>,
    notes: Notes,
    overstepped: impl FnOnce(Limit) + Send + 'static,
) -> std::io::Result<()> {
    let work = move || {
        let mut since = None;
        loop {
            std::thread::sleep(LOOK);
            if budget.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                since.get_or_insert_with(Instant::now);
            }
            let is_reading = notes.last() == Noted::Reading;
            if let Some(limit) = limit(&budget, time, since, is_reading) {
                return overstepped(limit);
            }
        }
    };
    std::thread::Builder::new().name("guard".to_owned()).spawn(work).map(|_| ())
}

/// What is overstepped by too much, if anything. The user has wanted an end since `interrupted`. Whoever reads a program does
/// not look at the budget, so there is nothing to wait for.
fn limit(budget: &Budget, time: Option<Duration>, interrupted: Option<Instant>, is_reading: bool) -> Option<Limit> {
    let some = |grace| if is_reading { Duration::ZERO } else { grace };
    // A twentieth: half of what a limit may be overstepped by.
    let grace = some(time.unwrap_or_default() / 20 + Duration::from_millis(200));
    if interrupted.is_some_and(|it| it.elapsed() >= some(PATIENCE)) {
        return Some(Limit::Interrupt);
    }
    if budget.deadline.and_then(|it| it.checked_add(grace)).is_some_and(|it| Instant::now() >= it) {
        return Some(Limit::Time);
    }
    let is_full = |(most, in_use): (u64, fn() -> u64)| in_use() > most.saturating_add(most / 25);
    budget.memory.is_some_and(is_full).then_some(Limit::Memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ago(time: Duration) -> Option<Instant> {
        Instant::now().checked_sub(time)
    }

    #[test]
    fn engines_have_time_to_end_and_readers_do_not_need_it() {
        let time = Some(Duration::from_secs(10));
        let since = |over| Budget { deadline: ago(Duration::from_millis(over)), ..Budget::default() };
        assert_eq!(limit(&since(400), time, None, false), None);
        assert_eq!(limit(&since(800), time, None, false), Some(Limit::Time));
        assert_eq!(limit(&since(400), time, None, true), Some(Limit::Time));
        assert_eq!(limit(&Budget::default(), None, None, true), None);
    }

    #[test]
    fn the_user_waits_for_two_seconds() {
        let budget = Budget::default();
        assert_eq!(limit(&budget, None, ago(Duration::from_millis(1500)), false), None);
        assert_eq!(limit(&budget, None, ago(Duration::from_millis(2500)), false), Some(Limit::Interrupt));
        assert_eq!(limit(&budget, None, ago(Duration::ZERO), true), Some(Limit::Interrupt));
    }

    #[test]
    fn memory_may_be_overstepped_by_little() {
        let budget = |most| Budget { memory: Some((most, || 1030)), ..Budget::default() };
        assert_eq!(limit(&budget(1000), None, None, false), None);
        assert_eq!(limit(&budget(900), None, None, false), Some(Limit::Memory));
    }

    #[test]
    fn who_is_late_is_told() {
        let (send, told) = std::sync::mpsc::channel();
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        watch(budget, None, Notes::default(), move |limit| _ = send.send(limit)).expect("a thread");
        assert_eq!(told.recv_timeout(Duration::from_secs(30)), Ok(Limit::Time));
    }
}
