//! Programs as C text: types and globals here, the rest in `statements` and `expressions`.

mod expressions;
mod statements;

use super::reach::{self, Mentions};
use super::syntax::*;
use super::types::{Kind, Real, Signature, Spelling, Type};
use ir::DataModel;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many numbers a program gives.
pub const OUTPUTS: usize = 64;

/// What all programs need: once in a file.
pub fn prelude(model: DataModel) -> String {
    let (size, difference) = match model {
        DataModel::Lp64 => ("unsigned long", "long"),
        DataModel::Ilp32 => ("unsigned int", "int"),
    };
    format!(
        "typedef {size} size_t;\ntypedef {difference} ptrdiff_t;\n\
         typedef _Bool flag;\ntypedef char letter;\ntypedef signed char s8;\ntypedef unsigned char u8;\n\
         typedef short s16;\ntypedef unsigned short u16;\ntypedef int number;\ntypedef unsigned u32;\n\
         typedef long word;\ntypedef unsigned long uword;\ntypedef long long s64;\ntypedef unsigned long long u64;\n\
         static double fit(double x) {{ return x > 0 && x < 100 ? x : 5.25; }}\n\
         static u64 bits(double x) {{ union {{ double d; u64 b; }} w; w.d = x; return x == x ? w.b : 1; }}\n\
         void *malloc(size_t);\nvoid *calloc(size_t, size_t);\nvoid free(void *);\n"
    )
}

/// The program for the front end: no preprocessing needed.
pub fn for_machine(program: &Program) -> String {
    format!("{}{}int main(void) {{\n  run();\n  return 0;\n}}\n", prelude(program.model), text(program, ""))
}

/// The program for people: with `-DNATIVE` it prints what it computes.
pub fn standalone(program: &Program) -> String {
    let main = "#ifdef NATIVE\nint printf(const char *, ...);\n#endif\n\
                int main(void) {\n  run();\n#ifdef NATIVE\n  for (int i = 0; i < 64; i++)\n    \
                if (out[i]) printf(\"out[%d] = %#llx\\n\", i, out[i]);\n#endif\n  return 0;\n}\n";
    format!("{}{}{main}", prelude(program.model), text(program, ""))
}

/// The program without prelude and `main`: `run` fills `out`. Global names begin with the prefix, so that many programs
/// fit into one file.
pub fn text(program: &Program, prefix: &str) -> String {
    let used = reach::reachable(program);
    let mut printer = Printer { program, prefix, text: String::new(), indent: 0 };
    printer.all(&used);
    printer.text
}

struct Printer<'p> {
    program: &'p Program,
    prefix: &'p str,
    text: String,
    indent: usize,
}

