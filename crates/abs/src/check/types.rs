//! Types while a program is checked, and the tables of what is declared.

use crate::program::{Builtin, Literal};
use crate::syntax;
use source::Span;
use std::rc::Rc;

/// A data type by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct DataId(pub u32);
/// A type synonym by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SynonymId(pub u32);
/// An interface by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct InterfaceId(pub u32);
/// A class by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ClassId(pub u32);
/// A constructor by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ConstructorId(pub u32);
/// A function as it is declared, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct FunctionId(pub u32);
/// A module by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ModuleId(pub u32);

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Type {
    /// `Int`, `List<Int>`, `Fut<Unit>`
    Data(DataId, Vec<Type>),
    /// An interface.
    Interface(InterfaceId),
    /// What `new C()` and `this` are: it has the interfaces of the class.
    Class(ClassId),
    /// Everything belongs to it.
    Any,
    /// A type parameter of the function or data type that is being declared.
    Parameter(Rc<str>),
    /// Not known yet.
    Variable(u32),
    /// That of `null`.
    Null,
    /// That of something that is wrong and was reported, or that is not known at all: it fits everywhere.
    Unknown,
}

/// Data types that the language itself uses: their places in the table of data types are fixed.
pub(super) mod known {
    use super::DataId;

    pub const UNIT: DataId = DataId(0);
    pub const BOOL: DataId = DataId(1);
    pub const INT: DataId = DataId(2);
    pub const RAT: DataId = DataId(3);
    pub const FLOAT: DataId = DataId(4);
    pub const STRING: DataId = DataId(5);
    pub const FUTURE: DataId = DataId(6);
    pub const EXCEPTION: DataId = DataId(7);
    pub const LIST: DataId = DataId(8);
    /// Their names and how many arguments they have, in the order of their numbers.
    pub const ALL: [(&str, usize); 9] = [
        ("Unit", 0),
        ("Bool", 0),
        ("Int", 0),
        ("Rat", 0),
        ("Float", 0),
        ("String", 0),
        ("Fut", 1),
        ("Exception", 0),
        ("List", 1),
    ];
}

impl Type {
    /// A type without arguments.
    pub fn plain(id: DataId) -> Type {
        Type::Data(id, Vec::new())
    }

    /// `Unit`
    pub fn unit() -> Type {
        Type::plain(known::UNIT)
    }

    /// `Bool`
    pub fn bool() -> Type {
        Type::plain(known::BOOL)
    }

    /// `Int`
    pub fn int() -> Type {
        Type::plain(known::INT)
    }

    /// `String`
    pub fn string() -> Type {
        Type::plain(known::STRING)
    }

    /// `Fut<of>`
    pub fn future(of: Type) -> Type {
        Type::Data(known::FUTURE, vec![of])
    }

    /// `List<of>`
    pub fn list(of: Type) -> Type {
        Type::Data(known::LIST, vec![of])
    }

    /// Whether it is this data type.
    pub fn is(&self, id: DataId) -> bool {
        matches!(self, Type::Data(found, _) if *found == id)
    }

    /// The type with parameters replaced.
    pub fn substitute(&self, replace: &[(Rc<str>, Type)]) -> Type {
        match self {
            Type::Data(id, arguments) => Type::Data(*id, arguments.iter().map(|it| it.substitute(replace)).collect()),
            Type::Parameter(name) => {
                replace.iter().find(|it| it.0 == *name).map_or_else(|| self.clone(), |it| it.1.clone())
            }
            Type::Interface(_) | Type::Class(_) | Type::Any | Type::Variable(_) | Type::Null | Type::Unknown => {
                self.clone()
            }
        }
    }
}

/// A data type.
pub(super) struct DataInfo {
    pub module: Option<ModuleId>,
    pub name: String,
    pub parameters: Vec<Rc<str>>,
    pub constructors: Vec<ConstructorId>,
}

/// A constructor.
pub(super) struct ConstructorInfo {
    pub name: String,
    /// Its type.
    pub data: DataId,
    /// The types of its parts, which speak about the parameters of its data type.
    pub parts: Vec<Type>,
    /// The names of the functions that give its parts.
    pub selectors: Vec<Option<String>>,
    /// `True`, `False` and `Unit` are literals.
    pub literal: Option<Literal>,
}

