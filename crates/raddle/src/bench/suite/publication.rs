//! What a publication says about the programs of a suite: the rows of its table, also those that are not run, and why.

use super::text::{ProgramText, PublishedText, Reasons, SummaryText};
use crate::LoadError;
use crate::bench::case::Case;
use crate::bench::figure::Figure;
use crate::bench::page::Page;
use std::collections::BTreeMap;
use toml::Spanned;

/// Published figures of one run, or of all runs of one way.
pub type Figures = BTreeMap<Figure, f64>;

/// One row of a published table.
#[derive(Clone, PartialEq, Debug)]
pub struct PublishedRow {
    /// What it is called there.
    pub called: String,
    /// Which of our programs it is; nothing if we have none.
    pub program: Option<String>,
    /// Its size in words.
    pub size: String,
    /// Its figures by way.
    pub figures: BTreeMap<String, Figures>,
    /// Why our program is not the same.
    pub alike: Option<String>,
    /// Why figures differ.
    pub because: Option<String>,
    /// Why it is not run.
    pub missing: Option<String>,
}

/// What is published about all runs of one way together.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// In which table.
    pub table: String,
    /// What it is called there.
    pub called: String,
    /// Which of our ways it is; nothing if we have none.
    pub way: Option<String>,
    /// The way that it is compared with.
    pub beside: Option<String>,
    /// Its figures.
    pub figures: Figures,
    /// Why ours differ.
    pub because: Option<String>,
    /// Why there are none of ours.
    pub missing: Option<String>,
}

/// How many executions are published for a run.
pub fn executions(program: &ProgramText, size: &str, way: &str) -> Option<u64> {
    let published = figures(program.published.as_ref()?.as_ref().get(size)?.get(way)?);
    published.get(&Figure::Executions).map(|it| *it as u64)
}

/// The published rows of a program whose runs these are.
pub fn rows(program: &ProgramText, cases: &[Case]) -> Vec<PublishedRow> {
    let name = cases.first().map(|it| it.program.clone());
    let is_run = |size: &str| cases.iter().any(|it| it.size == size);
    let missing = |size: &str| program.beyond.clone().filter(|_| !is_run(size));
    rows_with(program, name.as_deref(), missing)
}

/// The published rows of a program that we do not have.
pub fn absent_rows(program: &Spanned<ProgramText>, page: &Page<'_>) -> Result<Vec<PublishedRow>, LoadError> {
    let text = program.as_ref();
    if text.called.is_none() || text.published.is_none() || text.path.is_some() || text.folder.is_some() {
        let message = "a program that is `absent` has what it is `called` and what is `published`, and no path";
        return Err(page.error(program.span(), message));
    }
    Ok(rows_with(text, None, |_| text.absent.clone()))
}

fn rows_with(program: &ProgramText, name: Option<&str>, missing: impl Fn(&str) -> Option<String>) -> Vec<PublishedRow> {
    let Some(published) = &program.published else { return Vec::new() };
    let mut sizes: Vec<_> = published.as_ref().iter().collect();
    // As numbers, where they are.
    sizes.sort_by_key(|(size, _)| (size.parse::<u64>().ok(), size.as_str()));
    let row = |(size, by_way): (&String, &BTreeMap<String, PublishedText>)| PublishedRow {
        called: called(program.called.as_deref().or(name).unwrap_or_default(), size),
        program: name.map(str::to_owned),
        size: size.clone(),
        figures: by_way.iter().map(|(way, text)| (way.clone(), figures(text))).collect(),
        alike: program.alike.clone(),
        because: program.because.as_ref().and_then(|it| it.as_ref().about(size)).map(str::to_owned),
        missing: missing(size),
    };
    sizes.into_iter().map(row).collect()
}

fn called(name: &str, size: &str) -> String {
    match size {
        _ if name.contains("{}") => name.replace("{}", size),
        "-" => name.to_owned(),
        size => format!("{name}({size})"),
    }
}

fn figures(text: &PublishedText) -> Figures {
    match text {
        PublishedText::Executions(count) => Figures::from([(Figure::Executions, *count as f64)]),
        PublishedText::Figures(figures) => figures.clone(),
    }
}

impl Reasons {
    /// The reason for a size.
    pub fn about(&self, size: &str) -> Option<&str> {
        match self {
            Reasons::ForAll(reason) => Some(reason),
            Reasons::BySize(reasons) => reasons.get(size).map(String::as_str),
        }
    }
}

/// A reason for a row that is not published would never be looked at.
pub fn check(program: &ProgramText, sizes: &[&String], page: &Page<'_>) -> Result<(), LoadError> {
    let Some(reasons) = &program.because else { return Ok(()) };
    let Reasons::BySize(by_size) = reasons.as_ref() else { return Ok(()) };
    let published = program.published.as_ref();
    let is_known = |size: &&String| sizes.contains(size) && published.is_some_and(|it| it.as_ref().contains_key(*size));
    match by_size.keys().find(|it| !is_known(it)) {
        Some(size) => {
            Err(page.error(reasons.span(), &format!("nothing is published for the size `{size}`, or it is not run")))
        }
        None => Ok(()),
    }
}

/// What is published about ways as a whole.
pub fn summaries(texts: &[Spanned<SummaryText>], cases: &[Case], page: &Page<'_>) -> Result<Vec<Summary>, LoadError> {
    let summary = |spanned: &Spanned<SummaryText>| {
        let text = spanned.as_ref();
        let unknown = |way: &&String| !cases.iter().any(|it| it.reduction == **way);
        if let Some(way) = text.way.iter().chain(&text.beside).find(unknown) {
            return Err(page.error(spanned.span(), &format!("no program of the suite is run with `{way}`")));
        }
        if text.way.is_some() == text.absent.is_some() {
            return Err(page.error(spanned.span(), "a summary has either a `way`, or says why it is `absent`"));
        }
        Ok(Summary {
            table: text.table.clone(),
            called: text.called.clone(),
            way: text.way.clone(),
            beside: text.beside.clone(),
            figures: text.published.clone(),
            because: text.because.clone(),
            missing: text.absent.clone(),
        })
    };
    texts.iter().map(summary).collect()
}
