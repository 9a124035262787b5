//! From a counterexample to the waypoints of a violation witness.
//!
//! The counterexample is run once more, and what its threads come to is written down in the order in which it happens. There is a
//! waypoint for each statement in which a thread does something that others can notice, at its beginning: with the values
//! of the variables that it is about. Threads that start and inputs have waypoints of their own. Between two waypoints nobody passes the second
//! one earlier: whoever takes the first chance to pass a waypoint passes all of them.

mod race;
mod written;

use super::expression::{self, Expression, Part};
use super::follow::{Follower, Moment, What, position_of};
use super::scope::Here;
use super::sites::{Sites, StatementId};
use event::{Counterexample, Properties, Property, Status, Step, System, Violation};
use ir::{FunctionId, Program};
use report::witness::Waypoint;
use report::witness::graphml::Callee;
use vm::Code;

/// How a program was read and checked.
#[derive(Clone, Copy)]
pub struct Checked<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its files, as they were named.
    pub files: &'a [String],
    /// What was checked.
    pub properties: Properties,
}

impl Checked<'_> {
    /// What the plain machine runs.
    pub fn code(&self) -> Code {
        vm::compile(self.program, self.properties)
    }
}

/// The waypoints of a violation.
#[derive(Clone, Debug, Default)]
pub struct Waypoints {
    /// One segment after the other.
    pub segments: Vec<Vec<Waypoint>>,
    /// The functions of the threads, by their numbers in the witness.
    pub threads: Vec<String>,
    /// What is called at waypoints that are about calls, by line and column.
    pub callees: Vec<((u32, Option<u32>), Callee)>,
}

/// Something that might become a waypoint.
struct Candidate {
    thread: u32,
    what: What,
    function: FunctionId,
    /// What is known of the variables that matter.
    known: Vec<String>,
    is_selected: bool,
}

/// The waypoints of a violation, or why it cannot be told by waypoints.
pub fn of_violation(checked: Checked<'_>, violation: &Violation) -> Result<Waypoints, String> {
    let code = checked.code();
    let sites = Sites::of(checked.program, &code);
    let arranged = race::side_by_side(checked, violation);
    let (example, last) = match &arranged {
        Some(example) => (example, race::first(example)),
        None => (&violation.counterexample, race::first(&violation.counterexample)),
    };
    let schedule = schedule(violation.property, example);
    let last = last.unwrap_or(usize::MAX).min(schedule.len());
    let mut run = Run::new(
        checked.program,
        code.with_inputs(example.plan.inputs.clone()).reusing(example.plan.reused.clone()),
        &sites,
    );
    // First who comes to what, then, with the names of what matters, once more.
    let (_, owners) = run.candidates(&schedule[..last], &[])?;
    let mut names: Vec<Vec<String>> = Vec::new();
    for (step, owner) in owners.iter().enumerate().filter_map(|(step, owner)| owner.map(|it| (step, it))) {
        names.resize(names.len().max(owner + 1), Vec::new());
        let touched = example.steps.get(step).into_iter().flat_map(|it| &it.effects).filter_map(|it| it.touch.as_ref());
        for touch in touched.filter(|it| it.before.is_some() || it.after.is_some()) {
            if !names[owner].contains(&touch.variable) {
                names[owner].push(touch.variable.clone());
            }
        }
    }
    let (mut candidates, _) = run.candidates(&schedule[..last], &names)?;
    run.finish(&schedule)?;
    let targets = run.targets(violation.property, example)?;
    take_first_chances(&mut candidates);
    let is_target =
        |it: &Candidate| targets.iter().any(|target| What::Statement(target.1) == it.what && target.0 == it.thread);
    // What is about to be violated is told by the target.
    while candidates.last().is_some_and(|it| !it.is_selected || is_target(it)) {
        candidates.pop();
    }
    Ok(run.written(&candidates, &targets))
}

/// Who goes on, by the order of creation. A deadlock is shown by more steps than are planned.
fn schedule(property: Property, example: &Counterexample) -> Vec<usize> {
    if property != Property::Deadlock {
        return example.plan.schedule.iter().map(|it| it.thread as usize).collect();
    }
    let position = |it: &Step| example.actors.iter().position(|actor| actor.thread == it.thread);
    example.steps.iter().filter_map(position).collect()
}

