//! Lowered programs, line by line.
//!
//! `by_hand` builds typed trees and so needs no other part of the front end.

mod build;
mod by_hand;
mod from_text;
mod library;
mod lives;
mod order;

use ir::Program;

fn assert_valid(program: &Program) {
    if let Err(violations) = ir::validate::validate(program) {
        panic!("{violations:#?}\n{}", ir::text::print(program));
    }
}

/// The lines of a function in the text form: without positions, without steps that do nothing, without the ends of
/// edges.
fn steps(program: &Program, function: &str) -> Vec<String> {
    let lines = listing(program, function);
    let step = |line: String| {
        let (ends, action) = line.split_once(": ").unwrap_or(("", &line));
        let guard = [" if ", " unless "]
            .iter()
            .find_map(|it| ends.split_once(it).map(|(_, rest)| format!("{}{rest}: ", it.trim_start())));
        let step = format!("{}{action}", guard.unwrap_or_default());
        (step != "skip").then_some(step)
    };
    lines.into_iter().filter_map(step).collect()
}

/// The edges of a function in the text form, without positions.
fn listing(program: &Program, function: &str) -> Vec<String> {
    let text = ir::text::print(program);
    let start = format!("function @{function}(");
    let lines = text.lines().skip_while(|it| !it.starts_with(&start)).skip(1).take_while(|it| *it != "}");
    let is_edge = |line: &&str| line.trim_start().starts_with('l');
    lines.filter(is_edge).map(|it| it.split(" !").next().unwrap_or(it).trim().to_owned()).collect()
}
