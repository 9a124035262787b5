//! Types: what specifiers and declarators say.

use super::Sema;
use super::records::MOST_LEVELS;
use super::scope::Entity;
use super::special::{self, ERROR};
use super::variable::is_variable;
use crate::codes;
use crate::tree::{Float, Signature, Type};
use ir::DataModel;
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;

pub(super) const INT: Type = Type::Int { bits: 32, signed: true };
pub(super) const UINT: Type = Type::Int { bits: 32, signed: false };
pub(super) const CHAR: Type = Type::Int { bits: 8, signed: true };
pub(super) const LONG_LONG: Type = Type::Int { bits: 64, signed: true };

/// See [`Type::parts`]. Typedefs make huge types of short texts, each one twice as large as the one before.
const MOST_PARTS: u32 = 4096;

/// What the words before the declarators say together.
pub(super) struct Specified {
    pub ty: Type,
    pub storage: Option<StorageClassSpecifier>,
    pub thread: bool,
    /// `const`, by a word or by the typedef.
    pub constant: bool,
    /// `__auto_type`: the type is that of the initialiser.
    pub auto: bool,
}

/// What kinds of words there are, from declarations and from type names.
enum Word<'w> {
    Type(&'w Node<TypeSpecifier>),
    Atomic,
    Const,
    Storage(&'w Node<StorageClassSpecifier>),
}

/// How often each arithmetic word occurs.
#[derive(Default)]
struct Count {
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    signed: u8,
    unsigned: u8,
    float: u8,
    double: u8,
    complex: u8,
}

pub(super) fn pointer_to(ty: Type) -> Type {
    Type::Pointer(Rc::new(ty))
}

/// The type of a variable that holds values of this type: wide bit-fields have no variables of their width.
pub(super) fn storable(ty: Type) -> Type {
    match ty {
        Type::Int { bits: 33..=63, signed } => Type::Int { bits: 64, signed },
        ty => ty,
    }
}

/// Without `_Atomic`.
pub(super) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Atomic(inner) => inner,
        ty => ty,
    }
}

pub(super) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Int { .. })
}

/// Whether it is a number.
pub(super) fn is_arithmetic(ty: &Type) -> bool {
    is_integer(ty) || matches!(ty, Type::Float(_))
}

pub(super) fn is_scalar(ty: &Type) -> bool {
    is_arithmetic(ty) || matches!(ty, Type::Pointer(_))
}

impl<'a> Sema<'a> {
    /// `long` and everything as wide as a pointer.
    pub(super) fn long(&self, signed: bool) -> Type {
        Type::Int { bits: self.model.pointer_bits(), signed }
    }

    pub(super) fn declaration_specifiers(&mut self, list: &'a [Node<DeclarationSpecifier>], lone: bool) -> Specified {
        let words = list.iter().filter_map(|it| match &it.node {
            DeclarationSpecifier::TypeSpecifier(ty) => Some(Word::Type(ty)),
            DeclarationSpecifier::TypeQualifier(it) => qualifier(it),
            DeclarationSpecifier::StorageClass(storage) => Some(Word::Storage(storage)),
            _ => None,
        });
        let words: Vec<_> = words.collect();
        let span = list.first().map_or(Span::NONE, |it| self.span(it.span));
        self.specified(&words, lone, span)
    }

    pub(super) fn specifier_qualifiers(&mut self, list: &'a [Node<SpecifierQualifier>]) -> Type {
        let words = list.iter().filter_map(|it| match &it.node {
            SpecifierQualifier::TypeSpecifier(ty) => Some(Word::Type(ty)),
            SpecifierQualifier::TypeQualifier(it) => qualifier(it),
            SpecifierQualifier::Extension(_) => None,
        });
        let words: Vec<_> = words.collect();
        let span = list.first().map_or(Span::NONE, |it| self.span(it.span));
        self.specified(&words, false, span).ty
    }

