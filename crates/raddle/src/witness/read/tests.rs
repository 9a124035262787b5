use super::*;

const GOOD: &str = "\
- entry_type: violation_sequence
  metadata:
    format_version: \"2.2\"
    uuid: 91dbcabd-7a7d-82cd-b1bc-0748015f97e3
    creation_time: 2026-11-17T21:04:17Z
    producer: {name: Raddle, version: \"0.1.0\"}
    task:
      input_files: [a.c]
      input_file_hashes:
        a.c: 188cc8807fff74f9b3cc18fd2e585d2d9be67b32b2f476406ef689b46e813c42
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: LP64
      language: C
  content:
    - segment:
        - waypoint:
            type: function_enter
            action: follow
            thread_id: 0
            location: {file_name: a.c, line: 18, column: 49, function: main}
    - segment:
        - waypoint:
            type: assumption
            action: follow
            thread_id: 1
            constraint: {value: x == 1, format: c_expression}
            location: {file_name: a.c, line: 20}
    - segment:
        - waypoint:
            type: target
            action: follow
            thread_id: 0
            location: {file_name: a.c, line: 22}
";

#[test]
fn what_is_right_is_read() {
    let Ok(Witness::Violation(witness)) = parse(GOOD) else { panic!("{:?}", parse(GOOD)) };
    let lines: Vec<u32> = witness.segments.iter().flatten().map(|it| it.line).collect();
    assert_eq!(lines, [17, 23, 30]);
    assert_eq!(witness.segments[0][0].location.column, Some(49));
    assert_eq!(witness.segments[1][0].constraint.as_ref().map(|it| it.value.as_str()), Some("x == 1"));
}

#[test]
fn whatever_is_wrong_is_told_at_its_line() {
    let wrong = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        parse(&GOOD.replacen(from, to, 1)).expect_err(to)
    };
    let cases = [
        ("\"2.2\"", "\"3.0\"", 3),
        ("\"2.2\"", "2.2", 3),
        ("91dbcabd-", "91dbcabd", 4),
        ("T21:04:17Z", "", 5),
        ("name: Raddle", "nam: Raddle", 6),
        ("LP64", "LP32", 12),
        ("language: C", "language: Java", 13),
        ("46e813c42", "46e813c4", 10),
        ("LTL(G ! call(reach_error()))", "LTL(F end)", 11),
        ("input_files: [a.c]", "input_files: [b.c]", 10),
        ("type: function_enter", "type: function_exit", 17),
        ("action: follow", "action: cycle", 18),
        ("thread_id: 1", "thread_id: 2", 25),
        ("thread_id: 1", "thread_id: -1", 25),
        ("            thread_id: 1\n", "", 23),
        ("line: 18", "line: 0", 20),
        ("column: 49", "colum: 49", 20),
        ("format: c_expression", "format: acsl_expression", 26),
        ("type: assumption", "type: function_enter", 26),
        ("type: assumption", "type: target", 26),
        ("type: target", "type: function_enter", 31),
        ("action: follow\n            thread_id: 1", "action: avoid\n            thread_id: 1", 23),
        ("- waypoint:", "- waypoints:", 17),
        ("G ! call(reach_error())", "G ! data-race", 30),
    ];
    for (from, to, line) in cases {
        let (at, why) = wrong(from, to);
        assert!(at.abs_diff(line) <= 1, "{from} → {to}: line {at}, {why}");
    }
    assert!(parse("").is_err() && parse("- [").is_err() && parse("a: b").is_err() && parse("[]").is_err());
}

#[test]
fn older_versions_have_no_threads() {
    let old = GOOD.replace("\"2.2\"", "\"2.0\"");
    assert!(parse(&old).is_err());
    let without: String = old.lines().filter(|it| !it.contains("thread_id")).map(|it| format!("{it}\n")).collect();
    assert!(parse(&without).is_ok(), "{:?}", parse(&without));
}
