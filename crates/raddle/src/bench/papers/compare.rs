//! Published figures beside ours: what a line of a table is worth.
//!
//! A line is *matched* if all figures that are compared are written the same, *better* if none is worse and the program is
//! the published one, and *different* otherwise; then it says why. Nothing is compared where nothing is published, or where
//! we have not run it.

use super::book::{Column, Compare, Unit};

/// One figure.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// What kind of figure.
    pub column: &'a Column,
    /// What the paper has.
    pub published: Option<f64>,
    /// What we have.
    pub ours: Option<f64>,
}

/// What a line is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// As published.
    Matched,
    /// Nothing is worse, and something better.
    Better,
    /// Something is not as published.
    Different,
    /// We have no figures.
    NotRun,
    /// What the next lines are compared with.
    Reference,
}

impl Mark {
    /// All of them, in the order of the index.
    pub const ALL: [Mark; 5] = [Mark::Matched, Mark::Better, Mark::Different, Mark::NotRun, Mark::Reference];

    /// In a table.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Matched => "matched",
            Mark::Better => "better",
            Mark::Different => "different",
            Mark::NotRun => "not run",
            Mark::Reference => "reference",
        }
    }

    /// Whether a line with this mark has to say why.
    pub fn needs_reason(self) -> bool {
        match self {
            Mark::Different | Mark::NotRun => true,
            Mark::Matched | Mark::Better | Mark::Reference => false,
        }
    }
}

/// How one figure compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Same,
    Better,
    Worse,
}

impl Cell<'_> {
    fn outcome(&self) -> Option<Outcome> {
        let (compare, published, ours) = (self.column.compare?, self.published?, self.ours?);
        let unit = self.unit();
        let is_same = unit.written(published) == unit.written(ours) || (published - ours).abs() <= self.column.within;
        Some(match compare {
            _ if is_same => Outcome::Same,
            Compare::Fewer if ours < published => Outcome::Better,
            Compare::More if ours > published => Outcome::Better,
            Compare::Same | Compare::Fewer | Compare::More => Outcome::Worse,
        })
    }

    fn unit(&self) -> Written {
        if self.column.over.is_some() { Written::Times } else { Written::As(self.column.unit) }
    }

    /// Both figures: one and a sign if they are the same, an arrow between them if not.
    pub fn written(&self) -> String {
        let text = |it: f64| self.unit().written(it);
        match (self.published.map(text), self.ours.map(text)) {
            (None, None) => String::new(),
            (Some(published), None) => published,
            (None, Some(ours)) => format!("→ {ours}"),
            (Some(published), Some(ours)) if published == ours => format!("{ours} ="),
            (Some(published), Some(ours)) => format!("{published} → {ours}"),
        }
    }
}

/// How a figure becomes text.
#[derive(Clone, Copy)]
enum Written {
    As(Unit),
    Times,
}

impl Written {
    fn written(self, value: f64) -> String {
        match self {
            Written::Times => format!("{}×", rounded(value)),
            Written::As(Unit::Count) if value.fract() == 0.0 => grouped(value),
            Written::As(Unit::Count) => rounded(value),
            Written::As(Unit::Thousands) => format!("{}k", rounded(value / 1000.0)),
            Written::As(Unit::Seconds) => format!("{} s", rounded(value)),
            Written::As(Unit::Percent) => format!("{value:.1} %"),
            Written::As(Unit::Change) => format!("{value:+.1} %"),
            Written::As(Unit::Answer) => (if value == 0.0 { "no" } else { "yes" }).to_owned(),
        }
    }
}

/// One place behind the point for what is small, none for what is not.
fn rounded(value: f64) -> String {
    if value.abs() < 100.0 { format!("{value:.1}") } else { grouped(value) }
}

