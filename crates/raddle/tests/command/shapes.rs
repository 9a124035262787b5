//! Whether text is what its format demands: JSON by a schema, graphs for Graphviz by a small reader.

use crate::common::root;
use schema::Schema;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// One of our own schemas.
pub fn own_schema(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join("docs/schema").join(name)).expect("the schema is there");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// The official schema of SARIF 2.1.0. It may not be copied, but a crate that we depend on brings it along.
pub fn sarif_schema() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--locked"]).current_dir(root());
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata are JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|it| it["name"] == "serde-sarif").expect("the package is known");
    let manifest = std::path::Path::new(package["manifest_path"].as_str().expect("a path"));
    let text =
        std::fs::read_to_string(manifest.with_file_name("src").join("schema.json")).expect("the schema is there");
    // A closing bracket without an opening one is no regular expression to strict readers.
    let text = text.replace("{2}]?$", "{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    assert_eq!(schema["title"], "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema");
    schema
}

/// Decides by a schema.
pub fn validator(schema: &Value) -> Schema {
    Schema::new(schema).expect("the schema is one")
}

/// One JSON document.
pub fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("not JSON: {error}\n{text}"))
}

/// Whether a text is one graph after the other, and edges lead from nodes to nodes.
pub fn graphs(text: &str) -> Result<usize, String> {
    let (mut depth, mut count) = (0_usize, 0);
    let (mut nodes, mut ends) = (BTreeSet::new(), Vec::new());
    for line in text.lines() {
        let words = words(line)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["digraph", name, "{"] if depth == 0 && name.starts_with('"') => (depth, count) = (1, count + 1),
            ["subgraph", name, "{"] if depth > 0 && name.starts_with('"') => depth += 1,
            ["}"] if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    if let Some(end) = ends.drain(..).find(|it| !nodes.contains(it)) {
                        return Err(format!("there is no node {end}"));
                    }
                    nodes.clear();
                }
            }
            [from, "->", to, rest @ ..] if depth > 0 => {
                ends.extend([(*from).to_owned(), (*to).to_owned()]);
                attributes(rest, line)?;
            }
            ["graph" | "node" | "edge", rest @ ..] if depth > 0 => attributes(rest, line)?,
            [node, rest @ ..] if depth > 0 && node.starts_with('"') => {
                nodes.insert((*node).to_owned());
                attributes(rest, line)?;
            }
            _ => return Err(format!("what is this? {line}")),
        }
    }
    if depth == 0 { Ok(count) } else { Err(format!("{depth} braces are open at the end")) }
}

/// `[name=value, name=value];`, or nothing but the semicolon.
fn attributes(words: &[&str], line: &str) -> Result<(), String> {
    let inner = match words {
        [";"] => return Ok(()),
        ["[", inner @ .., "]", ";"] => inner,
        _ => return Err(format!("no attributes: {line}")),
    };
    for group in inner.split(|it| *it == ",") {
        match group {
            [name, "=", _] if name.chars().all(|it| it.is_ascii_alphabetic()) => {}
            _ => return Err(format!("no attribute: {group:?} in {line}")),
        }
    }
    Ok(())
}

/// The words of a line: strings with their quotation marks, signs, and the rest.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string(rest).ok_or_else(|| format!("a string has no end, or an escape is not known: {line}"))?,
            '-' if rest.starts_with("->") => 2,
            '[' | ']' | '{' | '}' | '=' | ',' | ';' => 1,
            it if it.is_ascii_alphanumeric() || it == '.' => {
                rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '.').unwrap_or(rest.len())
            }
            _ => return Err(format!("`{first}` outside of a string: {line}")),
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

/// The length of the string that a text begins with.
fn string(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some(at + 1),
            '\\' if !matches!(characters.next()?.1, '"' | '\\' | 'l') => return None,
            _ => {}
        }
    }
    None
}
