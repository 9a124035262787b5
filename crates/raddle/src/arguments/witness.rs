//! What `check` takes about witnesses.

use super::Complaint;
use super::output::not_writable;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct WitnessArguments {
    /// Write a witness in YAML for validators of the software verification competition: of a violation (format 2.2), or of
    /// a program that is safe in all executions (2.1)
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,

    /// Write the witness of a violation in GraphML as well, the older format
    #[arg(long, value_name = "FILE")]
    pub graphml: Option<PathBuf>,

    /// Look only for an execution that a violation witness describes (YAML, format 2.0 to 2.2)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["witness", "graphml"])]
    pub witness_in: Option<PathBuf>,
}

impl WitnessArguments {
    /// Which of them are given.
    pub fn given(&self) -> [(bool, &'static str); 3] {
        [
            (self.witness.is_some(), "--witness"),
            (self.graphml.is_some(), "--graphml"),
            (self.witness_in.is_some(), "--witness-in"),
        ]
    }

    /// A file that cannot be written.
    pub fn objection(&self) -> Option<Complaint> {
        let files = [(&self.witness, "--witness"), (&self.graphml, "--graphml")];
        files.into_iter().find_map(|(path, option)| not_writable(path.as_deref(), option))
    }
}
