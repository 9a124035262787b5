//! Pages as a whole, and what the tests of their parts share.

use super::*;
use crate::Obstacle;
use event::{
    Access, Diagram, Effect, Fault, Inputs, Limit, Line, Loops, Manner, MemoryModel, ObjectId, Operand, Passing, Place,
    Plan, Properties, Reason, Row, Scope, Stats, ThreadId, Touch, Violation, What,
};
use source::{Code, FileId, Span};
use std::collections::BTreeSet;

pub fn place(object: u32) -> Place {
    Place { object: ObjectId(object), offset: 0, length: 4 }
}

pub fn at(line: u32) -> Span {
    Span { file: FileId(0), line, column: 1, length: 3 }
}

pub fn step(thread: u32, accesses: &[Access], effect: Effect) -> Step {
    let position = effect.position;
    Step {
        thread: ThreadId(thread),
        position,
        function: "f".to_owned(),
        accesses: accesses.to_vec(),
        effects: vec![effect],
        matters: true,
    }
}

pub fn effect(line: u32, text: &str, touch: Option<(&str, Manner, &str, &str)>) -> Effect {
    let touch = touch.map(|(variable, manner, before, after)| Touch {
        variable: variable.to_owned(),
        manner,
        before: Some(before.to_owned()),
        after: Some(after.to_owned()),
    });
    Effect { position: at(line), text: text.to_owned(), touch }
}

pub fn actors(count: u32) -> Vec<Actor> {
    let name = |it| if it == 0 { "main".to_owned() } else { format!("T{it}") };
    let actor = |it| Actor { thread: ThreadId(it), name: name(it), function: "f".to_owned() };
    (0..count).map(actor).collect()
}

/// `main` starts two threads; the first writes what the second reads, under a mutex; `main` joins them and fails.
pub fn steps() -> Vec<Step> {
    let (x, mutex) = (place(1), place(2));
    let lock = |line| effect(line, "locks m", Some(("m", Manner::Lock, "free", "held")));
    let unlock = |line| effect(line, "unlocks m", Some(("m", Manner::Unlock, "held", "free")));
    let read = |line| effect(line, "reads x: 1", Some(("x", Manner::Read, "1", "1")));
    vec![
        step(0, &[Access::Spawn(ThreadId(1))], effect(7, "starts T1: f", None)),
        step(0, &[Access::Spawn(ThreadId(2))], effect(8, "starts T2: f", None)),
        step(1, &[Access::Lock(mutex)], lock(2)),
        step(1, &[Access::Write(x)], effect(3, "x: 0 → 1", Some(("x", Manner::Write, "0", "1")))),
        step(1, &[Access::Unlock(mutex)], unlock(4)),
        step(2, &[Access::Lock(mutex)], lock(2)),
        step(2, &[Access::Read(x)], read(3)),
        step(2, &[Access::Read(x)], read(3)),
        step(2, &[Access::Unlock(mutex)], unlock(4)),
        step(0, &[Access::Join(ThreadId(1))], effect(9, "joins T1", None)),
        step(0, &[Access::Join(ThreadId(2))], effect(10, "joins T2", None)),
    ]
}

pub fn example() -> Counterexample {
    Counterexample {
        plan: Plan::default(),
        actors: actors(3),
        steps: steps(),
        summary: "assertion `x < \"</h2>\"` failed in main".to_owned(),
        details: vec![Line { position: at(3), text: "called from `<f>`".to_owned() }],
        operands: vec![Operand { name: "x".to_owned(), value: "<1>".to_owned() }],
        racing: None,
        passing: Some(Passing { plan: Plan::default(), reversed: (3, 6), text: "T2 <had> read x".to_owned() }),
        fault: Some(Fault::Assertion),
        misuse: None,
        position: at(11),
        culprit: Some(ThreadId(0)),
        diagram: None,
    }
}

/// A program whose text tries to break out.
fn sources() -> Sources {
    let mut sources = Sources::new();
    let text = "int x; // </script><script>alert(1)</script>\nlock();\nx = 1;\nunlock();\nchar *s = \"<img src=x \
                onerror=alert(2)>\";\n\nstart();\nstart();\njoin();\njoin();\nassert(x < \"</code></h2>\");\n";
    sources.add("<b>.c", Some(text.to_owned()));
    sources
}

