//! In which form an answer is wanted, and where it goes.

use super::{Complaint, Input};
use clap::{Args, ValueEnum};
use raddle::output::Output;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct OutputArguments {
    /// Print one JSON document instead of text (docs/json.md explains it, `raddle schema` prints its schema)
    #[arg(long)]
    json: bool,

    /// Write the answer as a SARIF 2.1.0 log as well, for editors and code scanning
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,

    /// Write the answer as one HTML file as well: the explanation, and a picture of the counterexample to walk through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Draw the counterexample as well, as a graph for Graphviz: the steps of each thread, and what orders them
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,

    /// Draw the executions that are run as a tree for Graphviz, if there are at most 2000
    #[arg(long, value_name = "FILE")]
    pub dot_tree: Option<PathBuf>,
}

impl OutputArguments {
    /// What is wanted for a program.
    pub fn wanted(&self, input: &Input) -> Output {
        Output {
            files: input.files.iter().map(|it| it.display().to_string()).collect(),
            json: self.json,
            sarif: self.sarif.clone(),
            html: self.html.clone(),
            dot: self.dot.clone(),
            dot_tree: self.dot_tree.clone(),
        }
    }

    /// A file that cannot be written, which nobody wants to find out at the end.
    pub fn objection(&self) -> Option<Complaint> {
        let files =
            [(&self.sarif, "--sarif"), (&self.html, "--html"), (&self.dot, "--dot"), (&self.dot_tree, "--dot-tree")];
        files.into_iter().find_map(|(path, option)| not_writable(path.as_deref(), option))
    }
}

/// Why a file that an option names cannot be written, as far as that can be known before.
pub fn not_writable(path: Option<&Path>, option: &str) -> Option<Complaint> {
    let path = path?;
    let what = raddle::files::obstacle(path)?;
    Some(Complaint::Usage(format!("{option}: {} {what}", path.display())))
}

#[derive(Args)]
#[command(after_help = super::help::SCHEMA)]
pub struct SchemaArguments {
    /// Of what
    #[arg(value_enum, default_value_t = Which::Answer)]
    which: Which,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// What `check --json` prints
    Answer,
    /// A saved trace
    Trace,
}

impl SchemaArguments {
    /// The schema.
    pub fn text(&self) -> &'static str {
        match self.which {
            Which::Answer => include_str!("../../../../docs/schema/answer-1.schema.json"),
            Which::Trace => include_str!("../../../../docs/schema/trace-1.schema.json"),
        }
    }
}