    pub(super) fn type_name(&mut self, name: &'a Node<TypeName>) -> Type {
        let base = self.specifier_qualifiers(&name.node.specifiers);
        match &name.node.declarator {
            Some(declarator) => self.declarator(base, declarator).1,
            None => base,
        }
    }

    /// `lone` says that no declarator follows: `struct s;` then declares a new type.
    fn specified(&mut self, words: &[Word<'a>], lone: bool, span: Span) -> Specified {
        let mut out = Specified { ty: INT, storage: None, thread: false, constant: false, auto: false };
        let mut count = Count::default();
        let mut named: Option<Type> = None;
        let mut atomic = false;
        let mut wide = false;
        let mut any = false;
        for word in words {
            match word {
                Word::Atomic => atomic = true,
                Word::Const => out.constant = true,
                Word::Storage(storage) => match storage.node {
                    StorageClassSpecifier::ThreadLocal => out.thread = true,
                    StorageClassSpecifier::Register if self.prepared.thread_local.contains(&storage.span.start) => {
                        out.thread = true;
                    }
                    _ => out.storage = Some(storage.node.clone()),
                },
                Word::Type(specifier) => {
                    any = true;
                    out.constant |= self.names_constant(specifier);
                    if self.prepared.auto_type.contains(&specifier.span.start) {
                        out.auto = true;
                    } else if self.prepared.bool_words.contains(&specifier.span.start) {
                        named = Some(Type::Bool);
                    } else if self.prepared.static_int.contains(&specifier.span.start) {
                        out.storage = Some(StorageClassSpecifier::Static);
                    } else if self.prepared.int128.contains(&specifier.span.start) {
                        // `__uint128_t` stands there as `unsigned`.
                        wide = true;
                        count.unsigned += u8::from(specifier.node == TypeSpecifier::Unsigned);
                    } else {
                        self.specifier(specifier, lone, &mut count, &mut named);
                    }
                }
            }
        }
        out.ty = match named {
            Some(ty) => ty,
            None if wide => self.int128(&count, span),
            None if any => self.arithmetic(&count, span),
            None => INT,
        };
        if atomic {
            out.ty = self.atomic(out.ty);
        }
        out
    }

    fn specifier(
        &mut self,
        specifier: &'a Node<TypeSpecifier>,
        lone: bool,
        count: &mut Count,
        named: &mut Option<Type>,
    ) {
        match &specifier.node {
            TypeSpecifier::Void => *named = Some(Type::Void),
            TypeSpecifier::Bool => *named = Some(Type::Bool),
            TypeSpecifier::Char => count.char += 1,
            TypeSpecifier::Short => count.short += 1,
            TypeSpecifier::Int => count.int += 1,
            TypeSpecifier::Long => count.long = count.long.saturating_add(1),
            TypeSpecifier::Float => count.float += 1,
            TypeSpecifier::Double => count.double += 1,
            TypeSpecifier::Signed => count.signed += 1,
            TypeSpecifier::Unsigned => count.unsigned += 1,
            TypeSpecifier::Complex => count.complex += 1,
            TypeSpecifier::Atomic(name) => {
                let inner = self.type_name(name);
                *named = Some(self.atomic(inner));
            }
            TypeSpecifier::Struct(record) => *named = Some(self.record(record, lone)),
            TypeSpecifier::Enum(node) => *named = Some(self.enumeration(node, lone)),
            TypeSpecifier::TypedefName(name) => *named = Some(self.named(name)),
            TypeSpecifier::TypeOf(of) => {
                let ty = match &of.node {
                    TypeOf::Type(name) => self.type_name(name),
                    TypeOf::Expression(expr) => self.expr(expr).ty,
                };
                // As in GCC: `typeof` gives the type without `_Atomic`.
                *named = Some(storable(plain(&ty).clone()));
            }
            TypeSpecifier::TS18661Float(float) => *named = Some(interchange(float)),
        }
    }

    /// Whether a type is `const` by the typedef that names it.
    fn names_constant(&self, specifier: &Node<TypeSpecifier>) -> bool {
        match &specifier.node {
            TypeSpecifier::TypedefName(name) => {
                matches!(self.lookup(&self.name(name)), Some(Entity::Typedef { constant: true, .. }))
            }
            _ => false,
        }
    }

    fn named(&mut self, name: &'a Node<Identifier>) -> Type {
        let text = self.name(name);
        if text == "__builtin_va_list" {
            return pointer_to(Type::Void);
        }
        self.typedef(&text).unwrap_or_else(|| {
            let span = self.span(name.span);
            self.error(codes::UNDECLARED, span, format!("`{text}` is not the name of a type"));
            ERROR
        })
    }

    fn int128(&mut self, count: &Count, span: Span) -> Type {
        let others = count.char + count.short + count.int + count.long + count.float + count.double + count.complex;
        if others > 0 || (count.signed > 0 && count.unsigned > 0) {
            self.error(codes::BAD_DECLARATION, span, "these words do not name a type together");
            return ERROR;
        }
        match self.model {
            DataModel::Lp64 => Type::Int { bits: 128, signed: count.unsigned == 0 },
            // Headers may name it; see `special`.
            DataModel::Ilp32 => special::int128(),
        }
    }

    fn arithmetic(&mut self, count: &Count, span: Span) -> Type {
        if count.complex > 0 {
            return special::complex(16);
        }
        let others = count.char + count.short + count.int + count.signed + count.unsigned;
        match (count.float, count.double, count.long, others) {
            (0, 0, ..) => {}
            (1, 0, 0, 0) => return Type::Float(Float::Single),
            (0, 1, 0, 0) => return Type::Float(Float::Double),
            (0, 1, 1, 0) => return Type::Float(Float::Long),
            _ => {
                self.error(codes::BAD_DECLARATION, span, "these words do not name a type together");
                return ERROR;
            }
        }
        let signed = count.unsigned == 0;
        let bits = match (count.char, count.short, count.long) {
            (0, 0, 0) => 32,
            (0, 0, 1) => self.model.pointer_bits(),
            (0, 0, 2) => 64,
            (1, 0, 0) if count.int == 0 => 8,
            (0, 1, 0) => 16,
            _ => 0,
        };
        if bits == 0 || count.int > 1 || (count.signed > 0 && count.unsigned > 0) {
            self.error(codes::BAD_DECLARATION, span, "these words do not name a type together");
            return ERROR;
        }
        Type::Int { bits, signed }
    }

    /// `_Atomic` of a type.
    pub(super) fn atomic(&mut self, ty: Type) -> Type {
        match ty {
            Type::Bool | Type::Int { .. } | Type::Pointer(_) | Type::Float(Float::Single | Float::Double) => {
                Type::Atomic(Rc::new(ty))
            }
            Type::Record(_) if self.is_whole(&ty) => Type::Atomic(Rc::new(ty)),
            Type::Atomic(_) => ty,
            _ if special::is_error(&ty) || special::unsupported(&ty).is_some() => ty,
            // An error where it is used; see `special`.
            _ => special::atomic(self.size(&ty).unwrap_or(4)),
        }
    }

    /// The name, if there is one, and its type.
    pub(super) fn declarator(
        &mut self,
        base: Type,
        declarator: &'a Node<Declarator>,
    ) -> (Option<&'a Node<Identifier>>, Type) {
        let ty = self.derived(base, &declarator.node.derived);
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => (None, ty),
            DeclaratorKind::Identifier(name) => (Some(name), ty),
            DeclaratorKind::Declarator(inner) => {
                let span = inner.span;
                self.descend(span, |it| it.declarator(ty, inner)).unwrap_or((None, ERROR))
            }
        }
    }

