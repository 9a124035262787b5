//! What becomes of a witness. One of a violation is accepted, with an execution that it describes, or not, with the reason; of one of
//! correctness the invariants are looked at.

use super::metadata;
use super::read::{self, Witness};
use super::resolve::{self, Segment};
use super::search::{self, Candidate, Furthest, Question, Search};
use super::sites::Sites;
use super::specification::Formula;
use super::survey::{self, Checked};
use super::write::calls_error;
use crate::{CheckOptions, LoadError, LoadOptions, Outcome, check};
use event::{Budget, Limit, Loops, Plan, Properties, Property, Reason, Verdict, Violation};
use ir::Program;
use report::witness::{InvariantSet, Task, ViolationSequence, WaypointKind};
use std::path::{Path, PathBuf};
use vm::Code;

/// What became of a witness.
#[derive(Clone, Debug)]
pub enum Validated {
    /// There is an execution that it describes.
    Accepted(Box<Violation>),
    /// There is none, or it was not found: one sentence.
    Rejected(String),
    /// A limit was reached.
    Limit(Limit),
}

/// Reads the witness in a file.
pub fn read_file(path: &Path) -> Result<Witness, LoadError> {
    let text = crate::load::read_text(path)?;
    read::parse(&text).map_err(|(line, why)| LoadError::Input(format!("{}:{line}: {why}", path.display())))
}

/// Whether a witness is about calls of `reach_error`, and not about assertions.
pub fn asks_for_reach_error(task: &Task) -> bool {
    Formula::all_of(&task.specification).is_ok_and(|it| it.contains(&Formula::UnreachCall))
}

/// Whether a witness says what functions return.
pub fn names_inputs(witness: &ViolationSequence) -> bool {
    witness.segments.iter().flatten().any(|it| it.kind == WaypointKind::FunctionReturn)
}

/// What a witness is validated against.
pub struct Against<'a> {
    /// The files of the program.
    pub files: &'a [PathBuf],
    /// How they are read.
    pub options: &'a LoadOptions,
    /// What is asked for, if something is.
    pub properties: Option<Properties>,
    /// How long to look.
    pub budget: Budget,
}

/// Looks for an execution of a program that a witness describes, and says how many states were looked at; `Err` if the witness
/// says something that is not supported.
pub fn violation(
    program: &Program,
    witness: &ViolationSequence,
    against: &Against<'_>,
) -> Result<(Validated, u64), String> {
    if let Some(why) = differs(&witness.metadata.task, against) {
        return Ok((Validated::Rejected(why), 0));
    }
    let formulas = Formula::all_of(&witness.metadata.task.specification).map_err(|it| it.1)?;
    let asked =
        |it: &Formula| it.property().iter().any(|it| against.properties.is_none_or(|asked| asked.contains(*it)));
    if !formulas.iter().any(asked) {
        let about = formulas.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
        return Ok((Validated::Rejected(format!("the witness is about {about}, which is not asked for")), 0));
    }
    let (mut answer, mut all) = (None, 0);
    for formula in formulas.iter().filter(|it| asked(it)) {
        for &property in formula.property() {
            let validation = Validation { program, witness, formula: *formula, property, against };
            let (validated, states) = validation.run()?;
            all += states;
            match validated {
                Validated::Rejected(why) => answer = answer.or(Some(Validated::Rejected(why))),
                decided => return Ok((decided, all)),
            }
        }
    }
    Ok((answer.expect("there is a formula"), all))
}

/// Why the witness is about another program.
fn differs(task: &Task, against: &Against<'_>) -> Option<String> {
    let last = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
    for path in against.files {
        let name = path.display().to_string();
        let same = task.input_file_hashes.iter().find(|it| it.0 == name);
        let known = same.or_else(|| task.input_file_hashes.iter().find(|it| last(&it.0) == last(&name)));
        let Some((_, hash)) = known else {
            return Some(format!("the witness is not about {name}"));
        };
        if *hash != metadata::hash_of(path) {
            return Some(another_version(&name));
        }
    }
    // Headers that waypoints are in.
    for (name, hash) in &task.input_file_hashes {
        let found = metadata::hash_of(Path::new(name));
        if !found.is_empty() && found != *hash {
            return Some(another_version(name));
        }
    }
    let model = metadata::data_model(against.options.model);
    (task.data_model != model)
        .then(|| format!("the witness is for {}, and the program is read as {model}", task.data_model))
}

fn another_version(name: &str) -> String {
    format!("the witness is about another version of {name}: its SHA-256 is another one")
}

/// One formula and one property that may violate it.
struct Validation<'a> {
    program: &'a Program,
    witness: &'a ViolationSequence,
    formula: Formula,
    property: Property,
    against: &'a Against<'a>,
}

