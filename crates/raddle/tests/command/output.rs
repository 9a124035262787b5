//! The forms of an answer as a user asks for them: `--json`, `--sarif`, `--dot`, `--dot-tree`, `raddle schema`.

use crate::common::{Run, raddle, root};
use crate::shapes::{graphs, json, own_schema, sarif_schema, validator};
use serde_json::{Value, json};
use std::path::Path;

/// The only thing on standard output, which is valid and says with what the command ended.
fn document(run: &Run) -> Value {
    let document = json(&run.stdout).unwrap_or_else(|what| panic!("{what}\n{}", run.stderr));
    let wrong = validator(&own_schema("answer-1.schema.json")).objections(&document);
    assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), run.stdout);
    assert_eq!(document["exit_code"], run.code);
    document
}

/// A valid log in a file.
fn log(path: &Path) -> Value {
    let log = json(&std::fs::read_to_string(path).expect("a log")).expect("JSON");
    let wrong = validator(&sarif_schema()).objections(&log);
    assert!(wrong.is_empty(), "{}\n{log}", wrong.join("\n"));
    log
}

#[test]
fn json_says_what_the_text_says() {
    let text = raddle(&["check", "examples/account.c"]);
    let run = raddle(&["check", "examples/account.c", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (text.code, ""));
    let document = document(&run);
    assert_eq!(document["verdict_line"], text.stdout.lines().last().expect("a verdict"));
    for name in ["executions", "events", "threads"] {
        assert_eq!(document["statistics"][name].to_string(), text.stat(name).expect("a figure"));
    }
    let steps = document["violations"][0]["steps"].as_array().expect("steps");
    for step in steps.iter().filter(|it| it["matters"] == true) {
        let effect = step["effects"][0]["text"].as_str().expect("a text");
        assert!(text.stdout.contains(effect), "{effect}");
    }
    let last = &steps[7];
    let touch = json!({ "variable": "balance", "manner": "write", "before": "30", "after": "-30" });
    assert_eq!((&last["number"], &last["thread"], &last["effects"][0]["touch"]), (&json!(8), &json!(2), &touch));
    let trace = &document["violations"][0]["trace"];
    assert_eq!(trace["program"]["files"][0]["path"], "examples/account.c");
    assert_eq!(trace["schedule"].as_array().map(Vec::len), Some(steps.len()));
}

#[test]
fn the_same_question_gets_the_same_json() {
    let arguments = ["check", "examples/philosophers.c", "--json"];
    assert_eq!(raddle(&arguments).stdout, raddle(&arguments).stdout);
}

#[test]
fn a_broken_file_is_diagnostics() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, sarif) = (folder.path().join("a b.c"), folder.path().join("a.sarif"));
    std::fs::write(&path, "int main(void) {\n  return f(;\n}\n").expect("a file");
    let run = raddle(&["check", &path.display().to_string(), "--json", "--sarif", &sarif.display().to_string()]);
    let document = document(&run);
    assert_eq!((run.code, &document["verdict_line"]), (2, &json!("VERDICT: UNKNOWN(input)")));
    assert_eq!((&document["reason"]["code"], &document["scope"]), (&json!("input"), &Value::Null));
    let found = &document["diagnostics"][0];
    assert_eq!((&found["code"], &found["severity"]), (&json!("C0201"), &json!("error")), "{found}");
    let position = &found["position"];
    assert_eq!((&position["line"], &position["column"]), (&json!(2), &json!(12)), "{position}");
    assert_eq!(position["text"], "  return f(;");
    assert!(run.stderr.contains("error[C0201]"), "{}", run.stderr);
    let log = log(&sarif);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0];
    assert_eq!(notification["descriptor"]["id"], "C0201");
    let uri = notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str();
    assert!(uri.is_some_and(|it| it.starts_with("file:///") && it.ends_with("/a%20b.c")), "{uri:?}");
}

#[test]
fn a_missing_file_is_a_diagnostic() {
    for (file, says) in [("nowhere.c", "nowhere.c"), ("nowhere.abs", "nowhere.abs"), ("README.md", "not a file")] {
        let run = raddle(&["check", file, "--json"]);
        let document = document(&run);
        assert_eq!((run.code, &document["reason"]["code"]), (2, &json!("input")));
        let found = &document["diagnostics"][0];
        assert!(found["message"].as_str().is_some_and(|it| it.contains(says)), "{found}");
        assert_eq!(document["subject"]["files"], json!([file]));
    }
    let run = raddle(&["check", "examples/account.c", "--property", "nowhere.prp", "--json"]);
    assert_eq!((run.code, &document(&run)["reason"]["code"]), (2, &json!("input")));
}