fn scope() -> Scope {
    Scope {
        loops: Loops::All,
        memory_model: MemoryModel::SequentiallyConsistent { weaker: vec![at(3)] },
        inputs: Inputs::None,
        approximations: vec!["`<malloc>` never fails".to_owned()],
    }
}

fn page(verdict: &Verdict) -> String {
    answer(&Answer {
        subject: "<b>.c",
        verdict,
        stats: &Stats { executions: 1234, ..Stats::default() },
        figures: None,
        engine: "explore (optimal)",
        others: &[("slow".to_owned(), "stopped".to_owned())],
        findings: &verdict.findings(Properties::of_threads(), Properties::default()),
        checked: Properties::of_threads(),
        scope: &scope(),
        sources: &sources(),
        files: &["<b>.c".to_owned()],
        warnings: &Diagnostics::new(),
        exit_code: 0,
    })
}

fn violated(counterexample: Counterexample) -> Verdict {
    Verdict::Unsafe { violations: vec![Violation { property: Property::Reach, counterexample }] }
}

/// Nothing of the program has become part of the page, and the page is well-formed as far as we write it.
fn examine(html: &str) {
    assert_eq!(html.matches("<script").count(), html.matches("</script>").count());
    for evil in ["<script>alert", "<img", "</h2>\"", "<b>", "<f>", "<had>", "<malloc>"] {
        assert!(!html.contains(evil), "{evil} in {html}");
    }
    let mut ids = BTreeSet::new();
    for id in html.split(" id=\"").skip(1).filter_map(|it| it.split('"').next()) {
        assert!(ids.insert(id), "{id} is there twice");
    }
    for target in html.split("href=\"#").skip(1).filter_map(|it| it.split('"').next()) {
        assert!(ids.contains(target), "a link leads to {target}, which is not there");
    }
    for name in ["style=", "onclick=", "http:", "https:", "src="] {
        // Program text may say this; our own elements may not.
        let own = html.split('<').filter_map(|it| it.split_once('>').map(|it| it.0));
        for tag in own.filter(|it| !it.contains('\n') && !it.starts_with("svg")) {
            assert!(!tag.split('"').step_by(2).any(|it| it.contains(name)), "{name} in <{tag}>");
        }
    }
}

