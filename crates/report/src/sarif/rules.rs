//! The rules of SARIF: one for each property, and one for each way to violate it, below the property: `memory/double-free`.

use event::{Fault, Property};
use serde_json::{Value, json};

/// What a violation is a violation of.
pub fn rule_id(property: Property, fault: Option<Fault>) -> String {
    match fault {
        Some(fault) => format!("{property}/{}", fault.word()),
        None => property.name().to_owned(),
    }
}

/// All rules, in an order that does not depend on the answer.
pub fn rules() -> Vec<Value> {
    let properties = Property::ALL.into_iter().map(|it| rule(rule_id(it, None), meaning(it)));
    let faults = Fault::ALL.into_iter().map(|it| rule(rule_id(it.property(), Some(it)), it.name()));
    properties.chain(faults).collect()
}

/// Where a rule is in the list.
pub fn rule_index(property: Property, fault: Option<Fault>) -> usize {
    let count = Property::ALL.len();
    let index = match fault {
        Some(fault) => Fault::ALL.iter().position(|&it| it == fault).map(|it| count + it),
        None => Property::ALL.iter().position(|&it| it == property),
    };
    index.expect("all properties and faults are listed")
}

fn rule(id: String, text: &str) -> Value {
    json!({
        "id": id,
        "name": name(&id),
        "shortDescription": { "text": text },
        "defaultConfiguration": { "level": "error" },
    })
}

/// `memory/double-free` as `MemoryDoubleFree`.
fn name(id: &str) -> String {
    let words = id.split(['/', '-']);
    let large = |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
    words.map(large).collect::<Vec<String>>().concat()
}

/// What violates a property.
fn meaning(property: Property) -> &'static str {
    match property {
        Property::Reach => "an assertion that fails, or a call of reach_error",
        Property::Deadlock => "threads or tasks that wait for ever",
        Property::Memory => "an invalid access to memory, or the misuse of a library object",
        Property::Overflow => "signed overflow, division by zero, or a bad shift or conversion",
        Property::Race => "two accesses to the same bytes, one a write and one not atomic, that nothing orders",
        Property::Exception => "an exception that ends a task without anybody getting it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_where_its_index_says() {
        let rules = rules();
        let properties = Property::ALL.into_iter().map(|it| (it, None));
        let faults = Fault::ALL.into_iter().map(|it| (it.property(), Some(it)));
        for (property, fault) in properties.chain(faults) {
            assert_eq!(rules[rule_index(property, fault)]["id"], rule_id(property, fault).as_str());
        }
        let ids: std::collections::BTreeSet<_> = rules.iter().map(|it| it["id"].to_string()).collect();
        assert_eq!(ids.len(), rules.len());
        assert_eq!(rules[rule_index(Property::Memory, Some(Fault::DoubleFree))]["name"], "MemoryDoubleFree");
    }
}
