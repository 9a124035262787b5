//! What the documents show is what the command prints.

mod common;

use common::{raddle, root};

/// The fenced blocks of a document that are marked as text.
fn blocks(document: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(document)).expect("the document is there");
    text.split("```text\n").skip(1).filter_map(|it| it.split("```").next()).map(str::to_owned).collect()
}

#[test]
fn the_readme_shows_real_output() {
    let output = raddle(&["check", "examples/account.c"]).stdout;
    let shown = &blocks("README.md")[0];
    assert!(output.starts_with(shown.as_str()), "the README shows\n{shown}\nbut the command prints\n{output}");
}

#[test]
fn the_readme_shows_actors_as_they_are() {
    let output = raddle(&["check", "examples/actors/account.abs"]).stdout;
    let shown = &blocks("README.md")[1];
    assert!(output.starts_with(shown.as_str()), "the README shows\n{shown}\nbut the command prints\n{output}");
}

#[test]
fn the_page_shows_what_a_solver_finds() {
    let output = raddle(&["check", "examples/auction.c", "--engine", "ordering"]).stdout;
    let shown = &blocks("docs/engines/ordering.md")[0];
    assert!(output.starts_with(shown.as_str()), "the page shows\n{shown}\nbut the command prints\n{output}");
    let fixed = raddle(&["check", "examples/auction_fixed.c", "--engine", "ordering"]);
    assert_eq!(fixed.verdict(), "TRUE");
}

/// Engines that run alone repeat, and so do their counterexamples.
#[test]
fn pages_show_real_output() {
    let pages: [(&str, usize, &[&str]); 7] = [
        ("docs/actors.md", 0, &["check", "examples/actors/account.abs"]),
        ("docs/engines/explore.md", 0, &["check", "examples/philosophers.c", "--engine", "explore"]),
        ("docs/engines/peephole.md", 0, &["check", "examples/seats.c", "--engine", "peephole"]),
        ("docs/engines/peephole.md", 1, &["ir", "--independence", "examples/seats.c"]),
        ("docs/engines/cegar.md", 0, &["check", "examples/transfer_fixed.c", "--engine", "cegar"]),
        ("docs/engines/cegar.md", 1, &["check", "examples/transfer.c", "--engine", "cegar"]),
        ("docs/tutorial.md", 0, &["check", "examples/account.c"]),
    ];
    for (page, block, arguments) in pages {
        let output = raddle(arguments).stdout;
        let shown = &blocks(page)[block];
        assert!(output.starts_with(shown.as_str()), "{page} shows\n{shown}\nbut the command prints\n{output}");
    }
}

#[test]
fn the_journey_shows_real_output() {
    let blocks = blocks("ARCHITECTURE.md");
    let (ir, trace) = (&blocks[1], &blocks[2]);
    let printed = raddle(&["ir", "examples/account.c"]).stdout;
    assert!(printed.contains(ir.as_str()), "ARCHITECTURE.md shows\n{ir}\nbut the command prints\n{printed}");
    let output = raddle(&["check", "examples/account.c"]).stdout;
    assert!(output.starts_with(trace.as_str()), "ARCHITECTURE.md shows\n{trace}\nbut the command prints\n{output}");
}
