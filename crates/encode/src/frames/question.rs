//! What can be asked about the state of a frame.

use super::state::End;
use super::touch::Access;
use super::{Frames, Look};
use crate::edge::MistakeKind;
use smt::Term;
use source::Span;

/// Two threads that are about to race.
#[derive(Clone, Copy, Debug)]
pub struct Racing {
    /// When they are.
    pub when: Term,
    /// Who, in an order in which both accesses can be made: who ends an object comes second.
    pub threads: [u32; 2],
}

impl Frames<'_> {
    /// Holds if some thread has ended in a way that `is` says.
    fn ended(&mut self, is: &dyn Fn(End) -> bool) -> Term {
        let ends = self.state.threads.iter().flat_map(|it| &it.ends);
        let ends: Vec<Term> = ends.filter(|it| is(*it.0)).map(|it| *it.1).collect();
        self.terms.any(ends)
    }

    /// Holds if an assertion has failed.
    pub fn assertion_failed(&mut self) -> Term {
        self.ended(&|it| it == End::Assertion)
    }

    /// Holds if a mistake of such a kind was made.
    pub fn mistake_made(&mut self, is: &dyn Fn(MistakeKind) -> bool) -> Term {
        self.ended(&|it| matches!(it, End::Mistake(kind, _) if is(kind)))
    }

    /// Holds if a bound has cut off a thread.
    pub fn was_cut(&mut self) -> Term {
        self.ended(&|it| it == End::Cut)
    }

    /// The mistakes that threads may have made, each with the condition under which they have.
    pub fn mistakes(&self) -> Vec<(MistakeKind, Span, Term)> {
        let ends = self.state.threads.iter().flat_map(|it| &it.ends);
        let mistake = |(end, when): (&End, &Term)| match end {
            End::Mistake(kind, span) => Some((*kind, *span, *when)),
            End::Returned | End::MainReturned | End::Exit | End::Assume | End::Cut | End::Assertion => None,
        };
        ends.filter_map(mistake).collect()
    }

    /// Holds if nobody can go on, somebody has not ended, and nothing else is the reason for that.
    pub fn deadlock(&mut self, look: &Look) -> Term {
        let some_enabled = self.terms.any(look.threads.iter().map(|it| it.enabled).collect::<Vec<_>>());
        let standing = look.threads.iter().flat_map(|it| it.spots.iter().map(|it| it.at));
        let some_waits = self.terms.any(standing.collect::<Vec<_>>());
        let excuse = self.ended(&|it| match it {
            End::MainReturned | End::Exit | End::Assume | End::Cut | End::Assertion | End::Mistake(..) => true,
            End::Returned => false,
        });
        let none_enabled = self.terms.not(some_enabled);
        let no_excuse = self.terms.not(excuse);
        self.terms.all([none_enabled, some_waits, no_excuse])
    }

    /// Two threads that are about to access the same place, one of them writes it, and one does so not atomically.
    pub fn races(&mut self, look: &Look) -> Vec<Racing> {
        let mut races = Vec::new();
        for (index, second) in look.threads.iter().enumerate() {
            for first in &look.threads[..index] {
                // With the first thread's access first, and with the second one's.
                let mut any = [Vec::new(), Vec::new()];
                for one in &first.spots {
                    for two in &second.spots {
                        let both = self.terms.and(one.at, two.at);
                        let enabled = self.terms.and(one.outcome.enabled, two.outcome.enabled);
                        let both = self.terms.and(both, enabled);
                        let for_nothing = self.terms.or(one.outcome.taken_back, two.outcome.taken_back);
                        let for_good = self.terms.not(for_nothing);
                        let both = self.terms.and(both, for_good);
                        for a in &one.outcome.touches {
                            for b in &two.outcome.touches {
                                let order = match (a.what.is_object(), b.what.is_object()) {
                                    (false, true) => 0,
                                    (true, false) => 1,
                                    // What a section does may depend on what it finds, and it finds this state.
                                    (false, false) => {
                                        usize::from(b.access == Access::Section && !planted::bug!(SectionsComeSecond))
                                    }
                                    // Of two who end the same object one fails, and touches nothing.
                                    (true, true) => continue,
                                };
                                if (a.is_write || b.is_write) && a.access.races_with(b.access) {
                                    let meet = a.meets(&mut self.terms, self.program.model, b);
                                    any[order].push(self.terms.and(both, meet));
                                }
                            }
                        }
                    }
                }
                let orders = [[first.thread, second.thread], [second.thread, first.thread]];
                for (any, threads) in any.into_iter().zip(orders) {
                    let when = self.terms.any(any);
                    if !self.terms.is_false(when) {
                        races.push(Racing { when, threads });
                    }
                }
            }
        }
        races
    }
}
