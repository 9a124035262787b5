//! Random actor programs, small enough for brute force.
//!
//! Programs end: methods are in one order, and a method calls only those behind it. How many steps a call leads to is
//! added up on the way, and a body stops calling when it has used what it was given.
//!
//! `tree` is what programs are made of, `print` gives their texts, `body` makes statements, `values` what is in them.

mod body;
mod print;
mod tree;
mod values;

pub use tree::{Class, Effect, Method, Model, Statement, Type, Variable};

use body::Writer;
use fastrand::Rng;

/// How large programs are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// About how many steps an execution has.
    pub steps: u32,
    /// Whether there are loops that may not end, and values of data are compared.
    pub circles: bool,
}

impl Default for Size {
    fn default() -> Self {
        Size { steps: 9, circles: false }
    }
}

/// What is known of a method before its body is.
#[derive(Clone, Debug)]
struct Head {
    class: usize,
    name: String,
    returns: bool,
    parameters: Vec<Variable>,
    /// How many steps a call leads to; known once the body is.
    cost: u32,
}

/// What is known of a class before its methods are.
#[derive(Clone, Debug)]
struct Outline {
    parameters: Vec<Variable>,
    fields: Vec<(Variable, String)>,
    /// Something starts when an object is made, so tasks do not make any.
    is_active: bool,
}

/// What there is most of in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Style {
    /// Everything.
    #[default]
    Mixed,
    /// Few objects, tasks that wait for conditions, and changes that make them hold and fail.
    Conditions,
    /// Futures that are awaited and got, in fields and arguments.
    Futures,
}

/// What is known of a program on the way.
#[derive(Clone, Debug, Default)]
struct Plan {
    style: Style,
    circles: bool,
    classes: Vec<Outline>,
    /// In the order in which they may call each other.
    heads: Vec<Head>,
}

/// The program of a seed.
pub fn program(seed: u64, size: &Size) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut plan = Plan { style: style(&mut rng), circles: size.circles, ..Plan::default() };
    let most = if plan.style == Style::Conditions { 1 } else { 3 };
    let count = rng.usize(1..=most) + usize::from(rng.bool());
    for class in 0..count {
        let outline = outline(&mut rng, class, count);
        plan.classes.push(outline);
    }
    for class in 0..count {
        for number in 0..rng.usize(1..=3) {
            let parameters = (0..rng.usize(0..=2)).map(|it| parameter(&mut rng, it, count)).collect();
            let name = format!("m{class}{number}");
            plan.heads.push(Head { class, name, returns: rng.u32(0..4) > 0, parameters, cost: 1 });
        }
        if plan.classes[class].is_active && rng.bool() {
            plan.heads.push(Head { class, name: "run".into(), returns: false, parameters: Vec::new(), cost: 1 });
        }
    }
    rng.shuffle(&mut plan.heads);
    let mut classes: Vec<Class> = plan.classes.iter().enumerate().map(|(number, it)| class_of(number, it)).collect();
    for index in (0..plan.heads.len()).rev() {
        let budget = rng.u32(0..=size.steps / 2);
        let (body, cost) = Writer::method(&mut rng, &plan, index, budget);
        plan.heads[index].cost = cost;
        let Head { class, name, returns, parameters, .. } = plan.heads[index].clone();
        classes[class].methods.push(Method { name, returns, parameters, body });
    }
    for (class, outline) in plan.classes.iter().enumerate() {
        if outline.is_active {
            classes[class].init = Writer::init(&mut rng, &plan, class);
        }
    }
    let steps = rng.u32(size.steps / 2..=size.steps);
    let main = Writer::main(&mut rng, &plan, steps);
    Model { classes, main }
}

fn style(rng: &mut Rng) -> Style {
    match rng.u32(0..4) {
        0..=1 => Style::Mixed,
        2 => Style::Conditions,
        _ => Style::Futures,
    }
}

fn class_of(number: usize, outline: &Outline) -> Class {
    let Outline { parameters, fields, .. } = outline.clone();
    Class { number, parameters, fields, ..Class::default() }
}

fn outline(rng: &mut Rng, class: usize, count: usize) -> Outline {
    let variable = |of: Type, name: &str| Variable { of, name: format!("{name}{class}") };
    let mut parameters = Vec::new();
    if rng.u32(0..3) > 0 {
        // Mostly one of an earlier class, which the main block has made before.
        let of = if rng.u32(0..6) == 0 { rng.usize(0..count) } else { rng.usize(0..class.max(1)) };
        parameters.push(variable(Type::Object(of), "peer"));
    }
    if rng.u32(0..4) == 0 {
        parameters.push(variable(Type::Int, "k"));
    }
    let mut fields = vec![(variable(Type::Int, "x"), rng.u32(0..2).to_string())];
    if rng.bool() {
        fields.push((variable(Type::Int, "y"), rng.u32(0..2).to_string()));
    }
    if rng.u32(0..3) == 0 {
        fields.push((variable(Type::Bool, "b"), if rng.bool() { "True" } else { "False" }.to_owned()));
    }
    if rng.u32(0..3) == 0 {
        fields.push((variable(Type::Future, "f"), "null".to_owned()));
    }
    if rng.u32(0..5) == 0 {
        fields.push((variable(Type::Object(rng.usize(0..count)), "other"), "null".to_owned()));
    }
    Outline { parameters, fields, is_active: rng.u32(0..6) == 0 }
}

fn parameter(rng: &mut Rng, index: usize, classes: usize) -> Variable {
    let of = match rng.u32(0..10) {
        0..=4 => Type::Int,
        5 => Type::Bool,
        6..=7 => Type::Future,
        _ => Type::Object(rng.usize(0..classes)),
    };
    Variable { of, name: format!("p{index}") }
}
