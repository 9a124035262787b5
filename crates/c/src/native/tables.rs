//! What stands before the program: its points, the schedule, the threads, and the names that the text uses for types.

use super::{Execution, Points, Seen, quoted};
use crate::tree::Unit;
use std::fmt::Write;

/// What the file says about itself.
pub(super) fn head(execution: &Execution) -> String {
    let mut text = String::from("/* ");
    for (index, line) in execution.head.iter().enumerate() {
        if index > 0 {
            text.push_str("\n   ");
        }
        text.push_str(&line.replace("*/", "* /"));
    }
    text.push_str(" */\n");
    text
}

/// The schedule, the points and the threads.
pub(super) fn tables(points: &Points, execution: &Execution) -> String {
    let mut text = String::from(
        "#pragma GCC diagnostic ignored \"-Wpragmas\"\n#pragma GCC diagnostic ignored \"-Wall\"\n\
         struct raddle_point { const char *file; unsigned line; int lets_go_on; };\n\
         struct raddle_step { unsigned thread, point; const char *text; };\n\
         struct raddle_thread { const char *name; int goes_on; unsigned first_input, input_count; };\n\n",
    );
    text.push_str("static const struct raddle_point raddle_points[] = {\n");
    for key in &points.list {
        let (file, line) = (quoted(&key.file), key.place.0);
        let _ = writeln!(text, "  {{ {file}, {line}, {} }},", u8::from(key.kind.lets_go_on()));
    }
    text.push_str("  { \"\", 0, 0 }\n};\n\nstatic const struct raddle_step raddle_schedule[] = {\n");
    let mut count = 0;
    for step in &execution.steps {
        let Some(point) = points.numbers.get(&step.key) else {
            let _ = writeln!(text, "  /* not here: thread {}: {} */", step.thread, step.text.replace("*/", "* /"));
            continue;
        };
        let _ = writeln!(text, "  {{ {}, {point}, {} }},", step.thread, quoted(&step.text));
        count += 1;
    }
    text.push_str("  { 0xffffffffu, 0, \"\" }\n};\n\nstatic const unsigned long long raddle_inputs[] = {");
    let mut first = 0;
    let mut threads = String::new();
    for thread in &execution.threads {
        for input in &thread.inputs {
            let _ = write!(text, " {input}ull,");
        }
        let (name, goes_on, count) = (quoted(&thread.name), u8::from(thread.goes_on), thread.inputs.len());
        let _ = writeln!(threads, "  {{ {name}, {goes_on}, {first}, {count} }},");
        first += count;
    }
    text.push_str(" 0 };\n\n");
    let _ = writeln!(text, "static const struct raddle_thread raddle_threads[] = {{\n{threads}}};\n");
    let _ = writeln!(text, "static const char raddle_expected[] = {};", quoted(&execution.expected));
    let _ = writeln!(text, "#define RADDLE_STEPS {count}u");
    let _ = writeln!(text, "#define RADDLE_THREADS {}u", execution.threads.len());
    let _ = writeln!(text, "#define RADDLE_DEADLOCK {}", u8::from(execution.seen == Seen::Deadlock));
    let _ = writeln!(text, "#define RADDLE_SILENT {}\n", u8::from(execution.seen == Seen::Sanitizer));
    text
}

/// Types that are known by their size.
pub(super) fn definitions(unit: &Unit, text: &str) -> String {
    let mut opaque: Vec<(&str, &str)> = Vec::new();
    for part in text.split("RADDLE_OPAQUE(").skip(1) {
        if let Some((size, align)) = part.split(')').next().and_then(|it| it.split_once(", ")) {
            if !opaque.contains(&(size, align)) {
                opaque.push((size, align));
            }
        }
    }
    let long = if unit.model == ir::DataModel::Lp64 { "long" } else { "long long" };
    let mut definitions = format!(
        "\n#define RADDLE_LONG {long}\n#define RADDLE_OPAQUE(size, align) struct raddle_opaque_##size##_##align\n\
         #define RADDLE_SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), \"compile with -m32 if the data model is ILP32\")\n"
    );
    for (size, align) in opaque {
        let _ = writeln!(
            definitions,
            "struct raddle_opaque_{size}_{align} {{ char bytes[{size}]; }} __attribute__((aligned({align})));"
        );
    }
    definitions.push_str("\n/* The program. */\n\n");
    definitions
}
