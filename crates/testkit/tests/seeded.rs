//! Every mistake that can be put into the engines is noticed. `docs/seeded-bugs.md` says who notices which, and how to look for
//! more than this does: here each is tried with the program that has shown it before, and with all others only if that does
//! not show it any more.

use std::process::Command;

#[test]
fn every_mistake_is_noticed() {
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get());
    let output = Command::new(env!("CARGO_BIN_EXE_seeded-bugs"))
        .args(["--known", "--jobs", &workers.to_string()])
        .output()
        .expect("it can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    assert!(output.status.success(), "{text}");
}
