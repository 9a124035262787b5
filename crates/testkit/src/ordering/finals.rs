//! The final states of all models, compared with those of all executions.
//!
//! What the two have in common is the final state of the globals: the engine says what is in the places that the program
//! accesses, everything else must still be as it was at first.

use super::Figures;
use crate::oracle::{self, End, Report};
use bmc::Finals;
use encode::events::Place;
use event::Properties;
use ir::{GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet};
use vm::Machine;

/// The contents of each global as far as they can be compared.
type Globals = Vec<Vec<u8>>;

/// Whether the final states are those of the executions in which all threads have ended.
pub(super) fn same_finals(
    program: &Program,
    report: &Report,
    finals: &Finals,
    figures: &mut Figures,
) -> Result<(), String> {
    let has_ended = |it: &&oracle::FinalState| it.threads.values().all(|it| matches!(it, End::Returned(_)));
    let expected: BTreeSet<Globals> = report.finals.iter().filter(has_ended).map(|it| it.globals.clone()).collect();
    let found = globals(program, finals)?;
    if let Some(extra) = found.difference(&expected).next() {
        return Err(format!("a final state that the oracle does not know, {}", show(program, extra)));
    }
    if finals.is_cut {
        figures.cut += 1;
        return Ok(());
    }
    if let Some(missing) = expected.difference(&found).next() {
        return Err(format!("a final state is missing, {}", show(program, missing)));
    }
    figures.finals += expected.len() as u64;
    figures.equal += 1;
    Ok(())
}

/// The final states of the engine in the oracle's words.
fn globals(program: &Program, finals: &Finals) -> Result<BTreeSet<Globals>, String> {
    let machine = Machine::new(program, vm::compile(program, Properties::default()));
    let all = (0..program.globals.len() as u32).map(GlobalId);
    let initial: Globals = all.clone().map(|it| machine.global(it).to_vec()).collect();
    let numbers: BTreeMap<u32, GlobalId> = all.map(|it| (program.global_object(it), it)).collect();
    let mut states = BTreeSet::new();
    for state in &finals.states {
        let mut contents = initial.clone();
        for (place, value) in finals.places.iter().zip(state) {
            let Place::Bytes { object, offset, length } = *place else {
                return Err(format!("no place of a global: {place:?}"));
            };
            let global = numbers.get(&object).ok_or_else(|| format!("no place of a global: {place:?}"))?;
            let bytes = contents[global.index()].get_mut(offset as usize..offset as usize + usize::from(length));
            let bytes = bytes.ok_or_else(|| format!("a place outside of its global: {place:?}"))?;
            bytes.copy_from_slice(&value.to_le_bytes()[..usize::from(length)]);
        }
        let shown = contents.iter().zip(0..).map(|(it, global)| oracle::shown_bytes(program, GlobalId(global), it));
        states.insert(shown.collect());
    }
    Ok(states)
}

fn show(program: &Program, globals: &Globals) -> String {
    let shown: Vec<String> =
        program.globals.iter().zip(globals).map(|(global, bytes)| format!("{}={bytes:?}", global.name)).collect();
    shown.join(" ")
}
