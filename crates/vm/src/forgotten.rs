//! What of a state nothing can depend on any more: registers that are not read again, or only for values that decide nothing
//! ([`ir::passes::Faint`]), and globals that hold such values. States that differ in nothing else have the same continuations.

use crate::code::Code;
use crate::thread;
use ir::passes::{Faint, Wanted};
use ir::{FunctionId, GlobalId, Program};
use rustc_hash::FxHashMap;

/// What need not be compared, worked out for the functions that turn up.
pub(crate) struct Forgotten<'p> {
    program: &'p Program,
    faint: Faint,
    /// For each location of a function the places that hold nothing that is wanted.
    idle: FxHashMap<FunctionId, Vec<Vec<u32>>>,
}

impl<'p> Forgotten<'p> {
    /// Of this program.
    pub fn of(program: &'p Program) -> Forgotten<'p> {
        Forgotten { program, faint: Faint::of(program), idle: FxHashMap::default() }
    }

    /// Whether a memory object is a global that decides nothing.
    pub fn is_faint_object(&self, object: u64) -> bool {
        let global = object.checked_sub(1).filter(|it| *it < self.program.globals.len() as u64);
        global.is_some_and(|it| self.faint.is_faint_global(GlobalId(it as u32)))
    }

    /// Clears what is not wanted in the words of a thread.
    pub fn clear(&mut self, code: &Code, words: &mut [u64]) {
        for (start, function, pc) in thread::frames(words, 0) {
            let function = FunctionId(function);
            let automaton = &self.program.functions[function.index()];
            let location = automaton.edges[code.site(pc).edge as usize].from;
            let idle = self.idle.entry(function).or_insert_with(|| idle(automaton, function, code, &self.faint));
            for place in &idle[location.index()] {
                words[start + *place as usize] = 0;
            }
        }
    }
}

fn idle(automaton: &ir::Function, function: FunctionId, code: &Code, faint: &Faint) -> Vec<Vec<u32>> {
    let places = code.places_of(automaton);
    let everywhere = vec![true; automaton.locations as usize];
    let wanted = Wanted::by(automaton, &places, &everywhere, &|it| !faint.is_faint(function, it));
    let at = |location: usize| (0..places.count()).filter(|it| !wanted.contains(location, *it)).collect();
    (0..automaton.locations as usize).map(at).collect()
}
