//! A violation as a SARIF result: where it is, what belongs to it, and a code flow that leads there.
//!
//! SARIF has a flow for each thread, and one number that orders the locations of all of them: that of the step. What does not
//! matter is there as well, and marked as unimportant.

use super::places::{location, message};
use super::rules::{rule_id, rule_index};
use event::{Actor, Counterexample, Effect, Manner, Step, Violation};
use serde_json::{Map, Value, json};
use source::Sources;
use std::collections::BTreeSet;

/// A violation.
pub fn result(violation: &Violation, sources: &Sources) -> Value {
    let Violation { property, counterexample: example } = violation;
    let mut result = json!({
        "ruleId": rule_id(*property, example.fault),
        "ruleIndex": rule_index(*property, example.fault),
        "kind": "fail",
        "level": "error",
        "message": message(&text(example)),
        "locations": location(example.position, sources).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related(example, sources),
    });
    if let Some(code) = example.code() {
        result["properties"] = json!({ "code": code });
    }
    let flows = thread_flows(example, sources);
    if !flows.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": flows }]);
    }
    result
}

/// What is wrong, what the condition was made of, and what would have made the difference.
fn text(example: &Counterexample) -> String {
    let mut text = example.summary.clone();
    for operand in &example.operands {
        text.push_str(&format!("\n{} is {}", operand.name, operand.value));
    }
    for detail in example.details.iter().filter(|it| !it.position.is_some()) {
        text.push_str(&format!("\n{}", detail.text));
    }
    if let Some(passing) = &example.passing {
        text.push_str(&format!("\nit does not happen if {}", passing.text));
    }
    text
}

/// Who waits where, where the object was freed, the other access of a race.
fn related(example: &Counterexample, sources: &Sources) -> Vec<Value> {
    let details = example.details.iter().map(|it| (it.position, it.text.as_str()));
    let racing = example.racing.into_iter().flat_map(|(one, two)| [one, two]);
    let accesses = racing.filter_map(|it| example.steps.get(it));
    let accesses = accesses.flat_map(|it| &it.effects).map(|it| (it.position, it.text.as_str()));
    let places = details.chain(accesses).filter_map(|(position, text)| {
        let mut place = location(position, sources)?;
        place["message"] = message(text);
        Some(place)
    });
    let numbered = places.enumerate().map(|(index, mut place)| {
        place["id"] = (index + 1).into();
        place
    });
    numbered.collect()
}

/// One flow for each thread that does something.
fn thread_flows(example: &Counterexample, sources: &Sources) -> Vec<Value> {
    let flow = |actor: &Actor| {
        let steps = example.steps.iter().enumerate().filter(|it| it.1.thread == actor.thread);
        let mut locations: Vec<Value> = steps.map(|(index, it)| flow_location(index, it, sources)).collect();
        if example.culprit == Some(actor.thread) {
            locations.push(end(example, sources));
        }
        let name = if actor.function == actor.name { String::new() } else { format!(" {}", actor.function) };
        (!locations.is_empty()).then(|| {
            json!({
                "id": actor.name,
                "message": message(&format!("{}{name}", actor.name)),
                "locations": locations,
            })
        })
    };
    example.actors.iter().filter_map(flow).collect()
}

/// A step. One that does several things is one location: they happen at once.
fn flow_location(index: usize, step: &Step, sources: &Sources) -> Value {
    let texts: Vec<&str> = step.effects.iter().map(|it| it.text.as_str()).collect();
    let text = if texts.is_empty() { "atomic section".to_owned() } else { texts.join("; ") };
    let mut place = location(step.position, sources).unwrap_or_else(|| json!({}));
    place["message"] = message(&text);
    place["logicalLocations"] = json!([{ "name": step.function, "kind": "function" }]);
    let mut value = json!({
        "location": place,
        "executionOrder": index + 1,
        "importance": if step.matters { "essential" } else { "unimportant" },
    });
    let kinds = kinds(&step.effects);
    if !kinds.is_empty() {
        value["kinds"] = json!(kinds);
    }
    let state = state(&step.effects);
    if !state.is_empty() {
        value["state"] = state.into();
    }
    value
}

/// Where the thread fails.
fn end(example: &Counterexample, sources: &Sources) -> Value {
    let mut place = location(example.position, sources).unwrap_or_else(|| json!({}));
    place["message"] = message(&example.summary);
    json!({
        "location": place,
        "executionOrder": example.steps.len() + 1,
        "importance": "essential",
        "kinds": ["danger"],
    })
}

/// What SARIF calls the operations of a step that it has words for.
fn kinds(effects: &[Effect]) -> BTreeSet<&'static str> {
    let words = |manner: Manner| -> &[&'static str] {
        match manner {
            Manner::Lock => &["acquire", "lock"],
            Manner::Unlock => &["release", "lock"],
            Manner::End => &["release", "memory"],
            Manner::Read | Manner::Write | Manner::Update => &[],
        }
    };
    effects.iter().filter_map(|it| it.touch.as_ref()).flat_map(|it| words(it.manner)).copied().collect()
}

/// What the variables that a step touches hold afterwards, where that is known.
fn state(effects: &[Effect]) -> Map<String, Value> {
    let touches = effects.iter().filter_map(|it| it.touch.as_ref());
    touches.filter_map(|it| Some((it.variable.clone(), message(it.after.as_ref()?)))).collect()
}