#[test]
fn actors_have_messages() {
    let run = raddle(&["check", "examples/actors/account.abs", "--json"]);
    let document = document(&run);
    assert_eq!((run.code, &document["verdict"]), (10, &json!("false")));
    assert_eq!(document["scope"]["memory_model"]["name"], "messages");
    let diagram = &document["violations"][0]["diagram"];
    let rows = diagram["rows"].as_array().expect("rows");
    let call = rows.iter().find(|it| it["kind"] == "calls").expect("a call");
    assert_eq!(
        (&call["text"], &diagram["columns"][call["to"].as_u64().expect("an actor") as usize]["name"]),
        (&json!("withdraw(70)"), &json!("Current"))
    );
    assert_eq!(document["violations"][0]["trace"]["program"].get("data_model"), None);
}

#[test]
fn no_answer_is_an_answer() {
    let run = raddle(&["check", "bench/programs/fib_bench.c", "--json", "--timeout", "1ms", "--", "-DN=9"]);
    let document = document(&run);
    assert_eq!((run.code, &document["verdict"]), (5, &json!("unknown")));
    assert_eq!((&document["reason"]["code"], &document["scope"]["complete"]), (&json!("timeout"), &json!(false)));
    let bounded =
        raddle(&["check", "corpus/waiting/request_server.c", "--json", "--steps", "20", "--engine", "explore"]);
    assert_eq!(self::document(&bounded)["verdict"], "true-bounded", "{}", bounded.stdout);
}

#[test]
fn other_engines_have_other_figures() {
    let run = raddle(&["check", "examples/auction.c", "--engine", "ordering", "--json"]);
    let document = document(&run);
    assert_eq!((run.code, &document["verdict"]), (10, &json!("false")));
    assert!(document["statistics"]["clauses"].as_u64().is_some_and(|it| it > 0), "{}", document["statistics"]);
    assert_eq!(document["statistics"].get("executions"), None);
}

#[test]
fn sarif_stands_beside_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sarif");
    let name = path.display().to_string();
    let text = raddle(&["check", "corpus/race/message_relaxed.c"]);
    let run = raddle(&["check", "corpus/race/message_relaxed.c", "--sarif", &name]);
    assert_eq!((run.code, &run.stdout, run.stderr.as_str()), (10, &text.stdout, ""));
    let log = log(&path);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!((&invocation["executionSuccessful"], &invocation["exitCode"]), (&json!(true), &json!(10)));
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("race"), &json!("error")));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "corpus/race/message_relaxed.c");
    assert_eq!(place["region"]["snippet"]["text"], "data");
    assert!(result["relatedLocations"].as_array().is_some_and(|it| it.len() >= 2), "{result}");
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
    let names: Vec<&str> = flows.iter().filter_map(|it| it["id"].as_str()).collect();
    assert_eq!(names, ["main", "T1", "T2"]);
    let write = &flows[1]["locations"][0];
    assert_eq!((&write["executionOrder"], &write["importance"]), (&json!(3), &json!("essential")));
    assert_eq!(write["state"]["data"]["text"], "42");
    let safe = raddle(&["check", "examples/account_fixed.c", "--sarif", &name]);
    assert_eq!((safe.code, &self::log(&path)["runs"][0]["results"]), (0, &json!([])));
}

#[test]
fn a_counterexample_is_drawn_if_there_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.dot");
    let name = path.display().to_string();
    let safe = raddle(&["check", "examples/account_fixed.c", "--dot", &name]);
    assert_eq!((safe.code, path.exists()), (0, false));
    assert!(safe.stderr.contains("a.dot is not written: there is no counterexample"), "{}", safe.stderr);
    for (program, says) in [
        ("examples/account.c", "\"end\" [label=\"✗ assertion failed\\lline 22: assert(balance >= 0);\\l\""),
        ("corpus/race/message_relaxed.c", "label=\"race\", dir=\"both\""),
        ("examples/actors/account.abs", "label=\"withdraw(70)\""),
        ("examples/philosophers.c", "T1 waits for mutex `fork_at[1]`, held by T2"),
    ] {
        let run = raddle(&["check", program, "--dot", &name]);
        assert_eq!((run.code, run.stderr.as_str()), (10, ""));
        let text = std::fs::read_to_string(&path).expect("a graph");
        assert_eq!(graphs(&text), Ok(1), "{text}");
        assert!(text.contains(says), "{program}: {text}");
    }
}

