//! What people are used to from other commands: completions, man pages, and the words and exit codes of other checkers.

use crate::common::{raddle, root};
use std::io::Write;
use std::process::{Command, Stdio};

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = raddle(&["--help"]).stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|it| it.split("\n\n").next()).expect("a list of commands");
    // Names stand at the beginning of their lines; what is further to the right is a sentence that goes on.
    let lines = list.lines().filter(|it| it.starts_with("  ") && !it.starts_with("   "));
    let names = lines.filter_map(|it| it.split_whitespace().next()).filter(|it| *it != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = raddle(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for word in commands().iter().map(String::as_str).chain(["keep-going", "spurious"]) {
            assert!(run.stdout.contains(word), "{shell} does not know {word}");
        }
    }
    let run = raddle(&["completions", "tcsh"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("bash") && run.stderr.contains("powershell"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn bash_understands_its_completions() {
    let script = raddle(&["completions", "bash"]).stdout;
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash is there");
    bash.stdin.take().expect("piped").write_all(script.as_bytes()).expect("it reads");
    assert!(bash.wait().expect("it ends").success());
}

/// A word as man pages have it.
fn in_roff(word: &str) -> String {
    word.replace('-', "\\-")
}

#[test]
fn the_man_page_names_every_command_and_every_exit_code() {
    let page = raddle(&["man"]).stdout;
    assert!(commands().len() >= 7, "{:?}", commands());
    for command in commands() {
        assert!(page.contains(&format!("raddle\\-{}(1)", in_roff(&command))), "{command}: {page}");
    }
    let status = page.split(".SH \"EXIT STATUS\"\n").nth(1).and_then(|it| it.split(".SH").next()).expect("a section");
    for code in [0, 1, 2, 5, 6, 10] {
        assert!(status.contains(&format!(".TP\n\\fB{code}\\fR\n")), "{code}: {status}");
    }
    let examples = page.split(".SH EXAMPLES\n").nth(1).expect("a section");
    assert!(examples.contains("raddle check queue.c"), "{examples}");
}

#[test]
fn every_command_has_a_page_with_exit_codes_and_examples() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let run = raddle(&["man", "--dir", &pages.display().to_string()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for command in commands() {
        let file = pages.join(format!("raddle-{command}.1"));
        let page = std::fs::read_to_string(&file).expect("a page");
        assert!(page.contains(&format!(".SH NAME\nraddle\\-{} \\- ", in_roff(&command))), "{page}");
        assert!(page.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n"), "{command}: {page}");
        assert!(page.contains(".SH EXAMPLES\n"), "{command}");
        assert!(run.stdout.contains(&file.display().to_string()), "{}", run.stdout);
        assert_eq!(raddle(&["man", &command]).stdout, page);
    }
    assert!(pages.join("raddle.1").exists());
    let within = ["raddle-bench-papers.1", "raddle-bench-peers.1", "raddle-bench-jobs.1"];
    assert!(within.iter().all(|it| pages.join(it).exists()), "commands within commands have pages");
    assert_eq!(std::fs::read_dir(&pages).expect("a folder").count(), commands().len() + 1 + within.len());
    assert_eq!(raddle(&["man", "chekc"]).code, 1);
    let file = pages.join("raddle.1").display().to_string();
    assert_eq!(raddle(&["man", "--dir", &file]).code, 1, "a file is no folder");
}

#[test]
fn help_tells_exit_codes_and_gives_examples() {
    for command in commands() {
        let help = raddle(&[&command, "--help"]).stdout;
        assert!(help.contains("Exit codes: 0 ") && help.contains("Example"), "{command}: {help}");
    }
    let help = raddle(&["check", "--help"]).stdout;
    for word in ["10 unsafe", "--exit-42", "--sc", "--32", "--64"] {
        assert!(help.contains(word), "{word}: {help}");
    }
}

#[test]
fn scripts_for_other_checkers_get_42() {
    assert_eq!(raddle(&["check", "examples/account.c", "--exit-42"]).code, 42);
    assert_eq!(raddle(&["check", "examples/account_fixed.c", "--exit-42"]).code, 0);
    assert_eq!(raddle(&["check", "examples/actors/account.abs", "--exit-42"]).code, 42);
    assert_eq!(raddle(&["check", "no/such/file.c", "--exit-42"]).code, 2);
}

#[test]
fn words_of_other_checkers_mean_options_of_ours() {
    for reduction in ["source", "optimal", "observers"] {
        let run = raddle(&["check", "examples/account.c", "--sc", &format!("--{reduction}")]);
        assert_eq!(run.code, 10, "{}", run.stderr);
        assert_eq!(run.stat("engine"), Some(format!("explore ({reduction})").as_str()));
    }
    let clashes: [&[&str]; 5] = [
        &["--source", "--optimal"],
        &["--source", "--reduction", "source"],
        &["--32", "--64"],
        &["--32", "--data-model", "ilp32"],
        &["--source", "--engine", "ordering"],
    ];
    for clash in clashes {
        let run = raddle(&[&["check", "examples/account.c"], clash].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{clash:?}: {}", run.stderr);
    }
    let run = raddle(&["check", "examples/actors/account.abs", "--observers"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("`observers` is for threads"), "{}", run.stderr);
}

#[test]
fn widths_can_be_given_by_their_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("width.c");
    let text = "_Static_assert(sizeof(long) == 4, \"long has 32 bits\");\nint main(void) { return 0; }\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.display().to_string();
    for command in ["check", "support", "ir"] {
        assert_eq!(raddle(&[command, &file, "--32"]).code, 0, "{command}");
        assert_eq!(raddle(&[command, &file, "--64"]).code, 2, "{command}");
        assert_eq!(raddle(&[command, &file]).code, 2, "{command}");
    }
    let run = raddle(&["check", "examples/actors/account.abs", "--32"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(root().join("examples/actors/account.abs").exists());
}

#[test]
fn automata_are_drawn_without_the_library_unless_it_is_wanted() {
    let draw = |options: &[&str]| raddle(&[&["ir", "--dot", "corpus/pthread/cond_any_waiter.c"], options].concat());
    let (some, all) = (draw(&[]), draw(&["--all"]));
    assert_eq!((some.code, all.code), (0, 0), "{}{}", some.stderr, all.stderr);
    assert!(some.stdout.starts_with("digraph program {\n") && some.stdout.ends_with("}\n"), "{}", some.stdout);
    assert!(all.stdout.len() > some.stdout.len() && all.stdout.contains("library"));
    assert_eq!(draw(&["--independence"]).code, 1, "one picture at a time");
    assert_eq!(raddle(&["ir", "examples/account.c", "--all"]).code, 1, "--all is about drawing");
    assert_eq!(raddle(&["ir", "--dot", "examples/actors/account.abs"]).code, 1);
}
