//! What is printed is well-formed, and means the same to another solver, if there is one to ask.

mod common;

use common::expression::{Expressions, smt2_of_lines};
use common::number;
use smt::{Terms, write_smt2};
use std::io::Write;
use std::process::{Command, Stdio};

/// What `z3` says about a query; nothing if there is no `z3`.
fn ask(query: &str) -> Option<String> {
    let mut child =
        Command::new("z3").args(["-in", "-T:20"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    child.stdin.take()?.write_all(query.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

#[test]
fn a_query_reads_well() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(8), terms.variable(8));
    let sum = terms.add(x, y);
    let five = terms.constant(8, 5);
    let below = terms.ult(sum, five);
    let product = terms.mul(sum, x);
    let other = terms.slt(five, product);
    let mut text = Vec::new();
    write_smt2(&terms, &[below, terms.truth(true)], &mut text).expect("a vector takes everything");
    let expected = "(set-logic QF_BV)\n\
        (declare-const v0 (_ BitVec 8))\n\
        (declare-const v1 (_ BitVec 8))\n\
        (assert (= (ite (bvult (bvadd v0 v1) #x05) #b1 #b0) #b1))\n\
        (assert true)\n\
        (check-sat)\n";
    assert_eq!(String::from_utf8_lossy(&text), expected);
    let not_other = terms.not(other);
    let mut text = Vec::new();
    write_smt2(&terms, &[below, not_other], &mut text).expect("a vector takes everything");
    let text = String::from_utf8_lossy(&text);
    assert_eq!(text.matches("bvadd").count(), 1, "{text}");
    assert!(text.contains("#b1 #b0) #b0))\n(check-sat)"), "{text}");
}

/// Each line of random expressions is equal to the term that the crate made of it.
#[test]
fn z3_agrees() {
    let Some(version) = ask("(get-info :version)") else {
        eprintln!("there is no z3 on the PATH, so it is not asked");
        return;
    };
    eprintln!("asking {version}");
    let seed = number("RADDLE_SEED", 1);
    let (mut decided, rounds) = (0, number("RADDLE_COUNT", 40));
    for round in 0..rounds {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let width = [5, 8, 13, 16, 32, 64][random.usize(..6)];
        let variables = [width, width, 8, 1];
        let expressions = Expressions::random(&mut random, &variables, 25, 64, true);
        let mut terms = Terms::new();
        let (unknown, built) = expressions.build(&mut terms);
        // One variable of width 1 for each line keeps the text of all terms in one query.
        let kept: Vec<usize> = (unknown.len()..built.len()).collect();
        let results: Vec<smt::Term> = kept.iter().map(|it| terms.variable(terms.width(built[*it]))).collect();
        let equations: Vec<smt::Term> =
            kept.iter().zip(&results).map(|(line, result)| terms.eq(built[*line], *result)).collect();
        let mut query = Vec::new();
        write_smt2(&terms, &equations, &mut query).expect("a vector takes everything");
        let query = String::from_utf8_lossy(&query).replace("(check-sat)\n", "");
        // Declared only if used, so declared here if not.
        let mut text = String::new();
        for (number, width) in variables.iter().enumerate() {
            if !query.contains(&format!("(declare-const v{number} ")) {
                text.push_str(&format!("(declare-const v{number} (_ BitVec {width}))\n"));
            }
        }
        text = format!("{query}{text}{}", smt2_of_lines(&expressions));
        let differences: Vec<String> =
            kept.iter().enumerate().map(|(i, line)| format!("(distinct l{line} v{})", i + variables.len())).collect();
        text.push_str(&format!("(assert (or {}))\n(check-sat)\n", differences.join(" ")));
        match ask(&text).as_deref() {
            Some("unsat") => decided += 1,
            Some("timeout" | "unknown") => {}
            other => panic!("seed {seed}, round {round}: z3 says {other:?} to\n{text}"),
        }
    }
    assert!(decided * 2 > rounds, "only {decided} of {rounds} were decided");
}