/// A type synonym.
pub(super) struct SynonymInfo<'a> {
    pub module: ModuleId,
    pub name: &'a syntax::Name,
    pub means: &'a syntax::Type,
    /// `None`: not looked at yet.
    pub state: SynonymState,
}

/// How far a synonym is resolved.
pub(super) enum SynonymState {
    Waiting,
    Running,
    Done(Type),
}

/// How the value of a function comes about.
#[derive(Clone, Copy)]
pub(super) enum FunctionBody<'a> {
    /// As it is written.
    Written(&'a syntax::Expression),
    /// By the language.
    Builtin(Builtin),
    /// `builtin`, but not known here.
    Unsupported,
    /// A part of a constructor.
    Selector(ConstructorId, u32),
}

/// The type of a function that is passed to another.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    /// `None`: the function that takes it never calls it.
    pub parameters: Option<Vec<Type>>,
    pub result: Type,
}

/// A function.
pub(super) struct FunctionInfo<'a> {
    pub module: ModuleId,
    pub name: String,
    pub span: Span,
    pub type_parameters: Vec<Rc<str>>,
    pub function_parameters: &'a [syntax::Name],
    pub parameters: Vec<(String, Type, Span)>,
    pub result: Type,
    pub body: FunctionBody<'a>,
    /// What the functions that it is given must be like: known once its body was checked.
    pub arrows: Option<Vec<Arrow>>,
}

/// A method without its body.
#[derive(Clone)]
pub(super) struct SignatureInfo {
    pub name: String,
    pub span: Span,
    pub parameters: Vec<Type>,
    pub result: Type,
}

/// An interface.
pub(super) struct InterfaceInfo<'a> {
    pub module: ModuleId,
    pub syntax: &'a syntax::Interface,
    pub extends: Vec<InterfaceId>,
    /// Itself and everything above it.
    pub above: Vec<InterfaceId>,
    pub methods: Vec<SignatureInfo>,
}

/// A class.
pub(super) struct ClassInfo<'a> {
    pub module: ModuleId,
    pub syntax: &'a syntax::Class,
    /// Those that it has, inherited ones too.
    pub implements: Vec<InterfaceId>,
    /// Parameters first.
    pub fields: Vec<(String, Type, Span)>,
    pub methods: Vec<SignatureInfo>,
    /// Whether some of its interfaces are not known, so that it may have more than is known.
    pub open: bool,
}

/// Everything that is declared.
#[derive(Default)]
pub(super) struct Tables<'a> {
    pub data: Vec<DataInfo>,
    pub constructors: Vec<ConstructorInfo>,
    pub synonyms: Vec<SynonymInfo<'a>>,
    pub functions: Vec<FunctionInfo<'a>>,
    pub interfaces: Vec<InterfaceInfo<'a>>,
    pub classes: Vec<ClassInfo<'a>>,
}

impl<'a> Tables<'a> {
    pub fn data(&self, id: DataId) -> &DataInfo {
        &self.data[id.0 as usize]
    }

    pub fn constructor(&self, id: ConstructorId) -> &ConstructorInfo {
        &self.constructors[id.0 as usize]
    }

    pub fn function(&self, id: FunctionId) -> &FunctionInfo<'a> {
        &self.functions[id.0 as usize]
    }

    pub fn interface(&self, id: InterfaceId) -> &InterfaceInfo<'a> {
        &self.interfaces[id.0 as usize]
    }

    pub fn class(&self, id: ClassId) -> &ClassInfo<'a> {
        &self.classes[id.0 as usize]
    }

    /// Whether one interface is another or has it above itself.
    pub fn is_below(&self, one: InterfaceId, other: InterfaceId) -> bool {
        one == other || self.interface(one).above.contains(&other)
    }

    /// A method of an interface or of those above it.
    pub fn interface_method(&self, id: InterfaceId, name: &str) -> Option<&SignatureInfo> {
        let above = self.interface(id).above.iter().copied();
        std::iter::once(id).chain(above).find_map(|it| self.interface(it).methods.iter().find(|it| it.name == name))
    }
}