#[test]
fn a_violation_is_explained_and_can_be_walked_through() {
    let html = page(&violated(example()));
    examine(&html);
    for part in [
        "VERDICT: FALSE(reach)",
        "x = &lt;1&gt;",
        "T2 &lt;had&gt; read x",
        "called from <code>&lt;f&gt;</code>",
        "raddle check &#39;&lt;b&gt;.c&#39; --save-trace",
        "id=\"step=12\"",
        "href=\"#step=4\"",
        "&lt;img src=x onerror=alert(2)&gt;",
        "assertion failed",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    assert!(!html.contains("class=\"timeline folded\""), "all steps matter");
}

#[test]
fn steps_that_do_not_matter_can_be_left_out() {
    let mut example = example();
    for step in [2, 4, 7] {
        example.steps[step].matters = false;
    }
    let html = page(&violated(example));
    examine(&html);
    assert!(html.contains("class=\"timeline folded\"") && html.contains("class=\"timeline full\""));
    assert!(html.contains("all steps (3 more)") && html.contains("1 step that does not matter"));
}

#[test]
fn several_violations_have_names_of_their_own() {
    let race = Counterexample { racing: Some((3, 6)), culprit: None, fault: None, passing: None, ..example() };
    let violations = vec![
        Violation { property: Property::Reach, counterexample: example() },
        Violation { property: Property::Race, counterexample: race },
    ];
    let html = page(&Verdict::Unsafe { violations });
    examine(&html);
    assert!(html.contains("id=\"v2-step=7\"") && html.contains("href=\"#v2\""), "{html}");
    assert!(html.contains("class=\"race\"") && html.contains("<rect class=\"band wrong\" data-stop=\"11\""), "{html}");
}

#[test]
fn actors_have_a_diagram() {
    let row = |step, column, what| Row { step, column, position: at(1), what, matters: true };
    let column = |name: &str| event::Column { name: name.to_owned(), ends: Vec::new() };
    let diagram = Diagram {
        columns: vec![column("main"), column("<b>")],
        rows: vec![
            row(0, 0, What::Runs("main block".to_owned())),
            row(0, 0, What::Creates { to: 1, text: "<b>()".to_owned() }),
            row(0, 0, What::Calls { to: 1, text: "go(\"</text><script>alert(1)</script>\")".to_owned() }),
            row(1, 1, What::Runs("go".to_owned())),
            row(1, 1, What::Calls { to: 1, text: "again".to_owned() }),
            row(1, 1, What::Answers { to: 0, text: "go: done".to_owned() }),
        ],
    };
    let mut actors = actors(2);
    actors[1].function = "<b>.go".to_owned();
    let details = vec![Line { position: at(3), text: "<b>.go waits for the answer of nobody".to_owned() }];
    let steps = steps().into_iter().filter(|it| it.thread.0 < 2).take(2).collect();
    let example = Counterexample {
        actors,
        steps,
        details,
        diagram: Some(diagram),
        culprit: None,
        fault: None,
        misuse: None,
        passing: None,
        ..example()
    };
    let violations = vec![Violation { property: Property::Deadlock, counterexample: example }];
    let html = page(&Verdict::Unsafe { violations });
    examine(&html);
    assert!(
        html.contains("timeline sequence full") && html.contains("message answer") && html.contains("message create")
    );
    assert!(html.contains("go waits for the answer of nobody"), "who waits has a row: {html}");
}

#[test]
fn what_is_safe_says_what_that_covers() {
    let html = page(&Verdict::Safe { scope: scope() });
    examine(&html);
    for part in ["No execution violates", "all executions", "&lt;b&gt;.c:3:1", "&lt;malloc&gt;", "1\u{202f}234"] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    assert!(!html.contains("stopped"), "what becomes of other engines depends on the time that they take");
}

#[test]
fn what_is_unknown_says_why() {
    let html = page(&Verdict::Unknown { because: Reason::Limit(Limit::Time) });
    examine(&html);
    assert!(html.contains("The time limit was reached (--timeout)."), "{html}");
}

#[test]
fn what_is_refused_is_shown_on_its_line() {
    let mut diagnostics = Diagnostics::new();
    let span = Span { file: FileId(0), line: 5, column: 11, length: 8 };
    diagnostics.error(Code("C0101"), span, "no `<img>` here").note(at(3), "as in </script>");
    let (sources, files) = (sources(), ["<b>.c".to_owned()]);
    let text = "<b>.c:5:11: no";
    let html = refusal(&Refusal {
        files: &files,
        obstacle: Obstacle::Input,
        text,
        diagnostics: &diagnostics,
        sources: &sources,
        exit_code: 2,
    });
    examine(&html);
    assert!(html.contains("error C0101") && html.contains("VERDICT: UNKNOWN(input)"), "{html}");
    assert!(html.contains("<mark>&quot;&lt;img sr</mark>"), "{html}");
}

#[test]
fn a_trace_that_passes_can_be_walked_through_as_well() {
    let (actors, steps, sources) = (actors(3), steps(), sources());
    let ending = ReplayEnding::Other { explanation: "after 11 steps <b> holds\n", actors: &actors, steps: &steps };
    let (warnings, property) = (Diagnostics::new(), Property::Reach);
    let html = replay(&Replay {
        subject: "t.json",
        line: "REPLAY: NO VIOLATION",
        property,
        ending,
        sources: &sources,
        warnings: &warnings,
    });
    examine(&html);
    assert!(html.contains("id=\"step=11\"") && !html.contains("id=\"step=12\""), "{html}");
    assert!(!html.contains("band wrong"), "{html}");
}

#[test]
fn the_same_answer_is_the_same_page() {
    assert_eq!(page(&violated(example())), page(&violated(example())));
}
