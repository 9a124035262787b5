//! The suite file as it is written. What its keys mean is said in [`super`].

use crate::bench::engine::Engine;
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
    #[serde(rename = "program")]
    pub programs: Vec<Spanned<ProgramText>>,
    #[serde(default)]
    pub peers: BTreeMap<String, PeerText>,
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
    pub published: Option<Spanned<Counts>>,
}

/// `executions` by reduction, then size; `published` by size, then reduction.
pub type Counts = BTreeMap<String, BTreeMap<String, u64>>;

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
