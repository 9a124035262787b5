//! What others may still touch is never less than what they do touch.
//!
//! Along random runs of all programs of the corpus a thread is held at its next step. If the system says that nothing
//! which the others may do conflicts with that step, they are run at random without it, and nothing must.

use crate::common::{in_parallel, root};
use abs::Actors;
use event::{Access, Choice, Properties, Status, System, ThreadId};
use raddle::LoadOptions;
use raddle::actors::{self, ActorOptions};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use vm::Machine;

/// Runs per program of threads, and of actors; and the most steps of each.
const RUNS_OF_THREADS: u64 = 5;
const RUNS_OF_ACTORS: u64 = 30;
const MOST_STEPS: usize = 150;
/// How often the others are run without a thread, and how far.
const TRIES: u32 = 2;
const FARTHEST: usize = 80;

/// Numbers that look random, the same in each run of the test.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// How often it was said that nothing conflicts, of how many questions.
#[derive(Default)]
struct Figures {
    never: AtomicU64,
    questions: AtomicU64,
}

fn enabled(system: &mut impl System, without: Option<ThreadId>) -> Vec<ThreadId> {
    let threads = system.threads().to_vec();
    threads.into_iter().filter(|&it| Some(it) != without && system.enabled(it)).collect()
}

/// A step of some thread; what it touched. `None`: nobody can go on.
fn step(system: &mut impl System, without: Option<ThreadId>, random: &mut Random) -> Option<Vec<Access>> {
    let threads = enabled(system, without);
    if threads.is_empty() {
        return None;
    }
    let thread = threads[random.below(threads.len())];
    let branch = random.below(system.branches(thread) as usize) as u32;
    let mut accesses = Vec::new();
    system.step(Choice { thread, branch }, &mut accesses);
    Some(accesses)
}

/// Runs the others without a thread; complains if one of them conflicts with its accesses.
fn hold(system: &mut impl System, thread: ThreadId, accesses: &[Access], random: &mut Random) -> Result<(), String> {
    let depth = system.depth();
    for _ in 0..TRIES {
        for _ in 0..FARTHEST {
            let Some(theirs) = step(system, Some(thread), random) else { break };
            let follows = [Access::Join(thread), Access::Follow(thread)];
            if event::conflict(&theirs, accesses) || theirs.iter().any(|it| follows.contains(it)) {
                return Err(format!("{thread:?} with {accesses:?} after {depth} steps: {theirs:?} conflicts"));
            }
        }
        system.back_to(depth);
    }
    Ok(())
}

fn run_at_random(system: &mut impl System, runs: u64, seed: u64, figures: &Figures) -> Result<(), String> {
    for run in 0..runs {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (run + 1));
        for _ in 0..MOST_STEPS {
            for thread in enabled(system, None) {
                let mut accesses = Vec::new();
                system.pending(thread, &mut accesses);
                figures.questions.fetch_add(1, Ordering::Relaxed);
                if !system.may_conflict_later(thread, &accesses) {
                    figures.never.fetch_add(1, Ordering::Relaxed);
                    hold(system, thread, &accesses, &mut random)?;
                }
            }
            if step(system, None, &mut random).is_none() {
                break;
            }
        }
        system.back_to(0);
    }
    Ok(())
}

/// The files below a folder whose names end so.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            files(&entry, extension, found);
        } else if entry.extension().is_some_and(|it| it == extension) {
            found.push(entry);
        }
    }
}