impl Validation<'_> {
    fn run(&self) -> Result<(Validated, u64), String> {
        let properties: Properties = [self.property].into_iter().collect();
        let plain = vm::compile(self.program, properties);
        let searched = self.searched(properties);
        let sites = Sites::of(self.program, &searched);
        let segments = match resolve::resolve(self.program, &sites, self.witness) {
            Ok(segments) => segments,
            Err(it) if it.is_unsupported => return Err(format!("{}: {}", it.waypoint, it.why)),
            Err(it) => {
                let why = format!("no execution passes {}: {}", it.waypoint, it.why);
                return Ok((Validated::Rejected(why), 0));
            }
        };
        let question = Question { program: self.program, sites: &sites, segments: &segments, property: self.property };
        let mut accept = |it: &Candidate| self.accept(&plain, it);
        let code = searched.with_choices(Vec::new());
        let code = if self.property == Property::Deadlock { code.with_awaits() } else { code.with_inputs(Vec::new()) };
        let (found, states) = search::search(&question, code, &self.against.budget, &mut accept);
        let validated = match found {
            Search::Found(violation) => Validated::Accepted(Box::new(violation)),
            Search::Limit(limit) => Validated::Limit(limit),
            Search::Nothing(furthest) => Validated::Rejected(self.why(&segments, furthest)),
        };
        Ok((validated, states))
    }

    /// What the search runs: with all locals, if the witness is about any.
    fn searched(&self, properties: Properties) -> Code {
        let mut names = Vec::new();
        for it in self.witness.segments.iter().flatten().filter_map(|it| it.constraint.as_ref()) {
            if let Ok(expression) = super::expression::parse(&it.value, self.program.model) {
                expression.names(&mut names);
            }
        }
        let is_global = |name: &String| self.program.globals.iter().any(|it| it.name == *name);
        if names.iter().all(is_global) {
            vm::compile(self.program, properties)
        } else {
            vm::compile_keeping_registers(self.program, properties)
        }
    }

    /// A candidate, run once more in the plain machine.
    fn accept(&self, plain: &Code, candidate: &Candidate) -> Option<Violation> {
        let Candidate { schedule, inputs, racing } = candidate;
        let code = plain.clone().with_inputs(inputs.clone());
        let replayed = vm::replay::repeat_race(self.program, code, schedule, self.property, *racing);
        let mut counterexample = replayed.ok()?;
        if self.property == Property::Deadlock {
            counterexample.plan = Plan { schedule: schedule.clone(), ..counterexample.plan };
        }
        let violation = Violation { property: self.property, counterexample };
        let fault = violation.counterexample.fault;
        self.formula.is_violated_by(self.property, fault, calls_error(&violation)).then_some(violation)
    }

    /// Why there is no execution.
    fn why(&self, segments: &[Segment], furthest: Furthest) -> String {
        let Furthest { passed, is_incomplete, is_unknown } = furthest;
        let point = &segments[passed.min(segments.len() - 1)].follow[0];
        let what = if passed + 1 < segments.len() {
            format!("no execution passes {}", point.name)
        } else {
            format!("no execution that passes all waypoints before violates {} at {}", self.formula.name(), point.name)
        };
        let but = match (is_unknown, is_incomplete) {
            (true, _) => "; a constraint on the way cannot be evaluated",
            (false, true) => " with the inputs that were tried",
            (false, false) => "",
        };
        format!("{what}{but}")
    }
}

/// The answer that belongs to what became of a witness.
pub fn outcome(program: &Program, options: &CheckOptions, validated: Validated, states: u64) -> Outcome {
    let checked = options.search.properties;
    let (verdict, engine) = match validated {
        Validated::Accepted(violation) => (Verdict::Unsafe { violations: vec![*violation] }, "witness: accepted"),
        Validated::Rejected(why) => (Verdict::Unknown { because: Reason::Witness(why) }, "witness: not accepted"),
        Validated::Limit(limit) => (Verdict::Unknown { because: Reason::Limit(limit) }, "witness: not decided"),
    };
    let scope = check::scope(program, options, Loops::Partial);
    let (engine, figures) = (engine.to_owned(), Some(vec![("states", states)]));
    let findings = verdict.findings(checked, Properties::default());
    Outcome { verdict, findings, scope, engine, figures, ..Outcome::unknown(Reason::Internal(String::new()), checked) }
}

/// Whether the invariants of a correctness witness hold in all executions: why not, or what is not known. `Err` if one of them is
/// not supported.
pub fn invariants(program: &Program, witness: &InvariantSet, against: &Against<'_>) -> Result<Option<String>, String> {
    if let Some(why) = differs(&witness.metadata.task, against) {
        return Ok(Some(why));
    }
    let code = vm::compile_keeping_registers(program, Properties::default());
    Ok(match survey::check(program, code, witness, &against.budget)? {
        Checked::All => None,
        Checked::Not(why) => Some(why),
        Checked::TooMuch => {
            Some("whether the invariants hold is not known: the program has too many states or inputs".to_owned())
        }
    })
}

/// The properties that a witness is about, as far as they are asked for.
pub fn properties(task: &Task, asked: Option<Properties>) -> Properties {
    let formulas = Formula::all_of(&task.specification).unwrap_or_default();
    let own: Properties = formulas.iter().flat_map(|it| it.property()).copied().collect();
    asked.map_or(own, |it| own.intersection(it))
}