    /// Pointers come first and apply from left to right; arrays and parameter lists follow and apply from the right.
    fn derived(&mut self, base: Type, list: &'a [Node<DerivedDeclarator>]) -> Type {
        let is_pointer = |it: &Node<DerivedDeclarator>| matches!(it.node, DerivedDeclarator::Pointer(_));
        let pointers = list.iter().take_while(|it| is_pointer(it)).count();
        let mut ty = base;
        for derived in list[..pointers].iter().chain(list[pointers..].iter().rev()) {
            let is_function = matches!(derived.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_));
            if is_function && matches!(ty, Type::Function(_) | Type::Array(..)) {
                let span = self.span(derived.span);
                self.error(codes::BAD_DECLARATION, span, "a function cannot return a function or an array");
                ty = ERROR;
            }
            ty = match &derived.node {
                DerivedDeclarator::Pointer(qualifiers) => {
                    let atomic = qualifiers.iter().any(|it| match &it.node {
                        PointerQualifier::TypeQualifier(it) => it.node == TypeQualifier::Atomic,
                        PointerQualifier::Extension(_) => false,
                    });
                    let pointer = pointer_to(ty);
                    if atomic { self.atomic(pointer) } else { pointer }
                }
                DerivedDeclarator::Array(array) => self.array(ty, array),
                DerivedDeclarator::Function(function) => self.function_type(ty, function),
                DerivedDeclarator::KRFunction(names) => {
                    Type::Function(Rc::new(Signature::new(ty, vec![INT; names.len()], names.is_empty())))
                }
                DerivedDeclarator::Block(_) => ERROR,
            };
            if special::is_error(&ty) {
                ty = ERROR;
            }
            if ty.parts() > MOST_PARTS {
                let message = format!("a type that is made of more than {MOST_PARTS} pointers, arrays and functions");
                let span = self.span(derived.span);
                self.error(codes::TOO_DEEP, span, message);
                return ERROR;
            }
            if self.levels(&ty) > MOST_LEVELS && matches!(ty, Type::Array(..) | Type::VariableArray(..)) {
                let span = self.span(derived.span);
                let message = format!("more than {MOST_LEVELS} levels of records and arrays in each other");
                self.error(codes::TOO_DEEP, span, message);
                return ERROR;
            }
        }
        ty
    }

    fn array(&mut self, element: Type, array: &'a Node<ArrayDeclarator>) -> Type {
        let span = self.span(array.span);
        if matches!(element, Type::Function(_) | Type::Void) {
            self.error(codes::BAD_DECLARATION, span, "an array needs elements that are objects");
            return ERROR;
        }
        let expr = match &array.node.size {
            ArraySize::Unknown | ArraySize::VariableUnknown => return Type::Array(Rc::new(element), None),
            ArraySize::VariableExpression(expr) | ArraySize::StaticExpression(expr) => expr,
        };
        let value = self.value(expr);
        if special::is_error(&value.ty) {
            // In a list of parameters it may be another one.
            return if self.prototypes > 0 { Type::Array(Rc::new(element), None) } else { ERROR };
        }
        match self.integer(&value) {
            Some(count) if is_integer(&value.ty) => match u32::try_from(count) {
                Ok(_) if is_variable(&element) => self.variable_array(element, value),
                Ok(count) => Type::Array(Rc::new(element), Some(count)),
                Err(_) => {
                    self.error(codes::BAD_DECLARATION, value.span, format!("an array cannot have {count} elements"));
                    ERROR
                }
            },
            _ if self.prototypes > 0 => Type::Array(Rc::new(element), None),
            _ if self.at_file_scope() || self.body.is_none() => {
                self.error(codes::NOT_CONSTANT, value.span, "the size of this array is not a constant");
                ERROR
            }
            _ if is_integer(&value.ty) => self.variable_array(element, value),
            _ => {
                self.error(codes::BAD_DECLARATION, value.span, "the length of an array must be an integer");
                ERROR
            }
        }
    }

    fn function_type(&mut self, result: Type, function: &'a Node<FunctionDeclarator>) -> Type {
        let mut parameters = Vec::new();
        // Tags that are declared among the parameters are gone behind them.
        self.prototypes += 1;
        self.scoped(|it| {
            for parameter in &function.node.parameters {
                let (name, ty) = it.parameter(parameter);
                parameters.push(ty);
                // A later parameter may mention it: `int n, int a[][n]`. Only a definition makes that an error.
                if let Some(name) = name {
                    let name = it.name(name);
                    it.declare_name(&name, Entity::Error);
                }
            }
        });
        self.prototypes -= 1;
        if parameters == [Type::Void] {
            parameters.clear();
        }
        let empty = function.node.parameters.is_empty();
        let variadic = empty || function.node.ellipsis == Ellipsis::Some;
        Type::Function(Rc::new(Signature::new(result, parameters, variadic)))
    }

    /// A parameter's name and its type, arrays and functions made pointers.
    pub(super) fn parameter(
        &mut self,
        parameter: &'a Node<ParameterDeclaration>,
    ) -> (Option<&'a Node<Identifier>>, Type) {
        let base = self.declaration_specifiers(&parameter.node.specifiers, false).ty;
        let Some(declarator) = &parameter.node.declarator else { return (None, adjusted(base)) };
        // `int a[n]`: the outermost size is of no consequence, and `n` may be another parameter.
        if let (DeclaratorKind::Identifier(_) | DeclaratorKind::Abstract, [pointers @ .., last]) =
            (&declarator.node.kind.node, declarator.node.derived.as_slice())
        {
            let only = pointers.iter().all(|it| matches!(it.node, DerivedDeclarator::Pointer(_)));
            if only && matches!(last.node, DerivedDeclarator::Array(_)) {
                let name = match &declarator.node.kind.node {
                    DeclaratorKind::Identifier(name) => Some(name),
                    _ => None,
                };
                return (name, pointer_to(self.derived(base, pointers)));
            }
        }
        let (name, ty) = self.declarator(base, declarator);
        (name, adjusted(ty))
    }
}

