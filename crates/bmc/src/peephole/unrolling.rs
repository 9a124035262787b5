//! A program that is unrolled frame by frame into a solver.

use super::Scheduler;
use super::wish::Wish;
use encode::edge::Unsupported;
use encode::frames::{Frame, Frames, Look, Options, Past, Schedule};
use event::Plan;
use event::{Budget, Decision};
use ir::Program;
use smt::{Answer, Blaster, Cadical, Evaluator, Lit, Sat, Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The frames so far, and a solver that knows them.
pub(super) struct Unrolling<'p> {
    pub frames: Frames<'p>,
    pub sat: Cadical,
    pub blaster: Blaster,
    /// What was selected in the frames so far.
    pub past: Vec<Frame>,
    schedule: Schedule,
    constraints: Past,
    look: Option<Look>,
}

impl<'p> Unrolling<'p> {
    /// Before the first step.
    pub fn new(
        program: &'p Program,
        options: Options,
        scheduler: Scheduler,
        budget: &Budget,
        interrupted: &'p dyn Fn() -> bool,
    ) -> Result<Self, Unsupported> {
        let mut sat = Cadical::new();
        // Somebody will read the model: small numbers are preferred.
        sat.set_option("phase", 0);
        let budget = budget.clone();
        sat.set_interrupt(Arc::new(move || budget.exceeded().is_some()));
        let mut unrolling = Unrolling {
            frames: Frames::new(program, options, interrupted)?,
            sat,
            blaster: Blaster::new(),
            past: Vec::new(),
            schedule: Schedule { form: scheduler.form, window: scheduler.window },
            constraints: Past::default(),
            look: None,
        };
        unrolling.look = Some(unrolling.frames.look()?);
        unrolling.tell();
        Ok(unrolling)
    }

    /// Holds if the execution is as long as there are frames.
    pub fn goes_on(&mut self) -> Term {
        match self.past.last() {
            None => self.frames.terms.truth(true),
            Some(frame) => self.frames.terms.not(frame.stopped),
        }
    }

    /// How many steps there are.
    pub fn depth(&self) -> u32 {
        self.past.len() as u32
    }

    /// How many of the steps more than one thread could have made.
    pub fn choices(&self) -> u32 {
        self.past.iter().filter(|it| it.only_mover().is_none()).count() as u32
    }

    /// What threads can do in the last state.
    pub fn look(&mut self) -> (&mut Frames<'p>, &Look) {
        (&mut self.frames, self.look.as_ref().expect("it was looked"))
    }

    /// Tells the solver what is new.
    fn tell(&mut self) {
        for term in std::mem::take(&mut self.frames.constraints) {
            self.blaster.assert_true(&self.frames.terms, &mut self.sat, term);
        }
    }

    /// The choice of the next step. It is not made yet: [`Unrolling::advance`] does that.
    pub fn choose(&mut self) -> Frame {
        let look = self.look.as_ref().expect("it was looked");
        let frame = self.frames.schedule(look, self.schedule, &mut self.constraints);
        self.tell();
        frame
    }

    /// Makes a step.
    pub fn advance(&mut self, frame: Frame) -> Result<(), Unsupported> {
        let look = self.look.take().expect("it was looked");
        let always = self.frames.terms.truth(true);
        let only = frame.only_mover();
        let selected = |thread: u32| match only {
            Some(only) => (only == thread).then_some(always),
            None => frame.movers.iter().find(|it| it.thread == thread).map(|it| it.selected),
        };
        let (sat, blaster) = (&mut self.sat, &mut self.blaster);
        let mut is_possible = |terms: &Terms, condition: Term| {
            let literal = blaster.literal(terms, sat, condition);
            !sat.refutes(&[literal])
        };
        self.frames.advance(look, &selected, &mut is_possible);
        self.past.push(frame);
        self.look = Some(self.frames.look()?);
        self.tell();
        Ok(())
    }

    /// Whether something can be so.
    pub fn ask(&mut self, term: Term) -> Answer {
        if self.frames.terms.is_false(term) {
            return Answer::Unsatisfiable;
        }
        let literal = self.literal(term);
        let mut frames = Vec::new();
        for index in 0..self.past.len() {
            let selected: Vec<Term> = self.past[index].movers.iter().map(|it| it.selected).collect();
            frames.push(selected.into_iter().map(|it| self.literal(it)).collect::<Vec<Lit>>());
        }
        let observed: Vec<Lit> = frames.iter().flatten().copied().collect();
        self.sat.solve_with(&[literal], &observed, Rc::new(RefCell::new(Wish::new(frames))))
    }

    pub fn literal(&mut self, term: Term) -> Lit {
        self.blaster.literal(&self.frames.terms, &mut self.sat, term)
    }

    /// The value of a term in the last model.
    pub fn value(&self, evaluator: &mut Evaluator, term: Term) -> u64 {
        let terms = &self.frames.terms;
        evaluator.value(terms, term, &|it| self.blaster.model_value(terms, &self.sat, it))
    }

    /// Who was selected in the frames of the last model, up to where it has stopped.
    pub fn selected(&self, evaluator: &mut Evaluator) -> Vec<usize> {
        let mut selected = Vec::new();
        for frame in &self.past {
            let mover = frame.movers.iter().position(|it| self.value(evaluator, it.selected) == 1);
            let Some(mover) = mover else { break };
            selected.push(mover);
        }
        selected
    }

    /// The schedule of the last model up to some depth, and the steps of some threads behind it.
    pub fn plan(&self, depth: u32, behind: &[u32]) -> Plan {
        let mut evaluator = Evaluator::new();
        let mut positions: Vec<Option<u32>> = vec![Some(0)];
        let mut created = 1;
        let mut plan = Plan { schedule: Vec::new(), inputs: vec![Vec::new()], reused: Vec::new() };
        let selected = self.selected(&mut evaluator);
        for (frame, mover) in self.past.iter().zip(selected).take(depth as usize) {
            let mover = &frame.movers[mover];
            let position = positions.get(mover.thread as usize).copied().flatten().expect("it was started before");
            plan.schedule.push(Decision { thread: position, branch: 0 });
            for &(when, value) in &mover.inputs {
                if self.value(&mut evaluator, when) == 1 {
                    plan.inputs[position as usize].push(self.value(&mut evaluator, value));
                }
            }
            for &(when, child) in &mover.starts {
                if self.value(&mut evaluator, when) == 1 {
                    if positions.len() <= child as usize {
                        positions.resize(child as usize + 1, None);
                    }
                    positions[child as usize] = Some(created);
                    plan.inputs.push(Vec::new());
                    created += 1;
                }
            }
        }
        let behind = behind.iter().filter_map(|it| positions.get(*it as usize).copied().flatten());
        plan.schedule.extend(behind.map(|thread| Decision { thread, branch: 0 }));
        plan
    }
}
