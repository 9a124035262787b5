//! Property files of the software verification competition: one `CHECK( init(main()), LTL(…) )` per line.

use event::{Properties, Property};
use std::path::Path;

/// The properties that a file asks for, or what is wrong with it.
pub fn read(path: &Path) -> Result<Properties, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("the property file {} is not readable: {error}", path.display()))?;
    parse(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))
}

/// The properties of a text, or a line that is wrong and why.
fn parse(text: &str) -> Result<Properties, (usize, String)> {
    let mut properties = Properties::default();
    for (index, line) in text.lines().enumerate() {
        let words: String = line.split_whitespace().collect();
        if !words.is_empty() {
            properties.insert(check(&words).map_err(|message| (index + 1, message))?);
        }
    }
    if properties == Properties::default() { Err((1, "no property is asked for".to_owned())) } else { Ok(properties) }
}

/// The property of one line without blanks.
fn check(line: &str) -> Result<Property, String> {
    let parts = line.strip_prefix("CHECK(init(").and_then(|it| it.strip_suffix(')')?.split_once("()),"));
    let Some((function, formula)) = parts else {
        return Err("this is not of the form `CHECK( init(main()), LTL(…) )`".to_owned());
    };
    if function != "main" {
        return Err(format!("programs start at `main`, not at `{function}`"));
    }
    match formula {
        "LTL(G!call(reach_error()))" => Ok(Property::Reach),
        "LTL(G!data-race)" => Ok(Property::Race),
        "LTL(G!overflow)" => Ok(Property::Overflow),
        "LTL(Gvalid-free)" | "LTL(Gvalid-deref)" | "LTL(Gvalid-memtrack)" => Ok(Property::Memory),
        "LTL(G!deadlock)" => Ok(Property::Deadlock),
        other => Err(format!("`{other}` is not a property that can be checked")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<&'static str>, (usize, String)> {
        parse(text).map(|it| it.iter().map(Property::name).collect())
    }

    #[test]
    fn each_property_has_its_line() {
        let one = |formula: &str| names(&format!("CHECK( init(main()), LTL({formula}) )\n"));
        assert_eq!(one("G ! call(reach_error())"), Ok(vec!["reach"]));
        assert_eq!(one("G ! data-race"), Ok(vec!["race"]));
        assert_eq!(one("G ! overflow"), Ok(vec!["overflow"]));
        assert_eq!(one("G ! deadlock"), Ok(vec!["deadlock"]));
        for memory in ["valid-free", "valid-deref", "valid-memtrack"] {
            assert_eq!(one(&format!("G {memory}")), Ok(vec!["memory"]));
        }
    }

    #[test]
    fn lines_add_up() {
        let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\n\
                    CHECK(init(main()),LTL(G ! data-race))\n";
        assert_eq!(names(text), Ok(vec!["memory", "race"]));
    }

    #[test]
    fn whatever_else_is_an_error_at_its_line() {
        let line = |text: &str| names(text).err().map(|it| it.0);
        let good = "CHECK( init(main()), LTL(G ! overflow) )";
        assert_eq!(line(&format!("{good}\nCHECK( init(main()), LTL(F end) )")), Some(2));
        assert_eq!(line("CHECK( init(start()), LTL(G ! overflow) )"), Some(1));
        assert_eq!(line(&format!("\n\n{good} // really\n")), Some(3));
        assert_eq!(line("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"), Some(1));
        assert_eq!(line("\n"), Some(1));
    }

    #[test]
    fn a_file_that_is_not_there_is_an_error() {
        let message = read(Path::new("/nowhere/no-data-race.prp")).expect_err("there is no such file");
        assert!(message.contains("/nowhere/no-data-race.prp"), "{message}");
    }
}
