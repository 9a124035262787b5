//! The machine goes back to exactly where it was, and what it says is pending comes true.

use event::{Choice, Properties, System};
use testkit::random::{self, Size};
use vm::Machine;

fn state(machine: &mut Machine<'_>) -> Vec<Vec<u64>> {
    let mut parts = Vec::new();
    machine.encode(false, &mut |part| parts.push(part.to_vec()));
    let counts = [machine.depth(), machine.threads().len(), machine.failures().len()];
    parts.push(counts.iter().map(|&it| it as u64).collect());
    parts
}

/// A random walk forth and back; every state that is come back to is compared with what it was.
#[test]
fn going_back_restores_every_state() {
    for seed in 0..1_000 {
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
                assert_eq!(state(&mut machine), states[depth], "seed {seed}");
                continue;
            }
            let thread = enabled[rng.usize(0..enabled.len())];
            let branch = rng.u32(0..machine.branches(thread));
            let (mut pending, mut accesses) = (Vec::new(), Vec::new());
            machine.pending(thread, &mut pending);
            let before = state(&mut machine);
            assert_eq!(&before, states.last().expect("never empty"), "seed {seed}: looking ahead leaves no trace");
            machine.step(Choice { thread, branch }, &mut accesses);
            for access in &accesses {
                assert!(pending.contains(access), "seed {seed}: {access:?} is not among {pending:?}");
            }
            states.push(state(&mut machine));
        }
    }
}
