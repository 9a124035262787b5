//! The pictures of the pages: what a run costs over its size, our figures over the published ones, and one way over another.

use super::book::Picture;
use super::pages::Section;
use crate::bench::figure::{Figure, tasks};
use crate::bench::picture_of;
use crate::bench::plot::scatter::{self, Diagram, Dot};
use crate::bench::plot::{self, Quantity};
use crate::bench::row::Row;

/// The picture of a table, from the runs of its suite.
pub fn draw(title: &str, kind: Picture, section: &Section<'_>, rows: &[Row]) -> String {
    let needed: Vec<&Row> =
        rows.iter().filter(|it| super::lines::needs(section.table, section.suite, &it.case)).collect();
    match kind {
        Picture::Sizes => {
            let (subject, points) = picture_of(&needed);
            plot::draw(title, subject, &points)
        }
        Picture::Published => {
            let dots = published(section);
            scatter::draw(
                title,
                &[Diagram { quantity: Quantity::Count("executions"), over: "published", of: "ours", dots }],
            )
        }
        Picture::Pairs => {
            let diagram = |(quantity, figure)| Diagram {
                quantity,
                over: "without",
                of: "with conflicts in advance",
                dots: pairs(section, &needed, figure),
            };
            let figures =
                [(Quantity::Seconds("CPU time"), Figure::Cpu), (Quantity::Count("propagations"), Figure::Propagations)];
            scatter::draw(title, &figures.map(diagram))
        }
    }
}

/// A dot for each figure that is compared.
fn published<'a>(section: &'a Section<'_>) -> Vec<Dot<'a>> {
    let cells = section.lines.iter().flat_map(|line| line.cells.iter().map(move |cell| (line, cell)));
    let compared = cells.filter(|(_, cell)| cell.column.compare.is_some());
    let dot = |(line, cell): (&'a super::lines::Line<'_>, &'a super::compare::Cell<'_>)| {
        let about = format!("{} {}", line.called, cell.column.title);
        Some(Dot { series: &cell.column.title, about, at: [cell.published?, cell.ours?] })
    };
    compared.filter_map(dot).collect()
}

/// A dot for each task that both ways of a pair have solved.
fn pairs<'a>(section: &'a Section<'_>, rows: &[&Row], figure: Figure) -> Vec<Dot<'a>> {
    let mut dots = Vec::new();
    for summary in section.suite.summaries.iter().filter(|it| it.table == section.table.name) {
        let (Some(way), Some(beside)) = (&summary.way, &summary.beside) else { continue };
        for (row, other) in tasks(rows, way, beside) {
            // What takes less than the clock can tell is drawn as one tick of it.
            let value = |row| figure.of(row).map(|it| if figure == Figure::Cpu { it.max(0.01) } else { it });
            if let (Some(with), Some(without)) = (value(row), value(other)) {
                let about = format!("{} {}", row.case.program, row.case.size);
                dots.push(Dot { series: &summary.called, about, at: [without, with] });
            }
        }
    }
    dots
}
