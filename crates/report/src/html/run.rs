//! What a page walks through: the steps of a run, and behind them, as one more stop, what is wrong at the end.

use crate::told;
use crate::trace::{End, ends};
use event::{Actor, Counterexample, Diagram, Effect, Property, Row, Step, ThreadId, What};
use source::Span;

/// A run. Stops are counted from 0: the steps, then the end if it is none of them.
pub struct Run<'a> {
    pub actors: &'a [Actor],
    pub steps: &'a [Step],
    /// How it ends, for each thread that has a part in that; empty if nothing is wrong or a step shows it already.
    pub ends: Vec<End>,
    /// The two steps that race.
    pub racing: Option<(usize, usize)>,
    /// The two steps whose order makes the difference to a run that passes.
    pub turning: Option<(usize, usize)>,
    /// The same as messages, with the end as rows of its own.
    pub diagram: Option<Diagram>,
    /// Whether the last stop is a failure.
    pub fails: bool,
    /// Whether that is a deadlock: everybody who has not ended waits.
    pub is_deadlock: bool,
    /// What is wrong at the end, one sentence, and where.
    pub summary: &'a str,
    pub position: Span,
}

impl<'a> Run<'a> {
    /// A run that violates a property.
    pub fn violating(property: Property, example: &'a Counterexample) -> Run<'a> {
        let diagram = example.diagram.as_ref().map(|it| with_end(it, example));
        let mut ends = ends(property, example);
        // In a diagram the row that fails is part of a step; tasks that wait for ever have got rows of their own.
        if diagram.is_some() {
            ends.clear();
        }
        Run {
            actors: &example.actors,
            steps: &example.steps,
            ends,
            racing: example.racing,
            turning: example.passing.as_ref().map(|it| it.reversed),
            diagram,
            fails: true,
            is_deadlock: property == Property::Deadlock && example.culprit.is_none(),
            summary: &example.summary,
            position: example.position,
        }
    }

    /// A run in which nothing is violated.
    pub fn passing(actors: &'a [Actor], steps: &'a [Step]) -> Run<'a> {
        let (summary, position) = ("", Span::NONE);
        let (fails, is_deadlock) = (false, false);
        let (ends, racing, turning, diagram) = (Vec::new(), None, None, None);
        Run { actors, steps, ends, racing, turning, diagram, fails, is_deadlock, summary, position }
    }

    /// Whether there is a stop behind the last step.
    pub fn has_end(&self) -> bool {
        let beyond = |it: &Diagram| it.rows.iter().any(|row| row.step >= self.steps.len());
        !self.ends.is_empty() || self.diagram.as_ref().is_some_and(beyond)
    }

    /// How many stops there are.
    pub fn stops(&self) -> usize {
        self.steps.len() + usize::from(self.has_end())
    }

    /// Whether a stop is needed to understand the failure.
    pub fn matters(&self, stop: usize) -> bool {
        self.steps.get(stop).is_none_or(|it| it.matters)
    }

    /// Whether the run is wrong at this stop.
    pub fn is_wrong(&self, stop: usize) -> bool {
        self.fails && stop + 1 == self.stops()
    }

    /// Whether a step is one of two that race.
    pub fn races(&self, step: usize) -> bool {
        self.racing.is_some_and(|(one, two)| step == one || step == two)
    }

    /// Whether a step is one of the two whose order makes the difference.
    pub fn turns(&self, step: usize) -> bool {
        self.turning.is_some_and(|(one, two)| step == one || step == two)
    }

    /// The number of a thread in the list of all.
    pub fn number(&self, thread: ThreadId) -> usize {
        self.actors.iter().position(|it| it.thread == thread).unwrap_or(0)
    }

    /// Which of the colours stands for a thread. A task has that of its actor.
    pub fn colour(&self, thread: ThreadId) -> usize {
        let is_own = |row: &&Row| self.steps.get(row.step).is_some_and(|it| it.thread == thread);
        let column = self.diagram.iter().flat_map(|it| &it.rows).find(is_own).map(|it| it.column);
        column.unwrap_or_else(|| self.number(thread)) % super::COLOURS
    }

    /// The short name of a thread. A task of an actor is known by its method.
    pub fn name(&self, thread: ThreadId) -> &str {
        let actor = &self.actors[self.number(thread)];
        if self.diagram.is_some() { &actor.function } else { &actor.name }
    }

    /// What a step does, a text for each thing with whether it changes a value.
    pub fn words(&self, step: &Step) -> Vec<(String, bool)> {
        let is_change = |it: &Effect| it.touch.as_ref().is_some_and(|it| it.changes());
        match step.effects.as_slice() {
            [] => vec![("an atomic section".to_owned(), false)],
            effects => effects.iter().map(|it| (told(it), is_change(it))).collect(),
        }
    }

    /// Where a stop is in the program: of a step everything that it did, of the end everybody who has a part in it.
    pub fn positions(&self, stop: usize) -> Vec<Span> {
        let mut all: Vec<Span> = match self.steps.get(stop) {
            Some(step) => {
                let rows = self.diagram.iter().flat_map(|it| &it.rows).filter(|it| it.step == stop);
                let own = std::iter::once(step.position).chain(step.effects.iter().map(|it| it.position));
                rows.map(|it| it.position).chain(own).collect()
            }
            None => {
                let racing = self.racing.into_iter().flat_map(|(one, two)| [one, two]);
                let racing = racing.filter_map(|it| self.steps.get(it)).map(|it| it.position);
                let waiting = self.rows_of_end().map(|it| it.position);
                self.ends.iter().map(|it| it.position).chain(waiting).chain(racing).collect()
            }
        };
        // The place of a failure is what is to be seen first.
        if self.is_wrong(stop) {
            all.insert(0, self.position);
        }
        let mut seen = Vec::new();
        for position in all.into_iter().filter(|it| it.is_some()) {
            if !seen.contains(&position) {
                seen.push(position);
            }
        }
        seen
    }

    /// Who makes the stop, if it is one thread.
    pub fn thread(&self, stop: usize) -> Option<ThreadId> {
        match (self.steps.get(stop), self.ends.as_slice()) {
            (Some(step), _) => Some(step.thread),
            (None, [only]) => Some(only.thread),
            (None, _) => None,
        }
    }

    /// The rows of a diagram behind its last step.
    pub fn rows_of_end(&self) -> impl Iterator<Item = &Row> {
        self.diagram.iter().flat_map(|it| &it.rows).filter(|it| it.step >= self.steps.len())
    }
}

fn fails(row: &Row) -> bool {
    matches!(row.what, What::Fails(_))
}

/// A diagram, with rows for tasks that wait for ever: sentences that begin with the actor's name tell which they are.
fn with_end(diagram: &Diagram, example: &Counterexample) -> Diagram {
    let mut whole = diagram.clone();
    if diagram.rows.iter().any(fails) {
        return whole;
    }
    for line in &example.details {
        let Some((task, what)) = line.text.split_once(" waits ") else { continue };
        let name = task.split('.').next().unwrap_or(task);
        let Some(column) = diagram.columns.iter().position(|it| it.name == name) else { continue };
        let method = task.strip_prefix(name).and_then(|it| it.strip_prefix('.')).unwrap_or(task);
        let what = What::Fails(format!("{method} waits {what}"));
        whole.rows.push(Row { step: example.steps.len(), column, position: line.position, what, matters: true });
    }
    whole
}
