use super::*;

fn starts(text: &str) -> Vec<Position> {
    Outline::of(text).statements.iter().map(|it| it.start).collect()
}

#[test]
fn statements_are_told_without_types() {
    let text = "int g; struct s { int x; };\nint f(void) {\n  int x = 1, y[] = {1, 2};\n  if (x) y[0] = 2; else { g = 3; }\n  \
                for (int i = 0; i < 3; i++)\n    g += i;\n  do { g--; } while (g > 0);\n  L: return g;\n}\n";
    let expected = [(3, 3), (4, 3), (4, 10), (4, 27), (5, 3), (6, 5), (7, 3), (7, 8), (8, 6)];
    assert_eq!(starts(text), expected);
    let outline = Outline::of(text);
    assert_eq!(outline.statement_at((6, 7)), Some(5));
    assert_eq!(outline.statement_at((5, 19)), Some(4));
    assert!(outline.is_inside(4, 5) && !outline.is_inside(5, 4));
    assert_eq!(outline.statement_on(4), Some(1));
    assert_eq!(outline.statements[6].branching.map(|it| it.word), Some(Word::Do));
}

#[test]
fn strings_comments_and_directives_are_no_statements() {
    let text =
        "#define X(a) do { a; } while (0)\n// int main() { y; }\nint main() { /* { ; */ s(\"};\", '}'); X(1); }\n";
    assert_eq!(starts(text), [(3, 24), (3, 38)]);
}

#[test]
fn calls_know_where_they_close() {
    let outline = Outline::of("int f() {\n  return g(1, h(2),\n    3);\n}\n");
    let calls: Vec<_> = outline.calls.iter().map(|it| (it.name.as_str(), it.start, it.close)).collect();
    assert_eq!(calls, [("f", (1, 5), (1, 7)), ("g", (2, 10), (3, 6)), ("h", (2, 15), (2, 18))]);
}

#[test]
fn whatever_is_there_is_read_to_its_end() {
    for text in
        ["", "{", "}", "int f() {", "f(){if(", "f(){do", "f(){do{}while", "f(){switch(x){case", ")){{((", "f(){x", "'"]
    {
        Outline::of(text);
    }
}

#[test]
fn macros_with_bodies_and_statement_expressions_have_statements_inside() {
    let text = "void f() {\n  EACH(x) {\n    use(x);\n  }\n  int y = ({ int z = 1; z; });\n  case_free();\n}\n";
    assert_eq!(starts(text), [(2, 3), (3, 5), (5, 3), (5, 14), (5, 25), (6, 3)]);
}