/// Runs the test on all files; says how many programs there were.
fn on_all(
    folders: &[&str],
    extension: &str,
    check: impl Fn(&Path, u64, &Figures) -> Option<Result<(), String>> + Sync,
) -> u64 {
    let mut found = Vec::new();
    folders.iter().for_each(|it| files(&root().join(it), extension, &mut found));
    let numbered: Vec<(usize, PathBuf)> = found.into_iter().enumerate().collect();
    let figures = Figures::default();
    let programs = AtomicU64::new(0);
    let complaints = in_parallel(&numbered, |(number, file)| {
        let Some(result) = check(file, *number as u64 + 1, &figures) else { return Ok(()) };
        programs.fetch_add(1, Ordering::Relaxed);
        result.map_err(|it| format!("{}: {it}", file.display()))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let (never, questions) = (figures.never.into_inner(), figures.questions.into_inner());
    let programs = programs.into_inner();
    println!("{programs} programs, {questions} questions, {never} times nothing conflicts");
    assert!(never * 20 > questions, "{never} of {questions}: the answer is of use");
    programs
}

#[test]
fn threads_touch_what_they_may() {
    let programs = on_all(&["corpus"], "c", |file, seed, figures| {
        // Programs that are not taken are tested elsewhere.
        let loaded = raddle::load(file, &LoadOptions::default()).ok()?;
        let code = vm::compile(&loaded.program, Properties::all());
        let code = if seed % 2 == 0 { code.with_awaits() } else { code };
        Some(run_at_random(&mut Machine::new(&loaded.program, code), RUNS_OF_THREADS, seed, figures))
    });
    assert!(programs > 300, "{programs} programs");
}

#[test]
fn tasks_touch_what_they_may() {
    for dynamic in [false, true] {
        let programs = on_all(&["corpus", "bench/actors", "examples"], "abs", |file, seed, figures| {
            let code = actors::load(&[file], &ActorOptions::default()).ok()?.code();
            let code = if dynamic { code.with_dynamic_dependence() } else { code };
            Some(run_at_random(&mut Actors::new(code), RUNS_OF_ACTORS, seed, figures))
        });
        assert!(programs > 60, "{programs} programs");
    }
}

/// What is asked about a small program: the first thread that waits to touch something, after some steps of others.
struct Question {
    text: &'static str,
    /// Threads by order of creation that make a step each.
    steps: &'static [usize],
    /// Whose next step it is.
    thread: usize,
    may_conflict: bool,
}

fn answer(system: &mut impl System, question: &Question) {
    for &index in question.steps {
        let thread = system.threads()[index];
        assert_eq!(system.status(thread), Status::Waiting, "{}", question.text);
        system.step(Choice { thread, branch: 0 }, &mut Vec::new());
    }
    let thread = system.threads()[question.thread];
    assert!(system.enabled(thread), "{}", question.text);
    let mut accesses = Vec::new();
    system.pending(thread, &mut accesses);
    let answer = system.may_conflict_later(thread, &accesses);
    assert_eq!(answer, question.may_conflict, "{accesses:?} in {}", question.text);
}

/// `main` starts thread 1 with the first function, and does the rest.
fn threads(text: &'static str, steps: &'static [usize], thread: usize, may_conflict: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let head = "#include <pthread.h>\n#include <stdlib.h>\n";
    std::fs::write(&file, format!("{head}{text}")).expect("a file");
    let loaded = raddle::load(&file, &LoadOptions::default()).expect("a program");
    let code = vm::compile(&loaded.program, Properties::all());
    answer(&mut Machine::new(&loaded.program, code), &Question { text, steps, thread, may_conflict });
}

const COUNTER: &str = "
int x, y;
void *one(void *p) { x = 1; return 0; }
int main(void) { pthread_t t; y = 1; pthread_create(&t, 0, one, 0); y = 2; y = 3; pthread_join(t, 0); return x; }";

#[test]
fn a_global_that_nobody_else_names_is_left_alone() {
    threads(COUNTER, &[0, 0], 0, false);
    // Main reads x when the thread has ended, and is at last held up there.
    threads(COUNTER, &[0, 0, 0], 1, true);
    threads(COUNTER, &[0, 0, 0, 0], 1, false);
}

#[test]
fn a_loop_comes_back_to_a_global() {
    let text = "
int x;
void *one(void *p) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); for (int i = 0; i < 3; i++) x++; return 0; }";
    threads(text, &[0], 1, true);
    threads(text, &[0, 0, 0, 0, 0], 1, true);
    // The last round is as good as any: what the loop has done so far is not known to the code.
    threads(text, &[0, 0, 0, 0, 0, 0], 1, true);
}

