//! Witnesses: each violation that is found in `corpus/` has one, it keeps to the format, and it is accepted; one that was
//! tampered with is not.

mod common;

use common::in_parallel;
use common::violated::{Head, programs, search};
use event::{Budget, Properties, Verdict, Violation};
use explore::Reduction;
use raddle::witness::read::{self, Witness};
use raddle::witness::validate::{self, Against, Validated};
use raddle::witness::waypoints::Checked;
use raddle::witness::write;
use raddle::{CheckOptions, LoadOptions};
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
    let uninitialised = head.load.visible_slots;
    let load = LoadOptions { visible_slots: uninitialised, ..head.load.clone() };
    let loaded = raddle::load_files(&head.files, &load).map_err(|it| format!("{it:?}"))?;
    let asked = head.properties.unwrap_or(Properties::of_threads()).intersection(Properties::of_threads());
    let search = search(head, Reduction::Optimal, asked.intersection(Reduction::Optimal.preserves()));
    let options = CheckOptions { search, unroll: head.unroll, uninitialised, ..CheckOptions::default() };
    let outcome = raddle::check(&loaded.program, &options, &mut |_, _| ());
    let violations = match outcome.verdict {
        Verdict::Unsafe { violations } => violations,
        Verdict::Safe { .. } | Verdict::Unknown { .. } => Vec::new(),
    };
    let files = head.files.iter().map(|it| it.display().to_string()).collect();
    Ok(Found { loaded, files, load, options, violations })
}

impl Found {
    fn checked(&self) -> Checked<'_> {
        Checked {
            program: &self.loaded.program,
            files: &self.files,
            properties: self.options.search.properties,
            uninitialised: self.options.uninitialised,
        }
    }

    fn validate(&self, head: &Head, text: &str) -> Result<Validated, String> {
        let witness = match read::parse(text).map_err(|(line, why)| format!("line {line}: {why}"))? {
            Witness::Violation(witness) => witness,
            Witness::Correctness(_) => return Err("not a violation".to_owned()),
        };
        let budget = Budget { deadline: Instant::now().checked_add(PATIENCE), ..Budget::default() };
        let against = Against {
            files: &head.files,
            options: &self.load,
            properties: None,
            uninitialised: self.options.uninitialised,
            budget,
        };
        validate::violation(&self.loaded.program, &witness, &against)
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
            count.lock().expect("nobody panics").0 += 1;
            let start = Instant::now();
            let written = write::violation(found.checked(), violation).map_err(|why| format!("{name}: {why}"))?;
            let text = written.yaml();
            match found.validate(head, &text).map_err(|why| format!("{name}: {why}\n{text}"))? {
                Validated::Accepted(again) if again.property == violation.property => {
                    count.lock().expect("nobody panics").1 += 1;
                    if start.elapsed() > Duration::from_millis(300) {
                        eprintln!("slow: {name} {:?}", start.elapsed());
                    }
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
