use super::*;
use event::{Actor, Effect, Fault, Manner, Operand, Passing, Step, ThreadId, Touch};
use source::Span;

fn at(line: u32, column: u32, length: u32) -> Span {
    Span { file: source::FileId(0), line, column, length }
}

fn step(thread: u32, line: u32, texts: &[&str], matters: bool) -> Step {
    let position = at(line, 1, 1);
    let effects = texts.iter().map(|it| Effect { position, text: (*it).to_owned(), touch: None }).collect();
    let thread = ThreadId(thread);
    Step { thread, position, function: String::new(), accesses: vec![], effects, matters }
}

fn example() -> (Counterexample, Sources) {
    let mut sources = Sources::new();
    sources.add("a.c", Some("  x = 1;\n  assert(x);\n".to_owned()));
    let actor = |number, name: &str, function: &str| Actor {
        thread: ThreadId(number),
        name: name.to_owned(),
        function: function.to_owned(),
    };
    let example = Counterexample {
        plan: event::Plan::default(),
        actors: vec![actor(0, "main", "main"), actor(1, "T1", "worker"), actor(2, "T2", "idle")],
        steps: vec![
            step(0, 1, &["starts T1: worker"], false),
            step(1, 1, &["x = 1"], true),
            step(0, 2, &["reads x: 1", "x = 2"], true),
        ],
        summary: "assertion `x` failed in main".to_owned(),
        details: vec![],
        operands: vec![],
        racing: None,
        passing: None,
        fault: Some(Fault::Assertion),
        misuse: None,
        position: at(2, 3, 6),
        culprit: Some(ThreadId(0)),
        diagram: None,
    };
    (example, sources)
}

