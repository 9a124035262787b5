//! What threads choose: what the witness says, or else what there is.

use super::super::expression::{Nothing, Type, Value};
use super::super::follow::What;
use super::super::resolve::{Place, Point};
use super::super::sites::CallId;
use super::Searcher;
use super::marks::Marks;
use event::System;
use ir::Width;
use vm::{MOST_BRANCHES, Turn};

/// No more numbers of a witness than this are tried as inputs.
const MOST_NUMBERS: usize = 32;

impl Searcher<'_, '_> {
    /// What a thread may choose in its next step: one list of values for each way to make it, the likeliest first.
    pub(super) fn values(&mut self, marks: &Marks, position: usize) -> Vec<Vec<u64>> {
        let thread = self.follower.machine.threads()[position];
        let Some((low, count, width)) = self.follower.machine.pending_choice(thread) else {
            // A section may choose, too; nobody knows where before it is run.
            let says = self.demanded(marks, position, None).filter_map(|it| it.condition.as_ref()?.demanded_result());
            return vec![says.map(|it| it as u64).collect()];
        };
        let call = self.pending_call(position);
        let mut values: Vec<u64> = Vec::new();
        let is_known = {
            let fits = |it: &u64| count == u64::MAX || it.wrapping_sub(low) & width.mask() < count;
            let points: Vec<Point> = self.demanded(marks, position, call).cloned().collect();
            let first = points.first().and_then(|it| it.condition.clone());
            let demanded = points.iter().filter_map(|it| it.condition.as_ref()?.demanded_result());
            values.extend(demanded.map(|it| it as u64 & width.mask()));
            let small = |it: u64| low.wrapping_add(it) & width.mask();
            if count <= MOST_BRANCHES {
                values.extend((0..count).map(small));
            } else {
                values.extend([0, 1, width.mask(), small(0), small(count.wrapping_sub(1))]);
                values.extend(self.numbers(marks).iter().map(|it| *it as u64 & width.mask()));
            }
            values.retain(fits);
            // What the next waypoint about this call wants comes first.
            if let Some(condition) = first {
                let holds = |it: &u64| condition.holds(&Nothing, Some(typed(*it, width))) == Some(true);
                values.sort_by_key(|it| !holds(it));
            }
            count <= MOST_BRANCHES || !points.is_empty()
        };
        let mut unique: Vec<u64> = Vec::new();
        values.into_iter().for_each(|it| {
            if !unique.contains(&it) {
                unique.push(it)
            }
        });
        self.furthest.is_incomplete |= !is_known;
        unique.into_iter().map(|it| vec![it]).collect()
    }

    /// The numbers that the waypoints to come mention, and those beside them: inputs that somebody assumes something about are most
    /// likely among them.
    fn numbers(&self, marks: &Marks) -> Vec<i128> {
        let mut numbers = Vec::new();
        let points = self.question.segments[marks.passed..].iter().flat_map(|it| &it.follow);
        points.filter_map(|it| it.condition.as_ref()).for_each(|it| it.numbers(&mut numbers));
        numbers.sort_unstable();
        numbers.dedup();
        numbers.truncate(MOST_NUMBERS);
        numbers.into_iter().flat_map(|it| [it, it - 1, it + 1]).collect()
    }

    /// The values that a step really takes if it is given these, which may be too few for an atomic section; and other
    /// ways to go on behind them. Makes the step.
    pub(super) fn completed(&mut self, position: usize, mut values: Vec<u64>) -> (Vec<u64>, Vec<Vec<u64>>) {
        let thread = self.follower.machine.threads()[position];
        let before = self.follower.machine.choices_made(thread);
        let pending = self.follower.machine.pending_instruction(thread);
        if pending.is_none_or(|pc| self.follower.machine.code().turn(pc) != Turn::Operation) {
            return (values, Vec::new());
        }
        if self.step(position, &values, &mut Vec::new()).is_err() {
            return (values, Vec::new());
        }
        let domains: Vec<(u64, u64, Width)> = self.follower.machine.choices_since(thread, before).to_vec();
        values.truncate(domains.len());
        let mut further = Vec::new();
        for &(low, count, width) in &domains[values.len()..] {
            self.furthest.is_incomplete |= count > MOST_BRANCHES;
            let others = (1..count.min(MOST_BRANCHES)).map(|it| low.wrapping_add(it) & width.mask());
            further.extend(others.map(|it| [values.as_slice(), &[it]].concat()));
            values.push(low & width.mask());
        }
        (values, further)
    }

    /// The waypoints to come that say what calls of a thread return; all of them, or those of one call.
    fn demanded(&self, marks: &Marks, position: usize, call: Option<CallId>) -> impl Iterator<Item = &Point> {
        let points = self.question.segments[marks.passed..].iter().flat_map(|it| &it.follow);
        let is_own = move |it: &&Point| {
            let is_meant = |at: CallId| call.map_or(self.question.sites.is_asker(at), |it| it == at);
            let is_return = matches!(it.place, Place::Return(at) if is_meant(at));
            is_return && marks.is_thread(it.thread, position)
        };
        points.filter(is_own)
    }

    /// The call that a thread is about to make.
    fn pending_call(&self, position: usize) -> Option<CallId> {
        let thread = self.follower.machine.threads()[position];
        let pc = self.follower.machine.pending_instruction(thread)?;
        debug_assert_eq!(self.follower.machine.code().turn(pc), Turn::Choose, "a thread that chooses");
        let last = self.follower.progress(position).moments.last().map(|it| it.what);
        self.question.sites.call_at_instruction(pc).or(match last {
            Some(What::Enter(call)) => Some(call),
            _ => None,
        })
    }
}

fn typed(value: u64, width: Width) -> Value {
    let bits = if width.0.is_power_of_two() { width.0.max(8) } else { 64 };
    Value::of_bits(value, Type { bits, signed: true })
}
