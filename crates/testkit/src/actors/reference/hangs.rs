//! Tasks that hang, from the whole graph of states and straight from what it means: in a state to which everything leads back that
//! follows it, a task has not ended, and waits or is in a loop with an exit, and nothing that follows lets it past.
//!
//! A loop is known by its place among what the calls of the task still have to do. It has been left if, on the way of a step, less than
//! that was left to do.

use super::state::{State, Todo, Wait};
use super::step::{self, Height};
use super::value::TaskName;
use abs::program::{Effect, ExpressionKind, Literal, Program, Statement, StatementKind};
use std::collections::BTreeMap;

/// A step from a state.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub to: usize,
    pub task: TaskName,
    /// The least that was left to do on the way.
    pub lowest: Height,
    pub has_ended: bool,
}

/// What a task that has not ended is doing in a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// The loops around it, inner ones first, and whether they have exits.
    loops: Vec<(Height, bool)>,
    waits_for: Option<TaskName>,
}

/// States by number.
#[derive(Default, Debug)]
pub(super) struct Graph {
    pub steps: Vec<Vec<Step>>,
    pub tasks: Vec<BTreeMap<TaskName, Standing>>,
}

/// What a task does for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Waits,
    Hangs,
    Serves,
    GoesOn,
}

/// What the tasks of a state are doing.
pub(super) fn standings(program: &Program, state: &State<'_>) -> BTreeMap<TaskName, Standing> {
    let mut all = BTreeMap::new();
    for (name, task) in state.tasks.iter().filter(|it| it.1.wait != Wait::Ended) {
        let mut loops = Vec::new();
        for (depth, frame) in task.frames.iter().enumerate() {
            for (place, todo) in frame.todo.iter().enumerate() {
                if let Todo::Loop(condition, body) = todo {
                    let goes_on = matches!(condition.0.kind, ExpressionKind::Literal(Literal::Bool(true)));
                    loops.push(((depth + 1, place + 1), !goes_on || leaves(body.0, true)));
                }
            }
        }
        loops.reverse();
        let waits_for = match &task.wait {
            Wait::Future(future) | Wait::Get(future) => Some(future.clone()),
            Wait::Guards => step::missing_answer(program, state, name),
            Wait::Start | Wait::Turn | Wait::Ended => None,
        };
        all.insert(name.clone(), Standing { loops, waits_for });
    }
    all
}

/// Whether a statement of a loop leads out of it; `throws`: an exception that it throws is caught outside only.
fn leaves(statement: &Statement, throws: bool) -> bool {
    let all = |it: &[Statement], throws| it.iter().any(|it| leaves(it, throws));
    match &statement.kind {
        StatementKind::Return(Effect { .. }) => true,
        StatementKind::Throw(_) => throws,
        StatementKind::Block(statements) => all(statements, throws),
        StatementKind::If(_, yes, no) => leaves(yes, throws) || no.as_ref().is_some_and(|it| leaves(it, throws)),
        StatementKind::While(_, body) | StatementKind::ForEach { body, .. } => leaves(body, throws),
        StatementKind::Switch(_, arms) => arms.iter().any(|it| leaves(&it.1, throws)),
        StatementKind::Try { body, arms, finally } => {
            leaves(body, false)
                || arms.iter().any(|it| leaves(&it.1, false))
                || finally.as_ref().is_some_and(|it| leaves(it, throws))
        }
        StatementKind::Skip
        | StatementKind::Suspend
        | StatementKind::Assign(..)
        | StatementKind::Effect(_)
        | StatementKind::Await(_)
        | StatementKind::Assert(_) => false,
    }
}

impl Graph {
    /// Whether some task hangs in some state.
    pub fn hangs(&self) -> bool {
        let reach: Vec<Vec<bool>> = (0..self.steps.len()).map(|it| self.reach(it)).collect();
        (0..self.steps.len()).any(|state| {
            let area: Vec<usize> = (0..self.steps.len()).filter(|it| reach[state][*it]).collect();
            let leads_back = |it: &usize| reach[*it][state];
            !self.steps[state].is_empty()
                && area.iter().all(leads_back)
                && self.tasks[state].keys().any(|it| self.hangs_in(&area, state, it))
        })
    }

    fn reach(&self, from: usize) -> Vec<bool> {
        let mut reached = vec![false; self.steps.len()];
        let mut left = vec![from];
        while let Some(state) = left.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                left.extend(self.steps[state].iter().map(|it| it.to));
            }
        }
        reached
    }

    fn hangs_in(&self, area: &[usize], state: usize, task: &TaskName) -> bool {
        match self.fate(area, state, task) {
            Fate::Hangs => true,
            Fate::Serves | Fate::GoesOn => false,
            Fate::Waits => {
                let mut at = task.clone();
                for _ in 0..self.tasks[state].len() {
                    let Some(next) = self.tasks[state].get(&at).and_then(|it| it.waits_for.clone()) else {
                        return true;
                    };
                    match self.fate(area, state, &next) {
                        Fate::Serves => return false,
                        Fate::Hangs | Fate::GoesOn => return true,
                        Fate::Waits => at = next,
                    }
                }
                true
            }
        }
    }

    /// What a task does in states that all lead to each other.
    fn fate(&self, area: &[usize], state: usize, task: &TaskName) -> Fate {
        let Some(standing) = self.tasks[state].get(task) else { return Fate::GoesOn };
        let own: Vec<&Step> = area.iter().flat_map(|it| &self.steps[*it]).filter(|it| it.task == *task).collect();
        if own.is_empty() {
            return Fate::Waits;
        }
        if own.iter().any(|it| it.has_ended) {
            return Fate::GoesOn;
        }
        let stays = standing.loops.iter().find(|(height, _)| own.iter().all(|it| it.lowest >= *height));
        match stays {
            Some((_, true)) => Fate::Hangs,
            Some((_, false)) => Fate::Serves,
            None => Fate::GoesOn,
        }
    }
}
