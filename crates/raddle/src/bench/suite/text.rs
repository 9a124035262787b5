//! The suite file as it is written. What its keys mean is said in [`super`].

use crate::bench::engine::Engine;
use crate::bench::figure::Figure;
use crate::bench::folder::Asked;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// All of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteText {
    pub expected: Option<Spanned<String>>,
    #[serde(default)]
    pub reductions: Vec<String>,
    #[serde(default)]
    pub options: Vec<String>,
    pub engine: Option<Engine>,
    pub orderings: Option<Vec<String>>,
    pub schedulers: Option<Vec<Spanned<String>>>,
    pub abstractions: Option<Vec<Spanned<String>>>,
    pub engines: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    pub properties: Asked,
    pub cpu: Option<Spanned<String>>,
    pub peak: Option<Spanned<String>>,
    pub timeout: Option<Spanned<String>>,
    pub memory: Option<Spanned<String>>,
    pub callers: Option<String>,
    #[serde(rename = "program")]
    pub programs: Vec<Spanned<ProgramText>>,
    #[serde(default)]
    pub peers: BTreeMap<String, PeerText>,
    #[serde(default, rename = "summary")]
    pub summaries: Vec<Spanned<SummaryText>>,
}

/// One program, or a folder of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramText {
    pub path: Option<Spanned<String>>,
    pub folder: Option<Spanned<String>>,
    pub name: Option<String>,
    #[serde(default)]
    pub sizes: Vec<SizeText>,
    pub depths: Option<Spanned<Vec<u32>>>,
    #[serde(rename = "macro", default = "default_macro")]
    pub parameter: String,
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub options: Vec<String>,
    pub reductions: Option<Vec<String>>,
    pub engine: Option<Engine>,
    pub orderings: Option<Vec<String>>,
    pub schedulers: Option<Vec<Spanned<String>>>,
    pub abstractions: Option<Vec<Spanned<String>>>,
    pub engines: Option<Vec<Spanned<String>>>,
    pub cpu: Option<Spanned<String>>,
    pub peak: Option<Spanned<String>>,
    pub verdict: Option<String>,
    pub remark: Option<String>,
    pub executions: Option<Spanned<Counts>>,
    pub published: Option<Spanned<Published>>,
    pub called: Option<String>,
    pub alike: Option<String>,
    pub because: Option<Spanned<Reasons>>,
    pub beyond: Option<String>,
    pub absent: Option<String>,
    #[serde(default)]
    pub against: BTreeMap<String, Spanned<AgainstText>>,
}

/// Another checker that is run on a program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgainstText {
    #[serde(default)]
    pub options: Vec<String>,
    pub because: Option<Reasons>,
}

/// `executions` by reduction, then size.
pub type Counts = BTreeMap<String, BTreeMap<String, u64>>;

/// `published` by size, then reduction.
pub type Published = BTreeMap<String, BTreeMap<String, PublishedText>>;

/// What is published of one run.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "what is published is a number of executions, or a table of figures")]
pub enum PublishedText {
    Executions(u64),
    Figures(BTreeMap<Figure, f64>),
}

/// Why figures differ.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a reason is a sentence, or a table of sentences by size")]
pub enum Reasons {
    /// In all sizes.
    ForAll(String),
    /// In some of them.
    BySize(BTreeMap<String, String>),
}

/// What is published about all runs of one way together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryText {
    pub table: String,
    pub called: String,
    pub way: Option<String>,
    pub beside: Option<String>,
    #[serde(default)]
    pub published: BTreeMap<Figure, f64>,
    pub because: Option<String>,
    pub absent: Option<String>,
}

/// A size of a program.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a size is a number or a list of C flags")]
pub enum SizeText {
    Number(u64),
    Flags(Vec<String>),
}

/// Another checker.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerText {
    pub command: Vec<Spanned<String>>,
    pub count_prefix: String,
    #[serde(default)]
    pub reductions: Vec<String>,
}

fn default_macro() -> String {
    "N".to_owned()
}