/// A whole number with its digits in groups of three.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a line with these figures is worth.
pub fn mark(cells: &[Cell<'_>], is_same_program: bool) -> Mark {
    let outcomes: Vec<Outcome> = cells.iter().filter_map(Cell::outcome).collect();
    let has = |outcome: Outcome| outcomes.contains(&outcome);
    if outcomes.is_empty() {
        return if cells.iter().any(|it| it.ours.is_some()) { Mark::Reference } else { Mark::NotRun };
    }
    match () {
        () if has(Outcome::Worse) => Mark::Different,
        () if !has(Outcome::Better) => Mark::Matched,
        () if is_same_program => Mark::Better,
        () => Mark::Different,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figure::Figure;

    fn column(compare: Option<Compare>, unit: Unit) -> Column {
        let figure = Figure::Executions;
        Column { title: String::new(), way: None, program: None, figure, over: None, unit, compare, within: 0.0 }
    }

    fn cell(column: &Column, published: impl Into<Option<f64>>, ours: impl Into<Option<f64>>) -> Cell<'_> {
        Cell { column, published: published.into(), ours: ours.into() }
    }

    #[test]
    fn lines_are_marked_by_what_is_compared() {
        let same = &column(Some(Compare::Same), Unit::Count);
        let fewer = &column(Some(Compare::Fewer), Unit::Count);
        let shown = &column(None, Unit::Count);
        for (cells, mark_of_same_program, mark_of_another) in [
            (vec![cell(same, 6.0, 6.0), cell(fewer, 4.0, 4.0)], Mark::Matched, Mark::Matched),
            (vec![cell(same, 6.0, 6.0), cell(fewer, 4.0, 3.0)], Mark::Better, Mark::Different),
            (vec![cell(same, 6.0, 5.0)], Mark::Different, Mark::Different),
            (vec![cell(fewer, 4.0, 3.0), cell(fewer, 4.0, 5.0)], Mark::Different, Mark::Different),
            (vec![cell(same, 6.0, None), cell(fewer, 4.0, 4.0)], Mark::Matched, Mark::Matched),
            (vec![cell(same, 6.0, None), cell(fewer, 4.0, None)], Mark::NotRun, Mark::NotRun),
            (vec![cell(shown, 6.0, 7.0), cell(fewer, None, 4.0)], Mark::Reference, Mark::Reference),
        ] {
            assert_eq!((mark(&cells, true), mark(&cells, false)), (mark_of_same_program, mark_of_another), "{cells:?}");
        }
    }

    #[test]
    fn what_is_close_or_written_the_same_is_the_same() {
        let thousands = &column(Some(Compare::Fewer), Unit::Thousands);
        assert_eq!(mark(&[cell(thousands, 100.0, 96.0)], true), Mark::Matched, "both are 0.1k");
        assert_eq!(mark(&[cell(thousands, 100.0, 31.0)], true), Mark::Better);
        let close = &Column { within: 2.0, ..column(Some(Compare::Fewer), Unit::Change) };
        assert_eq!(mark(&[cell(close, -59.3, -58.0)], true), Mark::Matched);
        assert_eq!(mark(&[cell(close, -59.3, -56.0)], true), Mark::Different);
    }

    #[test]
    fn both_figures_are_written() {
        let count = &column(None, Unit::Count);
        assert_eq!(cell(count, 1234567.0, 1234567.0).written(), "1,234,567 =");
        assert_eq!(cell(count, 123.0, 1000.0).written(), "123 → 1,000");
        assert_eq!(cell(count, 123.0, None).written(), "123");
        assert_eq!(cell(count, None, 12.25).written(), "→ 12.2");
        assert_eq!(cell(&column(None, Unit::Change), -59.34, 100000.0).written(), "-59.3 % → +100000.0 %");
        assert_eq!(cell(&column(None, Unit::Answer), 1.0, 0.0).written(), "yes → no");
        let times = &Column { over: Some("source".to_owned()), ..column(None, Unit::Count) };
        assert_eq!(cell(times, 2.5, 1234.0).written(), "2.5× → 1,234×");
        assert_eq!(grouped(-1234.0), "-1,234");
        assert_eq!(grouped(-123.0), "-123");
    }
}
