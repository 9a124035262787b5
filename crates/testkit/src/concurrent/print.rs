//! Programs as C text, in two forms: for the front end, with everything declared, so that nothing has to be preprocessed; and
//! as a file for people and for the corpus, with the headers that C has for it.

use super::tree::*;
use std::fmt::Write;

/// How a text is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// By the front end, as it is.
    Preprocessed,
    /// Through the preprocessor.
    File,
}

/// The types of threads, as the front end's own header declares them.
pub(crate) fn types() -> impl Iterator<Item = &'static str> {
    let headers = [include_str!("../../../c/headers/pthread.h"), include_str!("../../../c/headers/semaphore.h")];
    headers.into_iter().flat_map(str::lines).filter(|it| it.starts_with("typedef ") && it.ends_with("_t;"))
}

/// What else programs need of headers.
const DECLARATIONS: &str = "\
typedef __typeof__(sizeof(int)) size_t;
enum { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_detach(pthread_t);
extern void pthread_exit(void *);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t, pthread_t);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const void *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_cond_broadcast(pthread_cond_t *);
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void free(void *);
extern void assert(int);
";

const HEADERS: &str = "\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
";

/// What is in no header.
const VERIFIER: &str = "\
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
";

/// The text of a program.
pub fn text(program: &Program, form: Form) -> String {
    let mut printer = Printer { form, text: String::new(), indent: 0, is_main: false };
    printer.all(program);
    let body = printer.text;
    let mut text = match form {
        Form::Preprocessed => {
            let types: String = types().map(|it| format!("{it}\n")).collect();
            format!("{types}{DECLARATIONS}{VERIFIER}")
        }
        Form::File => {
            let needed = |it: &&str| {
                let name = it.split_once('(').and_then(|it| it.0.rsplit(' ').next());
                name.is_some_and(|it| body.contains(it))
            };
            let verifier: String = VERIFIER.lines().filter(needed).map(|it| format!("{it}\n")).collect();
            format!("{HEADERS}{verifier}")
        }
    };
    for (kind, suffix) in NONDET {
        if body.contains(&format!("__VERIFIER_nondet_{suffix}(")) {
            let name = kind.spellings()[0];
            let _ = writeln!(text, "extern {name} __VERIFIER_nondet_{suffix}(void);");
        }
    }
    text + &body
}

/// The types that there are inputs of, and what the functions are called.
pub(super) const NONDET: [(Kind, &str); 9] = [
    (Kind::Bool, "bool"),
    (Kind::Char, "char"),
    (Kind::UnsignedChar, "uchar"),
    (Kind::Short, "short"),
    (Kind::UnsignedShort, "ushort"),
    (Kind::Int, "int"),
    (Kind::UnsignedInt, "uint"),
    (Kind::Long, "long"),
    (Kind::UnsignedLong, "ulong"),
];

