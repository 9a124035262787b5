//! What `raddle man` takes and prints: pages that say what `--help` says.
//!
//! Most of a page is made by `clap_mangen`. What stands at the end of the help becomes sections with the names that readers of man
//! pages look for: examples, exit codes, and notes for the rest.

use super::{Arguments, Complaint, help};
use clap::builder::Resettable;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = help::MAN)]
pub struct ManArguments {
    /// The command whose page is printed (the page of raddle itself if not given)
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write the pages of all commands into this folder: raddle.1, raddle-check.1, …
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

impl ManArguments {
    /// The page, or the names of the files that were written.
    pub fn text(&self) -> Result<String, Complaint> {
        let pages = pages();
        if let Some(folder) = &self.dir {
            return write(folder, &pages).map_err(Complaint::Usage);
        }
        let name = self.command.as_ref().map_or("raddle".to_owned(), |it| format!("raddle-{it}"));
        match pages.into_iter().find(|it| it.name == name) {
            Some(page) => Ok(page.text),
            None => Err(Complaint::Usage(format!("there is no page {name}; `raddle --help` lists the commands"))),
        }
    }
}

struct Page {
    /// Such as `raddle-check`.
    name: String,
    /// In roff.
    text: String,
}

fn write(folder: &Path, pages: &[Page]) -> Result<String, String> {
    let failure = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
    let mut written = String::new();
    for page in pages {
        let path = folder.join(format!("{}.1", page.name));
        raddle::files::write_atomically(&path, page.text.as_bytes()).map_err(|error| failure(&path, error))?;
        written.push_str(&format!("{}\n", path.display()));
    }
    Ok(written)
}

/// The page of the whole, then those of its commands, each before those of its own.
fn pages() -> Vec<Page> {
    fn collect(command: Command, pages: &mut Vec<Page>) {
        let is_shown = |it: &&Command| !it.is_hide_set() && it.get_name() != "help";
        let commands: Vec<Command> = command.get_subcommands().filter(is_shown).cloned().collect();
        pages.push(page(command));
        for command in commands {
            collect(command, pages);
        }
    }
    let mut whole = Arguments::command().disable_help_subcommand(true);
    // Only then do commands know the names that they are called by.
    whole.build();
    let mut pages = Vec::new();
    collect(whole, &mut pages);
    pages
}

fn page(command: Command) -> Page {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let end = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let version = concat!("raddle ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.after_help(Resettable::Reset)).title(name.to_uppercase()).source(version);
    // Pages have no date, so that the same version always prints the same; an argument that is empty must be seen.
    let man = man.date("\"\"").manual("Raddle");
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render(&mut text);
    let mut text = String::from_utf8_lossy(&text).into_owned();
    // The beginning of the page says already how apostrophes are written.
    let preamble = Roff::default().render();
    let sections = sections(&end, &name).render();
    text.push_str(sections.strip_prefix(&preamble).unwrap_or(&sections));
    Page { name, text }
}

/// What the end of a help text says, as sections.
fn sections(end: &str, name: &str) -> Roff {
    let (mut examples, mut status, mut notes) = (None, None, Vec::new());
    for paragraph in end.split("\n\n").filter(|it| !it.is_empty()) {
        if let Some(codes) = paragraph.strip_prefix("Exit codes: ") {
            status = Some(codes);
        } else if let Some(lines) = paragraph.strip_prefix("Examples:\n").or(paragraph.strip_prefix("Example:\n")) {
            examples = Some(lines);
        } else {
            notes.push(paragraph);
        }
    }
    let mut roff = Roff::new();
    if let Some(codes) = status {
        roff.control("SH", ["EXIT STATUS"]);
        let (codes, remark) = codes.split_once(". ").unwrap_or((codes.trim_end_matches('.'), ""));
        for (code, meaning) in exit_codes(codes) {
            roff.control("TP", []).text([bold(code)]).text([roman(meaning)]);
        }
        if !remark.is_empty() {
            roff.control("PP", []).text([roman(remark)]);
        }
    }
    if let Some(lines) = examples {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in lines.lines() {
            roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
        roff.control("fi", []);
    }
    for (index, note) in notes.iter().enumerate() {
        if index == 0 {
            roff.control("SH", ["NOTES"]);
        } else {
            roff.control("PP", []);
        }
        roff.text([roman(*note)]);
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(if name == "raddle" { "raddle-check(1), raddle-explain(1)" } else { "raddle(1)" })]);
    roff
}

/// The numbers of a list such as `0 safe, 10 unsafe, or worse, 5 unknown`, and what they mean.
fn exit_codes(list: &str) -> Vec<(String, String)> {
    let mut codes: Vec<(String, String)> = Vec::new();
    for part in list.split(", ") {
        match part.split_once(' ') {
            Some((code, meaning)) if code.bytes().all(|it| it.is_ascii_digit()) => {
                codes.push((code.to_owned(), meaning.to_owned()));
            }
            _ => {
                if let Some((_, meaning)) = codes.last_mut() {
                    meaning.push_str(", ");
                    meaning.push_str(part);
                }
            }
        }
    }
    codes
}
