//! Makes a failing program small: takes away and simplifies whatever can be, such that it still fails.
//!
//! Greedy, and by numbers: each number is a change of the tree, coarse ones first, and one is kept if the text gets shorter
//! and the program still fails. What the text of a changed tree means is not looked at here: if it is no program any more,
//! it does not fail in the same way.

use super::print::{Form, text};
use super::tree::*;

/// The smallest program that can be reached. `still_fails` has to say no if a candidate is not a program.
pub fn shrink(program: Program, still_fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let weight = |it: &Program| text(it, Form::Preprocessed).len();
    let mut best = program;
    loop {
        let before = weight(&best);
        let mut number = 0;
        loop {
            let mut candidate = best.clone();
            let mut editor = Editor { left: number, is_done: false };
            editor.program(&mut candidate);
            if !editor.is_done {
                break;
            }
            if weight(&candidate) < weight(&best) && still_fails(&candidate) {
                // Another part is now at the same place.
                best = candidate;
            } else {
                number += 1;
            }
        }
        if weight(&best) >= before {
            return best;
        }
    }
}

/// Makes the change with a number.
struct Editor {
    left: usize,
    is_done: bool,
}

impl Editor {
    /// Whether the change that could be made now is the wanted one.
    fn is_now(&mut self) -> bool {
        if self.is_done {
            return false;
        }
        self.is_done = self.left == 0;
        self.left = self.left.saturating_sub(1);
        self.is_done
    }

    fn program(&mut self, program: &mut Program) {
        if program.unroll.is_some() && self.is_now() {
            program.unroll = None;
        }
        for size in [8, 4, 2, 1] {
            self.body(&mut program.main, &mut |it, body| it.drop_runs(body, size));
            for function in &mut program.functions {
                self.body(&mut function.body, &mut |it, body| it.drop_runs(body, size));
            }
        }
        self.body(&mut program.main, &mut Editor::simplify);
        for function in &mut program.functions {
            self.body(&mut function.body, &mut Editor::simplify);
            if function.parameter.is_some() && self.is_now() {
                function.parameter = None;
            }
        }
        for field in 0..program.fields.len() {
            if self.is_now() {
                program.fields[field] = Kind::Int;
            }
        }
        for object in &mut program.objects {
            self.object(object);
        }
    }

    /// Visits a list of statements, and then those inside.
    fn body(&mut self, body: &mut Vec<Statement>, visit: &mut dyn FnMut(&mut Editor, &mut Vec<Statement>)) {
        visit(self, body);
        for statement in body {
            for inner in statement.bodies_mut() {
                self.body(inner, visit);
            }
        }
    }

    /// Takes away so many statements that follow each other.
    fn drop_runs(&mut self, body: &mut Vec<Statement>, size: usize) {
        for first in 0..(body.len() + 1).saturating_sub(size) {
            if self.is_now() {
                body.drain(first..first + size);
                return;
            }
        }
        // A mutex that is locked and unlocked around others, and the like.
        if size == 2 {
            for (first, last) in (0..body.len()).flat_map(|first| (first + 2..body.len()).map(move |it| (first, it))) {
                if is_pair(&body[first], &body[last]) && self.is_now() {
                    body.remove(last);
                    body.remove(first);
                    return;
                }
            }
        }
    }

    fn simplify(&mut self, body: &mut Vec<Statement>) {
        for index in 0..body.len() {
            for inner in 0..body[index].bodies().len() {
                if self.is_now() {
                    let kept = body[index].bodies()[inner].clone();
                    body.splice(index..=index, kept);
                    return;
                }
            }
            self.statement(&mut body[index]);
        }
    }

    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::For(_, rounds, _) if *rounds > 1 && self.is_now() => *rounds -= 1,
            Statement::Store(place, value, _) if self.is_now() => {
                *statement = Statement::Assign(place.clone(), None, value.clone());
            }
            Statement::Assign(_, operator @ Some(_), _) if self.is_now() => *operator = None,
            Statement::Declare(_, LocalType::Integer(kind), _) if *kind != Kind::Int && self.is_now() => {
                *kind = Kind::Int;
            }
            Statement::Join(_, result @ Some(_)) if self.is_now() => *result = None,
            Statement::Return { by_exit: by_exit @ true, .. } if self.is_now() => *by_exit = false,
            _ => {}
        }
        let (values, places) = statement.parts_mut();
        values.into_iter().for_each(|it| self.expr(it));
        places.into_iter().for_each(|it| self.place(it));
    }

    fn expr(&mut self, expr: &mut Expr) {
        for part in 0..expr.parts_mut().0.len() {
            if self.is_now() {
                let kept = expr.parts_mut().0[part].clone();
                *expr = kept;
                return;
            }
        }
        for number in [0, 1] {
            if !matches!(expr, Expr::Number(0..=1) | Expr::Null) && self.is_now() {
                *expr = Expr::Number(number);
                return;
            }
        }
        match expr {
            Expr::Load(place, _) if self.is_now() => {
                *expr = Expr::Read(place.clone());
                return;
            }
            Expr::Nondet(kind) if *kind != Kind::Int && self.is_now() => *kind = Kind::Int,
            _ => {}
        }
        let (values, places) = expr.parts_mut();
        values.into_iter().for_each(|it| self.expr(it));
        places.into_iter().for_each(|it| self.place(it));
    }

    fn place(&mut self, place: &mut Place) {
        if let Place::Element(_, index) = place {
            self.expr(index);
        }
        if let Some(pointer) = place.pointer_mut() {
            self.place(pointer);
        }
    }

    fn object(&mut self, object: &mut Object) {
        if object.initial != Initial::Zero && self.is_now() {
            object.initial = Initial::Zero;
        }
        match &mut object.shape {
            Shape::Integer { is_atomic, .. } | Shape::Array { is_atomic, .. } | Shape::Pointer { is_atomic, .. }
                if *is_atomic && self.is_now() =>
            {
                *is_atomic = false;
            }
            Shape::Integer { kind, .. } | Shape::Array { kind, .. } if *kind != Kind::Int && self.is_now() => {
                *kind = Kind::Int;
            }
            Shape::Mutex(kind) if *kind != MutexKind::Normal && self.is_now() => *kind = MutexKind::Normal,
            _ => {}
        }
    }
}

/// Whether two statements belong together, such that one makes no sense without the other.
fn is_pair(first: &Statement, last: &Statement) -> bool {
    match (first, last) {
        (Statement::Lock(one), Statement::Unlock(other)) => one == other,
        (Statement::Spawn(one, ..), Statement::Join(other, _) | Statement::Detach(other)) => one == other,
        (Statement::Declare(local, LocalType::Handle, _), Statement::Spawn(Place::Local(other), ..)) => local == other,
        _ => false,
    }
}
