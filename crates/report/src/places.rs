//! What tables and diagrams share: where something stands in the program, and texts of a given width.

use source::{Sources, Span};

/// What is said when nothing has to happen before the failure.
pub const AT_ONCE: &str = "It happens at once, whatever the interleaving.\n";

/// How positions are shown: as the number of the line, with the file if there are several.
pub struct Places<'a> {
    sources: &'a Sources,
    with_files: bool,
    width: usize,
}

impl<'a> Places<'a> {
    /// For all positions that will be shown.
    pub fn of(positions: impl Iterator<Item = Span> + Clone, sources: &'a Sources) -> Places<'a> {
        let positions = positions.filter(|it| it.is_some());
        let first = positions.clone().next().map(|it| it.file);
        let with_files = positions.clone().any(|it| Some(it.file) != first);
        let mut places = Places { sources, with_files, width: 4 };
        let texts = positions.map(|it| places.text(it).chars().count());
        places.width = texts.max().unwrap_or(0).max(places.width);
        places
    }

    fn text(&self, position: Span) -> String {
        let file = self.sources.get(position.file).filter(|_| self.with_files);
        match file.map(|it| it.name.rsplit('/').next().unwrap_or(&it.name)) {
            Some(name) => format!("{name}:{}", position.line),
            None => position.line.to_string(),
        }
    }

    /// How many characters stand before the text of a source line in [`Self::ending`].
    pub fn margin(&self) -> usize {
        self.width + 4
    }

    /// A row with its position and the source line at its end, and without spaces after it.
    pub fn ending(&self, row: &str, position: Span, widest: usize) -> String {
        let mut text = row.to_owned();
        if position.is_some() {
            let source = self.sources.line(position).unwrap_or("").trim();
            let place = self.text(position);
            text.push_str(&format!("  {place:>width$}  {}", shorten(source, widest), width = self.width));
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
        text
    }
}

/// How much was not shown, if anything: `one` is what is counted, in the singular.
pub fn left_out(hidden: usize, one: &str) -> String {
    match hidden {
        0 => String::new(),
        1 => format!("\n  (1 {one} that does not matter left out; --full-trace shows all)\n"),
        _ => format!("\n  ({hidden} {one}s that do not matter left out; --full-trace shows all)\n"),
    }
}

/// Cut or filled with spaces to a width in characters.
pub fn pad(text: &str, width: usize) -> String {
    let short = shorten(text, width);
    let missing = width.saturating_sub(short.chars().count());
    short + &" ".repeat(missing)
}

/// Cut to a width in characters.
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}
