//! A trace as it is saved: everything that is needed to run a counterexample again.
//!
//! A trace names its program and how it was read, because a schedule means nothing without them. It does not name the engine
//! that found it: every trace is one of the plain machine (or of the actors), with the values of all choices written down.

use event::{Actor, Counterexample, Decision, ObjectName, Plan, Properties, Property, Reuse, Step};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The name of the format, so that other JSON is not taken for a trace.
pub const FORMAT: &str = "raddle-trace";
/// Changes when a reader of the old version would misunderstand the new one.
pub const VERSION: u32 = 1;

/// A counterexample in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTrace {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The program.
    pub program: SavedProgram,
    /// The properties that were checked: a thread that violates another one is stopped there.
    pub checked: Vec<String>,
    /// The property that is violated.
    pub property: String,
    /// How, in one sentence.
    pub summary: String,
    /// Who goes on, step by step: how many threads (or tasks) were created before it, and which of the ways of its operation
    /// is taken.
    pub schedule: Vec<(u32, u32)>,
    /// What the threads choose, by the order of their creation.
    pub inputs: Vec<Vec<u64>>,
    /// The memory that is used again: the object whose memory it is, and the one that gets it, each as the spawn indices of the
    /// thread that makes it and how many objects that has made before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reused: Vec<[(Vec<u32>, u32); 2]>,
    /// What the steps did, one [line](step_text) each: for whoever reads the file, and to see where a run of a program that
    /// has changed goes another way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
}

/// A program, and how it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedProgram {
    /// Its files, as they were named, with a checksum of what was in them.
    pub files: Vec<SavedFile>,
    /// What stood behind `--`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// `lp64` or `ilp32`; C only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_model: Option<String>,
    /// `refuse`, `havoc` or `stub`; C only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub externals: Option<String>,
    /// Whether `--no-spurious` was given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_spurious: bool,
    /// The functions that may fail, as `--may-fail` names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_fail: Vec<String>,
    /// What is let pass, as `--allow` names it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// Whether the use of a value that was never written is a mistake; if not, it is any value.
    #[serde(default, skip_serializing_if = "is_false")]
    pub uninitialised: bool,
    /// The module whose main block is run; ABS only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<String>,
    /// Whether `--truncating-division` was given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncating_division: bool,
}

/// A file of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFile {
    /// As it was named.
    pub path: PathBuf,
    /// 64 bits of FNV-1a over its bytes, in hexadecimal.
    pub checksum: String,
}

fn is_false(it: &bool) -> bool {
    !it
}

impl SavedTrace {
    /// A replayed counterexample of a program, ready to be written.
    pub fn new(program: SavedProgram, checked: Properties, property: Property, example: &Counterexample) -> SavedTrace {
        let Plan { schedule, inputs, reused } = &example.plan;
        let name = |it: &ObjectName| (it.thread.clone(), it.index);
        SavedTrace {
            format: FORMAT.to_owned(),
            version: VERSION,
            program,
            checked: checked.iter().map(|it| it.name().to_owned()).collect(),
            property: property.name().to_owned(),
            summary: example.summary.clone(),
            schedule: schedule.iter().map(|it| (it.thread, it.branch)).collect(),
            inputs: inputs.clone(),
            reused: reused.iter().map(|it| [name(&it.place), name(&it.new)]).collect(),
            steps: example.steps.iter().take(schedule.len()).map(|it| step_text(&example.actors, it)).collect(),
        }
    }

    /// What to run.
    pub fn plan(&self) -> Plan {
        let schedule = self.schedule.iter().map(|&(thread, branch)| Decision { thread, branch }).collect();
        let name = |(thread, index): &(Vec<u32>, u32)| ObjectName { thread: thread.clone(), index: *index };
        let reused = self.reused.iter().map(|[place, new]| Reuse { place: name(place), new: name(new) }).collect();
        Plan { schedule, inputs: self.inputs.clone(), reused }
    }
}

/// A step in one line without its position, which changes with every edit: `T1: balance: 100 → 30`.
pub fn step_text(actors: &[Actor], step: &Step) -> String {
    let name = actors.iter().find(|it| it.thread == step.thread).map_or("?", |it| &it.name);
    let effects: Vec<&str> = step.effects.iter().map(|it| it.text.as_str()).collect();
    format!("{name}: {}", effects.join("; "))
}

/// 64 bits of FNV-1a, in hexadecimal: enough to see that a file has changed.
pub fn checksum(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}
