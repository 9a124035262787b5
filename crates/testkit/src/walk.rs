//! Random walks of the machine, forth and back: it goes back to exactly where it was, and what it says is pending comes true.

use crate::random::{self, Size};
use event::{Choice, Properties, System};
use vm::Machine;

fn state(machine: &mut Machine<'_>) -> Vec<Vec<u64>> {
    let mut parts = Vec::new();
    machine.encode(false, &mut |part| parts.push(part.to_vec()));
    let counts = [machine.depth(), machine.threads().len(), machine.failures().len()];
    parts.push(counts.iter().map(|&it| it as u64).collect());
    parts
}

/// Walks through the program of a seed; every state that is come back to is compared with what it was.
pub fn there_and_back(seed: u64) -> Result<(), String> {
    let program = random::program(seed, &Size::default());
    let mut machine = Machine::new(&program, vm::compile(&program, Properties::all()));
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut states = vec![state(&mut machine)];
    for _ in 0..60 {
        let threads = machine.threads().to_vec();
        let enabled: Vec<_> = threads.into_iter().filter(|&it| machine.enabled(it)).collect();
        if enabled.is_empty() || rng.u8(0..4) == 0 {
            let depth = rng.usize(0..=machine.depth());
            machine.back_to(depth);
            states.truncate(depth + 1);
            if state(&mut machine) != states[depth] {
                return Err(format!("after {depth} steps it is not where it was"));
            }
            continue;
        }
        let thread = enabled[rng.usize(0..enabled.len())];
        let branch = rng.u32(0..machine.branches(thread));
        let (mut pending, mut accesses) = (Vec::new(), Vec::new());
        machine.pending(thread, &mut pending);
        if Some(&state(&mut machine)) != states.last() {
            return Err("looking ahead leaves a trace".to_owned());
        }
        machine.step(Choice { thread, branch }, &mut accesses);
        if let Some(access) = accesses.iter().find(|it| !pending.contains(it)) {
            return Err(format!("{access:?} is not among {pending:?}"));
        }
        states.push(state(&mut machine));
    }
    Ok(())
}