struct Printer {
    form: Form,
    text: String,
    indent: usize,
    /// What returns gives a number, not a pointer.
    is_main: bool,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.indent);
    }

    /// What nobody mentions is left out.
    fn all(&mut self, program: &Program) {
        let main = self.written(|it| it.main(&program.main));
        let mut functions: Vec<String> = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let is_started = functions.iter().chain([&main]).any(|it| mentions(it, &format!("t{index}")));
            functions.push(if is_started { self.written(|it| it.function(index, function)) } else { String::new() });
        }
        functions.reverse();
        let code = functions.concat() + &main;
        let mut objects: Vec<String> = Vec::new();
        // An object is mentioned by code, or by what comes behind it.
        for (index, object) in program.objects.iter().enumerate().rev() {
            let name = format!("g{index}");
            if mentions(&code, &name) || objects.iter().any(|it| mentions(it, &name)) {
                objects.push(self.object(index, object));
            }
        }
        if code.contains("->m") || code.contains(").m") || objects.iter().any(|it| it.contains("struct record")) {
            let field = |(index, it): (usize, &Kind)| format!("{} m{index};", name(*it));
            let fields: Vec<String> = program.fields.iter().enumerate().map(field).collect();
            self.line(&format!("struct record {{ {} }};", fields.join(" ")));
        }
        objects.iter().rev().for_each(|it| self.line(it));
        self.text.push_str(&code);
    }

    /// What is written by somebody, and nothing else.
    fn written(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.text);
        write(self);
        std::mem::replace(&mut self.text, before)
    }

    fn main(&mut self, body: &[Statement]) {
        self.is_main = true;
        self.block("int main(void)", body);
        self.is_main = false;
        self.line("  return 0;");
        self.line("}");
    }

    fn function(&mut self, index: usize, function: &Function) {
        self.line(&format!("void *t{index}(void *argument) {{"));
        self.indent += 1;
        if let Some((local, ty)) = function.parameter {
            let value = match ty {
                LocalType::Integer(kind) => format!("({})(long)argument", name(kind)),
                LocalType::Pointer(_) | LocalType::Handle => "argument".to_owned(),
            };
            self.line(&format!("{} = {value};", local_declaration(local, ty)));
        }
        self.body(&function.body);
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
    }

    fn object(&self, index: usize, object: &Object) -> String {
        let atomic = |is_atomic: bool, ty: String| if is_atomic { format!("_Atomic({ty})") } else { ty };
        let (ty, brackets) = match object.shape {
            Shape::Integer { kind, is_atomic } => (atomic(is_atomic, name(kind).to_owned()), String::new()),
            Shape::Array { kind, length, is_atomic } => {
                (atomic(is_atomic, name(kind).to_owned()), format!("[{length}]"))
            }
            Shape::Record => ("struct record".to_owned(), String::new()),
            Shape::Pointer { to, is_atomic } => (atomic(is_atomic, format!("{} *", pointee(to))), String::new()),
            Shape::Mutex(_) => ("pthread_mutex_t".to_owned(), String::new()),
            Shape::Condition => ("pthread_cond_t".to_owned(), String::new()),
            // How threads are numbered is nobody's business. What is beside a pointer is not compared.
            Shape::Handle => ("struct { pthread_t thread; void *owner; }".to_owned(), String::new()),
        };
        let initial = match (object.shape, object.initial, self.form) {
            (Shape::Mutex(MutexKind::Normal), _, Form::File) => " = PTHREAD_MUTEX_INITIALIZER".to_owned(),
            (Shape::Mutex(MutexKind::Recursive), _, Form::File) => {
                " = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP".to_owned()
            }
            (Shape::Mutex(MutexKind::ErrorChecking), _, Form::File) => {
                " = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP".to_owned()
            }
            (Shape::Mutex(kind), _, Form::Preprocessed) => format!(" = {{ {} }}", kind as u8),
            (Shape::Condition, _, Form::File) => " = PTHREAD_COND_INITIALIZER".to_owned(),
            (_, Initial::Zero, _) => String::new(),
            (Shape::Array { .. } | Shape::Record, Initial::Number(number), _) => {
                format!(" = {{ {} }}", literal(number))
            }
            (_, Initial::Number(number), _) => format!(" = {}", literal(number)),
            (_, Initial::Address(of), _) => format!(" = &g{}", of.0),
        };
        let space = if ty.ends_with('*') { "" } else { " " };
        format!("{ty}{space}g{index}{brackets}{initial};")
    }

    fn body(&mut self, body: &[Statement]) {
        body.iter().for_each(|it| self.statement(it));
    }

    fn block(&mut self, head: &str, body: &[Statement]) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        self.body(body);
        self.indent -= 1;
    }

    fn statement(&mut self, statement: &Statement) {
        let text = match statement {
            Statement::Declare(local, ty, None) => format!("{};", local_declaration(*local, *ty)),
            Statement::Declare(local, ty, Some(value)) => {
                format!("{} = {};", local_declaration(*local, *ty), expr(value, 2))
            }
            Statement::Assign(at, operator, value) => {
                format!("{} {}= {};", place(at), operator.map_or("", Binary::text), expr(value, 2))
            }
            Statement::Step(at, is_up) => format!("{}{};", place(at), if *is_up { "++" } else { "--" }),
            Statement::Store(at, value, order) => {
                format!("atomic_store_explicit(&{}, {}, {});", place(at), expr(value, 2), order.text())
            }
            Statement::Expr(value) => format!("{};", expr(value, 0)),
            Statement::Fence(order) => format!("atomic_thread_fence({});", order.text()),
            Statement::If(condition, yes, no) => {
                self.block(&format!("if ({})", expr(condition, 0)), yes);
                if !no.is_empty() {
                    self.block("} else", no);
                }
                "}".to_owned()
            }
            Statement::For(local, rounds, body) => {
                let it = format!("l{}", local.0);
                self.block(&format!("for (int {it} = 0; {it} < {rounds}; {it}++)"), body);
                "}".to_owned()
            }
            Statement::While(condition, body) => {
                self.block(&format!("while ({})", expr(condition, 0)), body);
                "}".to_owned()
            }
            Statement::Break => "break;".to_owned(),
            Statement::Lock(mutex) => format!("pthread_mutex_lock(&g{});", mutex.0),
            Statement::Unlock(mutex) => format!("pthread_mutex_unlock(&g{});", mutex.0),
            Statement::Await { condition, mutex, until, how } => {
                let (until, both) = (expr(until, 0), format!("&g{}, &g{}", condition.0, mutex.0));
                let wait = format!("pthread_cond_wait({both});");
                match how {
                    Waiting::Loop => format!("while (!({until})) {wait}"),
                    Waiting::If => format!("if (!({until})) {wait}"),
                    Waiting::Bare => wait,
                    Waiting::Counted => format!("for (int n = 0; n < 2 && !({until}); n++) {wait}"),
                    Waiting::Timed => format!("while (!({until})) if (pthread_cond_timedwait({both}, 0)) break;"),
                }
            }
            Statement::Signal { condition, to_all } => {
                let what = if *to_all { "broadcast" } else { "signal" };
                format!("pthread_cond_{what}(&g{});", condition.0)
            }
            Statement::Section(body) => {
                self.line("__VERIFIER_atomic_begin();");
                self.body(body);
                "__VERIFIER_atomic_end();".to_owned()
            }
            Statement::Assume(condition) => format!("__VERIFIER_assume({});", expr(condition, 2)),
            Statement::Assert(condition) => format!("assert({});", expr(condition, 2)),
            Statement::Error => "reach_error();".to_owned(),
            Statement::Spawn(handle, function, argument) => {
                let argument = match argument {
                    Expr::AddressOf(_) | Expr::Null | Expr::Number(0) | Expr::Read(Place::Local(_)) => {
                        expr(argument, 2)
                    }
                    number => format!("(void *)(long){}", expr(number, 14)),
                };
                format!("pthread_create(&{}, 0, t{}, {argument});", place(handle), function.0)
            }
            Statement::Join(handle, result) => {
                let result = result.map_or("0".to_owned(), |it| format!("(void **)&l{}", it.0));
                format!("pthread_join({}, {result});", place(handle))
            }
            Statement::Detach(handle) => format!("pthread_detach({});", place(handle)),
            Statement::Free(pointer) => format!("free({});", expr(pointer, 2)),
            Statement::Return { value, by_exit: true } => format!("pthread_exit((void *)(long){});", expr(value, 14)),
            Statement::Return { value, by_exit: false } if self.is_main => format!("return {};", expr(value, 0)),
            Statement::Return { value, by_exit: false } => format!("return (void *)(long){};", expr(value, 14)),
        };
        self.line(&text);
    }
}