#[test]
fn calls_and_new_threads_are_followed() {
    let called = "
int x;
void *one(void *p) { x = 1; return 0; }
static int deep(int n) { if (n == 0) return x; return deep(n - 1); }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); x = 2; return deep(rand()); }";
    threads(called, &[0, 0], 1, true);
    let started = "
int x, y;
void *one(void *p) { x = 1; return 0; }
void *two(void *p) { x = 2; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); y = 1; pthread_create(&t, 0, two, 0); y = 2; return 0; }";
    threads(started, &[0], 1, true);
    // Main is about to start it, and has; then only the new thread is left to touch x.
    threads(started, &[0, 0], 1, true);
    threads(started, &[0, 0, 0], 1, true);
    threads(started, &[0, 0, 0, 2], 1, false);
    let returning = "
int x, y;
void *one(void *p) { x = 1; return 0; }
static void inner(void) { y = 1; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); inner(); y = 2; x = 3; return 0; }";
    threads(returning, &[0], 1, true);
    threads(returning, &[0, 0, 0, 0], 1, false);
}

#[test]
fn a_pointer_may_lead_anywhere() {
    let text = "
int x, y;
int *p = &y;
void *one(void *q) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); int *q = p; *q = 1; y = 3; return 0; }";
    threads(text, &[0], 1, true);
    // Once main has read the pointer, it is known where it leads.
    threads(text, &[0, 0], 1, false);
}

#[test]
fn own_arrays_are_not_seen_by_others() {
    let text = "
int x, y;
void *one(void *q) { x = 1; return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, one, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return y;
}";
    threads(text, &[0, 0], 1, true);
    threads(text, &[0, 0, 2], 1, false);
}

#[test]
fn a_mutex_keeps_others_away() {
    let text = "
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
void *one(void *p) { add(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); add(); add(); return 0; }";
    // Whoever comes first is alone until it unlocks.
    threads(text, &[0], 1, true);
    threads(text, &[0, 1], 1, false);
    threads(text, &[0, 1, 1, 1], 1, false);
    threads(text, &[0, 1, 1, 1, 1], 0, false);
    threads(text, &[0, 0], 0, false);
    let overwritten = "
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
void *one(void *p) { add(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_mutex_init(&m, 0); add(); return 0; }";
    threads(overwritten, &[0, 1], 1, true);
}

/// The main block makes tasks and does the rest.
fn tasks(text: &'static str, steps: &'static [usize], thread: usize, may_conflict: bool) {
    let (program, _) =
        abs::load(vec![("program.abs".to_owned(), format!("module Test;\n{text}"))], &Default::default())
            .unwrap_or_else(|it| panic!("{:?}", it.0));
    for dynamic in [false, true] {
        let code = abs::compile(&program);
        let code = if dynamic { code.with_dynamic_dependence() } else { code };
        answer(&mut Actors::new(code), &Question { text, steps, thread, may_conflict });
    }
}

const CELL: &str = "
interface Cell { Unit set(Int it); Int read(); Unit setLater(Cell other); }
class Cell implements Cell {
  Int value = 0;
  Unit set(Int it) { value = it; }
  Int read() { return value; }
  Unit setLater(Cell other) { other!set(7); }
}";

#[test]
fn a_field_that_no_task_can_reach_is_left_alone() {
    let text = "interface Cell { Unit set(Int it); Int read(); }
class Cell implements Cell { Int value = 0; Unit set(Int it) { value = it; } Int read() { return value; } }
{ Cell one = new Cell(); Cell two = new Cell(); one!set(1); two!set(2); two!set(3); }";
    tasks(text, &[0], 1, false);
    tasks(text, &[0], 2, true);
    tasks(text, &[0, 3], 2, false);
}

#[test]
fn tasks_that_are_started_later_count() {
    let text: &'static str = Box::leak(
        format!(
            "{CELL}
{{ Cell one = new Cell(); Cell two = new Cell(); one!set(1); two!setLater(one); two!set(1); }}"
        )
        .into_boxed_str(),
    );
    tasks(text, &[0], 1, true);
    // Its task is there, and then has ended.
    tasks(text, &[0, 2], 1, true);
    tasks(text, &[0, 2, 4], 1, false);
}