#[test]
fn a_column_per_thread_and_a_row_per_step_that_matters() {
    let (example, sources) = example();
    let text = trace(Property::Reach, &example, &sources, Style::default());
    let table = text.split("step").nth(1).expect("a table");
    let expected = "
  main                T1 worker  line
     2                      x = 1         1  x = 1;
     3  ⎡ reads x: 1                      2  assert(x);
        ⎣ x = 2                           2  assert(x);
        ✗ assertion failed                2  assert(x);

  (1 ";
    assert_eq!(table, expected.trim_start_matches('\n'), "{text}");
    assert!(text.starts_with("reach: assertion `x` failed in main"), "{text}");
}

#[test]
fn the_full_trace_leaves_nothing_out() {
    let (example, sources) = example();
    let text = trace(Property::Reach, &example, &sources, Style { full_trace: true, ..Style::default() });
    assert!(text.contains("starts T1: worker") && !text.contains("left out"), "{text}");
}

#[test]
fn messages_are_drawn_if_there_are_any() {
    let (mut example, sources) = example();
    let row = event::Row {
        step: 0,
        column: 0,
        position: example.position,
        what: event::What::Fails("assertion failed".to_owned()),
        matters: true,
    };
    let column = event::Column { name: "main".to_owned(), ends: vec!["x = 0".to_owned()] };
    example.diagram = Some(event::Diagram { columns: vec![column], rows: vec![row] });
    let text = trace(Property::Reach, &example, &sources, Style::default());
    assert!(text.contains("     1    ✗ assertion failed     2  assert(x);"), "{text}");
    assert!(text.ends_with("\n  at the end\n    main  x = 0\n"), "{text}");
}

#[test]
fn what_the_condition_was_made_of_is_said_below_it() {
    let (mut example, sources) = example();
    let operand = |name: &str, value: &str| Operand { name: name.to_owned(), value: value.to_owned() };
    example.operands = vec![operand("x", "0"), operand("y", "-7")];
    let text = trace(Property::Reach, &example, &sources, Style::default());
    assert!(text.contains("  assert(x);\n  |   ^^^^^^ x = 0, y = -7\n"), "{text}");
}

#[test]
fn both_accesses_of_a_race_are_shown_where_they_are() {
    let (mut example, sources) = example();
    let line = |position, text: &str| Line { position, text: text.to_owned() };
    example.fault = None;
    example.racing = Some((1, 2));
    example.details = vec![
        line(at(1, 3, 5), "T1: non-atomic write of 4 bytes of `x`"),
        line(at(1, 1, 1), "    called from `f`"),
        line(at(2, 10, 1), "main: end of `x`, all 4 bytes of it"),
        line(Span::NONE, "nothing orders them"),
    ];
    let text = trace(Property::Race, &example, &sources, Style::default());
    let excerpt = " --> a.c:2:10
  |
1 |   x = 1;
  |   ----- T1: non-atomic write
2 |   assert(x);
  |          ^ main: end of `x`

  T1: non-atomic write of 4 bytes of `x` (a.c:1:3)
      called from `f` (a.c:1:1)
  main: end of `x`, all 4 bytes of it (a.c:2:10)
  nothing orders them

";
    assert!(text.contains(excerpt), "{text}");
    assert!(text.contains("\n▶    2                x = 1         1  x = 1;\n"), "{text}");
    assert!(text.contains("\n▶    3  ⎡ reads x: 1"), "{text}");
}

#[test]
fn each_thread_of_a_deadlock_has_a_row_where_it_waits() {
    let (mut example, sources) = example();
    let line = |text: &str| Line { position: at(1, 3, 1), text: text.to_owned() };
    (example.culprit, example.fault) = (None, None);
    example.details = vec![line("main waits for T1 to end"), line("T2 waits in f for `c`, and nobody is left")];
    let text = trace(Property::Deadlock, &example, &sources, Style::default());
    assert!(text.contains("\n        ✗ waits for T1 to end "), "{text}");
    assert!(text.contains("  ✗ waits in f for c     1  x = 1;\n"), "{text}");
    assert!(text.contains("  main waits for T1 to end (a.c:1:3)\n"), "{text}");
}

#[test]
fn what_would_have_helped_comes_last() {
    let (mut example, sources) = example();
    let text = "T1 writes x (line 1) after main reads it (line 2)".to_owned();
    example.passing = Some(Passing { plan: event::Plan::default(), reversed: (1, 2), text });
    let text = trace(Property::Reach, &example, &sources, Style::default());
    let end = "\n\n  it would have passed if T1 writes x (line 1) after main reads it (line 2)\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn colours_are_for_terminals_only() {
    let (mut example, sources) = example();
    example.steps[1] = step(1, 1, &["x: 0 → 1"], true);
    let touch = Touch { variable: "x".to_owned(), manner: Manner::Write, before: Some("0".to_owned()), after: None };
    example.steps[1].effects[0].touch = Some(Touch { after: Some("1".to_owned()), ..touch });
    let plain = trace(Property::Reach, &example, &sources, Style::default());
    assert!(!plain.contains('\x1b'), "{plain}");
    let text = trace(Property::Reach, &example, &sources, Style { colour: true, ..Style::default() });
    for part in [
        "  \x1b[1mmain\x1b[0m                ",
        "  x: \x1b[1;33m0 → 1\x1b[0m ",
        "  \x1b[1;31m✗ assertion failed\x1b[0m  ",
        "\n\x1b[2m  (1 step that",
    ] {
        assert!(text.contains(part), "{part:?} in {text:?}");
    }
    // Apart from the colours it is the same table.
    let table = |text: &str| text[text.find("step").expect("a table")..].to_owned();
    let mut bare = table(&text);
    for code in ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;31m", "\x1b[1;33m"] {
        bare = bare.replace(code, "");
    }
    assert_eq!(bare, table(&plain));
}

#[test]
fn columns_take_the_width_that_is_there() {
    let (mut example, mut sources) = example();
    let long = format!("queue.tail: &start.next → {}", "&outbox".repeat(6));
    example.steps[1] = step(1, 1, &[&long], true);
    let widest = |width| {
        let style = Style { width, ..Style::default() };
        trace(Property::Reach, &example, &sources, style)
    };
    assert!(widest(Some(200)).contains(&long), "all of it");
    let free = widest(None);
    let cut = format!("{}…", long.chars().take(51).collect::<String>());
    assert!(free.contains(&cut), "{free}");
    let narrow = widest(Some(80));
    let longest = |text: &str| text.lines().skip(6).map(|it| it.chars().count()).max();
    assert!(longest(&narrow) <= Some(80) && narrow.contains("queue.tail: &start"), "{narrow}");
    sources = Sources::new();
    sources.add("a.c", Some(format!("  x = 1;{}\n", " // one".repeat(20))));
    let style = Style { width: Some(100), ..Style::default() };
    let text = trace(Property::Reach, &example, &sources, style);
    assert!(text.contains("  x = 1; // one // one //…\n"), "{text}");
}
