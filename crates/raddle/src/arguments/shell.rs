//! What `raddle completions` takes and prints.

use super::{Arguments, help};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Args)]
#[command(after_help = help::COMPLETIONS)]
pub struct CompletionsArguments {
    /// Whose script
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArguments {
    /// The script that lets the shell complete commands, options and their values.
    pub fn script(&self) -> String {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "raddle", &mut script);
        String::from_utf8_lossy(&script).into_owned()
    }
}
