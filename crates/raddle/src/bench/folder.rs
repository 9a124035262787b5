//! A folder of programs whose heads say what is expected of them, as in `corpus/`:
//!
//! ```c
//! //@ verdict: FALSE(reach)         must be there
//! //@ flags: -DN=2                  for the preprocessor
//! ```
//!
//! Other lines of that kind say more about the answer, which is not looked at here. Programs whose heads ask for options or
//! further files, or expect no plain answer (unless that is wanted, since another engine may have one), are left out, lest another question be asked than the one that their verdict
//! belongs to. If `reach` is asked, a program that is violated in other ways only is right in that. If all is asked, the
//! verdict is that of the head, and programs that are about something else than their races (`TRUE without race`) are left
//! out: not all engines could be asked for all but one property.

use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What programs are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Whether an assertion can fail.
    #[default]
    Reach,
    /// All that an engine decides.
    All,
}

/// A program and what its head says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// Its file.
    pub path: PathBuf,
    /// What should stand behind `VERDICT: `.
    pub verdict: String,
    /// For the C preprocessor.
    pub flags: Vec<String>,
}

/// The C programs of a folder, by name; or what is wrong with it.
pub fn programs(folder: &Path, asked: Asked, also_open: bool) -> Result<Vec<Described>, String> {
    let failure = |error| format!("{} cannot be read: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        if path.extension().is_some_and(|it| it == "c") && path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(format!("there is no C program in {}", folder.display()));
    }
    paths.sort();
    let mut programs = Vec::new();
    for path in paths {
        programs.extend(described(path, asked, also_open)?);
    }
    Ok(programs)
}

/// What the head of a program says; nothing if it asks for something else.
fn described(path: PathBuf, asked: Asked, also_open: bool) -> Result<Option<Described>, String> {
    let complain = |what: &str| format!("{}: {what}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| complain(&error.to_string()))?;
    let (mut verdict, mut flags) = (None, Vec::new());
    let heads = text.lines().filter_map(|it| it.trim().strip_prefix("//@ ")?.split_once(':'));
    for (key, value) in heads.map(|(key, value)| (key.trim(), value.trim())) {
        match key {
            "verdict" => verdict = Some(value.to_owned()),
            "flags" => flags.extend(value.split_whitespace().map(str::to_owned)),
            "options" | "files" => return Ok(None),
            _ => {}
        }
    }
    let verdict = verdict.ok_or_else(|| complain("its head does not say `//@ verdict: …`"))?;
    let verdict = match (verdict.strip_suffix(" without race"), asked) {
        (Some(_), Asked::All) => return Ok(None),
        (Some(verdict), Asked::Reach) => verdict.to_owned(),
        (None, _) => verdict,
    };
    let violated = verdict.strip_prefix("FALSE(").and_then(|it| it.strip_suffix(')'));
    let verdict = match violated {
        Some(_) if asked == Asked::All => &*verdict,
        Some(names) if names.split(',').any(|it| it == "reach") => "FALSE(reach)",
        Some(_) => "TRUE",
        None if verdict == "TRUE" => "TRUE",
        None if also_open && verdict != "UNKNOWN(input)" => &*verdict,
        None => return Ok(None),
    };
    Ok(Some(Described { path, verdict: verdict.to_owned(), flags }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        folder
    }

    #[test]
    fn heads_say_what_is_expected() {
        let folder = folder(&[
            ("late.c", "// A remark.\n//@ verdict: FALSE(reach)\n//@ line: 3\n//@ flags: -DN=2 -DBUG\n"),
            ("early.c", "//@ verdict: TRUE without race\nint main(void) {}\n"),
            ("common.h", "no program"),
            ("other.c", "//@ verdict: TRUE\n//@ options: --unroll 3\n"),
            ("bounded.c", "//@ verdict: TRUE(bounded)\n"),
            ("race.c", "//@ verdict: FALSE(deadlock,race)\n"),
        ]);
        let [early, late, race] = &programs(folder.path(), Asked::Reach, false).expect("programs")[..] else {
            panic!("three programs")
        };
        assert_eq!(race.verdict, "TRUE", "no assertion fails");
        assert_eq!((&*early.verdict, early.flags.len()), ("TRUE", 0));
        assert_eq!(late.path, folder.path().join("late.c"));
        assert_eq!((&*late.verdict, &late.flags[..]), ("FALSE(reach)", &["-DN=2", "-DBUG"].map(str::to_owned)[..]));
        let all = programs(folder.path(), Asked::All, true).expect("programs");
        let verdicts: Vec<_> = all.iter().map(|it| &*it.verdict).collect();
        assert_eq!(
            verdicts,
            ["TRUE(bounded)", "FALSE(reach)", "FALSE(deadlock,race)"],
            "as the heads say; early.c may have races"
        );
    }

    #[test]
    fn what_is_not_said_is_a_mistake() {
        let bad = folder(&[("bad.c", "int main(void) {}\n")]);
        let message = "bad.c: its head does not say `//@ verdict: …`";
        assert!(programs(bad.path(), Asked::Reach, false).is_err_and(|it| it.contains(message)));
        assert!(
            programs(folder(&[]).path(), Asked::All, false).is_err_and(|it| it.contains("there is no C program in"))
        );
        assert!(
            programs(Path::new("/no/such/folder"), Asked::All, false).is_err_and(|it| it.contains("cannot be read"))
        );
    }
}
