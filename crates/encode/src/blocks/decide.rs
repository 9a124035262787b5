//! What is decided on the way through a block: by the way that is followed, or one option after the other.

use super::run::{Ending, Guide, Runner};
use super::{Choice, Obstacle};
use ir::FunctionId;
use smt::Term;

/// Functions that an address may be that of.
const MOST_FUNCTIONS: usize = 8;

impl Runner<'_, '_, '_> {
    fn decide(&mut self, options: &[(Choice, Term)]) -> Option<Choice> {
        if self.ending.is_some() {
            return None;
        }
        let position = self.taken.len();
        let chosen = match &mut self.guide {
            Guide::Follow { script, .. } => script.get(position).copied(),
            Guide::Explore { script, rest } => {
                let possible = || options.iter().filter(|it| !self.blocks.terms.is_false(it.1)).map(|it| it.0);
                match script.get(position) {
                    Some(choice) => Some(*choice),
                    None => {
                        let mut others: Vec<Choice> = possible().collect();
                        others.reverse();
                        let chosen = others.pop();
                        rest.resize(position, Vec::new());
                        rest.push(others);
                        chosen
                    }
                }
            }
        };
        let found = chosen.and_then(|chosen| options.iter().find(|it| it.0 == chosen));
        let Some(&(choice, condition)) = found else {
            debug_assert!(!self.is_following(), "a way has {chosen:?} at {position}, where {options:?} can be chosen");
            self.end(Ending::Impossible);
            return None;
        };
        self.taken.push(choice);
        if self.blocks.terms.is_false(condition) {
            self.end(Ending::Impossible);
            return None;
        }
        if !self.blocks.terms.is_true(condition) {
            let ways = options.iter().filter(|it| !self.blocks.terms.is_false(it.1)).count();
            self.forks += usize::BITS - ways.saturating_sub(1).leading_zeros();
            self.guard.push(condition);
        }
        Some(choice)
    }

    /// Whether a condition holds.
    pub fn decide_whether(&mut self, condition: Term) -> Option<bool> {
        let unless = self.blocks.terms.not(condition);
        match self.decide(&[(Choice::Branch(true), condition), (Choice::Branch(false), unless)])? {
            Choice::Branch(holds) => Some(holds),
            Choice::Place(..) | Choice::Nowhere | Choice::Number(_) | Choice::Function(_) => None,
        }
    }

    /// The thread goes on only if a condition holds.
    pub fn wait_for(&mut self, condition: Term) {
        if self.decide_whether(condition) == Some(false) {
            self.may_wait = true;
            self.end(Ending::Waits);
        }
    }

    pub fn decide_function(&mut self, address: Term, options: &[FunctionId]) -> Option<FunctionId> {
        let program = self.blocks.program;
        let is_known = self.blocks.terms.value_of(address).is_some();
        if !is_known && options.len() > MOST_FUNCTIONS {
            self.demand(address);
            return None;
        }
        let mut all = Vec::new();
        let mut none = self.blocks.terms.truth(true);
        for &function in options {
            let terms = &mut self.blocks.terms;
            let at = terms.constant(terms.width(address), program.model.pack(program.function_object(function), 0));
            let is = terms.eq(address, at);
            let unless = terms.not(is);
            none = terms.and(none, unless);
            all.push((Choice::Function(function), is));
        }
        all.push((Choice::Nowhere, none));
        match self.decide(&all)? {
            Choice::Function(function) => Some(function),
            Choice::Branch(_) | Choice::Place(..) | Choice::Nowhere | Choice::Number(_) => {
                self.mistake();
                None
            }
        }
    }

    /// The number that a term is. It has to be known.
    pub fn decide_number(&mut self, term: Term) -> Option<u64> {
        if self.ending.is_some() {
            return None;
        }
        let known = self.blocks.terms.value_of(term);
        let scripted = match &self.guide {
            Guide::Follow { script, .. } => script.get(self.taken.len()).copied(),
            Guide::Explore { .. } => None,
        };
        let number = match (known, scripted) {
            (_, Some(Choice::Number(number))) | (Some(number), _) => number,
            (None, _) => {
                self.demand(term);
                return None;
            }
        };
        let terms = &mut self.blocks.terms;
        let constant = terms.constant(terms.width(term), number);
        let is = terms.eq(term, constant);
        self.decide(&[(Choice::Number(number), is)])?;
        Some(number)
    }

    /// One of these numbers, or none of them.
    pub fn decide_among(&mut self, term: Term, mut numbers: Vec<u64>) -> Option<u64> {
        if let Guide::Follow { script, .. } = &self.guide
            && let Some(&Choice::Number(number)) = script.get(self.taken.len())
            && !numbers.contains(&number)
        {
            numbers.push(number);
        }
        let terms = &mut self.blocks.terms;
        let mut none = terms.truth(true);
        let mut all = Vec::new();
        for number in numbers {
            let constant = terms.constant(terms.width(term), number);
            let is = terms.eq(term, constant);
            let unless = terms.not(is);
            none = terms.and(none, unless);
            all.push((Choice::Number(number), is));
        }
        all.push((Choice::Nowhere, none));
        match self.decide(&all)? {
            Choice::Number(number) => Some(number),
            Choice::Branch(_) | Choice::Place(..) | Choice::Nowhere | Choice::Function(_) => {
                self.mistake();
                None
            }
        }
    }

    /// One of these places, or none of them.
    pub fn decide_place(&mut self, address: Term, places: &[(u32, u32)]) -> Option<(u32, u32)> {
        let model = self.blocks.program.model;
        let terms = &mut self.blocks.terms;
        let mut none = terms.truth(true);
        let mut all = Vec::new();
        for &(object, offset) in places {
            let constant = terms.constant(terms.width(address), model.pack(object, offset.into()));
            let is = terms.eq(address, constant);
            let unless = terms.not(is);
            none = terms.and(none, unless);
            all.push((Choice::Place(object, offset), is));
        }
        all.push((Choice::Nowhere, none));
        match self.decide(&all)? {
            Choice::Place(object, offset) => Some((object, offset)),
            Choice::Branch(_) | Choice::Nowhere | Choice::Number(_) | Choice::Function(_) => {
                self.mistake();
                None
            }
        }
    }

    /// Whether a way is followed, and everything was decided before.
    pub fn is_following(&self) -> bool {
        matches!(self.guide, Guide::Follow { .. })
    }

    /// Places, and the one that was decided on before if a way is followed.
    pub fn with_scripted(&self, mut places: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
        if let Guide::Follow { script, .. } = &self.guide
            && let Some(&Choice::Place(object, offset)) = script.get(self.taken.len())
            && !places.contains(&(object, offset))
        {
            places.push((object, offset));
        }
        places
    }

    /// A value has to be known.
    pub fn demand(&mut self, term: Term) {
        let variables = self.blocks.variables_of(term);
        if self.obstacle.is_none() {
            self.obstacle = Some(Obstacle::Demand(variables, self.span));
        }
        self.end(Ending::Impossible);
    }
}
