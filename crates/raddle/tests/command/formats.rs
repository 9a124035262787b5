//! What other programs read is what its format demands: answers as JSON and as SARIF by their schemas, graphs and pages by
//! small readers; of every program of the corpus.

use crate::common::{in_parallel, programs, root};
use crate::markup;
use crate::shapes::{graphs, json, own_schema, sarif_schema, validator};
use event::{Budget, Verdict};
use explore::Further;
use raddle::actors::{ActorCheck, ActorOptions};
use raddle::output::{Output, Printed};
use raddle::saved::{SavedFile, SavedProgram, checksum};
use raddle::search::Search;
use raddle::{CheckOptions, LoadError, LoadOptions, Outcome};
use report::{Answer, Style};
use serde_json::{Value, json};
use source::{Diagnostics, Sources};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// No program gets more time than this: any answer will do.
const TIME: Duration = Duration::from_millis(150);

/// What was said about a program in each form.
struct Said {
    printed: Printed,
    sarif: String,
    dot: Option<String>,
    html: String,
    violations: usize,
}

/// Checks a program and tells the answer in every form.
fn say(path: &Path) -> Said {
    let folder = tempfile::tempdir().expect("a folder");
    let [sarif, dot, html] = ["a.sarif", "a.dot", "a.html"].map(|it| folder.path().join(it));
    let (files, flags) = head(path);
    let files: Vec<String> = files.iter().map(|it| it.display().to_string()).collect();
    let output = Output {
        files,
        json: true,
        sarif: Some(sarif.clone()),
        html: Some(html.clone()),
        dot: Some(dot.clone()),
        dot_tree: None,
    };
    let (printed, violations) = match check(&output.files, flags) {
        Ok((outcome, sources, warnings)) => tell(&output, &outcome, &sources, &warnings),
        Err(error) => (output.refusal(&error), 0),
    };
    let sarif = std::fs::read_to_string(sarif).expect("a log");
    let html = std::fs::read_to_string(html).expect("a page");
    Said { printed, sarif, dot: std::fs::read_to_string(dot).ok(), html, violations }
}

/// The files of a program, and the flags that its head says.
fn head(path: &Path) -> (Vec<PathBuf>, Vec<String>) {
    let text = std::fs::read_to_string(path).expect("a program");
    let values = |key: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|it| it.trim().strip_prefix("//@ ")?.strip_prefix(key)?.strip_prefix(':'));
        lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let further = values("files").into_iter().map(|it| path.with_file_name(it));
    (std::iter::once(path.to_owned()).chain(further).collect(), values("flags"))
}

fn check(files: &[String], flags: Vec<String>) -> Result<(Outcome, Sources, Diagnostics), LoadError> {
    let deadline = Instant::now().checked_add(TIME);
    let search =
        |it: Search| Search { budget: Budget { deadline, ..Budget::default() }, further: Further::Nothing, ..it };
    if files[0].ends_with(".abs") {
        let loaded = raddle::actors::load(files, &ActorOptions { flags, ..ActorOptions::default() })?;
        let usual = ActorCheck::default();
        let options = ActorCheck { search: search(usual.search), ..usual };
        let outcome = raddle::actors::check(&loaded, &options, &mut |_, _| {});
        return Ok((outcome, loaded.sources, loaded.warnings));
    }
    let loaded = raddle::load_files(files, &LoadOptions { flags, ..LoadOptions::default() })?;
    let options = CheckOptions { search: search(Search::default()), ..CheckOptions::default() };
    let outcome = raddle::check(&loaded.program, &options, &mut |_, _| {});
    Ok((outcome, loaded.program.sources, loaded.warnings))
}

fn tell(output: &Output, outcome: &Outcome, sources: &Sources, warnings: &Diagnostics) -> (Printed, usize) {
    let answer = Answer {
        subject: "",
        verdict: &outcome.verdict,
        stats: &outcome.stats,
        figures: outcome.figures.as_deref(),
        engine: &outcome.engine,
        others: &outcome.others,
        checked: outcome.checked,
        findings: &outcome.findings,
        scope: &outcome.scope,
        sources,
        files: &output.files,
        warnings,
        exit_code: 0,
    };
    let saved = |path: &String| SavedFile { path: path.into(), checksum: checksum(b"") };
    let program = SavedProgram { files: output.files.iter().map(saved).collect(), ..SavedProgram::default() };
    let violations = match &outcome.verdict {
        Verdict::Unsafe { violations } => violations.len(),
        Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => 0,
    };
    (output.answer(&answer, Some(&program), Style { full_trace: true, ..Style::default() }), violations)
}

