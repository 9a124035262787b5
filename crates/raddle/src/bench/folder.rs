//! A folder of programs whose heads say what is expected of them, as in `corpus/`:
//!
//! ```c
//! //@ verdict: FALSE(reach)         must be there
//! //@ flags: -DN=2                  for the preprocessor
//! ```
//!
//! Other lines of that kind say more about the answer, which is not looked at here. Programs whose heads ask for options or
//! further files, or expect no plain answer, are left out, lest another question be asked than the one that their verdict
//! belongs to. What is asked is `reach`: a program that is violated in other ways only is right in that.

use std::path::{Path, PathBuf};

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
pub fn programs(folder: &Path) -> Result<Vec<Described>, String> {
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
        programs.extend(described(path)?);
    }
    Ok(programs)
}

/// What the head of a program says; nothing if it asks for something else.
fn described(path: PathBuf) -> Result<Option<Described>, String> {
    let complain = |what: &str| format!("{}: {what}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| complain(&error.to_string()))?;
    let (mut verdict, mut flags) = (None, Vec::new());
    let heads = text.lines().filter_map(|it| it.trim().strip_prefix("//@ ")?.split_once(':'));
    for (key, value) in heads.map(|(key, value)| (key.trim(), value.trim())) {
        match key {
            // Races are not what is asked about.
            "verdict" => verdict = Some(value.strip_suffix(" without race").unwrap_or(value).to_owned()),
            "flags" => flags.extend(value.split_whitespace().map(str::to_owned)),
            "options" | "files" => return Ok(None),
            _ => {}
        }
    }
    let verdict = verdict.ok_or_else(|| complain("its head does not say `//@ verdict: …`"))?;
    let violated = verdict.strip_prefix("FALSE(").and_then(|it| it.strip_suffix(')'));
    let verdict = match violated {
        Some(names) if names.split(',').any(|it| it == "reach") => "FALSE(reach)",
        Some(_) => "TRUE",
        None if verdict == "TRUE" => "TRUE",
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
        let [early, late, race] = &programs(folder.path()).expect("programs")[..] else { panic!("three programs") };
        assert_eq!(race.verdict, "TRUE", "no assertion fails");
        assert_eq!((&*early.verdict, early.flags.len()), ("TRUE", 0));
        assert_eq!(late.path, folder.path().join("late.c"));
        assert_eq!((&*late.verdict, &late.flags[..]), ("FALSE(reach)", &["-DN=2", "-DBUG"].map(str::to_owned)[..]));
    }

    #[test]
    fn what_is_not_said_is_a_mistake() {
        let bad = folder(&[("bad.c", "int main(void) {}\n")]);
        let message = "bad.c: its head does not say `//@ verdict: …`";
        assert!(programs(bad.path()).is_err_and(|it| it.contains(message)));
        assert!(programs(folder(&[]).path()).is_err_and(|it| it.contains("there is no C program in")));
        assert!(programs(Path::new("/no/such/folder")).is_err_and(|it| it.contains("cannot be read")));
    }
}
