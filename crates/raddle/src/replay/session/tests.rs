//! Sessions without a terminal: where commands lead, and what is to be seen there.

use super::*;
use event::{Effect, Manner, Touch};

const PROGRAM: &str = "int x;\nint y;\nvoid *f(void *a) {\n  x = 1;\n  x = 2;\n\ty = x;\n}\nint main(void) {\n  start();\n  assert(y == 1);\n}\n";

/// Who, on which line, what, and what it does to which variable.
type Row = (u32, u32, &'static str, Option<(&'static str, Manner, Option<&'static str>, Option<&'static str>)>);

const ROWS: [Row; 6] = [
    (0, 9, "starts T1: f", None),
    (1, 4, "x: 0 → 1", Some(("x", Manner::Write, Some("0"), Some("1")))),
    (1, 5, "x: 1 → 2", Some(("x", Manner::Write, Some("1"), Some("2")))),
    (1, 6, "locks m", Some(("m", Manner::Lock, Some("free"), Some("held")))),
    (1, 6, "y: 0 → 2", Some(("y.low", Manner::Write, Some("0"), Some("2")))),
    (0, 10, "reads y: 2", Some(("y.low", Manner::Read, Some("2"), Some("2")))),
];

struct Story {
    actors: Vec<Actor>,
    steps: Vec<Step>,
    sources: Sources,
}

fn story() -> Story {
    let mut sources = Sources::new();
    let file = sources.add("dir/a.c", Some(PROGRAM.to_owned()));
    let actor = |number, name: &str, function: &str| Actor {
        thread: ThreadId(number),
        name: name.to_owned(),
        function: function.to_owned(),
    };
    let step = |&(thread, line, text, touch): &Row| {
        let position = Span { file, line, column: 3, length: 1 };
        let touch = touch.map(|(variable, manner, before, after)| Touch {
            variable: variable.to_owned(),
            manner,
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        });
        let effects = vec![Effect { position, text: text.to_owned(), touch }];
        let thread = ThreadId(thread);
        Step { thread, position, function: String::new(), accesses: Vec::new(), effects, matters: true }
    };
    let actors = vec![actor(0, "main", "main"), actor(1, "T1", "f"), actor(2, "T10", "idle")];
    Story { actors, steps: ROWS.iter().map(step).collect(), sources }
}

impl Story {
    fn session(&self) -> Session<'_> {
        let file = source::FileId(0);
        Session::new(Run {
            actors: &self.actors,
            steps: &self.steps,
            sources: &self.sources,
            end: "assertion `y == 1` failed in main",
            position: Span { file, line: 10, column: 3, length: 1 },
            fails: true,
        })
    }
}

/// Where each line leads, from the start.
fn way(lines: &[&str]) -> Vec<usize> {
    let story = story();
    let mut session = story.session();
    let mut places = Vec::new();
    for line in lines {
        assert_eq!(session.obey(line), Going::On);
        places.push(session.made());
    }
    places
}

/// What is said at the end of these lines.
fn said(lines: &[&str]) -> String {
    let story = story();
    let mut session = story.session();
    lines.iter().for_each(|it| assert_eq!(session.obey(it), Going::On));
    session.message().to_owned()
}

fn seen(lines: &[&str], width: usize, height: usize, colour: bool) -> String {
    let story = story();
    let mut session = story.session();
    lines.iter().for_each(|it| assert_eq!(session.obey(it), Going::On));
    session.view(width, height, colour)
}

#[test]
fn steps_forwards_and_backwards() {
    assert_eq!(
        way(&["n", "", "n 2", "p", "p 9", "p", "G", "n", "g", "3", "0", "6"]),
        [1, 2, 4, 3, 0, 0, 6, 6, 0, 3, 0, 6]
    );
    assert_eq!(said(&["p"]), "this is the start");
    assert_eq!(said(&["G", "n"]), "this is the end");
    assert_eq!(said(&["7"]), "there is no step 7: the last one is 6");
    assert_eq!(said(&["7", "n"]), "", "what was said is forgotten");
    assert!(said(&["hello"]).contains("`hello`"));
}

#[test]
fn to_changes_of_variables() {
    assert_eq!(way(&["c x", "c x", "c x", "C x", "C x"]), [2, 3, 3, 2, 2]);
    assert_eq!(said(&["c x", "c x", "c x"]), "x does not change any more");
    assert_eq!(said(&["c x", "C x"]), "x does not change before");
    assert_eq!(way(&["c y", "c y"]), [5, 5], "the beginning of a name; a read is no change");
    assert_eq!(way(&["c low"]), [5], "a part of a name");
    assert_eq!(way(&["c m"]), [4], "a mutex changes hands");
    assert_eq!(way(&["c", "c", "c", "c", "c"]), [2, 3, 4, 5, 5], "of any variable");
    assert_eq!(said(&["c z"]), "no variable `z`; `v` lists those that there are");
}

