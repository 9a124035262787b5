//! Where something is, and messages, as SARIF wants them: files as URIs, columns in characters.

use serde_json::{Value, json};
use source::{Sources, Span};
use std::fmt::Write;

/// A message. Braces are for arguments, and so are written twice.
pub fn message(text: &str) -> Value {
    json!({ "text": text.replace('{', "{{").replace('}', "}}") })
}

/// A position; `None` for generated code.
pub fn location(span: Span, sources: &Sources) -> Option<Value> {
    let file = sources.get(span.file).filter(|_| span.is_some())?;
    let mut region = json!({ "startLine": span.line });
    if let Some((start, end)) = columns(span, sources.line(span)) {
        region["startColumn"] = start.into();
        region["endColumn"] = end.into();
    }
    if let Some(text) = sources.text(span) {
        region["snippet"] = json!({ "text": text });
    }
    Some(json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&file.name) }, "region": region } }))
}

/// The first column and the one behind the last, in characters. Ours count bytes.
fn columns(span: Span, line: Option<&str>) -> Option<(usize, usize)> {
    let start = span.column.checked_sub(1)? as usize;
    let end = start + span.length as usize;
    let characters = |bytes: usize| match line {
        Some(line) => line.char_indices().take_while(|it| it.0 < bytes).count() + bytes.saturating_sub(line.len()),
        None => bytes,
    };
    Some((characters(start) + 1, characters(end) + 1))
}

/// A path as a URI: relative if it is, percent-encoded.
pub fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if path.as_bytes().get(1) == Some(&b':') && cfg!(windows) {
        uri.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("examples/account.c"), "examples/account.c");
        assert_eq!(uri("../a b/ü#1%.c"), "../a%20b/%C3%BC%231%25.c");
        // A colon in the first part would make it a scheme.
        assert_eq!(uri("c:x.c"), "c%3Ax.c");
        assert_eq!(uri("/tmp/x.c"), "file:///tmp/x.c");
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let mut sources = Sources::new();
        let file = sources.add("a.c", Some("  ä = ö;\n".to_owned()));
        // `ö` begins at the eighth byte and has two.
        let place = location(Span { file, line: 1, column: 8, length: 2 }, &sources).expect("a place");
        let region = &place["physicalLocation"]["region"];
        assert_eq!(*region, json!({ "startLine": 1, "startColumn": 7, "endColumn": 8, "snippet": { "text": "ö" } }));
        assert_eq!(columns(Span { file, line: 1, column: 11, length: 3 }, Some("  ä = ö;")), Some((9, 12)));
        assert!(location(Span::NONE, &sources).is_none());
    }

    #[test]
    fn braces_are_no_placeholders() {
        assert_eq!(message("expected `{0}`"), json!({ "text": "expected `{{0}}`" }));
    }
}
