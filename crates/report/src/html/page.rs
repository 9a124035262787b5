//! The frame of a page: its head, with a policy that forbids whatever is not ours, its title bar, and its script.

use super::markup::{Markup, json};
use crate::{TOOL, TOOL_VERSION};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("page.css");
/// Runs before anything is seen: the colours that were chosen, and that there is a script at all.
const PRELUDE: &str = include_str!("prelude.js");
const SCRIPT: &str = include_str!("page.js");

/// What the colour of the verdict says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    Good,
    Bad,
    Unclear,
}

impl Mood {
    fn class(self) -> &'static str {
        match self {
            Mood::Good => "good",
            Mood::Bad => "bad",
            Mood::Unclear => "unclear",
        }
    }

    /// Colours alone say nothing to some.
    fn sign(self) -> &'static str {
        match self {
            Mood::Good => "✓",
            Mood::Bad => "✗",
            Mood::Unclear => "?",
        }
    }
}

/// All of a page.
pub struct Page<'a> {
    /// What it is about.
    pub subject: &'a str,
    /// The last line of standard output.
    pub line: &'a str,
    pub mood: Mood,
    /// More, beside the subject.
    pub note: &'a str,
    pub body: Markup,
    /// What the script has to know, for each part of the page that it works on.
    pub data: Vec<Value>,
}

impl Page<'_> {
    /// The file.
    pub fn finish(self) -> String {
        let mut html = Markup::new();
        html.open("html", &[("lang", &"en")]);
        self.head(&mut html);
        html.open("body", &[]);
        html.element("a", &[("class", &"skip"), ("href", &"#content")], "Skip to the content");
        self.bar(&mut html);
        html.open("main", &[("id", &"content")]).append(self.body).close();
        html.open("footer", &[]).text(&format!("{TOOL} {TOOL_VERSION}")).close();
        if !self.data.is_empty() {
            html.append(help());
            html.open("script", &[("type", &"application/json"), ("id", &"data")]);
            html.verbatim(&json(&Value::from(self.data))).close();
        }
        html.open("script", &[]).verbatim(SCRIPT).close();
        html.close().close();
        format!("<!doctype html>\n{}\n", html.finish())
    }

    fn head(&self, html: &mut Markup) {
        let policy = format!(
            "default-src 'none'; style-src {}; script-src {} {}; base-uri 'none'; form-action 'none'",
            hash(STYLE),
            hash(PRELUDE),
            hash(SCRIPT)
        );
        html.open("head", &[]).empty("meta", &[("charset", &"utf-8")]);
        html.empty("meta", &[("http-equiv", &"Content-Security-Policy"), ("content", &policy)]);
        html.empty("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
        html.empty("meta", &[("name", &"color-scheme"), ("content", &"light dark")]);
        html.element("title", &[], &format!("{} – {}", self.line, self.subject));
        html.open("style", &[]).verbatim(STYLE).close();
        html.open("script", &[]).verbatim(PRELUDE).close().close();
    }

    fn bar(&self, html: &mut Markup) {
        html.open("header", &[("class", &"bar")]);
        html.element("h1", &[], self.subject);
        html.open("p", &[("class", &format!("verdict {}", self.mood.class()))]);
        html.element("span", &[("aria-hidden", &"true")], self.mood.sign()).text(" ").text(self.line).close();
        html.element("p", &[("class", &"note")], self.note);
        html.open("div", &[("class", &"bar-buttons needs-script")]);
        if !self.data.is_empty() {
            html.element(
                "button",
                &[("type", &"button"), ("data-do", &"help"), ("title", &"Keys and signs (?)")],
                "Help",
            );
        }
        html.element("button", &[("type", &"button"), ("data-do", &"theme"), ("title", &"Light or dark (d)")], "Dark");
        html.close().close();
    }
}

/// What allows exactly this style sheet or script.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// The keys, and what the signs mean.
fn help() -> Markup {
    let mut html = Markup::new();
    html.open("dialog", &[("id", &"help"), ("aria-labelledby", &"help-title")]);
    html.element("h2", &[("id", &"help-title")], "Keys");
    html.open("dl", &[("class", &"keys")]);
    for (keys, meaning) in [
        ("→ ↓ j", "next step"),
        ("← ↑ k", "step before"),
        ("Home End", "first step, last step"),
        ("n p", "next and previous switch to another thread"),
        ("f", "show or hide the steps that do not matter"),
        ("v", "next violation"),
        ("d", "light or dark"),
        ("?", "this help"),
    ] {
        html.open("div", &[]).open("dt", &[]);
        for key in keys.split(' ') {
            html.element("kbd", &[], key).text(" ");
        }
        html.close().element("dd", &[], meaning).close();
    }
    html.close().element("h2", &[], "Signs");
    html.open("dl", &[("class", &"keys")]);
    for (sign, meaning) in [
        ("○", "reads"),
        ("●", "writes"),
        ("■", "takes a mutex; while it is held the lane is broad"),
        ("□", "gives a mutex back"),
        ("▼", "starts a thread"),
        ("◇", "waits for the end of a thread"),
        ("✗", "this is where it goes wrong"),
        ("⇅", "in the other order it would have passed"),
        ("──▶", "the later step reads what the earlier one wrote"),
        ("╌╌▶", "the mutex goes from one to the other; or a thread begins or is waited for; or an actor answers"),
    ] {
        html.open("div", &[]).element("dt", &[], sign).element("dd", &[], meaning).close();
    }
    html.close();
    let explained = "Arrows that follow from others are seen when one of their steps is the current one.";
    html.element("p", &[], explained);
    html.open("form", &[("method", &"dialog")]).element("button", &[], "Close").close().close();
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_that_browsers_compute() {
        // From the specification of content security policies.
        assert_eq!(hash("alert('Hello, world.');"), "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }

    #[test]
    fn a_page_with_nothing_in_it_is_whole() {
        let page = Page {
            subject: "a<b.c",
            line: "VERDICT: TRUE",
            mood: Mood::Good,
            note: "",
            body: Markup::new(),
            data: Vec::new(),
        };
        let html = page.finish();
        assert!(html.starts_with("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"), "{html}");
        assert!(html.contains("<h1>a&lt;b.c</h1>") && html.ends_with("</html>\n"));
        assert!(!html.contains("'unsafe-inline'") && html.contains("default-src &#39;none&#39;"));
    }
}
