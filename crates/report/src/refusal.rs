//! Why there is nothing to check, as data: for other programs, which get it in the place of an answer.

use source::{Diagnostics, Sources};

/// There is no answer because no engine was asked, or none came to an end.
#[derive(Clone, Debug)]
pub struct Refusal<'a> {
    /// The files, each as the user named it.
    pub files: &'a [String],
    /// What is in the way.
    pub obstacle: Obstacle,
    /// The same in one sentence.
    pub text: &'a str,
    /// What is wrong with the program, line by line; empty if the sentence is all there is to say.
    pub diagnostics: &'a Diagnostics,
    /// What they point into.
    pub sources: &'a Sources,
    /// What the command ends with.
    pub exit_code: u8,
}

/// What is in the way of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The input cannot be read, or is not supported.
    Input,
    /// A bug of ours.
    Internal,
}

impl Obstacle {
    /// The word of the verdict line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Obstacle::Input => "input",
            Obstacle::Internal => "internal",
        }
    }
}

impl Refusal<'_> {
    /// The last line of standard output.
    pub fn verdict_line(&self) -> String {
        format!("VERDICT: UNKNOWN({})", self.obstacle.word())
    }
}
