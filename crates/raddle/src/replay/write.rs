//! From traces to files: their text, and their names if there are several.

use crate::saved::{SavedProgram, SavedTrace};
use event::{Properties, Violation};
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Lines are not longer than this where they can be broken.
const WIDEST: usize = 110;

/// The traces of all violations with the files that they go to: the first one to `path`, those of other properties beside it.
pub fn traces(
    path: &Path,
    program: &SavedProgram,
    checked: Properties,
    violations: &[Violation],
) -> Vec<(PathBuf, SavedTrace)> {
    let trace = |index: usize, it: &Violation| {
        let path = if index == 0 { path.to_owned() } else { beside(path, it.property.name()) };
        (path, SavedTrace::new(program.clone(), checked, it.property, &it.counterexample))
    };
    violations.iter().enumerate().map(|(index, it)| trace(index, it)).collect()
}

/// `t.json` becomes `t.race.json`.
fn beside(path: &Path, name: &str) -> PathBuf {
    let mut new = path.file_stem().map_or_else(OsString::new, OsString::from);
    new.push(".");
    new.push(name);
    if let Some(extension) = path.extension() {
        new.push(".");
        new.push(extension);
    }
    path.with_file_name(new)
}

/// A trace as text. What fits on a line is on one; numbers fill lines, everything else has lines of its own.
pub fn text(trace: &SavedTrace) -> String {
    let value = serde_json::to_value(trace).expect("a trace has only names as keys");
    let mut text = String::new();
    write(&value, 0, &mut text);
    text.push('\n');
    text
}

/// Appends a value that begins behind what is on the line and is to be indented by so many spaces.
fn write(value: &Value, indent: usize, text: &mut String) {
    let short = value.to_string();
    let column = text.len() - text.rfind('\n').map_or(0, |it| it + 1);
    // The outermost braces have lines of their own, so that files differ line by line.
    if indent > 0 && column + short.len() < WIDEST {
        text.push_str(&short);
        return;
    }
    let line = |text: &mut String, indent: usize| {
        text.push('\n');
        text.push_str(&" ".repeat(indent));
    };
    match value {
        Value::Array(items) => {
            let is_filled = items.iter().all(|it| !it.is_string() && !it.is_object());
            text.push('[');
            let mut start = text.len();
            for (index, item) in items.iter().enumerate() {
                let length = text.len() - start + item.to_string().len() + indent + 4;
                if index == 0 || !is_filled || length > WIDEST {
                    line(text, indent + 2);
                    start = text.len();
                } else {
                    text.push(' ');
                }
                write(item, indent + 2, text);
                text.push_str(if index + 1 < items.len() { "," } else { "" });
            }
            line(text, indent);
            text.push(']');
        }
        Value::Object(fields) => {
            text.push('{');
            for (index, (name, value)) in fields.iter().enumerate() {
                line(text, indent + 2);
                text.push_str(&format!("{}: ", Value::from(name.as_str())));
                write(value, indent + 2, text);
                text.push_str(if index + 1 < fields.len() { "," } else { "" });
            }
            line(text, indent);
            text.push('}');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&short),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::{FORMAT, SavedFile, VERSION};

    fn trace() -> SavedTrace {
        let file = SavedFile { path: "dir/\"odd\" näme.c".into(), checksum: "00".to_owned() };
        SavedTrace {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: SavedProgram { files: vec![file], ..SavedProgram::default() },
            checked: vec!["reach".to_owned()],
            property: "reach".to_owned(),
            summary: "assertion `x == \"\\n\"` failed → in main".to_owned(),
            schedule: (0..100).map(|it| (it % 3, it)).collect(),
            inputs: vec![vec![1, 2], vec![u64::MAX; 30], vec![]],
            reused: vec![[(vec![0], 1), (vec![0, 2], 3)]],
            steps: vec!["main: x: 0 → 1".to_owned(); 12],
        }
    }

    #[test]
    fn the_text_is_the_trace() {
        let back = crate::replay::read::parse(&text(&trace()), None);
        assert_eq!(back, Ok(trace()));
    }

    #[test]
    fn a_long_schedule_takes_few_lines() {
        let text = text(&trace());
        let longest = text.lines().map(str::len).max().unwrap_or(0);
        assert!(longest <= WIDEST + 2, "{longest}\n{text}");
        assert!(text.lines().count() < 50, "{text}");
        assert!(text.contains("\n  \"schedule\": [\n    [0,0], [1,1], [2,2], "), "{text}");
        assert!(text.contains("\n    \"main: x: 0 → 1\",\n"), "{text}");
    }

    #[test]
    fn further_traces_lie_beside_the_first() {
        for (path, expected) in [("t.json", "t.race.json"), ("a.b/t", "a.b/t.race"), ("a/x.y.json", "a/x.y.race.json")]
        {
            assert_eq!(beside(Path::new(path), "race"), Path::new(expected));
        }
    }
}
