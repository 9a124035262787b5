//! What a claim covers, in JSON.

use super::position::{Position, positions};
use crate::answer::scope_text;
use event::{Inputs, Loops, MemoryModel, Scope};
use serde::Serialize;
use source::Sources;

#[derive(Serialize)]
pub struct ScopeData<'a> {
    complete: bool,
    text: String,
    loops: LoopsData<'a>,
    memory_model: MemoryModelData<'a>,
    inputs: &'static str,
    approximations: &'a [String],
}

#[derive(Serialize)]
struct LoopsData<'a> {
    followed: &'static str,
    cuts: &'a [String],
}

#[derive(Serialize)]
struct MemoryModelData<'a> {
    name: &'static str,
    weaker: Vec<Position<'a>>,
}

impl<'a> ScopeData<'a> {
    /// A scope, with the positions that it speaks of.
    pub fn of(scope: &'a Scope, sources: &'a Sources) -> ScopeData<'a> {
        ScopeData {
            complete: scope.is_complete(),
            text: scope_text(scope),
            loops: match &scope.loops {
                Loops::All => LoopsData { followed: "all", cuts: &[] },
                Loops::Cut(reasons) => LoopsData { followed: "cut", cuts: reasons },
                Loops::Partial => LoopsData { followed: "partial", cuts: &[] },
            },
            memory_model: match &scope.memory_model {
                MemoryModel::SequentiallyConsistent { weaker } => {
                    MemoryModelData { name: "sequential-consistency", weaker: positions(weaker, sources) }
                }
                MemoryModel::Messages => MemoryModelData { name: "messages", weaker: Vec::new() },
            },
            inputs: match scope.inputs {
                Inputs::None => "none",
                Inputs::All => "all",
            },
            approximations: &scope.approximations,
        }
    }
}
