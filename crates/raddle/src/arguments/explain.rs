//! What `raddle explain` takes.

use super::help;
use clap::Args;

#[derive(Args)]
#[command(after_help = help::EXPLAIN)]
pub struct ExplainArguments {
    /// What is to be explained: a code such as C0413, a property, a mistake such as use-after-free, or a word of a verdict
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
}
