//! Which registers are still read, and so which loads only decide where a thread goes on.

use super::super::state::{State, Thread};
use ir::passes::walk;
use ir::{Action, Edge, Expr, FunctionId, Location, Program, RegisterId};
use std::collections::BTreeSet;

/// The registers that are read later, for each location of each function.
pub(super) struct Lives<'p> {
    program: &'p Program,
    live: Vec<Vec<BTreeSet<RegisterId>>>,
}

fn registers(expr: &Expr) -> BTreeSet<RegisterId> {
    let mut found = BTreeSet::new();
    expr.for_each_register(&mut |it| {
        found.insert(it);
    });
    found
}

impl<'p> Lives<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut live = Vec::new();
        for function in &program.functions {
            let mut of = vec![BTreeSet::new(); function.locations as usize];
            let mut is_stable = false;
            while !is_stable {
                is_stable = true;
                for edge in &function.edges {
                    let mut before: BTreeSet<RegisterId> = match edge.ends() {
                        true => BTreeSet::new(),
                        false => of[edge.to.index()].clone(),
                    };
                    if let Some(written) = walk::written(&edge.action) {
                        before.remove(written);
                    }
                    before.extend(walk::expressions(edge).flat_map(registers));
                    let known: &mut BTreeSet<RegisterId> = &mut of[edge.from.index()];
                    let count = known.len();
                    known.extend(before);
                    is_stable &= known.len() == count;
                }
            }
            live.push(of);
        }
        Lives { program, live }
    }

    fn at(&self, function: FunctionId, location: Location) -> &BTreeSet<RegisterId> {
        &self.live[function.index()][location.index()]
    }

    /// Registers that nobody will read become 0. (What the operation reads that a thread waits at was read already.)
    pub fn forget(&self, state: &mut State) {
        for thread in state.threads.values_mut() {
            let Thread::Running(running) = thread else { continue };
            for frame in &mut running.stack {
                let live = self.at(frame.function, frame.location);
                for (index, value) in frame.registers.iter_mut().enumerate() {
                    if !live.contains(&RegisterId(index as u32)) {
                        *value = 0;
                    }
                }
            }
        }
    }

    /// Whether nothing is left of what is loaded when the thread arrives at its next operation, on no way there.
    pub fn only_decides(&self, function: FunctionId, load: &Edge) -> bool {
        let loaded = walk::written(&load.action).copied().into_iter().collect::<BTreeSet<RegisterId>>();
        let mut open = vec![(load.to, loaded)];
        while let Some((location, about)) = open.pop() {
            for edge in self.program.functions[function.index()].leaving(location) {
                let mut about = about.clone();
                match &edge.action {
                    Action::Skip => {}
                    Action::Assign(register, value) => {
                        let depends = !registers(value).is_disjoint(&about);
                        about.remove(register);
                        about.extend(depends.then_some(*register));
                    }
                    Action::Visible(_) => {
                        if !self.at(function, location).is_disjoint(&about) {
                            return false;
                        }
                        continue;
                    }
                    Action::Return(_) | Action::Stop(_) => {
                        if walk::operands(&edge.action).into_iter().any(|it| !registers(it).is_disjoint(&about)) {
                            return false;
                        }
                        continue;
                    }
                    Action::Call { .. } => panic!("there are no calls here"),
                }
                open.push((edge.to, about));
            }
        }
        true
    }
}
