//! What the documents show is what the command prints, and their links lead somewhere.
//!
//! A block of text behind a block with a command is what that command prints, or part of it. A line of dots stands for
//! lines that are left out.

mod common;

use common::{in_parallel, raddle, root};
use std::path::{Path, PathBuf};

/// The documents that users read.
fn documents() -> Vec<PathBuf> {
    fn collect(folder: &Path, list: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, list);
            } else if path.extension().is_some_and(|it| it == "md") {
                list.push(path);
            }
        }
    }
    let mut list = Vec::new();
    collect(&root().join("docs"), &mut list);
    list.extend(
        ["README.md", "examples/README.md", "bench/README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]
            .map(|it| root().join(it)),
    );
    list.sort();
    list
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the document is there")
}

/// The fenced blocks of a document, each with its language.
fn blocks(document: &Path) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in read(document).lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.1 += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// The commands that a document shows together with what they print.
fn shown(document: &Path) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    let mut command: Option<String> = None;
    for (language, text) in blocks(document) {
        match (language.as_str(), command.take()) {
            ("text", Some(command)) => shown.push((command, text)),
            ("sh", _) => {
                let last = text.lines().last().unwrap_or_default();
                let arguments = last.strip_prefix("cargo run --release -- ").or(last.strip_prefix("raddle "));
                // What stands behind `#` is a remark.
                command = arguments.map(|it| it.split(" #").next().unwrap_or(it).trim().to_owned());
            }
            _ => {}
        }
    }
    shown
}

/// Whether the output has the lines of a block one after the other; dots stand for any number of others.
fn contains(output: &str, block: &str) -> bool {
    let mut rest: Vec<&str> = output.lines().collect();
    for part in block.split("...\n").map(|it| it.lines().collect::<Vec<_>>()).filter(|it| !it.is_empty()) {
        let Some(at) = rest.windows(part.len()).position(|it| it == part) else { return false };
        rest.drain(..at + part.len());
    }
    true
}

#[test]
fn documents_show_real_output() {
    let is_plain = |it: &str| it.starts_with("check ") && !it.contains('|') && !it.contains('>');
    let commands: Vec<_> = documents()
        .into_iter()
        .flat_map(|document| shown(&document).into_iter().map(move |it| (document.clone(), it)))
        .filter(|(_, (command, _))| is_plain(command))
        .collect();
    let complaints = in_parallel(&commands, |(document, (command, text))| {
        let run = raddle(&command.split_whitespace().collect::<Vec<_>>());
        let output = format!("{}{}", run.stdout, run.stderr);
        let name = document.display();
        let is_shown = contains(&output, text);
        is_shown.then_some(()).ok_or(format!("{name} shows for `{command}`\n{text}\nbut it prints\n{output}"))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(commands.len() >= 5, "only {} commands are shown with what they print", commands.len());
}

#[test]
fn links_lead_somewhere() {
    for document in documents() {
        let folder = document.parent().expect("a folder");
        for link in read(&document).split("](").skip(1).filter_map(|it| it.split(')').next()) {
            let path = link.split('#').next().unwrap_or(link);
            if path.is_empty() || path.contains("://") || path.contains(' ') {
                continue;
            }
            assert!(folder.join(path).exists(), "{} has a link to {link}, which is not there", document.display());
        }
    }
}

#[test]
fn the_journey_shows_real_output() {
    let texts: Vec<String> =
        blocks(&root().join("ARCHITECTURE.md")).into_iter().filter(|it| it.0 == "text").map(|it| it.1).collect();
    let (ir, trace) = (&texts[1], &texts[2]);
    let printed = raddle(&["ir", "examples/account.c"]).stdout;
    assert!(printed.contains(ir.as_str()), "ARCHITECTURE.md shows\n{ir}\nbut the command prints\n{printed}");
    let output = raddle(&["check", "examples/account.c"]).stdout;
    assert!(output.starts_with(trace.as_str()), "ARCHITECTURE.md shows\n{trace}\nbut the command prints\n{output}");
}

#[test]
fn dots_stand_for_lines() {
    assert!(contains("a\nb\nc\nd\n", "b\nc\n") && contains("a\nb\nc\nd\n", "a\n...\nd\n"));
    assert!(!contains("a\nb\nc\n", "a\nc\n") && !contains("a\nb\n", "b\n...\na\n"));
}
