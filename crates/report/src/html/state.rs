//! What is known at each stop: what is in the variables, who holds which mutex, and what the threads are doing. All of it is
//! read off the steps; where they do not tell, nothing is said.

use super::markup::Markup;
use super::run::Run;
use crate::values::{Known, Values};
use event::{Access, Manner, Step, ThreadId};
use serde_json::{Value, json};

/// What was the case since which stop on, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Since {
    pub stop: usize,
    pub text: String,
}

/// What a thread is doing, from when on. At first it is not there, unless it is the first one.
pub fn doings(run: &Run<'_>, thread: ThreadId) -> Vec<Since> {
    let is_first = run.actors.first().is_some_and(|it| it.thread == thread);
    let mut list = vec![Since { stop: 0, text: if is_first { "runs" } else { "not started" }.to_owned() }];
    let mut held: Vec<String> = Vec::new();
    for (stop, step) in run.steps.iter().enumerate() {
        let text = if step.accesses.contains(&Access::Spawn(thread)) {
            "started".to_owned()
        } else if is_joined(thread, step) {
            "ended".to_owned()
        } else if step.thread == thread {
            hold(&mut held, step);
            doing(run, step, &held)
        } else {
            continue;
        };
        if list.last().is_none_or(|it| it.text != text) {
            list.push(Since { stop, text });
        }
    }
    if let Some(end) = run.ends.iter().find(|it| it.thread == thread) {
        let holds = if held.is_empty() { String::new() } else { format!(", holds {}", held.join(", ")) };
        list.push(Since { stop: run.steps.len(), text: format!("{}{holds}", end.text) });
    }
    // Whoever does not wait in a deadlock has come to its end.
    let waits = run.ends.iter().any(|it| it.thread == thread);
    let ran = list.last().is_some_and(|it| it.text.starts_with("runs"));
    if run.is_deadlock && !run.ends.is_empty() && ran && !waits {
        list.push(Since { stop: run.steps.len(), text: "ended".to_owned() });
    }
    list
}

/// Whether somebody goes on in a step because a thread has ended.
fn is_joined(thread: ThreadId, step: &Step) -> bool {
    step.accesses.contains(&Access::Join(thread)) || step.accesses.contains(&Access::Follow(thread))
}

/// What a thread is doing after a step of its own. A task says whether it waits or has answered.
fn doing(run: &Run<'_>, step: &Step, held: &[String]) -> String {
    let actor = &run.actors[run.number(step.thread)];
    let method = if actor.name == "main" { "main" } else { actor.function.rsplit('.').next().unwrap_or_default() };
    let last = step.effects.last().map_or("", |it| it.text.as_str());
    if run.diagram.is_some() && last.starts_with("waits ") {
        return last.to_owned();
    }
    if run.diagram.is_some() && last.strip_prefix(method).is_some_and(|it| it.starts_with(": ")) {
        return "ended".to_owned();
    }
    if held.is_empty() { "runs".to_owned() } else { format!("runs, holds {}", held.join(", ")) }
}

/// Which mutexes the thread of a step holds after it.
fn hold(held: &mut Vec<String>, step: &Step) {
    for touch in step.effects.iter().filter_map(|it| it.touch.as_ref()) {
        match touch.manner {
            // A mutex that was only tried is not held.
            Manner::Lock if touch.after.is_some() => held.push(touch.variable.clone()),
            Manner::Unlock => {
                if let Some(at) = held.iter().rposition(|it| *it == touch.variable) {
                    held.remove(at);
                }
            }
            Manner::Lock | Manner::Read | Manner::Write | Manner::Update | Manner::End => {}
        }
    }
}

