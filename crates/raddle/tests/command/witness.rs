//! Witnesses: each violation that is found in `corpus/` has one, it keeps to the format, and it is accepted; one that was
//! tampered with is not.

use crate::common::violated::{Head, programs, search};
use crate::common::{in_parallel, raddle};
use event::{Budget, Properties, Property, Verdict, Violation};
use explore::Reduction;
use raddle::witness::read::{self, Witness};
use raddle::witness::specification::Formula;
use raddle::witness::validate::{self, Against, Validated};
use raddle::witness::waypoints::Checked;
use raddle::witness::write;
use raddle::{CheckOptions, LoadOptions};
use report::witness::{Action, Constraint, Format, ViolationSequence, Waypoint, WaypointKind, yaml};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long a witness may be looked at.
const PATIENCE: Duration = Duration::from_secs(10);

struct Found {
    loaded: raddle::Loaded,
    files: Vec<String>,
    load: LoadOptions,
    options: CheckOptions,
    violations: Vec<Violation>,
}

fn find(head: &Head) -> Result<Found, String> {
    let load = head.load.clone();
    let loaded = raddle::load_files(&head.files, &load).map_err(|it| format!("{it:?}"))?;
    let asked = head.properties.unwrap_or(Properties::of_threads()).intersection(Properties::of_threads());
    let search = search(head, Reduction::Optimal, asked.intersection(Reduction::Optimal.preserves()));
    let options = CheckOptions { search, unroll: head.unroll, ..CheckOptions::default() };
    let outcome = raddle::check(&loaded.program, &options, &mut |_, _| ());
    let violations = match outcome.verdict {
        Verdict::Unsafe { violations } => violations,
        Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => Vec::new(),
    };
    let files = head.files.iter().map(|it| it.display().to_string()).collect();
    Ok(Found { loaded, files, load, options, violations })
}

impl Found {
    fn checked(&self) -> Checked<'_> {
        Checked { program: &self.loaded.program, files: &self.files, properties: self.options.search.properties }
    }

    fn validate(&self, head: &Head, text: &str, patience: Duration) -> Result<Validated, String> {
        let witness = match read::parse(text).map_err(|(line, why)| format!("line {line}: {why}"))? {
            Witness::Violation(witness) => witness,
            Witness::Correctness(_) => return Err("not a violation".to_owned()),
        };
        let budget = Budget { deadline: Instant::now().checked_add(patience), ..Budget::default() };
        let against = Against { files: &head.files, options: &self.load, properties: None, budget };
        validate::violation(&self.loaded.program, &witness, &against).map(|it| it.0)
    }
}

#[test]
fn every_violation_has_a_witness_that_is_accepted() {
    let heads = programs(&["c", "i"]);
    let count = Mutex::new((0, 0));
    let complaints = in_parallel(&heads, |head| {
        let found = find(head)?;
        for violation in &found.violations {
            let name = format!("{} {}", head.files[0].display(), violation.property);
            // That a mutex is initialised is no access that a validator looks for.
            if violation.property == Property::Race && name.contains("misuse/init_") {
                continue;
            }
            // Nor does one look for what a section has done that fails.
            if violation.property == Property::Race && name.contains("race/section_fails_after_") {
                continue;
            }
            // A witness has no words for memory that is used again.
            if !violation.counterexample.plan.reused.is_empty() {
                continue;
            }
            count.lock().expect("nobody panics").0 += 1;
            let written = write::violation(found.checked(), violation, None).map_err(|why| format!("{name}: {why}"))?;
            let text = written.yaml();
            match found.validate(head, &text, PATIENCE).map_err(|why| format!("{name}: {why}\n{text}"))? {
                Validated::Accepted(again) if again.property == violation.property => {
                    count.lock().expect("nobody panics").1 += 1;
                }
                other => return Err(format!("{name}: {other:?}")),
            }
        }
        Ok(())
    });
    let (all, accepted) = *count.lock().expect("nobody panics");
    eprintln!("{accepted} of {all} accepted");
    assert!(complaints.is_empty(), "{} of {all}\n{}", complaints.len(), complaints.join("\n"));
    assert!(all >= heads.len(), "only {all} violations in {} programs", heads.len());
}

