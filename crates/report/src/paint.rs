//! Colours on a terminal; elsewhere texts stay as they are.

use crate::Style;

/// How a piece of text is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// The head of a column.
    Head,
    /// A value that is new.
    New,
    /// What is wrong.
    Wrong,
    /// What can be skipped.
    Faint,
}

/// The text in an ink, if there are colours.
pub(crate) fn paint(text: &str, ink: Ink, style: Style) -> String {
    if !style.colour || text.is_empty() {
        return text.to_owned();
    }
    let code = match ink {
        Ink::Head => "1",
        Ink::New => "1;33",
        Ink::Wrong => "1;31",
        Ink::Faint => "2",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