/// Whether what a declarator names is `const` itself. `base` says so of the type in front.
pub(super) fn is_constant(base: bool, declarator: &Node<Declarator>) -> bool {
    let list = &declarator.node.derived;
    let is_pointer = |it: &Node<DerivedDeclarator>| matches!(it.node, DerivedDeclarator::Pointer(_));
    let pointers = list.iter().take_while(|it| is_pointer(it)).count();
    let mut constant = base;
    for derived in list[..pointers].iter().chain(list[pointers..].iter().rev()) {
        constant = match &derived.node {
            DerivedDeclarator::Pointer(qualifiers) => qualifiers.iter().any(|it| match &it.node {
                PointerQualifier::TypeQualifier(it) => it.node == TypeQualifier::Const,
                PointerQualifier::Extension(_) => false,
            }),
            // An array is as `const` as its elements.
            DerivedDeclarator::Array(_) => constant,
            DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_) | DerivedDeclarator::Block(_) => false,
        };
    }
    match &declarator.node.kind.node {
        DeclaratorKind::Declarator(inner) => is_constant(constant, inner),
        DeclaratorKind::Identifier(_) | DeclaratorKind::Abstract => constant,
    }
}

/// `_Float32` and so on.
fn interchange(float: &TS18661FloatType) -> Type {
    match (&float.format, float.width) {
        (TS18661FloatFormat::BinaryInterchange, 32) => Type::Float(Float::Single),
        (TS18661FloatFormat::BinaryInterchange, 64) | (TS18661FloatFormat::BinaryExtended, 32) => {
            Type::Float(Float::Double)
        }
        (TS18661FloatFormat::BinaryExtended, 64) => Type::Float(Float::Long),
        (_, width) => special::float(width as u32 / 8),
    }
}

fn qualifier(qualifier: &Node<TypeQualifier>) -> Option<Word<'static>> {
    match qualifier.node {
        TypeQualifier::Atomic => Some(Word::Atomic),
        TypeQualifier::Const => Some(Word::Const),
        _ => None,
    }
}

/// A parameter's type: arrays and functions become pointers.
pub(super) fn adjusted(ty: Type) -> Type {
    match ty {
        Type::Array(element, _) | Type::VariableArray(element, _) => Type::Pointer(element),
        ty @ Type::Function(_) => pointer_to(ty),
        ty => ty,
    }
}
