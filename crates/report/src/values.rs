//! What variables hold after each step, as far as the run tells: from what was read and written.

use event::{Actor, Manner, Step, ThreadId, Touch};
use std::collections::BTreeMap;

/// The variables of a run, in the order in which they are touched first.
#[derive(Debug)]
pub struct Values {
    variables: Vec<Variable>,
}

#[derive(Debug)]
struct Variable {
    name: String,
    /// What the first who touches it finds.
    first: Option<String>,
    /// What is in it since when, in the order of steps; at most one for each.
    moments: Vec<Moment>,
}

/// What a step has left in a variable.
#[derive(Debug)]
pub struct Moment {
    /// Which, from 0.
    pub step: usize,
    /// Who made it.
    pub thread: ThreadId,
    /// What is in it.
    pub value: String,
    /// It was something else before.
    pub changed: bool,
}

/// What is known of a variable at some point of the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known<'v> {
    /// This is in it.
    Value {
        /// As people read it.
        value: &'v str,
        /// Who has changed it last, in which step from 0, if somebody has.
        changed: Option<(ThreadId, usize)>,
    },
    /// Nobody has touched it yet, and this is what the first will find.
    Untouched(&'v str),
    /// Nothing.
    Nothing,
}

impl Values {
    /// Reads them off a run.
    pub fn of(actors: &[Actor], steps: &[Step]) -> Values {
        let mut variables: Vec<Variable> = Vec::new();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, step) in steps.iter().enumerate() {
            for touch in step.effects.iter().filter_map(|it| it.touch.as_ref()) {
                let index = *numbers.entry(&touch.variable).or_insert_with(|| {
                    let (name, first) = (touch.variable.clone(), touch.before.clone());
                    variables.push(Variable { name, first, moments: Vec::new() });
                    variables.len() - 1
                });
                if let Some(value) = left(actors, step.thread, touch) {
                    variables[index].note(number, step.thread, value, touch.manner);
                }
            }
        }
        Values { variables }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.variables.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// The name of a variable.
    pub fn name(&self, variable: usize) -> &str {
        &self.variables[variable].name
    }

    /// What the first who touches a variable finds, where that is known.
    pub fn first(&self, variable: usize) -> Option<&str> {
        self.variables[variable].first.as_deref()
    }

    /// What steps leave in a variable, in their order.
    pub fn moments(&self, variable: usize) -> &[Moment] {
        &self.variables[variable].moments
    }

    /// The variable of that name; else those whose name begins so; else those with a part that does (`balance` of
    /// `Account.balance`). Without a name all of them.
    pub fn named(&self, name: &str) -> Vec<usize> {
        let those = |holds: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..self.variables.len()).filter(|&it| holds(self.name(it))).collect()
        };
        let exact = those(&|it| it == name);
        if !exact.is_empty() {
            return exact;
        }
        let begin = those(&|it| it.starts_with(name));
        if !begin.is_empty() {
            return begin;
        }
        those(&|it| it.split('.').skip(1).any(|part| part.starts_with(name)))
    }

    /// Whether a step changes a variable.
    pub fn changes(&self, variable: usize, step: usize) -> bool {
        let moments = &self.variables[variable].moments;
        moments.binary_search_by_key(&step, |it| it.step).is_ok_and(|it| moments[it].changed)
    }

    /// What is in a variable when so many steps are made.
    pub fn after(&self, variable: usize, made: usize) -> Known<'_> {
        let Variable { first, moments, .. } = &self.variables[variable];
        let past = &moments[..moments.partition_point(|it| it.step < made)];
        let changed = past.iter().rev().find(|it| it.changed).map(|it| (it.thread, it.step));
        match (past.last(), first) {
            (Some(moment), _) => Known::Value { value: &moment.value, changed },
            (None, Some(first)) => Known::Untouched(first),
            (None, None) => Known::Nothing,
        }
    }

    /// The step before `made` that touched a variable last.
    pub fn touched(&self, variable: usize, made: usize) -> Option<usize> {
        let moments = &self.variables[variable].moments;
        let past = moments.partition_point(|it| it.step < made);
        past.checked_sub(1).map(|it| moments[it].step)
    }
}

impl Variable {
    fn note(&mut self, step: usize, thread: ThreadId, value: String, manner: Manner) {
        // What a step leaves behind is what it did last.
        self.moments.pop_if(|it| it.step == step);
        let before = self.moments.last().map(|it| &it.value).or(self.first.as_ref());
        let changed = match before {
            Some(before) => *before != value,
            // What is found first was there.
            None => manner != Manner::Read,
        };
        self.moments.push(Moment { step, thread, value, changed });
    }
}

/// What is in a variable after it was touched, if the touch tells.
fn left(actors: &[Actor], thread: ThreadId, touch: &Touch) -> Option<String> {
    let name = || actors.iter().find(|it| it.thread == thread).map_or("somebody", |it| &it.name);
    match touch.manner {
        Manner::Read | Manner::Write | Manner::Update | Manner::Unlock => touch.after.clone(),
        // A mutex that was only tried is as it was.
        Manner::Lock => touch.after.as_ref().map(|_| format!("held by {}", name())),
        Manner::End => Some("ended".to_owned()),
    }
}
