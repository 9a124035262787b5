//! Whether a JSON document is what a schema demands. Tests ask this, and nothing that is shipped.
//!
//! It is a crate so that it can be built without optimisation (see the profiles of the workspace): the validator is generic, every
//! test that named it would be built with its own copy, and all of that took two minutes for some hundred small documents.

use serde_json::Value;

/// A schema that documents can be compared with.
#[derive(Debug)]
pub struct Schema(jsonschema::Validator);

impl Schema {
    /// Reads a schema; an error says why it is none.
    pub fn new(schema: &Value) -> Result<Schema, String> {
        let validator = jsonschema::options().should_validate_formats(true).build(schema);
        validator.map(Schema).map_err(|it| it.to_string())
    }

    /// Whether nothing is wrong with a document: the same, and faster.
    pub fn is_valid(&self, document: &Value) -> bool {
        self.0.is_valid(document)
    }

    /// What is wrong with a document.
    pub fn objections(&self, document: &Value) -> Vec<String> {
        self.0.iter_errors(document).map(|it| format!("{}: {it}", it.instance_path())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Schema;
    use serde_json::json;

    #[test]
    fn objections_name_the_place() {
        let schema = Schema::new(&json!({ "properties": { "a": { "type": "integer" } }, "required": ["b"] }));
        let schema = schema.expect("a schema");
        assert_eq!(schema.objections(&json!({ "a": 1, "b": 2 })), Vec::<String>::new());
        let wrong = schema.objections(&json!({ "a": "x" }));
        assert!(!schema.is_valid(&json!({ "a": "x" })));
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong.iter().any(|it| it.starts_with("/a: ")), "{wrong:?}");
    }

    #[test]
    fn what_is_no_schema_is_refused() {
        assert!(Schema::new(&json!({ "type": "no such type" })).is_err());
    }
}
