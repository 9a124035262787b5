//! Which other checkers are run on a program, and why they may answer otherwise.

use super::text::{ProgramText, Reasons};
use crate::LoadError;
use crate::bench::case::Against;
use crate::bench::page::Page;

/// The checkers that are run on a size of a program.
pub fn of(program: &ProgramText, size: &str) -> Vec<Against> {
    let against = program.against.iter().map(|(peer, text)| {
        let because = match &text.as_ref().because {
            None => None,
            Some(Reasons::ForAll(because)) => Some(because.clone()),
            Some(Reasons::BySize(sizes)) => sizes.get(size).cloned(),
        };
        Against { peer: peer.clone(), options: text.as_ref().options.clone(), because }
    });
    against.collect()
}

/// A reason for a size that is never run would never be read.
pub fn check(program: &ProgramText, sizes: &[&String], page: &Page<'_>) -> Result<(), LoadError> {
    for text in program.against.values() {
        let Some(Reasons::BySize(reasons)) = &text.as_ref().because else { continue };
        if let Some(unknown) = reasons.keys().find(|it| !sizes.contains(it)) {
            let message = format!("`{unknown}` is not among the sizes of this program");
            return Err(page.error(text.span(), &message));
        }
    }
    Ok(())
}
