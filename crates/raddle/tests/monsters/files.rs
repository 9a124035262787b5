//! Files that are written: whoever is killed leaves the old one or the new one, and two who write the same file do not mix theirs.

use crate::common::{command, raddle};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A program whose report is large, with a name that is in it.
fn program(folder: &Path, name: &str) -> String {
    let path = folder.join(format!("{name}.c"));
    let text = format!(
        "#include <assert.h>\nint {name};\nint main(void) {{\n  for (int i = 0; i < 3000; i++) {name} = i;\n  \
         assert({name} == 0);\n  return 0;\n}}\n"
    );
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

fn start(program: &str, page: &str, trace: &str) -> Child {
    let arguments = ["check", program, "--engine", "explore", "--html", page, "--save-trace", trace];
    command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command runs")
}

/// Whether a page or a trace has its end.
fn is_end(text: &str) -> bool {
    let is_trace = || serde_json::from_str::<serde_json::Value>(text).is_ok();
    text.trim_end().ends_with("</html>") || is_trace()
}

/// Files in a folder whose names begin with a dot: what was not finished.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten().map(|it| it.path());
    entries.filter(|it| it.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'))).collect()
}

#[test]
fn who_is_killed_leaves_whole_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [page, trace] = ["page.html", "trace.json"].map(|it| folder.path().join(it).display().to_string());
    let (old, new) = (program(folder.path(), "oldone"), program(folder.path(), "newone"));
    let begin = Instant::now();
    assert!(start(&old, &page, &trace).wait().is_ok_and(|it| it.code() == Some(10)));
    let takes = begin.elapsed();
    assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
    // Killed everywhere, most often near the end, where files are written.
    for part in [30, 60, 75, 80, 85, 88, 91, 94, 97, 100, 104] {
        let mut child = start(&new, &page, &trace);
        std::thread::sleep(takes * part / 100);
        let _ = child.kill();
        child.wait().expect("it ends");
        for file in [&page, &trace] {
            let text = std::fs::read_to_string(file).expect("there is always a file");
            let is_one = text.contains("oldone") != text.contains("newone");
            assert!(is_one && is_end(&text), "{file} is broken after {part} % of the time");
        }
    }
}

#[test]
fn two_who_write_the_same_files_do_not_mix_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [page, trace] = ["page.html", "trace.json"].map(|it| folder.path().join(it).display().to_string());
    let programs = ["one", "other"].map(|it| (it, program(folder.path(), it)));
    for _ in 0..3 {
        let mut children: Vec<Child> = programs.iter().map(|it| start(&it.1, &page, &trace)).collect();
        assert!(children.iter_mut().all(|it| it.wait().is_ok_and(|it| it.code() == Some(10))));
        // Each file is of one run as a whole; which one was last may differ from file to file.
        for file in [&page, &trace] {
            let text = std::fs::read_to_string(file).expect("a file");
            let is_of = |it: &&(&str, String)| text.contains(&format!("{}.c", it.0));
            assert_eq!(programs.iter().filter(is_of).count(), 1, "{file} is of one run");
            assert!(is_end(&text), "{file} is whole");
        }
    }
    assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_to_and_stays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "piped");
    // What a process has open, and a pipe that somebody reads.
    let run = raddle(&["check", &file, "--engine", "explore", "--sarif", "/dev/stdout"]);
    assert!(run.stdout.contains("\"runs\"") && run.verdict() == "FALSE(reach)", "{}", run.stderr);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|it| it.success()));
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe))
    };
    let run = raddle(&["check", &file, "--engine", "explore", "--sarif", &pipe.display().to_string()]);
    assert_eq!(run.verdict(), "FALSE(reach)", "{}", run.stderr);
    let text = reader.join().expect("it reads").expect("text");
    assert!(text.contains("\"runs\""));
    assert!(!std::fs::symlink_metadata(&pipe).expect("the pipe").is_file(), "the pipe is still one");
    // A folder that is not there is said before anything is done.
    let begin = Instant::now();
    let run = raddle(&["check", &file, "--save-trace", "/no/such/folder/t.json"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("is in a folder that does not exist"), "{}", run.stderr);
    assert!(begin.elapsed() < Duration::from_secs(20));
}
