//! What has noticed each mistake when all of them were made last: the table of `docs/seeded-bugs.md`.

use super::{Detector, Probe};
use planted::Bug;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/seeded-bugs.md");

/// The line below the head of the table.
const RULE: &str = "|---|---|---|---|---|";

/// The page as it is; nothing if it is not there.
pub fn read() -> String {
    std::fs::read_to_string(FILE).unwrap_or_default()
}

/// The program that is known to show a mistake, if the page names one.
pub fn known(page: &str, bug: Bug) -> Option<Probe> {
    let rows = page.lines().skip_while(|it| *it != RULE).skip(1).take_while(|it| it.starts_with('|'));
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        if let [name, _, _, detector, program] = cells[..]
            && name == format!("`{}`", bug.name())
        {
            return Some(Probe { detector: Detector::named(detector)?, program: program.parse().ok()? });
        }
    }
    None
}

/// The page with another table: for each mistake who has noticed it.
pub fn with_table(page: &str, noticed: &[(Bug, Probe)]) -> String {
    let (head, rest) = page.split_once(RULE).unwrap_or((page, ""));
    let tail: String = rest.lines().skip(1).skip_while(|it| it.starts_with('|')).map(|it| format!("{it}\n")).collect();
    let mut page = format!("{head}{RULE}\n");
    for (bug, Probe { detector, program }) in noticed {
        let (name, about, place) = (bug.name(), bug.about(), bug.place());
        page += &format!("| `{name}` | {about} | `{place}` | {} | {program} |\n", detector.name);
    }
    page + &tail
}