#[test]
fn new_objects_that_run_by_themselves_count() {
    let text = "interface Cell { Unit set(Int it); Unit start(Cell other); }
class Cell implements Cell { Int value = 0; Unit set(Int it) { value = it; } Unit start(Cell other) { new Active(other); } }
class Active(Cell cell) { Unit run() { cell!set(1); } }
{ Cell one = new Cell(); Cell two = new Cell(); one!set(1); two!start(one); }";
    tasks(text, &[0], 1, true);
    // The new object's task is there, then what it calls, then nothing.
    tasks(text, &[0, 2], 1, true);
    tasks(text, &[0, 2, 3], 1, true);
    tasks(text, &[0, 2, 3, 4], 1, false);
}

#[test]
fn futures_are_looked_at_by_those_who_have_them() {
    let text = "interface Cell { Int answer(); Unit look(Fut<Int> it); Unit idle(); }
class Cell implements Cell {
  Int answer() { return 1; }
  Unit look(Fut<Int> it) { await it?; }
  Unit idle() { skip; }
}
{ Cell one = new Cell(); Cell two = new Cell(); Fut<Int> it = one!answer(); two!look(it); two!idle(); }";
    tasks(text, &[0], 1, true);
    // It has looked and waits for the answer itself.
    tasks(text, &[0, 2], 1, false);
}

#[test]
fn what_waits_for_the_task_itself_does_not_count() {
    let text = "interface Cell { Int add(Int it); Unit twice(); }
class Cell(Cell other) implements Cell {
  Int value = 0;
  Int add(Int it) { value = value + it; return value; }
  Unit twice() { Fut<Int> sum = other!add(1); await sum?; Int it = sum.get; other!add(it); }
}
{ Cell one = new Cell(null); Cell two = new Cell(one); two!twice(); }";
    tasks(text, &[0, 1], 2, false);
    tasks(text, &[0, 1, 2, 1], 3, false);
}

#[test]
fn objects_are_reached_through_fields_and_futures() {
    let text = "interface Cell { Unit set(Int it); }
interface Holder { Cell get(); Unit use(); }
class Cell implements Cell { Int value = 0; Unit set(Int it) { value = it; } }
class Holder(Cell held) implements Holder {
  Cell get() { return held; }
  Unit use() { Holder friend = this; Fut<Cell> it = friend!get(); await it?; Cell cell = it.get; cell!set(2); }
}
{ Cell one = new Cell(); Cell two = new Cell(); Holder holder = new Holder(one); one!set(1); two!set(1); holder!use(); }";
    tasks(text, &[0], 1, true);
    tasks(text, &[0], 2, false);
}

#[test]
fn groups_are_kept_by_those_who_get() {
    let text = "interface Cell { Int ask(Cell it); Int answer(); Unit idle(); }
class Cell implements Cell {
  Int ask(Cell it) { Fut<Int> sum = it!answer(); Int n = sum.get; return n; }
  Int answer() { return 1; }
  Unit idle() { skip; }
}
{ Cell one = new Cell(); Cell two = new Cell(); one!ask(two); one!idle(); two!idle(); }";
    // Whoever asks keeps the group of the first object, and so its other task matters; that of the second does not.
    tasks(text, &[0], 1, true);
    tasks(text, &[0, 2], 1, false);
    tasks(text, &[0], 2, true);
}
