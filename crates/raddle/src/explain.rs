//! `raddle explain`: what the names mean that Raddle uses in its answers, and what to do about it.
//!
//! The pages are the files in `crates/raddle/explain/`. A file is a group, and its title is the group's; each heading of the second level
//! is a page, with the name of what it explains, and maybe further names behind commas. The first paragraph is the one sentence of the list.
//! A block that is marked ```` ```c ```` or ```` ```abs ```` is a program that shows what the page is about; options that it takes stand behind that.
//! `fixed` stands there if it shows what to do instead. A page of a diagnostic without a program says why: `No example: …`.
//! `tests/command/explain.rs` runs the programs, and knows what must have a page.

use event::Fault;
use ir::{Misuse, Tolerance};
use source::{Diagnostics, Severity};
use std::fmt::Write;

/// The groups of pages, in the order of the list.
const FILES: &[&str] = &[
    include_str!("../explain/verdicts.md"),
    include_str!("../explain/properties.md"),
    include_str!("../explain/faults.md"),
    include_str!("../explain/misuse.md"),
    include_str!("../explain/c-text.md"),
    include_str!("../explain/c-types.md"),
    include_str!("../explain/c-unsupported.md"),
    include_str!("../explain/c-warnings.md"),
    include_str!("../explain/abs-text.md"),
    include_str!("../explain/abs-names.md"),
    include_str!("../explain/abs-types.md"),
    include_str!("../explain/abs-programs.md"),
    include_str!("../explain/abs-unsupported.md"),
    include_str!("../explain/suites.md"),
];

/// So many codes are named by a hint, and so many names suggested.
const MOST: usize = 3;

/// What is explained on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The title of its group.
    pub group: &'static str,
    /// What it is called, then other names for the same.
    pub names: Vec<&'static str>,
    /// What it is, in one sentence.
    pub sentence: String,
    /// The rest, as Markdown.
    pub body: &'static str,
}

/// A program on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// `c`, `abs`, or something that is no program.
    pub language: &'static str,
    /// Whether it shows what to do instead.
    pub fixed: bool,
    /// What the command is given besides the file.
    pub options: Vec<&'static str>,
    /// The text.
    pub text: &'static str,
}

/// All pages, in the order of the list.
pub fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    for file in FILES {
        let mut parts = file.split("\n## ");
        let group = parts.next().unwrap_or_default().lines().next().unwrap_or_default().trim_start_matches("# ");
        for part in parts {
            let (names, text) = part.split_once('\n').unwrap_or((part, ""));
            let (sentence, body) = text.trim().split_once("\n\n").unwrap_or((text.trim(), ""));
            let sentence = sentence.lines().collect::<Vec<_>>().join(" ");
            pages.push(Page { group, names: names.split(", ").collect(), sentence, body });
        }
    }
    pages
}

impl Page {
    /// The programs on it.
    pub fn examples(&self) -> Vec<Example> {
        let blocks = self.body.split("```").skip(1).step_by(2);
        blocks.filter_map(|it| it.split_once('\n')).map(|(info, text)| example(info, text)).collect()
    }

    /// The page to be read on a terminal: programs are indented, and say how they are checked if that matters.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n\n", self.names.join(", "), self.sentence);
        let mut block = false;
        for line in self.body.lines() {
            match line.strip_prefix("```") {
                Some(info) => {
                    block = !block;
                    let Example { language, options, .. } = example(info, "");
                    if !options.is_empty() {
                        let _ = writeln!(text, "    // raddle check example.{language} {}", options.join(" "));
                    }
                }
                None if block && !line.is_empty() => {
                    let _ = writeln!(text, "    {line}");
                }
                None => {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
        text
    }

    fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|it| it.eq_ignore_ascii_case(name))
    }
}

fn example(info: &'static str, text: &'static str) -> Example {
    let mut words = info.split(' ');
    let language = words.next().unwrap_or_default();
    let (fixed, options): (Vec<_>, Vec<_>) = words.partition(|it| *it == "fixed");
    Example { language, fixed: !fixed.is_empty(), options, text }
}

/// The pages with these names, or everything there is; an error names what there is no page for, and what may be meant.
pub fn explain(names: &[String]) -> Result<String, String> {
    let pages = pages();
    if names.is_empty() {
        return Ok(list(&pages));
    }
    let found = names.iter().map(|it| find(&pages, it).map(Page::text)).collect::<Result<Vec<_>, _>>()?;
    Ok(found.join("\n"))
}

