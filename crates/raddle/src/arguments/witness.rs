//! What `check` takes about witnesses.

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
