//! The program beside the picture: its files with line numbers, each line with the steps that are on it.
//!
//! Files of ordinary length are shown as a whole. Of long ones (preprocessed programs have tens of thousands of lines)
//! only what surrounds the lines that somebody points to is shown.

use super::highlight::{self, Token};
use super::markup::Markup;
use super::names::Names;
use source::{FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Files with more lines are not shown as a whole; around what is pointed to so many lines are.
const LONGEST_FILE: u32 = 1500;
const AROUND: u32 = 30;

/// Lines that something is to be said about: which stops are on them, counted from 0.
#[derive(Default)]
pub struct Marks {
    stops: BTreeMap<(FileId, u32), Vec<usize>>,
    /// Lines where something is wrong.
    wrong: BTreeSet<(FileId, u32)>,
}

impl Marks {
    /// A stop is at a position.
    pub fn stop(&mut self, stop: usize, position: Span) {
        let stops = self.stops.entry((position.file, position.line)).or_default();
        if !stops.contains(&stop) {
            stops.push(stop);
        }
    }

    /// Something is wrong at a position.
    pub fn wrong(&mut self, position: Span) {
        if position.is_some() {
            self.wrong.insert((position.file, position.line));
        }
    }

    fn lines(&self, file: FileId) -> impl Iterator<Item = u32> {
        self.stops.keys().chain(&self.wrong).filter(move |it| it.0 == file).map(|it| it.1)
    }
}

/// The files that the user named, and those that somebody points into.
pub fn listing(sources: &Sources, named: &[String], marks: &Marks, names: &Names) -> Markup {
    let mut html = Markup::new();
    let ids = (0..sources.files().len()).map(|it| FileId(it as u32));
    let is_shown = |&id: &FileId| {
        let file = sources.get(id).expect("it is in the list");
        file.text.is_some() && (named.contains(&file.name) || marks.lines(id).next().is_some())
    };
    let shown: Vec<FileId> = ids.filter(is_shown).collect();
    if shown.is_empty() {
        html.element("p", &[("class", &"nothing")], "The text of the program is not known.");
    }
    for id in shown {
        let Some(file) = sources.get(id) else { continue };
        html.open("div", &[("class", &"file")]);
        html.element("h4", &[("class", &"file-name")], &file.name);
        lines(&mut html, &file.name, file.text.as_deref().unwrap_or_default(), id, marks, names);
        html.close();
    }
    html
}

fn lines(html: &mut Markup, name: &str, text: &str, file: FileId, marks: &Marks, names: &Names) {
    let all = highlight::lines(name, text);
    let is_long = all.len() as u32 > LONGEST_FILE;
    let near: BTreeSet<u32> = match is_long {
        true => marks.lines(file).flat_map(|it| it.saturating_sub(AROUND)..=it + AROUND).collect(),
        false => BTreeSet::new(),
    };
    let mut hidden = 0;
    html.open("div", &[("class", &"code")]);
    for (index, pieces) in all.iter().enumerate() {
        let number = index as u32 + 1;
        if is_long && !near.contains(&number) {
            hidden += 1;
            continue;
        }
        left_out(html, hidden);
        hidden = 0;
        line(html, number, pieces, file, marks, names);
    }
    left_out(html, hidden);
    html.close();
}

fn left_out(html: &mut Markup, hidden: u32) {
    if hidden > 0 {
        let s = if hidden == 1 { "line" } else { "lines" };
        html.element("div", &[("class", &"left-out")], &format!("{hidden} {s}"));
    }
}

fn line(html: &mut Markup, number: u32, pieces: &[(Token, &str)], file: FileId, marks: &Marks, names: &Names) {
    let stops = marks.stops.get(&(file, number)).map_or(&[][..], Vec::as_slice);
    let mut class = "line".to_owned();
    for (applies, name) in [(!stops.is_empty(), " stepped"), (marks.wrong.contains(&(file, number)), " wrong-line")] {
        class.push_str(if applies { name } else { "" });
    }
    let list: Vec<String> = stops.iter().map(|it| (it + 1).to_string()).collect();
    let id = names.line(file, number);
    match stops.first() {
        Some(&first) => {
            html.open("div", &[("class", &class), ("id", &id), ("data-stops", &list.join(" "))]);
            let s = if stops.len() == 1 { "step" } else { "steps" };
            let label = format!("line {number}, {s} {}", list.join(", "));
            let target = format!("#{}", names.step(first));
            html.element("a", &[("class", &"number"), ("href", &target), ("aria-label", &label)], &number.to_string());
        }
        None => {
            html.open("div", &[("class", &class), ("id", &id)]);
            html.element("span", &[("class", &"number")], &number.to_string());
        }
    }
    html.open("span", &[("class", &"content")]).open("code", &[]);
    self::pieces(html, pieces);
    html.close().element("span", &[("class", &"here")], "");
    html.close().close();
}

/// The text of a line.
pub fn pieces(html: &mut Markup, pieces: &[(Token, &str)]) {
    for (token, text) in pieces {
        match token.class() {
            Some(class) => html.element("span", &[("class", &class)], text),
            None => html.text(text),
        };
    }
}

/// Where a position begins and ends in its line, in the units in which browsers count.
pub fn columns(sources: &Sources, position: Span) -> (usize, usize) {
    let line = sources.line(position).unwrap_or("");
    let units =
        |bytes: usize| -> usize { line.char_indices().take_while(|it| it.0 < bytes).map(|it| it.1.len_utf16()).sum() };
    let start = (position.column as usize).saturating_sub(1);
    (units(start), units(start + position.length as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_browsers() {
        let mut sources = Sources::new();
        let file = sources.add("a.c", Some("ü 𝄞 = x;\n".to_owned()));
        // In bytes: ü has two, the clef four; in units of browsers one and two.
        assert_eq!(columns(&sources, Span { file, line: 1, column: 4, length: 4 }), (2, 4));
        assert_eq!(columns(&sources, Span { file, line: 1, column: 11, length: 1 }), (7, 8));
        assert_eq!(columns(&sources, Span { file, line: 1, column: 90, length: 5 }), (9, 9));
    }

    #[test]
    fn of_a_long_file_what_is_near_is_shown() {
        let mut sources = Sources::new();
        let text: String = (1..=5000).map(|it| format!("line{it};\n")).collect();
        let file = sources.add("a.i", Some(text));
        let mut marks = Marks::default();
        marks.stop(0, Span { file, line: 2000, column: 1, length: 1 });
        let html = listing(&sources, &["a.i".to_owned()], &marks, &Names { violation: 0 }).finish();
        assert!(html.contains("line1970;") && html.contains("line2030;"));
        assert!(!html.contains("line1969;") && !html.contains("line2031;"));
        assert!(html.contains("1969 lines") && html.contains("2970 lines"));
    }

    #[test]
    fn lines_lead_to_their_steps() {
        let mut sources = Sources::new();
        let file = sources.add("a.c", Some("x = 1;\ny = \"</code>\";\n".to_owned()));
        sources.add("other.h", Some("never shown\n".to_owned()));
        let mut marks = Marks::default();
        for stop in [2, 4, 4] {
            marks.stop(stop, Span { file, line: 1, column: 1, length: 1 });
        }
        let html = listing(&sources, &["a.c".to_owned()], &marks, &Names { violation: 1 }).finish();
        assert!(html.contains("data-stops=\"3 5\"") && html.contains("href=\"#v2-step=3\""), "{html}");
        assert!(html.contains("&lt;/code&gt;") && !html.contains("never shown"), "{html}");
    }
}
