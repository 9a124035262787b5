//! What the unit tests of the passes share.

use crate::syntax::Program;
use crate::text::{parse, print};
use crate::validate::validate;

/// Reads a valid program; `body` is what follows `program lp64`.
#[track_caller]
pub(super) fn program(body: &str) -> Program {
    let program = parse(&format!("program lp64\n{body}")).unwrap_or_else(|it| panic!("{it}\n{body}"));
    check(&program);
    program
}

/// A program of one function `main` without parameters and result; `body` has its members, `lines` by line.
#[track_caller]
pub(super) fn main(body: &str) -> Program {
    program(&format!(
        "global @x : i32 global @y : i32 global @p : ptr global @m : mutex function @main() entry {{ {body} }}"
    ))
}

#[track_caller]
pub(super) fn check(program: &Program) {
    if let Err(violations) = validate(program) {
        panic!("{}\n{}", violations[0], print(program));
    }
}

/// Asserts that the last function has exactly these registers, slots and edges, up to space.
#[track_caller]
pub(super) fn assert_body(program: &Program, expected: &str) {
    check(program);
    let text = print(program);
    let body = text.rsplit_once("{\n").unwrap().1.trim_end().trim_end_matches('}');
    let lines = |text: &str| -> Vec<String> {
        let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(squeeze).filter(|it| !it.is_empty()).collect()
    };
    assert_eq!(lines(body).join("\n"), lines(expected).join("\n"));
}
