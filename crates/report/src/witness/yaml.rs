//! Witnesses in YAML, versions 2.1 and 2.2 of the format.
//!
//! What is written is a small part of YAML: mappings, sequences, numbers, and strings between double quotes, so that nothing
//! has to be known about when a string would be taken for something else.

use super::{Ghost, GhostUpdate, InvariantSet, Location, Metadata, ViolationSequence, Waypoint};
use std::fmt::Write;

/// A violation witness.
pub fn violation(witness: &ViolationSequence) -> String {
    let mut text = entry("violation_sequence", &witness.metadata);
    text.push_str("  content:\n");
    for segment in &witness.segments {
        text.push_str("    - segment:\n");
        for it in segment {
            waypoint(&mut text, it);
        }
    }
    text
}

/// A correctness witness: an entry with its ghost variables if it has any, and one with its invariants.
pub fn correctness(witness: &InvariantSet) -> String {
    let mut text = ghosts(witness);
    text.push_str(&entry("invariant_set", &witness.metadata));
    if witness.invariants.is_empty() {
        text.push_str("  content: []\n");
        return text;
    }
    text.push_str("  content:\n");
    for it in &witness.invariants {
        let _ = write!(text, "    - invariant:\n        type: {}\n", it.kind.name());
        location(&mut text, "        ", &it.location);
        let _ = write!(text, "        value: {}\n        format: c_expression\n", quoted(&it.value));
    }
    text
}

fn ghosts(witness: &InvariantSet) -> String {
    if witness.ghosts.is_empty() {
        return String::new();
    }
    // Every entry has a number of its own.
    let mut metadata = witness.metadata.clone();
    if let Some(last) = metadata.uuid.pop() {
        metadata.uuid.push(if last == '0' { '1' } else { '0' });
    }
    let mut text = entry("ghost_instrumentation", &metadata);
    text.push_str("  content:\n    ghost_variables:\n");
    for Ghost { name, initial, .. } in &witness.ghosts {
        let _ = write!(text, "      - name: {}\n        type: \"int\"\n        scope: \"global\"\n", quoted(name));
        let _ =
            write!(text, "        initial:\n          value: {}\n          format: c_expression\n", quoted(initial));
    }
    text.push_str("    ghost_updates:\n");
    for ghost in &witness.ghosts {
        for GhostUpdate { location: at, value } in &ghost.updates {
            let mut item = String::new();
            location(&mut item, "        ", at);
            // The first key stands behind the dash.
            let _ = write!(text, "      - {}", item.trim_start());
            let _ = write!(text, "        updates:\n          - variable: {}\n", quoted(&ghost.name));
            let _ = write!(text, "            value: {}\n            format: c_expression\n", quoted(value));
        }
    }
    text
}

fn entry(kind: &str, metadata: &Metadata) -> String {
    let Metadata { format_version, uuid, creation_time, producer, task } = metadata;
    let mut text = format!("- entry_type: {kind}\n  metadata:\n");
    let mut line = |depth: usize, key: &str, value: &str| {
        let _ = writeln!(text, "{}{key}: {}", "  ".repeat(depth), quoted(value));
    };
    line(2, "format_version", format_version);
    line(2, "uuid", uuid);
    line(2, "creation_time", creation_time);
    text.push_str("    producer:\n");
    let mut line = |depth: usize, key: &str, value: &str| {
        let _ = writeln!(text, "{}{key}: {}", "  ".repeat(depth), quoted(value));
    };
    line(3, "name", &producer.name);
    line(3, "version", &producer.version);
    text.push_str("    task:\n      input_files:\n");
    for file in &task.input_files {
        let _ = writeln!(text, "        - {}", quoted(file));
    }
    text.push_str("      input_file_hashes:\n");
    for (file, hash) in &task.input_file_hashes {
        let _ = writeln!(text, "        {}: {}", quoted(file), quoted(hash));
    }
    let _ = writeln!(text, "      specification: {}", quoted(&task.specification));
    let _ = writeln!(text, "      data_model: {}\n      language: C", task.data_model);
    text
}

fn waypoint(text: &mut String, it: &Waypoint) {
    let Waypoint { kind, action, thread_id, constraint, location: at, line: _ } = it;
    let _ =
        write!(text, "        - waypoint:\n            type: {}\n            action: {}\n", kind.name(), action.name());
    if let Some(thread) = thread_id {
        let _ = writeln!(text, "            thread_id: {thread}");
    }
    if let Some(constraint) = constraint {
        let _ = write!(text, "            constraint:\n              value: {}\n", quoted(&constraint.value));
        if let Some(format) = constraint.format {
            let _ = writeln!(text, "              format: {}", format.name());
        }
    }
    location(text, "            ", at);
}

fn location(text: &mut String, indent: &str, it: &Location) {
    let Location { file_name, line, column, function } = it;
    let _ = write!(text, "{indent}location:\n{indent}  file_name: {}\n{indent}  line: {line}\n", quoted(file_name));
    if let Some(column) = column {
        let _ = writeln!(text, "{indent}  column: {column}");
    }
    if let Some(function) = function {
        let _ = writeln!(text, "{indent}  function: {}", quoted(function));
    }
}

/// A string between double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for it in text.chars() {
        match it {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            it if it.is_control() || matches!(it, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(quoted, "\\U{:08x}", u32::from(it));
            }
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn strings_are_taken_for_nothing_else() {
        assert_eq!(quoted("2.2"), "\"2.2\"");
        assert_eq!(quoted("a \"b\" \\result\n"), r#""a \"b\" \\result\n""#);
        assert_eq!(quoted("\u{7}é"), "\"\\U00000007é\"");
    }
}
