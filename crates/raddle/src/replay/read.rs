//! From a file to a trace, and what is wrong with files that are none.

use crate::load::{LoadError, read_text};
use crate::saved::{FORMAT, SavedTrace, VERSION};
use event::Property;
use serde_json::Value;
use std::path::Path;

/// Reads a trace, or that of a violation from the answer that `check --json` prints: the first that has one, or that of a
/// property.
pub fn read(path: &Path, property: Option<Property>) -> Result<SavedTrace, LoadError> {
    let text = read_text(path)?;
    parse(&text, property).map_err(|why| LoadError::Input(format!("{}: {why}", path.display())))
}

/// The trace that a text holds.
pub fn parse(text: &str, property: Option<Property>) -> Result<SavedTrace, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("not a trace: {error}"))?;
    let trace = match value.get("violations") {
        Some(violations) => of_document(violations, property)?,
        None => &value,
    };
    check_format(trace)?;
    let trace: SavedTrace = serde_json::from_value(trace.clone()).map_err(|error| format!("not a trace: {error}"))?;
    match property {
        Some(property) if trace.property != property.name() => {
            Err(format!("the trace violates `{}`, not `{property}`", trace.property))
        }
        Some(_) | None => Ok(trace),
    }
}

/// The first trace of an answer that violates the property.
fn of_document(violations: &Value, property: Option<Property>) -> Result<&Value, String> {
    let list = violations.as_array().map_or(&[][..], Vec::as_slice);
    let name = |it: &Value| it.get("property").and_then(Value::as_str).map(str::to_owned);
    let traced = || list.iter().filter_map(|it| Some((name(it), it.get("trace").filter(|it| it.is_object())?)));
    let is_asked = |it: &Option<String>| property.is_none_or(|property| it.as_deref() == Some(property.name()));
    let found = traced().find(|it| is_asked(&it.0)).map(|it| it.1);
    found.ok_or_else(|| {
        let names: Vec<String> = traced().filter_map(|it| it.0).collect();
        match property {
            Some(property) if !names.is_empty() => {
                format!("no trace of a violation of `{property}`; there are some of {}", names.join(", "))
            }
            Some(_) | None => "an answer without the trace of a violation".to_owned(),
        }
    })
}

/// Whether it says that it is a trace, and one of this version.
fn check_format(value: &Value) -> Result<(), String> {
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(format!("not a trace: there is no \"format\": \"{FORMAT}\""));
    }
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => Ok(()),
        Some(version) => Err(format!("a trace of version {version}; this is a reader of version {VERSION}")),
        None => Err("not a trace: it has no version".to_owned()),
    }
}
