//! The programs of `bench/programs` get the verdicts of `expected.csv`, and each of them survives printing and parsing.

use crate::common::{exit_code, in_parallel, raddle, root, round_trip};

struct Case {
    program: String,
    flags: Vec<String>,
    options: Vec<String>,
    verdict: String,
}

fn cases() -> Vec<Case> {
    let text = std::fs::read_to_string(root().join("bench/programs/expected.csv")).expect("the list is there");
    let words = |it: &str| it.split_whitespace().map(str::to_owned).collect();
    text.lines()
        .filter(|it| !it.starts_with('#') && !it.is_empty())
        .map(|line| {
            let [program, flags, options, verdict] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("four columns in `{line}`");
            };
            let program = format!("bench/programs/{program}");
            Case { program, flags: words(flags), options: words(options), verdict: verdict.to_owned() }
        })
        .collect()
}

#[test]
fn verdicts_are_as_expected() {
    let cases = cases();
    assert!(cases.len() > 50);
    // As it comes, and with every interleaving.
    let runs: Vec<_> = cases.iter().flat_map(|it| [(it, None), (it, Some("--reduction=naive"))]).collect();
    let complaints = in_parallel(&runs, |(case, reduction)| {
        let mut arguments = vec!["check", &case.program];
        arguments.extend(reduction);
        arguments.extend(case.options.iter().map(String::as_str));
        arguments.push("--");
        arguments.extend(case.flags.iter().map(String::as_str));
        let run = raddle(&arguments);
        if run.verdict() == case.verdict && run.code == exit_code(&case.verdict) {
            return Ok(());
        }
        Err(format!("{arguments:?}: expected {}, exit code {}\n{}{}", case.verdict, run.code, run.stderr, run.stdout))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_program_is_found_in_the_list() {
    let cases = cases();
    for folder in ["", "/bmc", "/commuting", "/dynamic", "/mutex"].map(|it| format!("bench/programs{it}")) {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
            if name.ends_with(".c") {
                let path = format!("{folder}/{name}");
                assert!(cases.iter().any(|it| it.program == path), "{path} has no expected verdict");
            }
        }
    }
}

#[test]
fn the_text_form_parses_back() {
    let complaints = in_parallel(&cases(), |it| round_trip(&root().join(&it.program), &it.flags));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