#[test]
fn executions_are_drawn_as_a_tree_if_they_are_few() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.dot");
    let name = path.display().to_string();
    let draw = |arguments: &[&str]| {
        let _ = std::fs::remove_file(&path);
        let run = raddle(&[&["check", "--dot-tree", &name], arguments].concat());
        (run, std::fs::read_to_string(&path).unwrap_or_default())
    };
    let (run, text) = draw(&["examples/account.c"]);
    assert_eq!((run.code, graphs(&text)), (10, Ok(1)), "{}{text}", run.stderr);
    let leaves = |text: &str, name: &str| text.matches(&format!("[label=\"{name}\"")).count();
    // As many as the statistics say; in two of them money is missing.
    assert_eq!(run.stat("executions"), Some("6"));
    assert_eq!((leaves(&text, "complete"), leaves(&text, "violated: reach")), (4, 2), "{text}");
    let (run, text) = draw(&["examples/actors/account.abs", "--reduction", "naive"]);
    let all = leaves(&text, "complete") + leaves(&text, "violated: reach");
    assert_eq!(run.stat("executions").map(str::to_owned), Some(all.to_string()), "{text}");
    for endless in ["corpus/loops/endless_atomic.c", "corpus/actors/endless_bounded.abs"] {
        let (run, text) = draw(&[endless]);
        assert_eq!((run.stat("stuck"), leaves(&text, "stuck")), (Some("1"), 1), "{}{text}", run.stderr);
    }
    let (run, text) = draw(&["corpus/race/message_relaxed.c"]);
    assert_eq!((run.code, leaves(&text, "violated: race")), (10, 1), "{text}");
    let (run, text) = draw(&["examples/philosophers.c", "--reduction", "naive", "--property", "deadlock"]);
    assert_eq!((run.code, text.as_str()), (10, ""));
    assert!(run.stderr.contains("executions, and a tree is drawn of at most 2000"), "{}", run.stderr);
    for (arguments, says) in [
        (&["examples/account.c", "--engine", "ordering"][..], "--dot-tree goes with the engine `explore`"),
        (&["examples/account.c", "--property", "reach", "--reduction", "value"], "runs no executions"),
    ] {
        let (run, text) = draw(arguments);
        assert_eq!((run.code, text.as_str()), (1, ""));
        assert!(run.stderr.contains(says), "{}", run.stderr);
    }
}

#[test]
fn files_that_cannot_be_written_are_noticed_before_the_work() {
    for option in ["--sarif", "--dot", "--dot-tree"] {
        let run = raddle(&["check", "examples/account.c", option, "no/such/folder/file"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        assert!(run.stderr.contains("folder that does not exist"), "{}", run.stderr);
    }
}

#[test]
fn the_schemas_are_printed() {
    for (arguments, file) in [
        (&["schema"][..], "answer-1.schema.json"),
        (&["schema", "answer"], "answer-1.schema.json"),
        (&["schema", "trace"], "trace-1.schema.json"),
    ] {
        let run = raddle(arguments);
        assert_eq!((run.code, json(&run.stdout)), (0, Ok(own_schema(file))));
    }
    assert_eq!(raddle(&["schema", "poem"]).code, 1);
}

/// The fenced blocks of a document that are marked as JSON.
fn blocks(document: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(document)).expect("the document is there");
    text.split("```json\n").skip(1).filter_map(|it| it.split("```").next()).map(str::to_owned).collect()
}

#[test]
fn the_document_about_json_shows_what_is_printed() {
    let blocks = blocks("docs/json.md");
    let shown = |index: usize| json(&blocks[index]).expect("JSON");
    let safe = raddle(&["check", "examples/account_fixed.c", "--json"]);
    let version = |text: &str| text.replace(&format!("\"{}\"", env!("CARGO_PKG_VERSION")), "\"0.1.0\"");
    assert_eq!(version(&safe.stdout), blocks[0]);
    let steps = document(&raddle(&["check", "examples/account.c", "--json"]))["violations"][0]["steps"].take();
    assert_eq!(steps[7], shown(1));
    let missing = document(&raddle(&["check", "nowhere.c", "--json"]));
    assert_eq!(missing["diagnostics"], shown(2));
}
