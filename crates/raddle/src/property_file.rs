//! Property files of the software verification competition: one `CHECK( init(main()), LTL(…) )` per line.

use crate::load::read_regular;
use crate::witness::specification::Formula;
use event::Properties;
use std::path::Path;

/// The properties that a file asks for, or what is wrong with it.
pub fn read(path: &Path) -> Result<Properties, String> {
    Ok(formulas(path)?.iter().flat_map(|it| it.property()).copied().collect())
}

/// The formulas of a file, or what is wrong with it.
pub fn formulas(path: &Path) -> Result<Vec<Formula>, String> {
    let text =
        read_regular(path).map_err(|why| format!("the property file {} is not readable: {why}", path.display()))?;
    Formula::all_of(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::Property;

    fn names(text: &str) -> Result<Vec<&'static str>, (usize, String)> {
        let formulas = Formula::all_of(text)?;
        let properties: Properties = formulas.iter().flat_map(|it| it.property()).copied().collect();
        Ok(properties.iter().map(Property::name).collect())
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