impl Printer<'_> {
    fn all(&mut self, used: &Mentions) {
        let program = self.program;
        let prefix = self.prefix;
        for &id in &used.enums {
            self.enumeration(id);
        }
        for &id in &used.records {
            self.record(id);
        }
        self.line(&format!("unsigned long long {prefix}out[{OUTPUTS}];"));
        let body = format!("{prefix}out[k] = {prefix}out[k] * 31 + v;");
        self.line(&format!("static void {prefix}put(unsigned k, unsigned long long v) {{ {body} }}"));
        if used.functions.iter().any(|it| puts_all(&program.functions[it.0].body)) {
            self.put_all();
        }
        for &id in &used.functions {
            let heading = self.heading(id);
            self.line(&format!("{heading};"));
        }
        if program.are_globals_last {
            for (id, _) in program.globals.iter().filter(|it| used.variables.contains(&it.0)) {
                self.tentative(*id);
            }
        } else {
            self.globals(used);
        }
        for &id in &used.functions {
            let heading = self.heading(id);
            self.line(&format!("{heading} {{"));
            let function = &program.functions[id.0];
            if let Some(base) = &function.base {
                let text = format!("  if ({} <= 0) return {};", self.name(function.parameters[0]), self.expr(base, 0));
                self.line(&text);
            }
            self.body(&function.body);
            self.line("}");
        }
        if program.are_globals_last {
            self.globals(used);
        }
    }

    /// The function that mixes several numbers into `out`: a letter for the type of each, then the numbers.
    fn put_all(&mut self) {
        let prefix = self.prefix;
        let number = |letter: char, ty: &str| {
            format!("    if (*t == '{letter}') {prefix}out[k] = {prefix}out[k] * 31 + (u64)__builtin_va_arg(l, {ty});")
        };
        self.line(&format!("static void {prefix}put_from(unsigned k, const char *t, __builtin_va_list l) {{"));
        self.line("  for (; *t; t++) {");
        let is_wide = self.program.model == DataModel::Lp64;
        let wide = WIDE_LETTERS.iter().filter(|_| is_wide);
        for (letter, ty) in LETTERS.iter().chain(wide) {
            self.line(&number(*letter, ty));
        }
        self.line("  }\n}");
        self.line(&format!("static void {prefix}put_all(unsigned k, const char *t, ...) {{"));
        self.line("  __builtin_va_list l, m;\n  __builtin_va_start(l, t);\n  __builtin_va_copy(m, l);");
        self.line(&format!("  {prefix}put_from(k, t, l);\n  {prefix}put_from(k, t, m);"));
        self.line("  __builtin_va_end(l);\n  __builtin_va_end(m);\n}");
    }

    /// A declaration of a global that has its initialiser further down.
    fn tentative(&mut self, id: VarId) {
        let text = format!("{}{};", linkage(id), self.variable(id));
        self.line(&text);
    }

    /// The globals with their initialisers, declared first where an initialiser in front mentions them.
    fn globals(&mut self, used: &Mentions) {
        let mut declared = BTreeSet::new();
        for (id, init) in self.program.globals.iter().filter(|it| used.variables.contains(&it.0)) {
            let mut mentions = Mentions::default();
            mentions.init(init);
            for other in mentions.variables {
                if other != *id && declared.insert(other) {
                    self.tentative(other);
                }
            }
            declared.insert(*id);
            let text = format!("{}{} = {};", linkage(*id), self.variable(*id), self.init(init));
            self.line(&text);
        }
    }

    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn enumeration(&mut self, id: EnumId) {
        let mut constants = Vec::new();
        for (index, (value, is_written)) in self.program.enums[id.0].constants.iter().enumerate() {
            let name = self.constant(id, index);
            constants.push(if *is_written { format!("{name} = {value}") } else { name });
        }
        let text = format!("enum {}e{} {{ {} }};", self.prefix, id.0, constants.join(", "));
        self.line(&text);
    }

    fn record(&mut self, id: RecordId) {
        let record = &self.program.records[id.0];
        let keyword = if record.is_union { "union" } else { "struct" };
        let mut text = if record.is_typedef {
            format!("typedef {keyword} {{")
        } else {
            format!("{keyword} {}r{} {{", self.prefix, id.0)
        };
        for (index, ty) in record.fields.iter().enumerate() {
            if record.breaks[index] {
                text.push_str(" int : 0;");
            }
            let width = record.widths[index].map_or(String::new(), |it| format!(" : {it}"));
            write!(text, " {}{width};", self.declare(ty, format!("m{index}"))).expect("strings take everything");
        }
        text.push_str(if record.is_packed { " } __attribute__((packed))" } else { " }" });
        if record.is_typedef {
            write!(text, " {}r{}", self.prefix, id.0).expect("strings take everything");
        }
        self.line(&format!("{text};"));
    }

    fn heading(&self, id: FunctionId) -> String {
        let function = &self.program.functions[id.0];
        let storage = if id.0.is_multiple_of(2) { "static " } else { "" };
        let mut parameters: Vec<String> = function.parameters.iter().map(|&it| self.variable(it)).collect();
        if parameters.is_empty() {
            parameters.push("void".to_owned());
        }
        let name = format!("{}({})", self.function(id), parameters.join(", "));
        format!("{storage}{}", self.declare(&function.signature.result, name))
    }

    fn function(&self, id: FunctionId) -> String {
        if id.0 + 1 == self.program.functions.len() {
            format!("{}run", self.prefix)
        } else {
            format!("{}f{}", self.prefix, id.0)
        }
    }

    fn constant(&self, id: EnumId, index: usize) -> String {
        format!("{}E{}_{index}", self.prefix, id.0)
    }

    fn name(&self, id: VarId) -> String {
        match self.program.variables[id.0].storage {
            Storage::Global => format!("{}g{}", self.prefix, id.0),
            Storage::Static => format!("w{}", id.0),
            Storage::Local => format!("v{}", id.0),
            Storage::Parameter => format!("p{}", id.0),
        }
    }

    /// The declaration of a variable without initialiser.
    fn variable(&self, id: VarId) -> String {
        let variable = &self.program.variables[id.0];
        let name = match (&variable.ty, variable.storage) {
            // The extent of a parameter may be written down.
            (Type::Pointer(target), Storage::Parameter) if variable.extent > 1 => {
                return self.declare(target, format!("{}[{}]", self.name(id), variable.extent));
            }
            _ => self.name(id),
        };
        let storage = if variable.storage == Storage::Static { "static " } else { "" };
        let constant = if variable.is_const { "const " } else { "" };
        format!("{storage}{constant}{}", self.declare(&variable.ty, name))
    }

    /// A declaration of `name`, which may be empty.
    fn declare(&self, ty: &Type, name: String) -> String {
        let join = |specifier: String| if name.is_empty() { specifier } else { format!("{specifier} {name}") };
        match ty {
            Type::Void => join("void".to_owned()),
            Type::Real(Real::Float) => join("float".to_owned()),
            Type::Real(Real::Double) => join("double".to_owned()),
            Type::Int(kind, Spelling::Plain(index)) => {
                let spellings = kind.spellings();
                join(spellings[*index as usize % spellings.len()].to_owned())
            }
            Type::Int(_, Spelling::Enum(id)) => join(format!("enum {}e{}", self.prefix, id.0)),
            Type::Int(kind, Spelling::Size) => join(if kind.is_signed() { "ptrdiff_t" } else { "size_t" }.to_owned()),
            Type::Record(id) => {
                let record = &self.program.records[id.0];
                let keyword = match (record.is_typedef, record.is_union) {
                    (true, _) => "",
                    (_, true) => "union ",
                    (_, false) => "struct ",
                };
                join(format!("{keyword}{}r{}", self.prefix, id.0))
            }
            Type::Pointer(target) => match **target {
                Type::Array(..) | Type::Function(_) => self.declare(target, format!("(*{name})")),
                _ => self.declare(target, format!("*{name}")),
            },
            Type::Array(element, length) => self.declare(element, format!("{name}[{length}]")),
            Type::Function(signature) => {
                let Signature { result, parameters } = &**signature;
                let mut texts: Vec<String> = parameters.iter().map(|it| self.declare(it, String::new())).collect();
                if texts.is_empty() {
                    texts.push("void".to_owned());
                }
                self.declare(result, format!("{name}({})", texts.join(", ")))
            }
        }
    }
}