/// What is done to a witness so that no execution can fit it any more.
type Mutation = (&'static str, fn(&mut ViolationSequence) -> Option<()>);

const MUTATIONS: [Mutation; 12] = [
    ("another program", another_program),
    ("another data model", another_model),
    ("another specification", another_specification),
    ("no such line", no_such_line),
    ("a statement that violates nothing", target_at_start),
    ("no such function", no_such_function),
    ("another thread", another_thread),
    ("another value", another_value),
    ("an assumption that contradicts itself", |it| contradict(it, WaypointKind::Assumption)),
    ("an input that contradicts itself", |it| contradict(it, WaypointKind::FunctionReturn)),
    ("a thread before its start", start_later),
    ("what is to be followed is to be avoided", avoid_what_is_followed),
];

fn target(witness: &mut ViolationSequence) -> Option<&mut Waypoint> {
    witness.segments.last_mut()?.last_mut()
}

fn no_such_line(witness: &mut ViolationSequence) -> Option<()> {
    target(witness)?.location.line = 100_000;
    Some(())
}

fn no_such_function(witness: &mut ViolationSequence) -> Option<()> {
    target(witness)?.location.function = Some("no_such".to_owned());
    Some(())
}

fn another_program(witness: &mut ViolationSequence) -> Option<()> {
    let hash = &mut witness.metadata.task.input_file_hashes.first_mut()?.1;
    *hash = hash.chars().rev().collect();
    Some(())
}

fn another_model(witness: &mut ViolationSequence) -> Option<()> {
    let model = &mut witness.metadata.task.data_model;
    *model = if model == "LP64" { "ILP32" } else { "LP64" }.to_owned();
    Some(())
}

/// No program of the corpus violates both at one statement.
fn another_specification(witness: &mut ViolationSequence) -> Option<()> {
    let specification = &mut witness.metadata.task.specification;
    let formula = Formula::of(specification).ok()?;
    let other = if formula == Formula::ValidFree { Formula::UnreachCall } else { Formula::ValidFree };
    *specification = other.text();
    Some(())
}

/// Starting a thread violates nothing, unless it is where the violation was said to be.
fn target_at_start(witness: &mut ViolationSequence) -> Option<()> {
    let start = witness.segments.first()?.first().filter(|it| it.kind == WaypointKind::FunctionEnter)?.clone();
    let it = target(witness)?;
    let is_other = it.location.line != start.location.line;
    (it.location, it.thread_id) = (start.location, start.thread_id);
    is_other.then_some(())
}

/// Main does not run the function of another thread, unless it calls it.
fn another_thread(witness: &mut ViolationSequence) -> Option<()> {
    let text = std::fs::read_to_string(&witness.metadata.task.input_files[0]).ok()?;
    let it = target(witness)?;
    let function = it.location.function.clone().filter(|_| it.thread_id != Some(0))?;
    it.thread_id = Some(0);
    let is_only_defined = text.matches(&format!("{function}(")).count() == 1;
    (is_only_defined && function != "main").then_some(())
}

/// No program of the corpus has such a number in it.
fn another_value(witness: &mut ViolationSequence) -> Option<()> {
    let mut constraints = witness.segments.iter_mut().flatten().filter_map(|it| it.constraint.as_mut());
    let constraint = constraints.find(|it| it.value.contains(" == ") && !it.value.contains("&&"))?;
    let (name, _) = constraint.value.split_once(" == ")?;
    constraint.value = format!("{name} == 1234567");
    Some(())
}

fn contradict(witness: &mut ViolationSequence, kind: WaypointKind) -> Option<()> {
    let it = witness.segments.iter_mut().flatten().find(|it| it.kind == kind)?;
    let constraint = it.constraint.as_mut()?;
    constraint.value = format!("({0}) && !({0})", constraint.value);
    Some(())
}

fn start_later(witness: &mut ViolationSequence) -> Option<()> {
    let is_start = |it: &Vec<Waypoint>| it[0].kind == WaypointKind::FunctionEnter;
    let start = witness.segments.iter().position(is_start)?;
    let user = witness.segments.iter().position(|it| it.iter().any(|it| it.thread_id == Some(1)))?;
    let part = witness.segments.get_mut(start..=user).filter(|_| user > start)?;
    // Otherwise another thread would get the number.
    let is_alone = part.iter().filter(|it| is_start(it)).count() == 1;
    is_alone.then(|| part.rotate_left(1))
}

fn avoid_what_is_followed(witness: &mut ViolationSequence) -> Option<()> {
    let segment = witness.segments.iter_mut().find(|it| it[0].kind == WaypointKind::Assumption)?;
    let constraint = Some(Constraint { value: "1".to_owned(), format: Some(Format::C) });
    segment.insert(0, Waypoint { action: Action::Avoid, constraint, ..segment[0].clone() });
    Some(())
}

#[test]
fn a_witness_that_was_tampered_with_is_not_accepted() {
    let heads = programs(&["c", "i"]);
    let counts = Mutex::new([[0; 3]; MUTATIONS.len()]);
    let complaints = in_parallel(&heads, |head| {
        let found = find(head)?;
        for violation in &found.violations {
            let written = write::violation(found.checked(), violation, None)?;
            for (index, (name, mutate)) in MUTATIONS.iter().enumerate() {
                let mut witness = written.sequence.clone();
                if mutate(&mut witness).is_none() {
                    continue;
                }
                let file = head.files[0].display();
                let count = |kind: usize| counts.lock().expect("nobody panics")[index][kind] += 1;
                match found.validate(head, &yaml::violation(&witness), Duration::from_millis(300)) {
                    Err(_) => count(0),
                    Ok(Validated::Rejected(_)) => count(1),
                    Ok(Validated::Limit(_)) => count(2),
                    Ok(Validated::Accepted(_)) => return Err(format!("{file} {}: {name}", violation.property)),
                }
            }
        }
        Ok(())
    });
    let counts = counts.into_inner().expect("nobody panics");
    for ((name, _), [unread, rejected, undecided]) in MUTATIONS.iter().zip(counts) {
        eprintln!("{name}: {unread} not read, {rejected} rejected, {undecided} not decided in time");
        assert!(unread + rejected > 10, "{name} was hardly tried");
        assert!(undecided * 10 <= unread + rejected, "{name}: most are not decided");
    }
    assert!(complaints.is_empty(), "{} are accepted\n{}", complaints.len(), complaints.join("\n"));
}

/// While nobody holds the lock, nobody is busy.
const LOCKED: &str = "\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int busy;
void *work(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    busy = 1;
    busy = 0;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
";

#[test]
fn ghost_variables_say_whether_a_mutex_is_held() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (program, written) = (path("locked.c"), path("w.yml"));
    std::fs::write(&program, LOCKED).expect("a file");
    assert_eq!(raddle(&["check", &program, "--witness", &written]).verdict(), "TRUE");
    let text = std::fs::read_to_string(&written).expect("it was written");
    assert!(text.contains("entry_type: ghost_instrumentation"), "{text}");
    assert!(text.contains("(raddle_held_lock || (busy == 0))"), "{text}");
    let validate = |text: &str| {
        let file = path("other.yml");
        std::fs::write(&file, text).expect("a file");
        let run = raddle(&["check", &program, "--witness-in", &file]);
        (run.code, format!("{}{}", run.stdout, run.stderr))
    };
    let (code, said) = validate(&text);
    assert!(code == 0 && said.contains("witness: accepted"), "{said}");
    let (code, said) = validate(&text.replace("raddle_held_lock", "somebody_is_in"));
    assert!(code == 0 && said.contains("witness: accepted"), "by another name: {said}");
    let (code, said) = validate(&text.replace("(busy == 0)", "(busy == 1)"));
    assert!(code == 5 && said.contains("does not hold in all executions"), "{said}");
    // It is not said whether somebody holds it if an update is missing, or elsewhere, or the other way round.
    let elsewhere = text.replacen("line: 7\n", "line: 8\n", 1);
    let reversed = text.replacen("value: \"1\"", "value: \"0\"", 1);
    for wrong in [elsewhere, reversed] {
        assert_ne!(wrong, text);
        let (code, said) = validate(&wrong);
        assert!(code == 2 && said.contains("does not say whether a mutex is held"), "{said}");
    }
    let (code, said) = validate(&text.replacen("variable: \"raddle_held_lock\"", "variable: \"nobody\"", 1));
    assert!(code == 2 && said.contains("there is no ghost variable `nobody`"), "{said}");
}
