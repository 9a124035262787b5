//! What actor programs mean, once more: a small interpreter of checked programs that tries every order of steps.
//!
//! It shares nothing with the engine but the checked program and the words for final states. A step is what a task does
//! until it ends, waits for something that is not there, lets others go first, or needs an answer that is not there
//! (then it keeps its group). An answer that is there is taken in the same step: since the group is kept in between,
//! nobody can tell the difference.
//!
//! `expression` has what is pure, `step` and `effects` one step, `state` what there is between steps.

mod effects;
mod expression;
mod hangs;
mod state;
mod step;
mod value;

use abs::FinalState;
use abs::program::Program;
use expression::Stop;
use hangs::Graph;
use state::{State, Wait};
use std::collections::{BTreeSet, HashMap};
use step::Events;

/// What all interleavings show.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// What can be left when nothing can go on.
    pub finals: BTreeSet<FinalState>,
    /// Some assertion can fail.
    pub assertion: bool,
    /// Some task can wait for ever when nothing can go on any more.
    pub deadlock: bool,
    /// Some task can hang while something goes on.
    pub hangs: bool,
    /// Some execution comes back to a state, and so there is one that does not end.
    pub circles: bool,
    /// An exception can end a task without anybody getting it.
    pub exception: bool,
    /// How many interleavings, if all of them end.
    pub paths: u128,
    /// How many states.
    pub states: usize,
    /// A task can wait for a condition for ever.
    pub disabled: bool,
    /// Some `get` has to wait.
    pub blocked: bool,
    /// An exception comes out of a future.
    pub delivered: bool,
    /// An exception is caught.
    pub caught: bool,
    /// A number is chosen.
    pub chooses: bool,
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There are more states.
    TooLarge,
    /// Some execution does not end.
    Endless,
    /// The program has something that the reference does not know.
    Unknown(String),
}

/// Tries everything, up to so many states.
pub fn explore(program: &Program, most_states: usize) -> Result<Report, Refusal> {
    let (known, graph) = (HashMap::new(), Graph::default());
    let mut search = Search { program, most_states, known, graph, report: Report::default() };
    let paths = search.visit(step::start(program), 0)?.1;
    let hangs = search.report.circles && search.graph.hangs();
    Ok(Report { paths, hangs, states: search.known.len(), ..search.report })
}

/// An execution is at most so long.
const MOST_STEPS: u32 = 500;

struct Search<'p> {
    program: &'p Program,
    most_states: usize,
    /// The number of a state, and how many interleavings there are from it on; none yet if it is on the way.
    known: HashMap<State<'p>, (usize, Option<u128>)>,
    graph: Graph,
    report: Report,
}

impl<'p> Search<'p> {
    /// The number of a state, and how many interleavings there are from it on.
    fn visit(&mut self, state: State<'p>, depth: u32) -> Result<(usize, u128), Refusal> {
        let number = self.known.len();
        match self.known.get(&state) {
            Some((number, Some(paths))) => return Ok((*number, *paths)),
            Some((number, None)) => {
                self.report.circles = true;
                return Ok((*number, 0));
            }
            None if self.known.len() >= self.most_states => return Err(Refusal::TooLarge),
            None if depth >= MOST_STEPS => return Err(Refusal::Endless),
            None => self.known.insert(state.clone(), (number, None)),
        };
        self.graph.steps.push(Vec::new());
        self.graph.tasks.push(hangs::standings(self.program, &state));
        let mut paths = 0;
        let mut is_final = true;
        let names: Vec<_> = state.tasks.keys().cloned().collect();
        for name in names {
            if step::is_enabled(self.program, &state, &name).map_err(refusal)? {
                is_final = false;
                paths += self.go_on((&state, number), &name, &mut Vec::new(), depth)?;
            }
        }
        if is_final {
            paths = 1;
            self.finish(&state);
        }
        self.known.insert(state, (number, Some(paths)));
        Ok((number, paths))
    }

    /// Makes a step in all ways that begin with these choices.
    fn go_on(
        &mut self,
        (state, number): (&State<'p>, usize),
        name: &value::TaskName,
        choices: &mut Vec<u32>,
        depth: u32,
    ) -> Result<u128, Refusal> {
        match step::step(self.program, state, name, choices) {
            Ok((next, events)) => {
                self.note(events);
                let has_ended = next.tasks[name].wait == Wait::Ended;
                let (to, paths) = self.visit(next, depth + 1)?;
                let step = hangs::Step { to, task: name.clone(), lowest: events.lowest, has_ended };
                self.graph.steps[number].push(step);
                Ok(paths)
            }
            Err(Stop::Choose(most)) => {
                self.report.chooses = true;
                let mut paths = 0;
                for choice in 0..most {
                    choices.push(choice);
                    paths += self.go_on((state, number), name, choices, depth)?;
                    choices.pop();
                }
                Ok(paths)
            }
            Err(other) => Err(refusal(other)),
        }
    }

    fn note(&mut self, events: Events) {
        let report = &mut self.report;
        report.assertion |= events.assertion;
        report.exception |= events.lost;
        report.blocked |= events.blocked;
        report.delivered |= events.delivered;
        report.caught |= events.caught;
    }

    fn finish(&mut self, state: &State<'p>) {
        let report = &mut self.report;
        report.finals.insert(state.final_state(self.program));
        for task in state.tasks.values() {
            report.deadlock |= task.wait != Wait::Ended;
            report.disabled |= task.wait == Wait::Guards;
            let is_lost = matches!(&task.result, Some(Err(it)) if !step::is_told(self.program, it));
            report.exception |= is_lost && !task.is_received;
        }
    }
}

fn refusal(stop: Stop) -> Refusal {
    match stop {
        Stop::Endless => Refusal::Endless,
        Stop::Unknown(what) => Refusal::Unknown(what),
        Stop::Throw(_) | Stop::Choose(_) => Refusal::Unknown(format!("a guard that does this: {stop:?}")),
    }
}
