//! The lines of a table: published figures and ours, what they are worth, and why they differ.

use super::book::{Column, Lines, Table, Unit};
use super::compare::{Cell, Mark, mark};
use crate::bench::case::Case;
use crate::bench::figure::{Figure, totals};
use crate::bench::row::{self, Row};
use crate::bench::suite::{PublishedRow, Suite, Summary};
use std::collections::BTreeMap;

/// One line.
#[derive(Debug)]
pub struct Line<'a> {
    /// What it is called.
    pub called: String,
    /// A figure for each column.
    pub cells: Vec<Cell<'a>>,
    /// What it is worth.
    pub mark: Mark,
    /// Why it is not as published.
    pub because: Option<&'a str>,
}

/// Whether a table needs a run.
pub fn needs(table: &Table, suite: &Suite, case: &Case) -> bool {
    if !table.programs.is_empty() && !table.programs.contains(&case.program) {
        return false;
    }
    let ways = || table.columns.iter().flat_map(|it| it.way.iter().chain(&it.over));
    match table.lines {
        Lines::Programs => {
            let is_published = |it: &PublishedRow| it.program.as_ref() == Some(&case.program) && it.size == case.size;
            ways().any(|it| *it == case.reduction) && suite.published.iter().any(is_published)
        }
        Lines::Ways => {
            let of_table = suite.summaries.iter().filter(|it| it.table == table.name);
            of_table.flat_map(|it| it.way.iter().chain(&it.beside)).any(|it| *it == case.reduction)
        }
        // A picture has more lines than the table has columns.
        Lines::Sizes => true,
    }
}

/// The lines of a table, from the runs that it needs.
pub fn lines<'a>(table: &'a Table, suite: &'a Suite, rows: &[Row]) -> Vec<Line<'a>> {
    let of_table: Vec<&Row> = rows.iter().filter(|it| needs(table, suite, &it.case)).collect();
    match table.lines {
        Lines::Programs => {
            let has_name = |it: &&PublishedRow| match &it.program {
                _ if table.programs.is_empty() => true,
                Some(program) => table.programs.contains(program),
                None => false,
            };
            suite.published.iter().filter(has_name).map(|it| of_program(table, it, &of_table)).collect()
        }
        Lines::Ways => {
            let summaries: Vec<_> = suite.summaries.iter().filter(|it| it.table == table.name).collect();
            summaries.iter().map(|it| of_way(table, it, &summaries, &of_table)).collect()
        }
        Lines::Sizes => of_sizes(table, &of_table),
    }
}

/// The run of a program in a size with a way, if it came to an end.
fn ended<'a>(rows: &[&'a Row], program: &str, size: &str, way: &str) -> Option<&'a Row> {
    let is_it = |it: &&&Row| it.case.program == program && it.case.size == size && it.case.reduction == way;
    rows.iter().copied().find(|it| is_it(&it)).filter(|it| it.mark != row::Mark::Timeout)
}

/// The figure of a column, where `get` knows those of ways.
fn figure(column: &Column, get: impl Fn(&str, Figure) -> Option<f64>) -> Option<f64> {
    let value = get(column.way.as_deref()?, column.figure)?;
    match &column.over {
        None => Some(value),
        Some(over) => get(over, column.figure).filter(|_| value > 0.0).map(|it| it / value),
    }
}

fn of_program<'a>(table: &'a Table, published: &'a PublishedRow, rows: &[&Row]) -> Line<'a> {
    let ours = |way: &str, figure: Figure| figure.of(ended(rows, published.program.as_ref()?, &published.size, way)?);
    let theirs = |way: &str, figure: Figure| published.figures.get(way)?.get(&figure).copied();
    let cell = |column: &'a Column| Cell { column, published: figure(column, theirs), ours: figure(column, ours) };
    let cells: Vec<_> = table.columns.iter().map(cell).collect();
    let mark = mark(&cells, published.alike.is_none());
    let reason = match mark {
        Mark::NotRun => &published.missing,
        _ if published.because.is_some() => &published.because,
        _ => &published.alike,
    };
    Line { called: published.called.clone(), cells, mark, because: reason.as_deref() }
}

fn of_way<'a>(table: &'a Table, summary: &'a Summary, all: &[&'a Summary], rows: &[&Row]) -> Line<'a> {
    let totals_of = |way: &Option<String>, beside: &Option<String>| {
        way.as_ref().map(|way| totals(rows, way, beside.as_deref())).unwrap_or_default()
    };
    let ours = totals_of(&summary.way, &summary.beside);
    let ours_beside = totals_of(&summary.beside, &None);
    let nothing = BTreeMap::new();
    let of_beside = all.iter().find(|it| it.way.is_some() && it.way == summary.beside);
    let theirs_beside = of_beside.map_or(&nothing, |it| &it.figures);
    let get = |column: &Column, own: &BTreeMap<Figure, f64>, beside: &BTreeMap<Figure, f64>| {
        let value = own.get(&column.figure).copied()?;
        match column.unit {
            Unit::Change => beside.get(&column.figure).filter(|it| **it != 0.0).map(|it| 100.0 * (value - it) / it),
            _ => Some(value),
        }
    };
    let cell = |column: &'a Column| Cell {
        column,
        published: get(column, &summary.figures, theirs_beside),
        ours: get(column, &ours, &ours_beside),
    };
    let cells: Vec<_> = table.columns.iter().map(cell).collect();
    let mark = mark(&cells, true);
    let reason = if mark == Mark::NotRun { &summary.missing } else { &summary.because };
    Line { called: summary.called.clone(), cells, mark, because: reason.as_deref() }
}

/// A line for each size, or for each depth; figures that do not rise where they should are different.
fn of_sizes<'a>(table: &'a Table, rows: &[&Row]) -> Vec<Line<'a>> {
    let place = |row: &Row| row.case.depth.map_or_else(|| row.case.size.clone(), |it| it.to_string());
    let is_of = |row: &Row, column: &Column| {
        Some(&row.case.program) == column.program.as_ref() && Some(&row.case.reduction) == column.way.as_ref()
    };
    let mut places: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| table.columns.iter().any(|it| is_of(row, it))) {
        if !places.contains(&place(row)) {
            places.push(place(row));
        }
    }
    let line = |at: &String| {
        let ours = |column: &Column| {
            let row = rows.iter().find(|it| is_of(it, column) && place(it) == *at)?;
            column.figure.of(row).filter(|_| row.mark != row::Mark::Timeout)
        };
        let cells: Vec<_> =
            table.columns.iter().map(|column| Cell { column, published: None, ours: ours(column) }).collect();
        let compared: Vec<&Cell<'_>> = cells.iter().filter(|it| it.column.compare.is_some()).collect();
        let rises = |one: &&Cell<'_>, next: &&Cell<'_>| one.ours.map(|it| it + next.column.within) < next.ours;
        let mark = match compared.is_sorted_by(rises) {
            _ if compared.iter().any(|it| it.ours.is_none()) => Mark::NotRun,
            true => Mark::Matched,
            false => Mark::Different,
        };
        Line { called: at.clone(), cells, mark, because: table.because.as_ref().and_then(|it| it.about(at)) }
    };
    places.iter().map(line).collect()
}