/// Whether a name is in a text, and not as the beginning of another one.
fn mentions(text: &str, name: &str) -> bool {
    let is_end = |at: usize| !text[at + name.len()..].starts_with(|it: char| it.is_ascii_alphanumeric());
    let is_begin = |at: usize| !text[..at].ends_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
    text.match_indices(name).any(|(at, _)| is_begin(at) && is_end(at))
}

fn name(kind: Kind) -> &'static str {
    kind.spellings()[0]
}

fn pointee(to: Pointee) -> &'static str {
    match to {
        Pointee::Integer(kind) => name(kind),
        Pointee::Record => "struct record",
    }
}

fn local_declaration(local: LocalId, ty: LocalType) -> String {
    match ty {
        LocalType::Integer(kind) => format!("{} l{}", name(kind), local.0),
        LocalType::Pointer(to) => format!("{} *l{}", pointee(to), local.0),
        LocalType::Handle => format!("pthread_t l{}", local.0),
    }
}

fn literal(number: i64) -> String {
    match i32::try_from(number) {
        // The text of the smallest number is that of a larger one with a minus in front.
        Ok(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        Ok(_) => number.to_string(),
        Err(_) if number == i64::MIN => "(-9223372036854775807L - 1)".to_owned(),
        Err(_) => format!("{number}L"),
    }
}

fn place(at: &Place) -> String {
    match at {
        Place::Object(object) => format!("g{}", object.0),
        Place::Local(local) => format!("l{}", local.0),
        Place::Element(array, index) => format!("g{}[{}]", array.0, expr(index, 0)),
        Place::Handle(object) => format!("g{}.thread", object.0),
        Place::Field(record, field) => format!("g{}.m{field}", record.0),
        Place::Target(pointer) => format!("(*{})", place(pointer)),
        Place::TargetField(pointer, field) => format!("{}->m{field}", place(pointer)),
    }
}

/// An expression, in parentheses if it binds less than `least`: 1 for a comma, 16 for a name.
fn expr(value: &Expr, least: u8) -> String {
    let (text, binds) = match value {
        Expr::Number(number) => (literal(*number), if *number < 0 { 14 } else { 16 }),
        Expr::Null => ("0".to_owned(), 16),
        Expr::Read(at) => (place(at), 15),
        Expr::Load(at, order) => (format!("atomic_load_explicit(&{}, {})", place(at), order.text()), 15),
        Expr::AddressOf(at) => (format!("&{}", place(at)), 14),
        Expr::Unary(operator, inner) => {
            let inner = expr(inner, 14);
            let space = if inner.starts_with(operator.text()) { " " } else { "" };
            (format!("{}{space}{inner}", operator.text()), 14)
        }
        Expr::Binary(operator, left, right) => {
            let binds = operator.binds();
            (format!("{} {} {}", expr(left, binds), operator.text(), expr(right, binds + 1)), binds)
        }
        Expr::Conditional(condition, yes, no) => {
            (format!("{} ? {} : {}", expr(condition, 4), expr(yes, 1), expr(no, 3)), 3)
        }
        Expr::Cast(kind, inner) => (format!("({}){}", name(*kind), expr(inner, 14)), 14),
        Expr::Nondet(kind) => {
            let suffix = NONDET.iter().find(|it| it.0 == *kind).map_or("int", |it| it.1);
            (format!("__VERIFIER_nondet_{suffix}()"), 15)
        }
        Expr::Allocate { of, is_zeroed: true } => (format!("calloc(1, sizeof({}))", pointee(*of)), 15),
        Expr::Allocate { of, is_zeroed: false } => (format!("malloc(sizeof({}))", pointee(*of)), 15),
        Expr::Update(update, at, value, order) => {
            let update = update.text();
            (format!("atomic_{update}_explicit(&{}, {}, {})", place(at), expr(value, 2), order.text()), 15)
        }
        Expr::CompareExchange { place: at, expected, desired, is_weak, orders } => {
            let strength = if *is_weak { "weak" } else { "strong" };
            let (success, failure) = (orders.0.text(), orders.1.text());
            let (at, desired) = (place(at), expr(desired, 2));
            let name = format!("atomic_compare_exchange_{strength}_explicit");
            (format!("{name}(&{at}, &l{}, {desired}, {success}, {failure})", expected.0), 15)
        }
        Expr::IsSelf(handle) => (format!("pthread_equal(g{}.thread, pthread_self())", handle.0), 15),
        Expr::Same(local, pointer) => (format!("l{} == g{}", local.0, pointer.0), Binary::Equal.binds()),
        Expr::TryLock(mutex) => (format!("pthread_mutex_trylock(&g{})", mutex.0), 15),
    };
    if binds < least { format!("({text})") } else { text }
}

impl Order {
    fn text(self) -> &'static str {
        match self {
            Order::Relaxed => "memory_order_relaxed",
            Order::Acquire => "memory_order_acquire",
            Order::Release => "memory_order_release",
            Order::AcquireRelease => "memory_order_acq_rel",
            Order::SequentiallyConsistent => "memory_order_seq_cst",
        }
    }
}

impl Update {
    fn text(self) -> &'static str {
        match self {
            Update::Add => "fetch_add",
            Update::Subtract => "fetch_sub",
            Update::And => "fetch_and",
            Update::Or => "fetch_or",
            Update::Xor => "fetch_xor",
            Update::Exchange => "exchange",
        }
    }
}
