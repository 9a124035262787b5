//! The limits of `check` and `svcomp`: time, memory and Ctrl-C, and the answer that is given if they are overstepped.
//!
//! They hold from the start, before the program is read.

use crate::exit;
use event::{Budget, Limit, Properties, Reason};
use raddle::Outcome;
use raddle::guard::{self, Noted, Notes};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// What engines get, and where they tell how far they are.
#[derive(Clone)]
pub struct Limits {
    /// Since the start.
    pub budget: Budget,
    /// How far the engines are.
    pub notes: Notes,
    time: Option<Duration>,
}

impl Limits {
    /// From now on.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Limits {
        let budget = Budget {
            deadline: time.and_then(|it| Instant::now().checked_add(it)),
            memory: memory.or_else(most_memory).map(|most| (most, memory_in_use as fn() -> u64)),
            interrupt: interrupt(),
            pace: None,
        };
        Limits { budget, notes: Notes::default(), time }
    }

    /// Has the limits watched. If one is overstepped and nobody else answers, `tell` prints what there is to say.
    pub fn watch(&self, engine: String, properties: Properties, tell: impl FnOnce(Outcome) + Send + 'static) {
        let notes = self.notes.clone();
        let overstepped = move |limit| {
            claim_answer();
            tell(outcome(limit, notes.last(), engine, properties));
            std::process::exit(exit::UNKNOWN.into());
        };
        // Without a guard there are still the engines, who look themselves.
        let _ = guard::watch(self.budget.clone(), self.time, self.notes.clone(), overstepped);
    }

    /// The program is read, and engines begin: they look at the budget themselves.
    pub fn engines_begin(&self) {
        self.notes.take(Noted::Working);
    }
}

fn outcome(limit: Limit, noted: Noted, engine: String, properties: Properties) -> Outcome {
    let unknown = Outcome::unknown(Reason::Limit(limit), properties);
    match noted {
        Noted::Reading => Outcome { figures: Some(Vec::new()), ..unknown },
        Noted::Working => Outcome { figures: Some(Vec::new()), engine, ..unknown },
        Noted::Explored(stats) => Outcome { stats, engine, ..unknown },
        Noted::Solved(figures) => Outcome { figures: Some(figures), engine, ..unknown },
    }
}

/// From here on only this thread answers. If another one does so already, the process ends when that is done, and this one
/// waits for it. There is one standard output, and so one answer for the whole process.
pub fn claim_answer() {
    static ANSWERING: OnceLock<ThreadId> = OnceLock::new();
    let me = std::thread::current().id();
    while *ANSWERING.get_or_init(|| me) != me {
        std::thread::park();
    }
}

/// A flag that is set by the first interrupt, which asks for an orderly end; the second one is obeyed at once.
pub fn interrupt() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = interrupt.clone();
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    interrupt
}

/// What the process may use if nothing is said: three quarters of what the machine has, where it says so. Running out of
/// memory would end without a verdict.
fn most_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text.lines().find_map(|it| it.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024 / 4 * 3)
}

fn memory_in_use() -> u64 {
    memory_stats::memory_stats().map_or(0, |it| it.physical_mem as u64)
}