#[test]
fn to_steps_of_threads() {
    assert_eq!(way(&["t main", "t main", "t main", "T T1", "T main"]), [1, 6, 6, 5, 1]);
    assert_eq!(way(&["t T1"]), [2], "not T10, though it begins so");
    assert_eq!(way(&["t m"]), [1]);
    assert_eq!(way(&["t f"]), [2], "by function");
    assert_eq!(said(&["t idle"]), "T10 makes no step any more");
    assert_eq!(said(&["t T7"]), "no thread `T7`; `t` lists those that there are");
}

#[test]
fn the_end_comes_when_it_is_asked_for() {
    let story = story();
    assert_eq!(story.session().obey("q"), Going::Over);
}

#[test]
fn a_step_is_shown_in_its_source_with_what_there_is() {
    let expected = "\
step 3 of 6 · T1 f · a.c:5

         1 │ int x;
         2 │ int y;
         3 │ void *f(void *a) {
         4 │   x = 1;
▶ T1     5 │   x = 2;
         6 │     y = x;
         7 │ }
         8 │ int main(void) {
  main   9 │   start();

  x: 1 → 2

  variable  value
* x         2      T1 in step 3
  m         free   not touched yet
  y.low     0      not touched yet

  thread    last step                   next step
  main        1  starts T1: f (line 9)    6  reads y: 2 (line 10)
▶ T1 f        3  x: 1 → 2 (line 5)        4  locks m (line 6)
  T10 idle    -                           -
";
    assert_eq!(seen(&["3"], 100, 24, false), expected);
}

#[test]
fn the_end_says_what_is_wrong() {
    let text = seen(&["G"], 100, 24, false);
    assert!(text.starts_with("step 6 of 6 · main · a.c:10\n"), "{text}");
    assert!(text.contains("  ✗ assertion `y == 1` failed in main (a.c:10)\n"), "{text}");
    assert!(text.contains("  m         held by T1  T1 in step 4\n"), "{text}");
    assert!(!seen(&["5"], 100, 24, false).contains('✗'));
}

#[test]
fn the_start_shows_what_there_was() {
    let text = seen(&[], 100, 24, false);
    assert!(text.starts_with("start · 6 steps"), "{text}");
    assert!(text.contains("  x         0      not touched yet\n"), "{text}");
    assert!(text.contains(" 9 │   start();\n") && !text.contains('▶'), "{text}");
}

#[test]
fn lists_are_pages_of_their_own() {
    let variables = seen(&["3", "v"], 100, 24, false);
    assert!(variables.contains("* x         2      T1 in step 3\n") && !variables.contains('│'), "{variables}");
    let threads = seen(&["3", "t"], 100, 24, false);
    assert!(threads.contains("▶ T1 f        3  x: 1 → 2 (line 5)") && !threads.contains('│'), "{threads}");
    assert!(seen(&["?"], 100, 24, false).contains("c NAME"));
    assert!(seen(&["v", "p"], 100, 24, false).contains('│'), "a move leads back");
}

#[test]
fn what_is_seen_fits_the_screen() {
    for line in ["0", "1", "3", "5", "6", "v", "t", "?", "nonsense"] {
        for (width, height) in [(1, 1), (7, 3), (20, 8), (40, 12), (80, 24), (300, 100)] {
            let text = seen(&[line], width, height, false);
            assert!(text.lines().count() <= height.max(2), "{width} x {height}, {line}:\n{text}");
            assert!(text.lines().all(|it| it.chars().count() <= width), "{width} x {height}, {line}:\n{text}");
        }
    }
}

#[test]
fn colours_are_all_that_colour_adds() {
    let (plain, colour) = (seen(&["3"], 80, 24, false), seen(&["3"], 80, 24, true));
    assert!(colour.contains("\x1b[1;33m* x         2      T1 in step 3\x1b[0m"), "{colour:?}");
    let mut without = String::new();
    let mut rest = colour.as_str();
    while let Some((before, behind)) = rest.split_once('\x1b') {
        without.push_str(before);
        rest = behind.split_once('m').expect("a colour ends").1;
    }
    assert_eq!(without + rest, plain);
}

#[test]
fn nothing_in_a_program_gives_orders_to_the_terminal() {
    let mut story = story();
    story.steps[0].effects[0].text = "prints \"\x1b[2J\u{9b}\r\"".to_owned();
    let mut session = story.session();
    session.obey("n");
    let text = session.view(80, 24, false);
    assert!(text.chars().all(|it| it == '\n' || !it.is_control()), "{text:?}");
}

#[test]
fn a_run_without_steps_has_a_start_that_is_its_end() {
    let mut story = story();
    story.steps.clear();
    let mut session = story.session();
    assert_eq!(session.obey("n"), Going::On);
    let text = session.view(80, 24, false);
    assert!(text.contains("✗ assertion `y == 1` failed in main") && text.contains("this is the end"), "{text}");
}
