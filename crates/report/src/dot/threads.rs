//! A counterexample of threads: a frame for each, its steps in order, and dashed lines where the order of two threads
//! matters. The steps that race, or the one that fails, are red.

use super::{BLUE, Graph, PALE_RED, RED, WIDEST_TEXT, place, several_files};
use crate::Style;
use crate::order::{Dependence, dependences, in_common};
use crate::places::shorten;
use crate::trace::ending;
use event::{Access, Step, Violation};
use source::Sources;

/// Draws the steps that matter, or all of them.
pub fn draw(graph: &mut Graph, violation: &Violation, sources: &Sources, style: Style) {
    let example = &violation.counterexample;
    let shown: Vec<(usize, &Step)> =
        example.steps.iter().enumerate().filter(|(_, it)| style.full_trace || it.matters).collect();
    let is_racing = |index: usize| example.racing.is_some_and(|(one, two)| index == one || index == two);
    let positions = shown.iter().map(|it| it.1.position).chain([example.position]);
    let with_file = several_files(positions);
    for (number, actor) in example.actors.iter().enumerate() {
        let own: Vec<_> = shown.iter().filter(|it| it.1.thread == actor.thread).collect();
        let fails = example.culprit == Some(actor.thread) && example.racing.is_none();
        if own.is_empty() && !fails {
            continue;
        }
        let head = if actor.function == actor.name { String::new() } else { format!(" {}", actor.function) };
        graph.open(&number.to_string(), &format!("{}{head}", actor.name));
        for &&(index, step) in &own {
            let label = format!("{}  {}{}", index + 1, words(step), place(step.position, with_file, sources));
            match is_racing(index) {
                true => graph.node(&id(index), &[("label", &label), ("color", RED), ("fillcolor", PALE_RED)]),
                false => graph.node(&id(index), &[("label", &label)]),
            }
        }
        let mut chain: Vec<String> = own.iter().map(|it| id(it.0)).collect();
        if fails {
            let words = ending(violation.property, example);
            let label = format!("✗ {words}\n{}", place(example.position, with_file, sources));
            graph.node("end", &[("label", &label), ("color", RED), ("fillcolor", PALE_RED), ("penwidth", "2")]);
            chain.push("end".to_owned());
        }
        for pair in chain.windows(2) {
            graph.edge(&pair[0], &pair[1], &[]);
        }
        graph.close();
    }
    let steps: Vec<&Step> = shown.iter().map(|it| it.1).collect();
    for Dependence { first, second } in dependences(&steps) {
        let (from, to) = (shown[first].0, shown[second].0);
        if is_racing(from) && is_racing(to) {
            continue;
        }
        let why = why(steps[first], steps[second]);
        let given = [("style", "dashed"), ("color", BLUE), ("fontcolor", BLUE), ("label", why.as_str())];
        graph.edge(&id(from), &id(to), &given);
    }
    // Accesses that race may have an order in this execution, by way of others; what matters is that it is no order of C.
    let is_shown = |index: usize| shown.iter().any(|it| it.0 == index);
    if let Some((one, two)) = example.racing.filter(|it| is_shown(it.0) && is_shown(it.1)) {
        let given = [("style", "bold"), ("color", RED), ("fontcolor", RED), ("label", "race"), ("dir", "both")];
        graph.edge(&id(one), &id(two), &given);
    }
}

fn id(index: usize) -> String {
    format!("step {}", index + 1)
}

/// What a step does, a line for each thing.
fn words(step: &Step) -> String {
    match step.effects.as_slice() {
        [] => "atomic section\n".to_owned(),
        effects => effects.iter().map(|it| shorten(&it.text, WIDEST_TEXT) + "\n").collect(),
    }
}

/// What two steps have in common.
fn why(first: &Step, second: &Step) -> String {
    if first.accesses.contains(&Access::Spawn(second.thread)) {
        return "starts".to_owned();
    }
    if second.accesses.contains(&Access::Join(first.thread)) {
        return "joins".to_owned();
    }
    in_common(first, second).unwrap_or_default()
}
