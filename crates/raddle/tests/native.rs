//! Violations of the corpus in the real program: exported, compiled and run, it fails in the same way at the first attempt.
//!
//! Each takes a compiler, so every fourth program is tried; `RADDLE_EVERY=1` tries all of them. Where the compiler has no
//! sanitizers, what only they can see is left out, unless `RADDLE_SANITIZERS=required`.

mod common;

use common::violated::{Head, programs, search};
use common::{in_parallel, raddle, root};
use event::{Fault, Properties, Property, Verdict, Violation};
use explore::Reduction;
use raddle::CheckOptions;
use raddle::saved::{SavedProgram, SavedTrace};
use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Longer than any of them takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the compiled program did.
struct Run {
    code: Option<i32>,
    signal: Option<i32>,
    said: String,
}

const ABORT: i32 = 6;

fn compile(source: &Path, binary: &Path, flags: &[&str]) -> Result<(), String> {
    let mut cc = Command::new("cc");
    cc.args(["-O0", "-g", "-pthread"]).args(flags).arg(source).args(["-lm", "-o"]).arg(binary);
    let output = cc.output().map_err(|it| it.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Runs a program; nothing if it does not end.
fn run(binary: &Path) -> Option<Run> {
    let said = binary.with_extension("err");
    let file = std::fs::File::create(&said).expect("a file");
    let mut child =
        Command::new(binary).stdout(Stdio::null()).stderr(file).current_dir(root()).spawn().expect("it starts");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().expect("it can be killed");
                child.wait().expect("it ends");
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let said = String::from_utf8_lossy(&std::fs::read(&said).expect("what it said")).into_owned();
    Some(Run { code: status.code(), signal: status.signal(), said })
}

/// What has to be compiled in to see a violation.
fn sanitizer(property: Property) -> &'static [&'static str] {
    match property {
        Property::Reach | Property::Deadlock | Property::Exception => &[],
        Property::Memory => &["-fsanitize=address,undefined"],
        Property::Overflow => &["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
        Property::Race => &["-fsanitize=thread"],
    }
}

/// Whether programs can be compiled with these flags, and run.
fn is_available(flags: &[&str], folder: &Path) -> bool {
    let source = folder.join("nothing.c");
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a file");
    let binary = folder.join("nothing");
    compile(&source, &binary, flags).is_ok() && run(&binary).is_some_and(|it| it.code == Some(0))
}

/// Whether a run shows the violation, and nothing else.
fn shows(run: &Run, violation: &Violation, place: &str) -> bool {
    let Violation { property, counterexample } = violation;
    if run.said.contains("left the schedule") {
        return false;
    }
    match property {
        Property::Reach => run.signal == Some(ABORT) && run.said.lines().any(|it| it.starts_with(place)),
        Property::Deadlock => {
            let hangs = ["raddle: deadlock: no thread goes on", "raddle: hang: threads have not left their loops"];
            run.signal == Some(ABORT) && hangs.iter().any(|it| run.said.contains(it))
        }
        Property::Race => run.said.contains("WARNING: ThreadSanitizer: "),
        Property::Memory | Property::Overflow => {
            let crashed = run.signal.is_some();
            let reported = ["runtime error: ", "ERROR: AddressSanitizer", "ERROR: LeakSanitizer"];
            crashed && !matches!(counterexample.fault, Some(Fault::Leak))
                || reported.iter().any(|it| run.said.contains(it))
        }
        Property::Exception => false,
    }
}

/// The violations of a program that is checked as its head says.
fn violations(head: &Head) -> Result<(Vec<Violation>, Properties), String> {
    let loaded = raddle::load_files(&head.files, &head.load).map_err(|it| format!("{it:?}"))?;
    let checked = head.properties.unwrap_or(Properties::of_threads()).intersection(Properties::of_threads());
    let options = CheckOptions {
        search: search(head, Reduction::Optimal, checked),
        unroll: head.unroll,
        ..CheckOptions::default()
    };
    match raddle::check(&loaded.program, &options, &mut |_, _| ()).verdict {
        Verdict::Unsafe { violations } => Ok((violations, checked)),
        other => Err(format!("{other:?}")),
    }
}

/// By property: how many were tried, and those that were not seen, each with a reason.
type Tally = BTreeMap<Property, (usize, Vec<String>)>;

/// Exports, compiles and runs all violations of a program.
fn try_all(
    head: &Head,
    folder: &Path,
    available: &dyn Fn(Property) -> bool,
    tally: &Mutex<Tally>,
) -> Result<(), String> {
    let (violations, checked) = violations(head)?;
    let saved = SavedProgram::of_threads(&head.files, &head.load);
    // GCC has no sanitizer for values that were never written.
    let is_seen = |it: &&Violation| it.counterexample.fault != Some(Fault::Uninitialised);
    // Nor can a compiled program be told which memory is used again.
    let is_told = |it: &&Violation| it.counterexample.plan.reused.is_empty();
    for violation in violations.iter().filter(|it| available(it.property)).filter(is_seen).filter(is_told) {
        let Violation { property, counterexample } = violation;
        let trace = SavedTrace::new(saved.clone(), checked, *property, counterexample);
        // As the command does: flags that the user has given are trusted.
        let text = raddle::native::export(&trace, &head.files, &head.load.flags, Path::new("trace"))
            .map_err(|it| format!("{property}: {it:?}"))?;
        let name = head.files[0].strip_prefix(root()).unwrap_or(&head.files[0]).display().to_string();
        let name = format!("{}.{property}", name.replace(['/', '.'], "_"));
        let (source, binary) = (folder.join(format!("{name}.c")), folder.join(&name));
        std::fs::write(&source, text).map_err(|it| it.to_string())?;
        compile(&source, &binary, sanitizer(*property))
            .map_err(|it| format!("{property}: it does not compile\n{it}"))?;
        let loaded = raddle::load_files(&head.files, &head.load).map_err(|it| format!("{it:?}"))?;
        let sources = &loaded.program.sources;
        let file = sources.get(counterexample.position.file).map_or("", |it| &it.name);
        let place = format!("{file}:{}: ", counterexample.position.line);
        let reason = match run(&binary) {
            None => Some("it does not end".to_owned()),
            Some(run) if shows(&run, violation, &place) => None,
            Some(run) => Some(format!("{:?} {:?}: {}", run.code, run.signal, run.said.trim_end())),
        };
        let mut tally = tally.lock().expect("nobody panicked");
        let (tried, missed) = tally.entry(*property).or_default();
        *tried += 1;
        missed.extend(reason.map(|it| format!("{name}: expected {}\n    {it}", counterexample.summary)));
        let _ = std::fs::remove_file(&binary);
    }
    Ok(())
}

#[test]
fn compiled_programs_fail_as_their_counterexamples_say() {
    let every = common::every(4);
    let folder = tempfile::tempdir().expect("a folder");
    let properties = [Property::Memory, Property::Overflow, Property::Race];
    let unavailable: Vec<Property> =
        properties.into_iter().filter(|it| !is_available(sanitizer(*it), folder.path())).collect();
    if !unavailable.is_empty() {
        assert!(std::env::var("RADDLE_SANITIZERS").is_err(), "there are no sanitizers for {unavailable:?}");
        println!("left out, because the compiler has no sanitizers for them: {unavailable:?}");
    }
    // 32-bit libraries are rarely there, and no compiler knows which value it was that could be any.
    let is_native = |it: &Head| it.load.model == ir::DataModel::Lp64 && it.load.unset == ir::passes::Reading::Mistake;
    // To a sanitizer, initialising a mutex is no access.
    let is_seen = |it: &Head| !it.files[0].to_string_lossy().contains("misuse/init_");
    let heads: Vec<Head> = programs(&["c"]).into_iter().filter(is_native).step_by(every).filter(is_seen).collect();
    let tally = Mutex::new(Tally::new());
    let complaints = in_parallel(&heads, |head| {
        try_all(head, folder.path(), &|it| !unavailable.contains(&it), &tally)
            .map_err(|it| format!("== {}: {it}", head.files[0].display()))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let tally = tally.into_inner().expect("nobody panicked");
    let (mut tried, mut seen) = (0, 0);
    for (property, (count, missed)) in &tally {
        println!("{property}: {} of {count}", count - missed.len());
        missed.iter().for_each(|it| println!("  {it}"));
        if *property == Property::Race {
            assert!((count - missed.len()) * 100 >= count * 80, "races: {} of {count}", count - missed.len());
        } else {
            tried += count;
            seen += count - missed.len();
        }
    }
    println!("assertions, deadlocks and crashes: {seen} of {tried}");
    assert!(tried >= 20 && seen * 100 >= tried * 90, "{seen} of {tried}");
}

/// A program without a schedule: everybody goes on as they like.
fn unscheduled(path: &Path, options: &c::Options) -> Option<String> {
    let execution = c::native::Execution {
        visible: Default::default(),
        threads: Vec::new(),
        steps: Vec::new(),
        expected: "nothing".to_owned(),
        seen: c::native::Seen::Sanitizer,
        head: Vec::new(),
    };
    let print = |unit: &c::tree::Unit, _: &mut source::Diagnostics| Some(c::native::print(unit, &execution));
    c::with_tree_of_files(&[path], options, print).ok().map(|it| it.0)
}

/// What is printed means what was read: programs that are safe, and have no inputs, run to their end without a complaint.
#[test]
fn programs_that_are_safe_run_to_their_end() {
    let every = common::every(4);
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths = Vec::new();
    for part in ["language", "library", "heap", "pthread", "threads", "bugs", "race", "waiting"] {
        common::programs(&root().join("corpus").join(part), &["c"], &mut paths);
    }
    paths.sort();
    let is_plain = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let says = |word: &str| text.contains(word);
        says("//@ verdict: TRUE\n")
            && !["//@ options", "//@ flags", "//@ files", "nondet", "assume", "scanf", "ilp32"].into_iter().any(says)
            && !["getenv", "fopen", "getchar", "fgets", "read(", "write(", "clock", "time", "%n"].into_iter().any(says)
    };
    let paths: Vec<_> = paths.into_iter().filter(is_plain).step_by(every).collect();
    let complaints = in_parallel(&paths, |path| {
        let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        let text = unscheduled(path, &c::Options::default()).ok_or_else(|| format!("{name}: it is not read"))?;
        let source = folder.path().join(name.replace('/', "_"));
        std::fs::write(&source, text).map_err(|it| it.to_string())?;
        let binary = source.with_extension("");
        compile(&source, &binary, &[]).map_err(|it| format!("{name}: it does not compile\n{it}"))?;
        match run(&binary) {
            None => Err(format!("{name}: it does not end")),
            Some(Run { signal: None, .. }) => Ok(()),
            Some(run) => Err(format!("{name}: {:?}: {}", run.signal, run.said)),
        }
    });
    println!("{} programs", paths.len());
    assert!(complaints.is_empty(), "{} of {}\n{}", complaints.len(), paths.len(), complaints.join("\n"));
    assert!(paths.len() >= 50, "{}", paths.len());
}

#[test]
fn the_command_prints_a_program_or_says_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let example = root().join("examples/account.c").display().to_string();
    let run = raddle(&["check", &example, "--save-trace", &path("t.json")]);
    assert_eq!(run.code, 10, "{}", run.stderr);
    let printed = raddle(&["export-native", &example, &path("t.json")]);
    assert_eq!((printed.code, printed.stderr.as_str()), (0, ""));
    let written = raddle(&["export-native", &example, &path("t.json"), "-o", &path("failing.c")]);
    assert_eq!((written.code, written.stdout.as_str()), (0, ""));
    let text = std::fs::read_to_string(path("failing.c")).expect("it was written");
    assert_eq!(text, printed.stdout);
    assert!(text.contains("#line 11 ") && text.contains("raddle_at("), "{text}");
    // The fixed program does not fail any more, actors are no C, and a file that is no trace is none.
    let fixed = root().join("examples/account_fixed.c").display().to_string();
    let run = raddle(&["export-native", &fixed, &path("t.json")]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("does not fail any more"), "{}", run.stderr);
    let run = raddle(&["export-native", &example, &example]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    let actors = root().join("corpus/actors/lost_update_bad.abs").display().to_string();
    let run = raddle(&["check", &actors, "--save-trace", &path("a.json")]);
    assert_eq!(run.code, 10, "{}", run.stderr);
    let run = raddle(&["export-native", &actors, &path("a.json")]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("actors"), "{}", run.stderr);
}