#[test]
fn every_answer_is_what_the_schemas_say() {
    let mut list = Vec::new();
    programs(&root().join("corpus"), &["c", "abs"], &mut list);
    assert!(list.len() > 900, "the corpus has only {} programs", list.len());
    let (answers, logs) = (validator(&own_schema("answer-1.schema.json")), validator(&sarif_schema()));
    let verdicts = Mutex::new(BTreeMap::<String, u32>::new());
    let complaints = in_parallel(&list, |path| {
        let said = say(path);
        let complain = |what: String| Err(format!("== {}: {what}", path.display()));
        let (answer, log) = (json(&said.printed.out)?, json(&said.sarif)?);
        let wrong = answers.objections(&answer);
        if !wrong.is_empty() {
            return complain(format!("{}\n{}", wrong.join("\n"), said.printed.out));
        }
        let wrong = logs.objections(&log);
        if !wrong.is_empty() {
            return complain(format!("{}\n{}", wrong.join("\n"), said.sarif));
        }
        agree(&answer, &log).or_else(complain)?;
        markup::wrong(&said.html).or_else(complain)?;
        *verdicts.lock().expect("no worker panics").entry(answer["verdict"].to_string()).or_default() += 1;
        match &said.dot {
            None if said.violations == 0 && !said.printed.complaints.is_empty() => Ok(()),
            None if answer["scope"].is_null() => Ok(()),
            None => complain("there is no graph".to_owned()),
            Some(text) => match graphs(text) {
                Ok(count) if count == said.violations => Ok(()),
                Ok(count) => complain(format!("{count} graphs of {} violations", said.violations)),
                Err(what) => complain(format!("{what}\n{text}")),
            },
        }
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    // Answers of all kinds have been seen.
    let verdicts = verdicts.into_inner().expect("no worker panics");
    let few = |name: &str, most: u32| verdicts.get(&format!("\"{name}\"")).is_none_or(|it| *it < most);
    let is_enough = !few("true", 100) && !few("false", 100) && !few("unknown", 50) && !few("true-bounded", 1);
    assert!(is_enough, "{verdicts:?}");
}

/// What no schema can say: numbers and names that refer to something do, and both forms tell the same.
fn agree(answer: &Value, log: &Value) -> Result<(), String> {
    let run = &log["runs"][0];
    let violations = answer["violations"].as_array().expect("a list");
    let results = run["results"].as_array().expect("a list");
    if violations.len() != results.len() {
        return Err(format!("{} violations and {} results", violations.len(), results.len()));
    }
    for (violation, result) in violations.iter().zip(results) {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("a number") as usize]["id"];
        let code = &violation["fault"]["code"];
        let below = |fault: &str| json!(format!("{}/{fault}", violation["property"].as_str().expect("a name")));
        let ids = match code.as_str() {
            // The kinds of misuse have the rule of their fault.
            Some(kind) if ir::Misuse::of(kind).is_some() => vec![below("misuse"), below("bad-mutex")],
            Some(fault) => vec![below(fault)],
            None => vec![violation["property"].clone()],
        };
        if &result["ruleId"] != rule || !ids.contains(rule) {
            return Err(format!("the rules {rule} and {} for {ids:?}", result["ruleId"]));
        }
        if &result["properties"]["code"] != code {
            return Err(format!("the codes {code} and {}", result["properties"]["code"]));
        }
        let threads = violation["threads"].as_array().expect("a list").len();
        let steps = violation["steps"].as_array().expect("a list");
        let is_known = |thread: &Value| thread.as_u64().is_none_or(|it| (it as usize) < threads);
        if !is_known(&violation["culprit"]) || !steps.iter().all(|it| is_known(&it["thread"])) {
            return Err(format!("a thread that there is not: {violation}"));
        }
        let flows = result["codeFlows"][0]["threadFlows"].as_array().cloned().unwrap_or_default();
        let locations = flows.iter().flat_map(|it| it["locations"].as_array().expect("a list"));
        let mut orders: Vec<u64> = locations.filter_map(|it| it["executionOrder"].as_u64()).collect();
        orders.sort_unstable();
        // The last one is where the thread fails.
        let count = steps.len() as u64 + u64::from(!violation["culprit"].is_null());
        if orders != (1..=count).collect::<Vec<_>>() {
            return Err(format!("the order {orders:?} of {count} steps"));
        }
    }
    Ok(())
}

/// Every document that is like `document`, but for a change at one place. The path to the place is given.
fn mutants(document: &Value, path: &str, change: &dyn Fn(&Value, &str) -> Vec<Value>) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = change(document, path).into_iter().map(|it| (path.to_owned(), it)).collect();
    let keys: Vec<String> = match document {
        Value::Object(fields) => fields.keys().cloned().collect(),
        Value::Array(items) => (0..items.len()).map(|it| it.to_string()).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for key in keys {
        let pointer = format!("/{}", key.replace('~', "~0").replace('/', "~1"));
        let child = document.pointer(&pointer).expect("it is there");
        for (place, changed) in mutants(child, &format!("{path}{pointer}"), change) {
            let mut mutant = document.clone();
            *mutant.pointer_mut(&pointer).expect("it is there") = changed;
            all.push((place, mutant));
        }
    }
    all
}

/// Documents in which much occurs.
fn samples() -> Vec<Value> {
    let programs = ["examples/account.c", "examples/actors/account.abs", "corpus/race/message_relaxed.c"];
    let said = programs.map(|it| json(&say(&root().join(it)).printed.out).expect("JSON"));
    said.into_iter()
        .chain([json(&say(&root().join("corpus/diagnostics/assembly.c")).printed.out).expect("JSON")])
        .collect()
}

#[test]
fn no_schema_takes_other_documents() {
    let answers = validator(&own_schema("answer-1.schema.json"));
    for sample in samples() {
        assert_eq!(answers.objections(&sample), Vec::<String>::new());
        let refuse = |what: &str, change: &dyn Fn(&Value, &str) -> Vec<Value>| {
            let mutants = mutants(&sample, "", change);
            assert!(mutants.len() > 10, "{what}: only {} mutants", mutants.len());
            for (path, mutant) in mutants {
                assert!(!answers.is_valid(&mutant), "{what} at {path} is not noticed");
            }
        };
        refuse("an unknown field", &|value, _| match value {
            Value::Object(fields) => {
                let mut fields = fields.clone();
                fields.insert("surprise".to_owned(), json!("!"));
                vec![Value::Object(fields)]
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Vec::new(),
        });
        refuse("a missing field", &|value, path| match value {
            // Which figures there are depends on the engine; how a program was read is said where it is not the usual way.
            Value::Object(_) if path.ends_with("/statistics") => Vec::new(),
            Value::Object(fields) => {
                let is_needed = |name: &&String| {
                    let is_said = path.ends_with("/trace/program") && *name != "files";
                    let is_told = path.ends_with("/trace") && *name == "steps";
                    !is_said && !is_told
                };
                let without = |name: &String| {
                    let mut fields = fields.clone();
                    fields.remove(name);
                    Value::Object(fields)
                };
                fields.keys().filter(is_needed).map(without).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Vec::new(),
        });
        refuse("another type", &|_, _| vec![json!({ "surprise": null }), json!(-1.5)]);
    }
}

#[test]
fn a_bug_is_a_document_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let sarif = folder.path().join("a.sarif");
    let files = vec!["x.c".to_owned()];
    assert_eq!(Output { files: files.clone(), ..Output::default() }.bug().out, "VERDICT: UNKNOWN(internal)\n");
    let printed = Output { files, json: true, sarif: Some(sarif.clone()), ..Output::default() }.bug();
    let document = json(&printed.out).expect("JSON");
    assert_eq!(validator(&own_schema("answer-1.schema.json")).objections(&document), Vec::<String>::new());
    assert_eq!((&document["reason"]["code"], &document["exit_code"]), (&json!("internal"), &json!(6)));
    let log = json(&std::fs::read_to_string(sarif).expect("a log")).expect("JSON");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn answers_contain_traces_as_they_are_saved() {
    let (mut answer, trace) = (own_schema("answer-1.schema.json"), own_schema("trace-1.schema.json"));
    for (key, value) in answer["$defs"]["trace"].take().as_object().expect("a schema") {
        assert_eq!(trace[key], *value, "{key}");
    }
    let traces = validator(&trace);
    let sample = &samples()[0];
    assert_eq!(traces.objections(&sample["violations"][0]["trace"]), Vec::<String>::new());
}

#[test]
fn the_reader_of_graphs_can_tell() {
    for good in ["", "digraph \"a\" {\n  \"x\" [label=\"1\"];\n  \"x\" -> \"x\";\n}\n", "digraph \"\\\"\" {\n}\n"] {
        assert!(graphs(good).is_ok(), "{good}: {:?}", graphs(good));
    }
    for bad in [
        "digraph \"a\" {\n",
        "digraph \"a\" {\n}\n}\n",
        "digraph \"a {\n}\n",
        "digraph \"a\" {\n  \"x\" -> \"y\";\n}\n",
        "digraph \"a\" {\n  \"x\" [label=\"say \"a\"\"];\n}\n",
        "digraph \"a\" {\n  \"x\" [label=\"\\q\"];\n}\n",
        "digraph \"a\" {\n  \"x\" [label=é];\n}\n",
    ] {
        assert!(graphs(bad).is_err(), "{bad}");
    }
}
