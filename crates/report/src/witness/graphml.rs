//! Violation witnesses as automata in GraphML, version 1.0 of the format, for validators that know no other.
//!
//! The automaton has one path: an edge for each waypoint, with the thread that passes it and the line where it does. What is
//! assumed at a statement is known before it, and an edge says what holds behind it, so the assumption stands on the edge
//! before. A thread that starts enters its function on an edge of its own, as the format wants it.

use super::{ViolationSequence, Waypoint, WaypointKind};
use std::fmt::Write;

/// The keys of the format that are used: what they belong to, their names, their types, and what they are if not given.
const KEYS: [(&str, &str, &str, Option<&str>); 17] = [
    ("graph", "witness-type", "string", None),
    ("graph", "sourcecodelang", "string", None),
    ("graph", "producer", "string", None),
    ("graph", "specification", "string", None),
    ("graph", "programfile", "string", None),
    ("graph", "programhash", "string", None),
    ("graph", "architecture", "string", None),
    ("graph", "creationtime", "string", None),
    ("node", "entry", "boolean", Some("false")),
    ("node", "violation", "boolean", Some("false")),
    ("edge", "startline", "int", None),
    ("edge", "threadId", "string", None),
    ("edge", "createThread", "string", None),
    ("edge", "enterFunction", "string", None),
    ("edge", "assumption", "string", None),
    ("edge", "assumption.scope", "string", None),
    ("edge", "assumption.resultfunction", "string", None),
];

/// What is called at a waypoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// Whether it starts a thread.
    pub starts: bool,
}

/// A violation witness. `threads` are the functions of the threads, by their numbers; `callee` says what is called at a
/// waypoint.
pub fn violation(
    witness: &ViolationSequence,
    threads: &[String],
    callee: &dyn Fn(&Waypoint) -> Option<Callee>,
) -> String {
    let mut graph = Graph { text: String::new(), nodes: 0 };
    graph.head(witness);
    graph.node(&[("entry", "true")]);
    graph.edge(&[
        ("createThread", "0".to_owned()),
        ("threadId", "0".to_owned()),
        ("enterFunction", threads.first().cloned().unwrap_or_else(|| "main".to_owned())),
    ]);
    let mut started = 0;
    let followed: Vec<&Waypoint> = witness.segments.iter().flatten().collect();
    for (index, it) in followed.iter().enumerate() {
        let mut data = vec![("startline", it.location.line.to_string())];
        data.push(("threadId", it.thread_id.unwrap_or(0).to_string()));
        let called = callee(it);
        let starts = it.kind == WaypointKind::FunctionEnter && called.as_ref().is_some_and(|it| it.starts);
        match it.kind {
            WaypointKind::FunctionEnter if starts => {
                started += 1;
                data.push(("createThread", started.to_string()));
            }
            WaypointKind::FunctionReturn => {
                data.extend(it.constraint.as_ref().map(|it| ("assumption", it.value.clone())));
                data.extend(it.location.function.clone().map(|it| ("assumption.scope", it)));
                data.extend(called.map(|it| ("assumption.resultfunction", it.name)));
            }
            WaypointKind::Assumption | WaypointKind::Target | WaypointKind::FunctionEnter | WaypointKind::Branching => {
            }
        }
        // What holds when the next statement begins holds behind this edge.
        if let Some(next) = followed.get(index + 1).filter(|next| {
            next.kind == WaypointKind::Assumption
                && next.thread_id == it.thread_id
                && data.iter().all(|it| it.0 != "assumption")
        }) {
            data.extend(next.constraint.as_ref().map(|it| ("assumption", it.value.clone())));
            data.extend(next.location.function.clone().map(|it| ("assumption.scope", it)));
        }
        graph.node(&[]);
        graph.edge(&data);
        if starts {
            let function = threads.get(started).cloned().unwrap_or_default();
            graph.node(&[]);
            graph.edge(&[("threadId", started.to_string()), ("enterFunction", function)]);
        }
    }
    graph.node(&[("violation", "true")]);
    graph.text.push_str("  </graph>\n</graphml>\n");
    graph.text
}

struct Graph {
    text: String,
    nodes: usize,
}

impl Graph {
    fn head(&mut self, witness: &ViolationSequence) {
        self.text.push_str(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
             xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
        );
        for (owner, name, kind, default) in KEYS {
            let _ = write!(self.text, "  <key id=\"{name}\" attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{owner}\"");
            match default {
                Some(value) => {
                    let _ = writeln!(self.text, "><default>{value}</default></key>");
                }
                None => self.text.push_str("/>\n"),
            }
        }
        self.text.push_str("  <graph edgedefault=\"directed\">\n");
        let metadata = &witness.metadata;
        let task = &metadata.task;
        let architecture = if task.data_model == "ILP32" { "32bit" } else { "64bit" };
        let (file, hash) = task.input_file_hashes.first().cloned().unwrap_or_default();
        self.data("    ", "witness-type", "violation_witness");
        self.data("    ", "sourcecodelang", "C");
        self.data("    ", "producer", &format!("{} {}", metadata.producer.name, metadata.producer.version));
        self.data("    ", "specification", &task.specification);
        self.data("    ", "programfile", &file);
        self.data("    ", "programhash", &hash);
        self.data("    ", "architecture", architecture);
        self.data("    ", "creationtime", &metadata.creation_time);
    }

    fn data(&mut self, indent: &str, key: &str, value: &str) {
        let _ = writeln!(self.text, "{indent}<data key=\"{key}\">{}</data>", escaped(value));
    }

    fn node(&mut self, data: &[(&str, &str)]) {
        let _ = writeln!(self.text, "    <node id=\"N{}\">", self.nodes);
        for (key, value) in data {
            self.data("      ", key, value);
        }
        self.text.push_str("    </node>\n");
        self.nodes += 1;
    }

    /// An edge from the last node to the next.
    fn edge(&mut self, data: &[(&str, String)]) {
        let from = self.nodes - 1;
        let _ = writeln!(self.text, "    <edge source=\"N{from}\" target=\"N{}\">", self.nodes);
        for (key, value) in data {
            self.data("      ", key, value);
        }
        self.text.push_str("    </edge>\n");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
