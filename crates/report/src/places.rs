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

    /// The number of the line, with the file if there are several.
    pub fn text(&self, position: Span) -> String {
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
            let source = around(self.sources.line(position).unwrap_or(""), position, widest);
            let place = self.text(position);
            text.push_str(&format!("  {place:>width$}  {source}", width = self.width));
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
        text
    }
}

/// A line without the blanks around it, or as much of it as fits: if the position is beyond that, from further on.
fn around(line: &str, position: Span, widest: usize) -> String {
    let trimmed = line.trim();
    let total = trimmed.chars().count();
    if total <= widest {
        return trimmed.to_owned();
    }
    let blanks = line.len() - line.trim_start().len();
    let column = (position.column as usize).saturating_sub(1 + blanks);
    let before = trimmed.char_indices().take_while(|it| it.0 < column).count();
    let wanted = (position.length as usize).clamp(1, widest.saturating_sub(2));
    let skipped = (before + wanted).saturating_sub(widest - 1).min(total - widest);
    if skipped == 0 {
        return shorten(trimmed, widest);
    }
    // One more gives way to the dots.
    let rest: String = trimmed.chars().skip(skipped + 1).collect();
    shorten(&format!("…{rest}"), widest)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_the_part_is_shown_that_matters() {
        let line = "    for (int i = 0; i < 4; i++) assert(done[i]); // all of them";
        let at = |column, length| Span { file: source::FileId(0), line: 1, column, length };
        assert_eq!(around(line, at(5, 3), 20), "for (int i = 0; i <…");
        assert_eq!(around(line, at(33, 15), 20), "…+) assert(done[i])…");
        assert_eq!(around(line, at(50, 99), 20), "…i]); // all of them");
        assert_eq!(around(line, at(33, 15), 80), line.trim());
        assert_eq!(around("  ünïcödé(ünïcödé);", at(15, 11), 10), "…ünïcödé);");
    }
}
