//! Program to Graphviz: the automata as a picture, for people.
//!
//! A function is a cluster, a location a node, an edge an arrow with the guard and the action of the text form. The end of a function is a
//! box that says how it ends. What other threads may notice is red and thick: there they can come in between. Positions are tooltips.

use super::print::{edge_texts, head};
use crate::passes::walk;
use crate::syntax::*;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How what others can notice is drawn.
const VISIBLE: &str = "color=\"#b3261e\", fontcolor=\"#b3261e\", penwidth=2";

/// How the end of a function is drawn.
const END: &str = "shape=box, width=0, height=0.25, margin=0.08";

pub(super) fn program(program: &Program, with_library: bool) -> String {
    let mut text = String::from(
        "digraph program {\n  graph [fontname=\"monospace\", labeljust=l, style=rounded, color=gray];\n  \
         node [fontname=\"monospace\", fontsize=10, shape=circle, margin=0.02, width=0.3];\n  \
         edge [fontname=\"monospace\", fontsize=10];\n",
    );
    for (index, function) in program.functions.iter().enumerate() {
        if with_library || !function.library {
            cluster(program, index, function, &mut text);
        }
    }
    text.push_str("}\n");
    text
}

fn cluster(program: &Program, index: usize, function: &Function, text: &mut String) {
    let role = match () {
        () if program.entry.index() == index => " entry",
        () if program.runner.is_some_and(|it| it.index() == index) => " runner",
        () => "",
    };
    let label = quote(&format!("{}{role}", head(program, function)));
    let _ = writeln!(text, "  subgraph cluster_{index} {{\n    label={label};");
    let mut locations = BTreeSet::from([function.entry]);
    locations.extend(function.edges.iter().flat_map(|it| [it.from, it.to]));
    for location in locations {
        let start = if location == function.entry { ", style=filled, fillcolor=lightgray" } else { "" };
        let _ = writeln!(text, "    f{index}_l{} [label=\"l{}\"{start}];", location.0, location.0);
    }
    for (number, edge) in function.edges.iter().enumerate() {
        let (guard, action) = edge_texts(program, function, edge);
        let mut attributes = Vec::new();
        let to = if edge.ends() {
            let _ = writeln!(text, "    f{index}_e{number} [label={}, {END}];", quote(&action));
            attributes.push(format!("label={}", quote(&guard)));
            format!("f{index}_e{number}")
        } else {
            // An arrow that only decides needs no word for what it does.
            let lines = match (&edge.action, guard.is_empty()) {
                (Action::Skip, false) => guard,
                (_, false) => format!("{guard}\n{action}"),
                (_, true) => action,
            };
            attributes.push(format!("label={}", quote(&lines)));
            format!("f{index}_l{}", edge.to.0)
        };
        if edge.span.is_some() {
            attributes.push(format!("tooltip={}", quote(&program.sources.describe(edge.span))));
        }
        if is_noticed(function, &edge.action) {
            attributes.push(VISIBLE.to_owned());
        }
        let _ = writeln!(text, "    f{index}_l{} -> {to} [{}];", edge.from.0, attributes.join(", "));
    }
    text.push_str("  }\n");
}

/// Whether other threads may notice it: an access to a slot of the function that does not escape is its own affair.
fn is_noticed(function: &Function, action: &Action) -> bool {
    let Action::Visible(operation) = action else { return false };
    let address = match operation {
        Operation::Load { address, .. } | Operation::Store { address, .. } => address,
        Operation::Update { address, .. } | Operation::CompareExchange { address, .. } => address,
        Operation::Lock { mutex, .. }
        | Operation::TryLock { mutex, .. }
        | Operation::Unlock { mutex, .. }
        | Operation::InitMutex { mutex, .. }
        | Operation::DestroyMutex(mutex) => mutex,
        Operation::Fence(_)
        | Operation::Spawn { .. }
        | Operation::Join { .. }
        | Operation::Detach(_)
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicBegin { .. }
        | Operation::AtomicEnd
        | Operation::Choose { .. }
        | Operation::Allocate { .. }
        | Operation::Reallocate { .. }
        | Operation::Free(_)
        | Operation::Release(_)
        | Operation::OpenSlot(_)
        | Operation::CloseSlot(_) => return true,
    };
    let mut private = false;
    walk::for_each_leaf(address, &mut |leaf| {
        if let Expr::Address(Base::Slot(slot), _) = leaf {
            private |= function.slots.get(slot.index()).is_some_and(|it| !it.escapes);
        }
    });
    !private
}

