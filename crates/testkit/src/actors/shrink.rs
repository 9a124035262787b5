//! Makes a failing program small: takes away whatever can be taken away such that it still fails.

use super::generate::{Effect, Model, Statement};

/// The smallest program that can be reached by taking parts away, one after the other, such that `still_fails` holds. It
/// is asked about the text of each candidate and has to say no if that is no program.
pub fn shrink(model: Model, still_fails: &mut dyn FnMut(&str) -> bool) -> Model {
    let mut best = model;
    loop {
        let before = best.to_string().len();
        for pass in [drop_classes, drop_methods, drop_statements, drop_parameters, drop_fields, simplify] {
            let mut at = 0;
            // A candidate that is taken has another part at the same place.
            while let Some(candidate) = pass(&best, at) {
                let text = candidate.to_string();
                if text.len() < best.to_string().len() && still_fails(&text) {
                    best = candidate;
                } else {
                    at += 1;
                }
            }
        }
        if best.to_string().len() >= before {
            return best;
        }
    }
}

fn drop_classes(model: &Model, at: usize) -> Option<Model> {
    let mut model = model.clone();
    (at < model.classes.len()).then(|| {
        model.classes.remove(at);
        model
    })
}

fn drop_methods(model: &Model, at: usize) -> Option<Model> {
    let mut model = model.clone();
    let mut left = at;
    for class in &mut model.classes {
        if left < class.methods.len() {
            class.methods.remove(left);
            return Some(model);
        }
        left -= class.methods.len();
    }
    None
}

/// All lists of statements, outer ones first.
fn bodies(model: &mut Model, visit: &mut dyn FnMut(&mut Vec<Statement>) -> bool) {
    fn inside(body: &mut Vec<Statement>, visit: &mut dyn FnMut(&mut Vec<Statement>) -> bool) -> bool {
        visit(body) || body.iter_mut().flat_map(|it| it.inner_mut()).any(|it| inside(it, visit))
    }
    let classes = model.classes.iter_mut();
    let methods = classes.flat_map(|it| [&mut it.init].into_iter().chain(it.methods.iter_mut().map(|it| &mut it.body)));
    let _ = [&mut model.main].into_iter().chain(methods).any(|it| inside(it, visit));
}

/// Takes away a statement, or what is around other statements.
fn drop_statements(model: &Model, at: usize) -> Option<Model> {
    let mut model = model.clone();
    let mut left = at;
    let mut is_done = false;
    bodies(&mut model, &mut |body| {
        for index in 0..body.len() {
            let inner = body[index].inner().len();
            if left == 0 {
                body.remove(index);
                is_done = true;
            } else if left <= inner {
                let kept = body[index].inner()[left - 1].clone();
                body.splice(index..=index, kept);
                is_done = true;
            }
            if is_done {
                return true;
            }
            left -= 1 + inner;
        }
        false
    });
    is_done.then_some(model)
}

/// All effects.
fn effects(model: &mut Model, visit: &mut dyn FnMut(&mut Effect)) {
    bodies(model, &mut |body| {
        body.iter_mut().filter_map(Statement::effect_mut).for_each(&mut *visit);
        false
    });
}

/// Takes away a parameter of a method or a class, and the arguments for it.
fn drop_parameters(model: &Model, at: usize) -> Option<Model> {
    let mut model = model.clone();
    let mut left = at;
    for class in 0..model.classes.len() {
        let number = model.classes[class].number;
        if left < model.classes[class].parameters.len() {
            model.classes[class].parameters.remove(left);
            effects(&mut model, &mut |effect| {
                if let Effect::New { class, arguments, .. } = effect {
                    if *class == number && left < arguments.len() {
                        arguments.remove(left);
                    }
                }
            });
            return Some(model);
        }
        left -= model.classes[class].parameters.len();
        for method in 0..model.classes[class].methods.len() {
            let own = &mut model.classes[class].methods[method];
            if left < own.parameters.len() {
                own.parameters.remove(left);
                let name = own.name.clone();
                effects(&mut model, &mut |effect| {
                    if let Effect::Async { method, arguments, .. } | Effect::Sync { method, arguments, .. } = effect {
                        if *method == name && left < arguments.len() {
                            arguments.remove(left);
                        }
                    }
                });
                return Some(model);
            }
            left -= own.parameters.len();
        }
    }
    None
}

fn drop_fields(model: &Model, at: usize) -> Option<Model> {
    let mut model = model.clone();
    let mut left = at;
    for class in &mut model.classes {
        if left < class.fields.len() {
            class.fields.remove(left);
            return Some(model);
        }
        left -= class.fields.len();
    }
    None
}

/// Puts something shorter in the place of an expression, an effect or a guard.
fn simplify(model: &Model, at: usize) -> Option<Model> {
    let mut model = model.clone();
    let mut left = at;
    let mut is_done = false;
    let mut take = |count: usize| {
        let taken = (left < count).then_some(left);
        left = left.saturating_sub(if taken.is_some() { 0 } else { count });
        taken
    };
    bodies(&mut model, &mut |body| {
        for statement in body {
            match statement {
                Statement::Declare(_, effect)
                | Statement::Assign(_, effect)
                | Statement::Effect(effect)
                | Statement::Return(effect) => is_done = simpler_effect(effect, &mut take),
                Statement::Await(parts) => {
                    if let Some(which) = take(parts.len()) {
                        parts.remove(which);
                        is_done = true;
                    }
                }
                Statement::Assert(text) | Statement::If(text, ..) | Statement::While(text, _) => {
                    if let Some(which) = take(2) {
                        *text = ["True", "False"][which].to_owned();
                        is_done = true;
                    }
                }
                Statement::Repeat(_, times, _) => {
                    if take(1).is_some() {
                        *times = 1;
                        is_done = true;
                    }
                }
                Statement::Try { arms, .. } => {
                    if let Some(which) = take(arms.len()) {
                        arms.remove(which);
                        is_done = true;
                    }
                }
                Statement::Throw(_) | Statement::Suspend => {}
            }
            if is_done {
                return true;
            }
        }
        false
    });
    is_done.then_some(model)
}

fn simpler_effect(effect: &mut Effect, take: &mut impl FnMut(usize) -> Option<usize>) -> bool {
    const VALUES: [&str; 5] = ["0", "1", "True", "False", "null"];
    if let Some(which) = take(VALUES.len()) {
        *effect = Effect::Pure(VALUES[which].to_owned());
        return true;
    }
    match effect {
        Effect::Pure(_) | Effect::Get(_) => false,
        Effect::Async { arguments, .. } | Effect::Sync { arguments, .. } | Effect::New { arguments, .. } => {
            let which = take(arguments.len() * VALUES.len());
            if let Some(which) = which {
                arguments[which / VALUES.len()] = VALUES[which % VALUES.len()].to_owned();
            }
            which.is_some()
        }
    }
}
