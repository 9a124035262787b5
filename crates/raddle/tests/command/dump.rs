//! What `--dump-smt2` and `--dump-cnf` write is the question that was answered: another solver says the same.

use crate::common::{Run, in_parallel, raddle, root};
use smt::{Answer, Cadical, Lit, Sat};
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// Programs of `bench/programs/bmc` with their flags.
const PROGRAMS: [(&str, &[&str]); 24] = [
    ("arr_cells", &[]),
    ("bakery", &[]),
    ("bakery", &["-DBUG"]),
    ("counter", &[]),
    ("counter", &["-DLOCK"]),
    ("dekker", &[]),
    ("fib", &["-DN=3", "-DFIBB=21"]),
    ("fib", &["-DN=3", "-DFIBB=21", "-DBUG"]),
    ("iriw", &[]),
    ("lb", &[]),
    ("mp", &[]),
    ("peterson", &["-DSPIN"]),
    ("peterson_bug", &[]),
    ("queue", &["-DN=2"]),
    ("queue", &["-DN=2", "-DBUG"]),
    ("rwlock", &["-DBUG"]),
    ("sb", &[]),
    ("sigma", &["-DBUG"]),
    ("stack", &["-DN=2"]),
    ("stack", &["-DN=2", "-DBUG"]),
    ("ticket", &[]),
    ("wsc", &[]),
    ("wsc_half", &["-DWANT=1"]),
    ("wsc_half", &["-DWANT=2"]),
];

/// Checks a program and gives the two files.
fn dump(program: &str, options: &[&str], flags: &[&str]) -> (Run, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [smt2, cnf] = ["query.smt2", "query.cnf"].map(|it| folder.path().join(it).display().to_string());
    let program = format!("bench/programs/bmc/{program}.c");
    let start =
        ["check", &program, "--property", "reach", "--engine", "ordering", "--dump-smt2", &smt2, "--dump-cnf", &cnf];
    let run = raddle(&[&start[..], options, &["--"], flags].concat());
    let read = |path: &str| std::fs::read_to_string(path).expect("the file was written");
    (run, read(&smt2), read(&cnf))
}

/// Whether the file has one command on each line, with balanced parentheses, and declares or defines its own names first.
fn malformed(text: &str) -> Option<String> {
    let mut names = HashSet::new();
    for line in text.lines().filter(|it| !it.starts_with(';')) {
        let mut depth = 0i32;
        for letter in line.chars() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if depth < 0 {
                return Some(format!("a parenthesis too many: {line}"));
            }
        }
        let words: Vec<&str> = line.split(['(', ')', ' ']).filter(|it| !it.is_empty()).collect();
        let is_new = words.first().is_some_and(|it| *it == "declare-const" || *it == "define-fun");
        let own = |it: &str| {
            let number = it.trim_start_matches(['v', 't', 'c']);
            it.starts_with("rf_") || (number.len() + 1 == it.len() && number.parse::<u64>().is_ok())
        };
        let mut used = words.iter().skip(if is_new { 2 } else { 1 }).filter(|it| own(it));
        if let Some(unknown) = used.find(|it| !names.contains(**it)) {
            return Some(format!("`{unknown}` is not declared: {line}"));
        }
        if is_new && !names.insert(words[1]) {
            return Some(format!("declared twice: {line}"));
        }
        if depth != 0 {
            return Some(format!("a parenthesis is open: {line}"));
        }
    }
    (text.lines().last() != Some("(check-sat)")).then(|| "it does not end with (check-sat)".to_owned())
}

/// What a solver says about the clauses of a file.
fn solve(cnf: &str) -> Answer {
    let mut solver = Cadical::new();
    let mut clause = Vec::new();
    let mut variables = 0;
    for number in cnf.lines().skip(1).flat_map(str::split_whitespace) {
        match number.parse::<i32>().expect("a number") {
            0 => {
                solver.clause(&clause);
                clause.clear();
            }
            literal => {
                for _ in variables..literal.unsigned_abs() {
                    solver.fresh();
                }
                variables = variables.max(literal.unsigned_abs());
                clause.push(Lit::from_dimacs(literal));
            }
        }
    }
    solver.solve(&[])
}

/// What `z3` says about a query; nothing if there is no `z3`, or if it takes too long.
fn ask_z3(query: &str, folder: &Path) -> Option<String> {
    let path = folder.join("query.smt2");
    std::fs::write(&path, query).expect("a file");
    let output = Command::new("z3").arg("-T:60").arg(&path).output().ok()?;
    let answer = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (answer != "timeout").then_some(answer)
}

#[test]
fn another_solver_says_the_same() {
    let complaints = in_parallel(&PROGRAMS, |(program, flags)| {
        let complain = |what: String| Err(format!("{program} {}: {what}", flags.join(" ")));
        let (run, smt2, cnf) = dump(program, &[], flags);
        let (answer, word) = match run.verdict() {
            "TRUE" => (Answer::Unsatisfiable, "unsat"),
            "FALSE(reach)" => (Answer::Satisfiable, "sat"),
            other => return complain(format!("the verdict is {other}: {}", run.stderr)),
        };
        if let Some(what) = malformed(&smt2) {
            return complain(what);
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        match ask_z3(&smt2, folder.path()) {
            Some(said) if said != word => return complain(format!("z3 says {said}, not {word}")),
            Some(_) | None => {}
        }
        match solve(&cnf) {
            said if said != answer => complain(format!("the clauses are {said:?}, not {answer:?}")),
            _ => Ok(()),
        }
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// All four ways have learned enough clauses for their answer.
#[test]
fn clauses_of_the_search_are_written() {
    for way in ["basic", "basic-opt", "prop", "prop-opt"] {
        let (run, _, cnf) = dump("fib", &["--ordering", way], &["-DN=3", "-DFIBB=21"]);
        assert_eq!(run.verdict(), "TRUE", "{way}: {}", run.stderr);
        assert_eq!(solve(&cnf), Answer::Unsatisfiable, "{way}");
    }
}

#[test]
fn a_question_that_is_not_answered_is_written() {
    let (run, smt2, cnf) = dump("fib", &["--timeout", "1s"], &["-DN=12", "-DFIBB=121393"]);
    assert_eq!(run.verdict(), "UNKNOWN(timeout)", "{}", run.stderr);
    assert_eq!(malformed(&smt2), None);
    assert!(cnf.starts_with("p cnf ") && cnf.lines().count() > 1000);
}

#[test]
fn dumps_go_with_solving_only() {
    let program = root().join("bench/programs/bmc/sb.c").display().to_string();
    for option in ["--dump-smt2", "--dump-cnf"] {
        let run = raddle(&["check", &program, "--engine", "explore", option, "query"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        let run = raddle(&["check", &program, "--engine", "ordering", option, "no such folder/query"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
    }
}
