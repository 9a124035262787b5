//! Shapes of final states.

use abs::FinalState;
use testkit::states::shape_of;

fn shape(objects: &[&str]) -> Vec<String> {
    shape_of(&FinalState { objects: objects.iter().map(|it| (*it).to_owned()).collect(), tasks: Vec::new() })
}

#[test]
fn states_that_differ_in_names_have_one_shape() {
    let one = shape(&["A:0#0 x = 1", "A:0#1 x = 2", "B:0#2 y = A:0#1"]);
    let same = shape(&["A:0#5 x = 2", "A:0.1#0 x = 1", "B:0#2 y = A:0#5"]);
    let other = shape(&["A:0#0 x = 1", "A:0#1 x = 2", "B:0#2 y = A:0#0"]);
    assert_eq!(one, same);
    assert_ne!(one, other);
}