/// Whether values are put by a call with variable arguments.
fn puts_all(body: &[Stmt]) -> bool {
    let here = |it: &Stmt| matches!(it, Stmt::PutAll { .. });
    body.iter().any(|it| here(it) || reach::bodies(it).into_iter().any(|it| puts_all(it)))
}

/// Letters for the types that arguments have after promotion.
const LETTERS: &[(char, &str)] = &[
    ('i', "int"),
    ('u', "unsigned"),
    ('l', "long"),
    ('m', "unsigned long"),
    ('q', "long long"),
    ('r', "unsigned long long"),
];

/// Those of types that only one model has.
const WIDE_LETTERS: &[(char, &str)] = &[('w', "__int128"), ('x', "unsigned __int128")];

/// The letter of a type.
fn letter(kind: Kind) -> char {
    match kind.promoted() {
        Kind::UnsignedInt => 'u',
        Kind::Long => 'l',
        Kind::UnsignedLong => 'm',
        Kind::LongLong => 'q',
        Kind::UnsignedLongLong => 'r',
        Kind::Int128 => 'w',
        Kind::UnsignedInt128 => 'x',
        Kind::Bool
        | Kind::Char
        | Kind::SignedChar
        | Kind::UnsignedChar
        | Kind::Short
        | Kind::UnsignedShort
        | Kind::Int => 'i',
    }
}

/// Some globals are known in their file only.
fn linkage(id: VarId) -> &'static str {
    if id.0.is_multiple_of(3) { "static " } else { "" }
}