/// What `--allow` lets pass by this code; an error says what can be, or what may be meant.
pub fn allowed(code: &str) -> Result<Tolerance, String> {
    if let Some(known) = Tolerance::of(code) {
        return Ok(known);
    }
    let codes = || Tolerance::ALL.map(Tolerance::code).join(", ");
    let is_fault = Fault::ALL.into_iter().any(|it| it.word() == code);
    if is_fault || Misuse::of(code).is_some() {
        return Err(format!("`{code}` cannot be let pass: the program has no meaning behind it; {} can be", codes()));
    }
    let pages = pages();
    let near = nearest(&pages, code).into_iter().filter(|it| Tolerance::of(it).is_some());
    match near.collect::<Vec<_>>().as_slice() {
        [] => Err(format!("there is no code `{code}` that can be let pass; there are {}", codes())),
        names => Err(format!("there is no code `{code}`; maybe {} is meant?", names.join(" or "))),
    }
}

/// The page with this name, in upper or lower case.
fn find<'p>(pages: &'p [Page], name: &str) -> Result<&'p Page, String> {
    // What is violated stands in brackets, and there are many ways to violate several properties.
    let plain = if name.to_ascii_uppercase().starts_with("FALSE(") { "FALSE" } else { name };
    pages.iter().find(|it| it.is_called(plain)).ok_or_else(|| {
        let hint = match nearest(pages, name).as_slice() {
            [] => "`raddle explain` lists what is explained".to_owned(),
            names => format!("maybe {} is meant? `raddle explain` lists all", names.join(" or ")),
        };
        format!("there is nothing called `{name}` to explain; {hint}")
    })
}

/// Names that differ little from this one, or contain it.
fn nearest(pages: &[Page], name: &str) -> Vec<&'static str> {
    let name = name.to_ascii_lowercase();
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for known in pages.iter().flat_map(|it| it.names.iter().copied()) {
        let lower = known.to_ascii_lowercase();
        let distance = strsim::damerau_levenshtein(&name, &lower);
        if distance <= limit {
            near.push((distance, known));
        } else if name.len() > 2 && lower.contains(&name) {
            near.push((limit + 1, known));
        }
    }
    near.sort_unstable();
    near.into_iter().map(|it| it.1).take(MOST).collect()
}

/// All names with their sentences.
fn list(pages: &[Page]) -> String {
    let mut text = String::new();
    let width = pages.iter().map(|it| it.names[0].len()).max().unwrap_or(0);
    let mut group = "";
    for page in pages {
        if page.group != group {
            let _ = writeln!(text, "{}{}", if group.is_empty() { "" } else { "\n" }, page.group);
            group = page.group;
        }
        let _ = writeln!(text, "  {:width$}  {}", page.names[0], page.sentence);
    }
    text
}

/// Where to read more about the errors that are shown, in one line; nothing if there are none.
pub fn hint(diagnostics: &Diagnostics) -> String {
    let mut codes = Vec::new();
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    for diagnostic in errors.take(report::MOST_SHOWN) {
        if !codes.contains(&diagnostic.code.0) && codes.len() < MOST {
            codes.push(diagnostic.code.0);
        }
    }
    if codes.is_empty() { String::new() } else { format!("more about it: raddle explain {}\n", codes.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::{Code, Span};

    fn refused(name: &str) -> String {
        explain(&[name.to_owned()]).expect_err(name)
    }

    #[test]
    fn names_are_found_in_any_case_and_under_all_their_names() {
        let page = |name: &str| explain(&[name.to_owned()]).expect("a page");
        assert_eq!(page("c0413"), page("C0413"));
        assert_eq!(page("unknown(Timeout)"), page("timeout"));
        assert_eq!(page("UNKNOWN(memory)"), page("memory-limit"));
        assert_ne!(page("memory"), page("memory-limit"));
        assert_eq!(page("FALSE(reach,race)"), page("false"));
    }

    #[test]
    fn what_is_not_known_is_refused_with_what_may_be_meant() {
        assert!(refused("use-after-fre").contains("maybe use-after-free is meant?"));
        assert!(refused("C0414x").contains("maybe C0414 or "), "{}", refused("C0414x"));
        let free = refused("free");
        assert!(free.contains("double-free or invalid-free or use-after-free"), "{free}");
        assert!(refused("xyzzy").contains("`raddle explain` lists what is explained"));
    }

    #[test]
    fn of_the_errors_three_are_named_and_of_the_warnings_none() {
        let mut diagnostics = Diagnostics::new();
        assert_eq!(hint(&diagnostics), "");
        diagnostics.warning(Code("C0501"), Span::NONE, "odd");
        assert_eq!(hint(&diagnostics), "");
        for (code, message) in [("C0403", "a"), ("C0403", "b"), ("C0401", "c"), ("C0412", "d"), ("C0413", "e")] {
            diagnostics.error(Code(code), Span::NONE, message);
        }
        assert_eq!(hint(&diagnostics), "more about it: raddle explain C0403 C0401 C0412\n");
        let mut many = Diagnostics::new();
        for it in 0..=report::MOST_SHOWN {
            let code = if it < report::MOST_SHOWN { "C0301" } else { "C0403" };
            many.error(Code(code), Span::NONE, format!("{it}"));
        }
        assert_eq!(hint(&many), "more about it: raddle explain C0301\n");
    }
}
