//! The picture in ARCHITECTURE.md is true: the crates depend on each other exactly as its list of arrows says.

use crate::common::root;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// `crate: dependency dependency` lines of the fenced block that begins with "```edges".
fn promised() -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let block = text.split("```edges\n").nth(1).and_then(|it| it.split("```").next()).expect("a block of edges");
    let edges = block.lines().filter_map(|it| it.split_once(':'));
    edges.map(|(from, to)| (from.trim().to_owned(), to.split_whitespace().map(str::to_owned).collect())).collect()
}

/// The same from the manifests, development dependencies left out.
fn actual() -> BTreeMap<String, BTreeSet<String>> {
    let crates: Vec<String> = std::fs::read_dir(root().join("crates"))
        .expect("crates are there")
        .map(|it| it.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    let dependencies = |name: &String| {
        let manifest =
            std::fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
        let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        let names = section.lines().filter_map(|it| it.split(['.', ' ', '=']).next()).map(str::to_owned);
        names.filter(|it| crates.contains(it)).collect()
    };
    crates.iter().map(|it| (it.clone(), dependencies(it))).collect()
}

#[test]
fn the_crates_depend_on_each_other_as_the_picture_says() {
    assert_eq!(promised(), actual());
}

/// The features of `planted` in a build of a package, as cargo would build it alone.
fn features_of_planted(package: &str) -> BTreeSet<String> {
    let options = ["tree", "--offline", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}:{f}"];
    let output = Command::new(env!("CARGO")).args(options).args(["--package", package]).current_dir(root()).output();
    let output = output.expect("cargo is there");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.lines().filter(|it| it.starts_with("planted "));
    lines.filter_map(|it| it.rsplit(':').next()).map(str::to_owned).collect()
}

/// The tests can make the engines wrong, and nobody else.
#[test]
fn what_is_shipped_makes_no_mistakes_on_purpose() {
    assert_eq!(features_of_planted("raddle"), BTreeSet::from([String::new()]));
    assert_eq!(features_of_planted("testkit"), BTreeSet::from(["hooks".to_owned()]));
}

#[test]
fn only_the_command_prints() {
    for folder in std::fs::read_dir(root().join("crates")).expect("crates are there") {
        let folder = folder.expect("an entry").path();
        let name = folder.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
        if name == "raddle" || name == "testkit" {
            continue;
        }
        let mut files = vec![folder.join("src")];
        while let Some(path) = files.pop() {
            // Files of tests have no mark of their own.
            if path.file_stem().is_some_and(|it| it == "tests") {
                continue;
            }
            if path.is_dir() {
                files.extend(std::fs::read_dir(path).expect("a folder").map(|it| it.expect("an entry").path()));
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|it| !it.trim_start().starts_with("//")) {
                for word in ["println!(", "eprintln!(", "print!(", "dbg!("] {
                    let prints =
                        line.find(word).is_some_and(|at| !line[..at].ends_with(|it: char| it.is_alphanumeric()));
                    assert!(!prints, "{}: {line}", path.display());
                }
            }
        }
    }
}