/// Selects what would have been a chance to pass a selected one, so that everything is passed at the first chance.
fn take_first_chances(candidates: &mut [Candidate]) {
    let mut next: Option<(u32, What)> = None;
    for it in candidates.iter_mut().rev() {
        let is_chance = next == Some((it.thread, it.what)) && matches!(it.what, What::Statement(_));
        it.is_selected |= is_chance;
        if it.is_selected {
            next = Some((it.thread, it.what));
        }
    }
}

/// A run of a counterexample.
struct Run<'p> {
    program: &'p Program,
    sites: &'p Sites,
    follower: Follower<'p>,
    /// The numbers of the threads in the witness, by the order of creation.
    numbers: Vec<Option<u32>>,
    /// The number that the next thread gets that a thread starts.
    expected: Vec<Option<u32>>,
    next_number: u32,
    /// How much of what each thread has come to since its last step is dealt with.
    consumed: Vec<usize>,
    /// The thread and the statement of each step.
    at: Vec<(usize, Option<StatementId>)>,
}

impl<'p> Run<'p> {
    fn new(program: &'p Program, code: Code, sites: &'p Sites) -> Run<'p> {
        let follower = Follower::new(program, code, sites);
        Run {
            program,
            sites,
            follower,
            numbers: Vec::new(),
            expected: Vec::new(),
            next_number: 1,
            consumed: Vec::new(),
            at: Vec::new(),
        }
    }

    /// What threads come to up to a step, and for each step the candidate that stands for its statement.
    fn candidates(
        &mut self,
        schedule: &[usize],
        names: &[Vec<String>],
    ) -> Result<(Vec<Candidate>, Vec<Option<usize>>), String> {
        self.follower.back_to(0);
        (self.numbers, self.expected, self.consumed, self.next_number) = (vec![Some(0)], vec![None], vec![0], 1);
        self.at.clear();
        let mut list: Vec<Candidate> = Vec::new();
        let mut owners = Vec::new();
        let mut owner_of: Vec<Option<usize>> = vec![None];
        for &position in schedule {
            let first = list.len();
            self.perform(position, &mut list, names);
            let is_input = list[first..].iter().any(|it| self.is_input(it.what));
            let starts = list[first..].iter().any(|it| it.is_selected && matches!(it.what, What::Enter(_)));
            let begun = (first..list.len()).rev().find(|&it| matches!(list[it].what, What::Statement(_)));
            if begun.is_some() {
                owner_of[position] = begun;
            }
            if let Some(begun) = begun.filter(|_| !starts && !is_input) {
                list[begun].is_selected = self.numbers[position].is_some();
            }
            owners.push(owner_of[position]);
            self.step(position)?;
            owner_of.resize(self.numbers.len(), None);
            // What was chosen is told at once: the thread may make no further step.
            let first = self.follower.progress(position).moments.first().map(|it| it.what);
            if matches!(first, Some(What::Return(call, _)) if self.sites.is_asker(call)) {
                self.perform_one(position, 0, &mut list, names);
                self.consumed[position] = 1;
                list.last_mut().expect("just pushed").is_selected = self.numbers[position].is_some();
            }
        }
        Ok((list, owners))
    }

    /// Everything that a thread has come to happens now.
    fn perform(&mut self, position: usize, list: &mut Vec<Candidate>, names: &[Vec<String>]) {
        let all = self.follower.progress(position).moments.len();
        for index in self.consumed[position]..all {
            self.perform_one(position, index, list, names);
        }
        self.consumed[position] = all;
    }

    fn perform_one(&mut self, position: usize, index: usize, list: &mut Vec<Candidate>, names: &[Vec<String>]) {
        let moment = self.follower.progress(position).moments[index].clone();
        let starts = matches!(moment.what, What::Enter(call) if self.sites.is_starter(call));
        let is_selected = starts && self.numbers[position].is_some();
        if is_selected {
            self.expected[position] = Some(self.next_number);
            self.next_number += 1;
        }
        let names = names.get(list.len()).cloned().unwrap_or_default();
        let known = names.iter().filter_map(|it| self.known(&moment, it)).collect();
        let thread = self.numbers[position].unwrap_or(u32::MAX);
        list.push(Candidate { thread, what: moment.what, function: moment.function, known, is_selected });
    }

    /// Whether it is the call that asks for an input.
    fn is_input(&self, what: What) -> bool {
        matches!(what, What::Enter(call) if self.sites.is_asker(call))
    }

    fn step(&mut self, position: usize) -> Result<(), String> {
        let before = self.follower.machine.threads().len();
        self.at.push((position, self.follower.progress(position).statement));
        let thread = self.follower.machine.threads().get(position).copied();
        if !thread.is_some_and(|it| self.follower.machine.enabled(it)) {
            return Err("the counterexample cannot be repeated".to_owned());
        }
        let stepped = self.follower.step(position, &mut Vec::new());
        stepped.map_err(|_| "more happens in one step than can be written down".to_owned())?;
        self.consumed[position] = 0;
        for _ in before..self.follower.machine.threads().len() {
            let number = self.expected[position].take();
            self.numbers.push(number);
            self.expected.push(None);
            self.consumed.push(0);
        }
        Ok(())
    }

    /// Makes the rest of the steps.
    fn finish(&mut self, schedule: &[usize]) -> Result<(), String> {
        for &position in &schedule[self.at.len()..] {
            self.perform(position, &mut Vec::new(), &[]);
            self.step(position)?;
        }
        Ok(())
    }

    /// What is known of a variable: `x == 3`, if it is one that everybody knows by this name.
    fn known(&self, moment: &Moment, name: &str) -> Option<String> {
        let machine = &self.follower.machine;
        let expression = expression::parse(name, self.program.model).ok()?;
        let Expression::Variable(base, parts) = &expression else { return None };
        let is_plain =
            parts.iter().all(|it| !matches!(it, Part::Element(index) if !matches!(**index, Expression::Number(_))));
        if !is_plain || machine.has_local(moment.function, base) {
            return None;
        }
        let here = Here { machine, program: self.program, function: moment.function, locals: &moment.locals };
        let value = expression.value(&here, None)?;
        if here.is_pointer(&expression) {
            return Some(if value.number == 0 { format!("{name} == 0") } else { format!("{name} != 0") });
        }
        Some(format!("{name} == {}", value.literal()))
    }

    /// Where the violation is: threads by their numbers, and statements.
    fn targets(&mut self, property: Property, example: &Counterexample) -> Result<Vec<(u32, StatementId)>, String> {
        let numbers = self.numbers.clone();
        let number = |position: usize| {
            numbers.get(position).copied().flatten().ok_or("its thread starts where a witness cannot tell".to_owned())
        };
        let nowhere = || "it happens where a witness cannot point at".to_owned();
        let machine = &self.follower.machine;
        match (property, example.racing, example.culprit) {
            (Property::Race, Some((one, two)), _) => {
                let target = |step: usize| {
                    let (position, statement) = *self.at.get(step).ok_or_else(nowhere)?;
                    Ok::<_, String>((number(position)?, statement.ok_or_else(nowhere)?))
                };
                Ok(vec![target(one)?, target(two)?])
            }
            (Property::Race, None, _) => {
                let named = |it: &event::Line| {
                    let name = it.text.split(':').next().unwrap_or_default();
                    example.actors.iter().position(|it| it.name == name).map(|position| (position, it.position))
                };
                let found: Vec<_> = example.details.iter().filter_map(named).collect();
                let target = |&(position, span): &(usize, source::Span)| {
                    Ok((number(position)?, self.sites.statement_of(span).ok_or_else(nowhere)?))
                };
                let targets = found.iter().map(target).collect::<Result<Vec<_>, String>>()?;
                if targets.len() == 2 { Ok(targets) } else { Err(nowhere()) }
            }
            (Property::Deadlock, ..) => {
                let waits = |position: &usize| {
                    machine.status(machine.threads()[*position]) == Status::Waiting && numbers[*position].is_some()
                };
                let waiting = (0..numbers.len()).find(waits).ok_or_else(nowhere)?;
                let statement = self.follower.progress(waiting).statement.ok_or_else(nowhere)?;
                Ok(vec![(number(waiting)?, statement)])
            }
            (_, _, Some(culprit)) => {
                // Threads are numbered anew in every machine, but created in the same order.
                let position = example.actors.iter().position(|it| it.thread == culprit);
                // Somebody else may have failed before in another way.
                let failed = machine.failures().iter().find(|it| it.fault.property() == property);
                let failed = failed.and_then(|it| position_of(machine, it.thread));
                let position = failed.or(position).ok_or_else(nowhere)?;
                Ok(vec![(number(position)?, self.follower.progress(position).statement.ok_or_else(nowhere)?)])
            }
            (_, _, None) => Ok(vec![(0, self.follower.progress(0).statement.ok_or_else(nowhere)?)]),
        }
    }
}
