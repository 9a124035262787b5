//! The pages: an index, and one for each paper, in Markdown.

use super::book::{Book, Lines, Paper, Table};
use super::compare::Mark;
use super::lines::{Line, lines};
use super::pictures;
use crate::bench::row::Row;
use crate::bench::suite::Suite;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A paper, with its tables as they come out.
pub struct Chapter<'a> {
    /// The paper.
    pub paper: &'a Paper,
    /// Its tables.
    pub sections: Vec<Section<'a>>,
}

/// A table as it comes out.
pub struct Section<'a> {
    /// Which table.
    pub table: &'a Table,
    /// What is run for it.
    pub suite: &'a Suite,
    /// Its lines.
    pub lines: Vec<Line<'a>>,
}

impl Section<'_> {
    fn count(&self, mark: Mark) -> usize {
        self.lines.iter().filter(|it| it.mark == mark).count()
    }
}

/// The runs of each suite, by its name.
pub type Rows<'a> = BTreeMap<&'a str, Vec<Row>>;

/// All tables, from the runs of their suites.
pub fn chapters<'a>(book: &'a Book, rows: &Rows<'_>) -> Vec<Chapter<'a>> {
    let section = |table: &'a Table| {
        let suite = &book.suites[table.suite.as_ref()];
        Section { table, suite, lines: lines(table, suite, &rows[table.suite.as_ref().as_str()]) }
    };
    let chapter = |paper: &'a Paper| Chapter { paper, sections: paper.tables.iter().map(section).collect() };
    book.papers.iter().map(chapter).collect()
}

/// All files, by their paths below the folder.
pub fn files(chapters: &[Chapter<'_>], rows: &Rows<'_>) -> Vec<(PathBuf, String)> {
    let mut files = vec![(PathBuf::from("README.md"), index(chapters))];
    for chapter in chapters {
        files.push((format!("{}.md", chapter.paper.key).into(), page(chapter)));
        for section in &chapter.sections {
            if let Some(kind) = section.table.picture {
                let title = format!("{}: {}", chapter.paper.key, section.table.name);
                let rows = &rows[section.table.suite.as_ref().as_str()];
                files.push((picture_name(chapter, section).into(), pictures::draw(&title, kind, section, rows)));
            }
        }
    }
    files
}

const GENERATED: &str =
    "<!-- Written by `raddle bench papers`; what it says is in bench/papers.toml and in the suites. -->\n";

fn index(chapters: &[Chapter<'_>]) -> String {
    let mut text = format!("{GENERATED}# The papers, reproduced\n\n");
    text += "Raddle follows four publications. These pages have all tables and figures in which they publish measurements, line by line, with \
             what our programs give beside them; `raddle bench papers` runs it all and writes the pages ([how](../../CONTRIBUTING.md#recipes)).\n\n";
    text += "* **matched**: all figures that are compared are the published ones.\n\
             * **better**: none is worse, and some are better, on the same program.\n\
             * **different**: something is not as published, or the program is only alike; the line says why.\n\
             * **not run**: the line has the published figures, and says why there are none of ours.\n\
             * **reference**: what other lines are compared with.\n\n";
    text += "Counts are the same in every run and on every machine. Times are not: they are shown only as ratios of runs in one go, and nothing is \
             marked by them.\n\n";
    text += "| | lines | matched | better | different | not run | reference |\n|---|---|---|---|---|---|---|\n";
    for chapter in chapters {
        let Paper { key, title, authors, .. } = chapter.paper;
        text += &format!("| **[{title}]({key}.md)**, {authors} | | | | | | |\n");
        for section in &chapter.sections {
            let counts = Mark::ALL.map(|mark| match section.count(mark) {
                0 => String::new(),
                count => count.to_string(),
            });
            let name = &section.table.name;
            text += &format!(
                "| [{name}]({key}.md#{}) | {} | {} |\n",
                anchor(name),
                section.lines.len(),
                counts.join(" | ")
            );
        }
    }
    text
}

fn page(chapter: &Chapter<'_>) -> String {
    let Paper { title, authors, about, .. } = chapter.paper;
    let mut text = format!("{GENERATED}# {title}\n\n{authors}. {}\n\n", about.trim());
    text += "A figure is as published (`6 =`), or published and then ours (`8 → 6`); an arrow with nothing before it is ours alone, and without an arrow \
             it is published alone. [What the marks mean](README.md).\n";
    for section in &chapter.sections {
        let Table { name, about, .. } = section.table;
        text += &format!("\n## {name}\n\n{}\n\n", about.trim());
        if section.table.picture.is_some() {
            text += &format!("![{name}]({})\n\n", picture_name(chapter, section));
        }
        text += &table(section);
        text += &format!(
            "\n[The suite](../../bench/{}), [all figures](figures/{}.csv).\n",
            section.table.suite.as_ref(),
            section.suite.name
        );
    }
    text
}

/// The lines of a table, with their reasons in the last column: a number for each, and the sentences below.
fn table(section: &Section<'_>) -> String {
    let first = match section.table.lines {
        Lines::Programs => "program",
        Lines::Ways => "configuration",
        Lines::Sizes if section.suite.cases.iter().any(|it| it.depth.is_some()) => "depth",
        Lines::Sizes => "size",
    };
    let titles: Vec<_> = section.table.columns.iter().map(|it| it.title.as_str()).collect();
    let mut text = format!("| {first} | {} | |\n|---|{}---|\n", titles.join(" | "), "---|".repeat(titles.len()));
    let mut reasons: Vec<&str> = Vec::new();
    for line in &section.lines {
        let cells: Vec<_> = line.cells.iter().map(|it| it.written()).collect();
        let reason = line.because.filter(|_| line.mark != Mark::Matched).map(|reason| {
            let index = reasons.iter().position(|it| *it == reason).unwrap_or_else(|| {
                reasons.push(reason);
                reasons.len() - 1
            });
            format!(" ({})", index + 1)
        });
        let mark = format!("**{}**{}", line.mark.name(), reason.unwrap_or_default());
        text += &format!("| {} | {} | {mark} |\n", line.called, cells.join(" | "));
    }
    if !reasons.is_empty() {
        text.push('\n');
    }
    for (number, reason) in (1..).zip(reasons) {
        text += &format!("{number}. {reason}\n");
    }
    text
}

/// The name of a picture.
fn picture_name(chapter: &Chapter<'_>, section: &Section<'_>) -> String {
    format!("{}-{}.svg", chapter.paper.key, anchor(&section.table.name))
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|it| it.is_alphanumeric() || *it == '-').collect()
}
