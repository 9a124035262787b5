//! Threads that are told when to go on: they are not stopped when they come back to where they were (`spin`), and so somebody
//! who has run out of orders for them has to ask whether they wait.

use super::{Machine, TEMPORARY, Version};
use crate::thread::Outcome;
use event::{System, ThreadId};

impl Machine<'_> {
    /// Whether a thread waits in a loop: it is where it was before, and has done nothing in between.
    pub(crate) fn has_gone_round(&self, thread: ThreadId) -> bool {
        let id = self.current[thread.index()];
        let Version { outcome, from, trail, .. } = *self.at(id);
        match outcome {
            Outcome::At(_) => self.is_round(self.words_at(id), from, trail),
            Outcome::Watching(_) | Outcome::Spinning(_) => true,
            Outcome::Ended(_) => false,
        }
    }

    /// Stops the threads that went round because they were told to and would only come back again.
    pub(crate) fn stop_those_that_wait(&mut self) {
        for index in 0..self.threads().len() {
            let thread = self.threads()[index];
            let id = self.current[thread.index()];
            let version = *self.at(id);
            let Outcome::At(request) = version.outcome else { continue };
            if !self.has_gone_round(thread) {
                continue;
            }
            let start = self.copy_version(thread);
            self.go(thread, self.versions.len() as u32 | TEMPORARY);
            self.versions.push(Version { start, outcome: Outcome::Spinning(request), ..version });
            self.stamp += 1;
            if self.would_go_on(thread) != Some(false) {
                self.go(thread, id);
                self.stamp += 1;
            }
        }
    }
}