/// A text of Graphviz, in which a backslash has a meaning of its own.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            _ if char.is_control() => quoted.push('?'),
            _ => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::super::{dot, parse};

    const TEXT: &str = "program lp64
        file 0 \"a \\\"b\\\".c\"
        global @x : i32
        function @model() library { l0: return }
        function @\"odd \\\\ name\"(%p : u64) -> i64 {
          reg %t : i32
          slot $own : i32
          slot $seen : i32 escapes
          l0 -> l1: %t = load.4 [&@x] na !0:3:1+2
          l1 -> l2 if (slt %t 5): store.4 [&$own] %t na
          l1 unless (slt %t 5): stop fail \"a \\\"quoted\\\" text\\n\"
          l2 -> l3: open $seen
          l3 -> l4: store.4 [&$seen] %t na
          l4 -> l0 if true: skip
          l4 unless true: return 0
        }
        function @main() entry { l0 -> l1: call @model() l1: return }";

    /// What is between quotes, with what is escaped, and what is not; brackets of all kinds are closed in the right order.
    fn check(text: &str) -> Result<Vec<String>, String> {
        let (mut open, mut quoted, mut within, mut characters) = (Vec::new(), Vec::new(), None, text.chars());
        while let Some(char) = characters.next() {
            match (&mut within, char) {
                (None, '"') => within = Some(String::new()),
                (None, '{' | '[') => open.push(char),
                (None, '}') if open.pop() != Some('{') => return Err("a brace too many".to_owned()),
                (None, ']') if open.pop() != Some('[') => return Err("a bracket too many".to_owned()),
                (None, _) => {}
                (Some(_), '"') => quoted.extend(within.take()),
                (Some(text), '\\') => {
                    text.push(char);
                    text.push(characters.next().ok_or("nothing behind a backslash")?);
                }
                (Some(_), '\n') => return Err("a text over several lines".to_owned()),
                (Some(text), _) => text.push(char),
            }
        }
        if open.is_empty() && within.is_none() { Ok(quoted) } else { Err("something is not closed".to_owned()) }
    }

    #[test]
    fn the_picture_is_well_formed() {
        let program = parse(TEXT).expect("a program");
        for all in [false, true] {
            let quoted = check(&dot(&program, all)).expect("well-formed");
            for text in [
                r#"stop fail \"a \\\"quoted\\\" text\\n\""#,
                r#"@\"odd \\\\ name\"(%p : u64) -> i64"#,
                r"if (slt %t 5)\nstore.4 [&$own] %t na",
                r#"a \"b\".c:3:1"#,
            ] {
                assert!(quoted.iter().any(|it| it == text), "{text}: {quoted:#?}");
            }
        }
        assert!(check("{ \"a\\\" }").is_err() && check("{ [ } ]").is_err() && check("{ ] }").is_err());
    }

    #[test]
    fn the_library_is_left_out_unless_it_is_wanted() {
        let program = parse(TEXT).expect("a program");
        let (some, all) = (dot(&program, false), dot(&program, true));
        assert_eq!((some.matches("subgraph").count(), all.matches("subgraph").count()), (2, 3));
        assert!(!some.contains("@model() library") && some.contains("call @model()") && some.contains("@main() entry"));
        assert!(all.contains("@model() library"));
    }

    #[test]
    fn every_location_is_a_node_and_what_others_notice_stands_out() {
        let text = dot(&parse(TEXT).expect("a program"), false);
        for location in 0..5 {
            assert_eq!(text.matches(&format!("    f1_l{location} [label=")).count(), 1, "{text}");
        }
        let red = |part: &str| text.lines().find(|it| it.contains(part)).is_some_and(|it| it.contains(super::VISIBLE));
        assert!(red("load.4 [&@x]") && red("[&$seen]") && red("open $seen"), "{text}");
        assert!(!red("[&$own]") && !red("call @model"), "{text}");
        assert!(text.contains("f1_l4 -> f1_l0 [label=\"if true\"]"), "{text}");
        let ends =
            format!("    f1_e6 [label=\"return 0\", {}];\n    f1_l4 -> f1_e6 [label=\"unless true\"]", super::END);
        assert!(text.contains(&ends), "{text}");
    }
}
