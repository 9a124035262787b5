//! Functions that are called and variables that are used, and that no file of the program defines.
//!
//! By default they are errors; but a function may be mentioned that is only ever called through pointers, if at all: what
//! follows such a call is not followed, and the verdict says so. With `--externals` such a function gets a body: it returns 0, or any value, and changes
//! nothing; such a variable starts as 0, or with any value. Each is named in the scope of the verdict.

use super::types::{INT, is_integer, pointer_to};
use super::{Sema, files};
use crate::tree::{Builtin, Expr, ExprKind, FunctionId, Stmt, StmtKind, Storage, Type, Variable, VariableId};
use crate::{Externals, codes};
use source::Span;

/// How many bytes the object of an undefined function has if its type does not say.
const UNKNOWN_BYTES: u32 = 1024;

impl Sema<'_> {
    /// Whether a function without a body can be called all the same; reported if not.
    pub(super) fn accepts_external(&mut self, name: &str, span: Span) -> bool {
        if self.externals != Externals::Refuse {
            return true;
        }
        let message = format!("unknown function `{name}`: its effect is not known");
        let help = "--externals havoc lets it return any value, --externals stub lets it return 0";
        self.diagnostics.error(codes::UNKNOWN_FUNCTION, span, message).note(Span::NONE, help);
        false
    }

    /// A direct call of a function that has no body. What it returns is chosen where it is called: so choices that matter
    /// in one way only are few.
    pub(super) fn external_call(&self, call: Expr) -> Expr {
        let Expr { kind, ty, span } = call;
        let kind = match kind {
            ExprKind::Comma(first, rest) => ExprKind::Comma(first, Box::new(self.external_call(*rest))),
            ExprKind::Call { arguments, .. } if self.externals == Externals::Havoc && is_integer(&ty) => {
                let ignore = ExprKind::Builtin(Builtin::Ignore, arguments);
                let ignore = Expr { kind: ignore, ty: Type::Void, span };
                let any = Expr { kind: ExprKind::Builtin(Builtin::Nondet, Vec::new()), ty: ty.clone(), span };
                ExprKind::Comma(Box::new(ignore), Box::new(any))
            }
            kind => kind,
        };
        Expr { kind, ty, span }
    }

    /// Gives a body to every function that is referred to and has none.
    pub(super) fn missing_functions(&mut self) {
        for index in 0..self.functions.len() {
            let key = &self.function_keys[index];
            if self.functions[index].body.is_none() && !super::library::is_known(files::name(key)) {
                self.define_external(FunctionId(index as u32));
            }
        }
    }

    fn define_external(&mut self, id: FunctionId) {
        let function = &self.functions[id.0 as usize];
        let (name, signature, span) = (function.name.clone(), function.signature.clone(), function.span);
        let parameters = signature.parameters.iter().map(|it| self.automatic("", it.clone(), span)).collect();
        let (body, returns) = self.external_body(&name, &signature.result, span);
        self.here = span;
        self.approximate(match self.externals {
            Externals::Refuse => {
                format!("`{name}` is not defined: who calls it through a pointer is followed no further")
            }
            Externals::Havoc | Externals::Stub => {
                format!("`{name}` is not defined: its calls {returns}change nothing")
            }
        });
        let function = &mut self.functions[id.0 as usize];
        function.parameters = parameters;
        function.body = Some(body);
    }

    /// What an undefined function does, and the words for it.
    fn external_body(&mut self, name: &str, result: &Type, span: Span) -> (Vec<Stmt>, String) {
        let zero = "return 0 and ".to_owned();
        if self.externals == Externals::Refuse {
            let stop = Expr { kind: ExprKind::Builtin(Builtin::Cut, Vec::new()), ty: Type::Void, span };
            return (vec![Stmt { kind: StmtKind::Expr(stop), span }], String::new());
        }
        let value = match (result, self.externals) {
            (Type::Void, _) => return (Vec::new(), String::new()),
            (ty, Externals::Stub | Externals::Refuse) => return (returns_zero(ty, span), zero),
            (Type::Pointer(object), Externals::Havoc) => return self.external_pointer(name, object, span),
            (ty, Externals::Havoc) if is_integer(ty) => {
                Expr { kind: ExprKind::Builtin(Builtin::Nondet, Vec::new()), ty: ty.clone(), span }
            }
            (ty, Externals::Havoc) => return (returns_zero(ty, span), zero),
        };
        (vec![Stmt { kind: StmtKind::Return(Some(value)), span }], "return any value and ".to_owned())
    }

    /// Null, or the address of an object that belongs to the function: always the same one, so that nothing is lost of
    /// what two threads do to what it returns.
    fn external_pointer(&mut self, name: &str, object: &Type, span: Span) -> (Vec<Stmt>, String) {
        let constant = |value: u64, ty: Type| Expr { kind: ExprKind::Constant(value), ty, span };
        if matches!(object, Type::Function(_)) {
            let null = returns_zero(&Type::Pointer(std::rc::Rc::new(object.clone())), span);
            return (null, "return null and ".to_owned());
        }
        let ty = match self.size(object) {
            Some(size) if size > 0 && u64::from(size) < self.model.max_object_size() => object.clone(),
            _ => Type::Array(std::rc::Rc::new(Type::Int { bits: 8, signed: true }), Some(UNKNOWN_BYTES)),
        };
        self.use_type(&ty);
        let words = match self.size(object) {
            Some(size) if size > 0 => "an object of its own that starts as 0".to_owned(),
            _ => format!("an object of its own of {UNKNOWN_BYTES} bytes that start as 0"),
        };
        let own = self.add_variable(Variable {
            name: "object".to_owned(),
            ty: ty.clone(),
            storage: Storage::Static,
            owner: Some(name.to_owned()),
            addressed: true,
            constant: false,
            value: None,
            init: Vec::new(),
            flexible: 0,
            span,
        });
        let pointer = pointer_to(object.clone());
        let place = Expr { kind: ExprKind::Variable(own), ty, span };
        let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer.clone(), span };
        let any = Expr { kind: ExprKind::Builtin(Builtin::Nondet, Vec::new()), ty: Type::Bool, span };
        let condition = Box::new(self.convert(any, &INT));
        let null = Box::new(constant(0, pointer.clone()));
        let kind = ExprKind::Conditional(condition, Box::new(address), null);
        let value = Expr { kind, ty: pointer, span };
        let body = vec![Stmt { kind: StmtKind::Return(Some(value)), span }];
        (body, format!("return null or the address of {words}, always the same one, and "))
    }

    /// Reports every variable that is used and not defined, or says how it starts.
    pub(super) fn missing_variables(&mut self) {
        let missing = self.globals.iter().filter(|it| !it.1.defined);
        let mut missing: Vec<(String, Span)> = missing.filter_map(|it| Some((it.0.clone(), it.1.used?))).collect();
        missing.sort();
        let mut first = Vec::new();
        for (key, span) in missing {
            let name = files::name(&key);
            if self.externals == Externals::Refuse {
                let message = format!("`{name}` is declared but defined nowhere");
                let help = "--externals havoc lets it start with any value, --externals stub lets it start as 0";
                self.diagnostics.error(codes::NOT_DEFINED, span, message).note(Span::NONE, help);
                continue;
            }
            let id = self.global_id(&key);
            let ty = self.variables[id.0 as usize].ty.clone();
            self.variables[id.0 as usize].ty = self.object_type(&ty, span, name);
            let havoc = self.externals == Externals::Havoc && is_integer(super::types::plain(&ty));
            self.here = span;
            let how = if havoc { "with any value" } else { "as 0" };
            self.approximate(format!("`{name}` is defined nowhere: it starts {how}"));
            if havoc {
                first.push(self.external_value(id, &ty, span));
            }
        }
        let main = self.functions.iter_mut().find(|it| it.name == "main");
        if let Some(body) = main.and_then(|it| it.body.as_mut()) {
            body.splice(0..0, first);
        }
    }

    /// Gives a variable its first value, as the first thing in `main`.
    fn external_value(&mut self, id: VariableId, ty: &Type, span: Span) -> Stmt {
        self.variables[id.0 as usize].constant = false;
        let ty = super::types::plain(ty).clone();
        let any = Expr { kind: ExprKind::Builtin(Builtin::Nondet, Vec::new()), ty: ty.clone(), span };
        let place = Expr { kind: ExprKind::Variable(id), ty: ty.clone(), span };
        let store = Expr { kind: ExprKind::Assign(Box::new(place), Box::new(any)), ty, span };
        Stmt { kind: StmtKind::Expr(store), span }
    }
}

/// The body of a function whose result is 0, if that is a number or an address.
fn returns_zero(ty: &Type, span: Span) -> Vec<Stmt> {
    if !matches!(ty, Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_)) {
        return Vec::new();
    }
    let zero = Expr { kind: ExprKind::Constant(0), ty: ty.clone(), span };
    vec![Stmt { kind: StmtKind::Return(Some(zero)), span }]
}
