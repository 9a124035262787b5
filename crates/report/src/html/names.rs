//! What parts of a page are called, so that links lead to them: `#step=12` is a step of the first violation,
//! `#v2-step=12` one of the second.

use source::FileId;

/// The names in the part of the page that is about one violation.
pub struct Names {
    /// Which, from 0.
    pub violation: usize,
}

impl Names {
    /// The whole part.
    pub fn part(&self) -> String {
        format!("v{}", self.violation + 1)
    }

    /// A stop of its run, from 0.
    pub fn step(&self, stop: usize) -> String {
        match self.violation {
            0 => format!("step={}", stop + 1),
            other => format!("v{}-step={}", other + 1, stop + 1),
        }
    }

    /// A line of a file.
    pub fn line(&self, file: FileId, line: u32) -> String {
        format!("v{}-file{}-line{line}", self.violation + 1, file.0)
    }

    /// Something that there is once in each part.
    pub fn own(&self, what: &str) -> String {
        format!("v{}-{what}", self.violation + 1)
    }
}