/// The tables as they are at the last stop; the script changes them.
pub fn tables(run: &Run<'_>) -> Markup {
    let values = Values::of(run.actors, run.steps);
    let mut html = Markup::new();
    html.element("h3", &[], "Variables");
    if values.is_empty() {
        html.element("p", &[("class", &"nothing")], "No variable is touched.");
    } else {
        html.open("table", &[("class", &"variables")]);
        head(&mut html, &["variable", "value", "changed"]);
        html.open("tbody", &[]);
        for variable in 0..values.len() {
            let (value, changed) = match values.after(variable, run.steps.len()) {
                Known::Value { value, changed } => (value, changed.map_or_else(String::new, |it| by(run, it))),
                Known::Untouched(value) => (value, String::new()),
                Known::Nothing => ("", String::new()),
            };
            html.open("tr", &[("data-variable", &variable)]);
            html.open("th", &[("scope", &"row")]).element("code", &[], values.name(variable)).close();
            html.open("td", &[("class", &"value")]).element("code", &[], value).close();
            html.element("td", &[("class", &"changed")], &changed).close();
        }
        html.close().close();
    }
    html.element("h3", &[], if run.diagram.is_some() { "Tasks" } else { "Threads" });
    html.open("table", &[("class", &"threads")]);
    head(&mut html, &[if run.diagram.is_some() { "task" } else { "thread" }, "state", "line"]);
    html.open("tbody", &[]);
    for (number, actor) in run.actors.iter().enumerate() {
        let doing = doings(run, actor.thread).pop().map_or_else(String::new, |it| it.text);
        html.open("tr", &[("data-thread", &number)]);
        html.open("th", &[("scope", &"row")]);
        html.element("span", &[("class", &format!("pill lane-{}", run.colour(actor.thread)))], run.name(actor.thread));
        if run.diagram.is_none() && actor.function != actor.name {
            html.text(" ").element("code", &[], &actor.function);
        }
        html.close().element("td", &[("class", &"doing")], &doing);
        html.element("td", &[("class", &"at")], "").close();
    }
    html.close().close();
    html
}

fn head(html: &mut Markup, names: &[&str]) {
    html.open("thead", &[]).open("tr", &[]);
    for name in names {
        html.element("th", &[("scope", &"col")], name);
    }
    html.close().close();
}

/// When something was changed, and by whom.
fn by(run: &Run<'_>, (thread, step): (ThreadId, usize)) -> String {
    format!("step {}, {}", step + 1, run.name(thread))
}

/// The variables for the script: what is in each from which stop on.
pub fn variables(run: &Run<'_>) -> Vec<Value> {
    let values = Values::of(run.actors, run.steps);
    let variable = |index: usize| {
        let moments: Vec<Value> = values
            .moments(index)
            .iter()
            .map(|it| json!([it.step + 1, it.value, it.changed, by(run, (it.thread, it.step))]))
            .collect();
        json!({ "first": values.first(index), "moments": moments })
    };
    (0..values.len()).map(variable).collect()
}

/// The threads for the script: what each is doing from which stop on.
pub fn threads(run: &Run<'_>) -> Vec<Value> {
    let thread = |actor: &event::Actor| {
        let doings: Vec<Value> = doings(run, actor.thread).iter().map(|it| json!([it.stop + 1, it.text])).collect();
        json!({ "name": run.name(actor.thread), "colour": run.colour(actor.thread), "doings": doings })
    };
    run.actors.iter().map(thread).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tests::{actors, effect, example, steps};
    use event::Property;

    fn told(run: &Run<'_>, thread: u32) -> Vec<(usize, String)> {
        doings(run, ThreadId(thread)).into_iter().map(|it| (it.stop, it.text)).collect()
    }

    #[test]
    fn threads_are_started_hold_mutexes_and_end() {
        let example = example();
        let run = Run::violating(Property::Reach, &example);
        let expected = [(0, "not started"), (0, "started"), (2, "runs, holds m"), (4, "runs"), (9, "ended")];
        assert_eq!(told(&run, 1), expected.map(|(stop, text)| (stop, text.to_owned())));
        let expected = [(0, "runs"), (11, "assertion failed")];
        assert_eq!(told(&run, 0), expected.map(|(stop, text)| (stop, text.to_owned())));
    }

    #[test]
    fn a_mutex_that_was_only_tried_is_not_held() {
        let (actors, mut steps) = (actors(3), steps());
        steps[2].effects[0] = effect(2, "tries m", Some(("m", Manner::Lock, "held", "held")));
        let touch = steps[2].effects[0].touch.as_mut().expect("a touch");
        touch.after = None;
        let run = Run::passing(&actors, &steps);
        assert!(told(&run, 1).iter().all(|it| !it.1.contains("holds")), "{:?}", told(&run, 1));
    }

    #[test]
    fn the_tables_and_the_script_are_told_the_same() {
        let example = example();
        let run = Run::violating(Property::Reach, &example);
        let variables = variables(&run);
        // The mutex, then the variable, in the order in which they are touched.
        assert_eq!(variables[1]["first"], "0");
        assert_eq!(variables[1]["moments"][0], json!([4, "1", true, "step 4, T1"]));
        assert_eq!(variables[0]["moments"][0], json!([3, "held by T1", true, "step 3, T1"]));
        let html = tables(&run).finish();
        assert!(
            html.contains("<td class=\"value\"><code>1</code></td><td class=\"changed\">step 4, T1</td>"),
            "{html}"
        );
        assert!(html.contains("<td class=\"doing\">assertion failed</td>"), "{html}");
    }
}
