//! Whole witnesses, ready to be written: of violations, and of programs that are safe.

use super::metadata::{metadata, numbered, task};
use super::specification::Formula;
use super::survey;
use super::waypoints::{self, Checked, Waypoints};
use event::{Budget, Fault, Violation};
use report::witness::{InvariantSet, ViolationSequence, Waypoint, graphml, yaml};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long invariants are looked for.
const PATIENCE: Duration = Duration::from_secs(2);

/// A violation witness.
#[derive(Clone, Debug)]
pub struct Written {
    /// The formula that is violated.
    pub formula: Formula,
    /// The witness.
    pub sequence: ViolationSequence,
    waypoints: Waypoints,
}

impl Written {
    /// As YAML.
    pub fn yaml(&self) -> String {
        yaml::violation(&self.sequence)
    }

    /// As GraphML.
    pub fn graphml(&self) -> String {
        let callee = |it: &Waypoint| {
            let at = (it.location.line, it.location.column);
            self.waypoints.callees.iter().find(|callee| callee.0 == at).map(|it| it.1.clone())
        };
        graphml::violation(&self.sequence, &self.waypoints.threads, &callee)
    }
}

/// The witness of a violation; `Err` if it cannot be told by one. `specification` is what was asked, if somebody has said so in a
/// property file.
pub fn violation(checked: Checked<'_>, violation: &Violation, specification: Option<&str>) -> Result<Written, String> {
    let example = &violation.counterexample;
    let calls_error = calls_error(violation);
    let formula = Formula::violated_by(violation.property, example.fault, calls_error);
    let formula = formula.ok_or("no formula of the competition is about it".to_owned())?;
    let waypoints = waypoints::of_violation(checked, violation)?;
    let mut files = checked.files.to_vec();
    for waypoint in waypoints.segments.iter().flatten() {
        if !files.contains(&waypoint.location.file_name) {
            files.push(waypoint.location.file_name.clone());
        }
    }
    let specification = specification.map_or_else(|| formula.text(), str::to_owned);
    let task = task(&files, specification, checked.program.model);
    let segments = waypoints.segments.clone();
    let of = |metadata| ViolationSequence { metadata, segments: segments.clone() };
    let metadata = numbered(metadata("2.2", task), |it| yaml::violation(&of(it)));
    Ok(Written { formula, sequence: of(metadata), waypoints })
}

/// Whether what is wrong is a call of a function that says so, and not a failed assertion.
pub fn calls_error(violation: &Violation) -> bool {
    let example = &violation.counterexample;
    example.fault == Some(Fault::Assertion) && !example.summary.starts_with("assertion ")
}

/// The witness of a program that violates none of these formulas. It has invariants of its loops if all its states can be
/// looked at; otherwise it says nothing but that there is a proof.
pub fn correctness(checked: Checked<'_>, formulas: &[Formula], budget: &Budget) -> String {
    let plain = checked.code();
    // A program without inputs of its own may go on for ever: only so long is it looked at.
    let deadline = Instant::now().checked_add(PATIENCE);
    let deadline = budget.deadline.map_or(deadline, |it| deadline.map(|own| own.min(it)));
    let budget = Budget { deadline, ..budget.clone() };
    let (mut invariants, ghosts) = survey::invariants(checked.program, plain.clone(), &budget);
    if invariants.is_empty() {
        invariants = survey::trivial(checked.program, &plain);
    }
    let specification: Vec<String> = formulas.iter().map(|it| it.text()).collect();
    let task = task(checked.files, specification.join("\n"), checked.program.model);
    let of = |metadata| InvariantSet { metadata, ghosts: ghosts.clone(), invariants: invariants.clone() };
    let metadata = numbered(metadata("2.1", task), |it| yaml::correctness(&of(it)));
    yaml::correctness(&of(metadata))
}

/// Where the witness of a violation goes: the first to the file that was named, the others beside it.
pub fn path(named: &Path, index: usize, violation: &Violation) -> PathBuf {
    if index == 0 {
        return named.to_owned();
    }
    let ending = named.extension().map_or_else(String::new, |it| format!(".{}", it.to_string_lossy()));
    named.with_extension(format!("{}{ending}", violation.property))
}
