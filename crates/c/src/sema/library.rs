//! What is known by name: the functions of the library and of verification competitions.
//!
//! Headers and bodies say nothing here (a `reach_error` with an empty body is an error all the same); what a function
//! means is in this table. Atomics are in `atomics`.

use crate::models;
use crate::tree::{Builtin as B, Float};

/// What a function of that name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Library {
    /// A builtin with these parameters.
    Builtin(B, &'static [Parameter], Outcome),
    /// The arguments are evaluated, nothing else happens, and the result is 0.
    Ignored,
    /// A violation; the arguments do not matter.
    Error,
    /// Any value of a type.
    Nondet(Nondet),
    /// An atomic operation, see `atomics`.
    Atomic,
    /// `rand`: any value from 0 to `RAND_MAX`.
    Random,
    /// `pthread_equal`.
    ThreadEqual,
    /// `aligned_alloc(alignment, size)`.
    Aligned,
    /// `posix_memalign(place, alignment, size)`.
    AlignedInto,
    /// A function of `math.h` that is an operator on numbers of this type.
    Float(B, Float),
    /// `__builtin_inf()` and so on, or what is no number: `__builtin_nan("")`.
    FloatConstant(Float, bool),
    /// `alloca(size)`.
    Alloca,
    /// What makes and moves a `va_list`.
    VaList(VaList),
    /// A function that is written in C, see `models`.
    Model(&'static str),
    /// `__builtin_expect(value, …)`: the value.
    First,
    /// `__builtin_constant_p`: 0.
    Zero,
    /// Whether there are mutexes of another kind than the default one: 1 if the program makes some.
    MutexKinds,
    /// See `further`.
    Further(super::further::Further),
    /// Known, and not supported.
    Unsupported(Missing),
}

/// Kinds of what is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missing {
    Library,
    Setjmp,
    Variadic,
}

/// What is done with a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VaList {
    Start,
    Copy,
    End,
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parameter {
    /// `pthread_t *`
    Handle,
    /// `pthread_t`
    Thread,
    /// `void *`
    Pointer,
    /// `void **`
    PointerPointer,
    /// `void *(*)(void *)`
    Routine,
    /// `pthread_mutex_t *`
    Mutex,
    /// `unsigned *`
    Counter,
    /// `size_t`
    Size,
    /// `int`
    Int,
    /// Any number or pointer, as it is.
    Scalar,
}

/// The type of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Void,
    Int,
    Unsigned,
    Thread,
    Pointer,
}

/// Types of nondeterministic values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nondet {
    Bool,
    /// Bits (0: as a pointer) and sign.
    Int(u8, bool),
    Float(Float),
    Unsupported,
}

/// What a name means, if it is known.
pub(super) fn lookup(name: &str) -> Option<Library> {
    use Library::{
        Aligned, AlignedInto, Atomic, Builtin, Error, First, Ignored, Random, ThreadEqual, Unsupported, Zero,
    };
    use Outcome as O;
    use Parameter::{Counter, Handle, Int, Mutex, Pointer, PointerPointer, Routine, Scalar, Size, Thread};
    if let Some(found) = super::further::lookup(name) {
        return Some(found);
    }
    if let Some(suffix) = name.strip_prefix("__VERIFIER_nondet_") {
        return Some(Library::Nondet(nondet(suffix)));
    }
    // As CBMC and ESBMC have it.
    if let Some(known) = name.strip_prefix("nondet_").map(nondet).filter(|it| *it != Nondet::Unsupported) {
        return Some(Library::Nondet(known));
    }
    if super::atomics::is_atomic(name) {
        return Some(Atomic);
    }
    Some(match name {
        "pthread_create" => Builtin(B::ThreadCreate, &[Handle, Pointer, Routine, Pointer], O::Int),
        "pthread_join" => Builtin(B::ThreadJoin, &[Thread, PointerPointer], O::Int),
        "pthread_exit" => Builtin(B::ThreadExit, &[Pointer], O::Void),
        "thrd_exit" => Builtin(B::ThreadExit, &[Int], O::Void),
        "pthread_mutex_init" => Builtin(B::MutexInit, &[Mutex, Pointer], O::Int),
        "pthread_mutex_lock" => Builtin(B::MutexLock, &[Mutex], O::Int),
        "pthread_mutex_trylock" => Builtin(B::MutexTryLock, &[Mutex], O::Int),
        "pthread_mutex_unlock" => Builtin(B::MutexUnlock, &[Mutex], O::Int),
        "pthread_mutex_destroy" => Builtin(B::MutexDestroy, &[Mutex], O::Int),
        "pthread_spin_init" => Builtin(B::MutexInit, &[Mutex], O::Int),
        "pthread_spin_lock" => Builtin(B::MutexLock, &[Mutex], O::Int),
        "pthread_spin_trylock" => Builtin(B::MutexTryLock, &[Mutex], O::Int),
        "pthread_spin_unlock" => Builtin(B::MutexUnlock, &[Mutex], O::Int),
        "pthread_spin_destroy" => Builtin(B::MutexDestroy, &[Mutex], O::Int),
        "pthread_detach" => Builtin(B::ThreadDetach, &[Thread], O::Int),
        "pthread_self" => Builtin(B::ThreadSelf, &[], O::Thread),
        "__raddle_misuse" => Builtin(B::Misuse, &[Pointer, Pointer], O::Void),
        "__raddle_fetch_add_if_fits" => {
            Builtin(counter(ir::Update::AddIfFits, ir::Order::Acquire), &[Counter, Int], O::Unsigned)
        }
        "__raddle_fetch_sub_if_fits" => {
            Builtin(counter(ir::Update::SubtractIfFits, ir::Order::Acquire), &[Counter, Int], O::Unsigned)
        }
        "__raddle_release_add_if_fits" => {
            Builtin(counter(ir::Update::AddIfFits, ir::Order::Release), &[Counter, Int], O::Unsigned)
        }
        "__raddle_mutex_kinds" => Library::MutexKinds,
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "__goblint_check"
        | "__goblint_assert" => Builtin(B::Assert, &[Scalar], O::Void),
        "__VERIFIER_assume"
        | "assume_abort_if_not"
        | "__CPROVER_assume"
        | "__ESBMC_assume"
        | "__goblint_assume"
        | "assume" => Builtin(B::Assume, &[Scalar], O::Void),
        "reach_error" | "__VERIFIER_error" | "__assert_fail" | "__assert" | "__assert_perror_fail" => Error,
        "abort" | "__builtin_trap" | "__builtin_abort" => Builtin(B::Exit, &[], O::Void),
        "exit" | "_exit" | "_Exit" | "quick_exit" | "__builtin_exit" => Builtin(B::Exit, &[Int], O::Void),
        "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" | "__ESBMC_atomic_begin" => {
            Builtin(B::AtomicBegin, &[], O::Void)
        }
        "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" | "__ESBMC_atomic_end" => Builtin(B::AtomicEnd, &[], O::Void),
        "malloc" | "__builtin_malloc" => Builtin(B::Malloc, &[Size], O::Pointer),
        "calloc" | "__builtin_calloc" => Builtin(B::Calloc, &[Size, Size], O::Pointer),
        "realloc" | "__builtin_realloc" => Builtin(B::Realloc, &[Pointer, Size], O::Pointer),
        "aligned_alloc" | "__builtin_aligned_alloc" | "memalign" => Aligned,
        "posix_memalign" => AlignedInto,
        "__builtin_ia32_mfence" => Builtin(B::Fence(ir::Order::SequentiallyConsistent), &[], O::Void),
        "free" | "__builtin_free" => Builtin(B::Free, &[Pointer], O::Void),
        "rand" | "random" => Random,
        "pthread_equal" | "thrd_equal" => ThreadEqual,
        "__builtin_expect" | "__builtin_expect_with_probability" => First,
        "__builtin_constant_p" => Zero,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" | "__builtin_setjmp"
        | "__builtin_longjmp" => Unsupported(Missing::Setjmp),
        "alloca" | "__builtin_alloca" | "__builtin_alloca_with_align" => Library::Alloca,
        "va_start" | "__builtin_va_start" | "__builtin_c23_va_start" => Library::VaList(VaList::Start),
        "va_copy" | "__va_copy" | "__builtin_va_copy" => Library::VaList(VaList::Copy),
        "va_end" | "__builtin_va_end" => Library::VaList(VaList::End),
        "vsnprintf" | "vsprintf" => Unsupported(Missing::Variadic),
        "__builtin_ia32_pause" | "__builtin_prefetch" => Ignored,
        _ if IGNORED.contains(&name) => Ignored,
        _ if float_operator(name).is_some() => float_operator(name)?,
        "__isnan" | "__isnanf" | "__isnanl" => model("isnan")?,
        "__isinf" | "__isinff" | "__isinfl" | "__builtin_isinf_sign" => model("isinf")?,
        "__finite" | "__finitef" | "__finitel" | "finite" => model("isfinite")?,
        "__signbit" | "__signbitf" | "__signbitl" | "__builtin_signbitf" => model("signbit")?,
        _ if models::name(name).is_some() => model(name)?,
        _ if UNSUPPORTED.contains(&name) || is_math(name) => Unsupported(Missing::Library),
        _ if ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "__builtin_"]
            .iter()
            .any(|it| name.starts_with(it)) =>
        {
            Unsupported(Missing::Library)
        }
        _ => return None,
    })
}

/// An atomic change of a number of a model.
fn counter(update: ir::Update, order: ir::Order) -> B {
    B::AtomicUpdate(update, order)
}

/// Functions that have no effect here.
const IGNORED: &[&str] = &[
    "printf",
    "__builtin_printf",
    "fprintf",
    "dprintf",
    "puts",
    "__builtin_puts",
    "fputs",
    "putchar",
    "__builtin_putchar",
    "putc",
    "fputc",
    "perror",
    "fflush",
    "vprintf",
    "vfprintf",
    "vdprintf",
    "setbuf",
    "setvbuf",
    "sleep",
    "usleep",
    "nanosleep",
    "clock_nanosleep",
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    "srand",
    "srandom",
    "pthread_setconcurrency",
    "pthread_setschedparam",
    "pthread_setschedprio",
    "pthread_setname_np",
    "pthread_setaffinity_np",
    "pthread_attr_destroy",
    "pthread_attr_setstacksize",
    "pthread_attr_setstack",
    "pthread_attr_setstackaddr",
    "pthread_attr_setguardsize",
    "pthread_attr_setscope",
    "pthread_attr_setschedpolicy",
    "pthread_attr_setschedparam",
    "pthread_attr_setinheritsched",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_setpshared",
    "pthread_mutexattr_setprotocol",
    "pthread_mutexattr_setprioceiling",
    "pthread_mutexattr_setrobust",
    "pthread_condattr_init",
    "pthread_condattr_destroy",
    "pthread_condattr_setclock",
    "pthread_condattr_setpshared",
    "pthread_rwlockattr_init",
    "pthread_rwlockattr_destroy",
    "pthread_rwlockattr_setpshared",
    "pthread_rwlockattr_setkind_np",
    "pthread_barrierattr_init",
    "pthread_barrierattr_destroy",
    "pthread_barrierattr_setpshared",
    "thrd_sleep",
    "atexit",
    "__goblint_split_begin",
    "__goblint_split_end",
];

/// Functions of the standard library that programs call and that are still to come.
const UNSUPPORTED: &[&str] = &[
    "gets",
    "atof",
    "strtod",
    "system",
    "localtime",
    "gmtime",
    "mktime",
    "fork",
    "vfork",
    "execl",
    "execv",
    "execve",
    "execvp",
    "wait",
    "waitpid",
    "getopt",
    "signal",
    "sigaction",
    "raise",
    "kill",
    "div",
    "ldiv",
    "lldiv",
];

fn model(name: &str) -> Option<Library> {
    models::name(name).map(Library::Model)
}

/// Functions of `math.h` that are exact and so are operators. A name ends in `f` or `l` for other types than `double`.
fn float_operator(name: &str) -> Option<Library> {
    use ir::Unary;
    let is_builtin = name.starts_with("__builtin_");
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let constant = match name {
        "inf" | "huge_val" => Some((Float::Double, false)),
        "inff" | "huge_valf" => Some((Float::Single, false)),
        "infl" | "huge_vall" => Some((Float::Long, false)),
        "nan" => Some((Float::Double, true)),
        "nanf" => Some((Float::Single, true)),
        "nanl" => Some((Float::Long, true)),
        _ => None,
    };
    if let Some((float, nan)) = constant.filter(|_| is_builtin) {
        return Some(Library::FloatConstant(float, nan));
    }
    let operator = |name: &str| {
        Some(match name {
            "sqrt" => B::Float(Unary::FloatSquareRoot),
            "floor" => B::Float(Unary::FloatFloor),
            "ceil" => B::Float(Unary::FloatCeiling),
            "trunc" => B::Float(Unary::FloatTruncate),
            "round" => B::Float(Unary::FloatRound),
            "rint" | "nearbyint" | "roundeven" => B::Float(Unary::FloatRoundEven),
            "fabs" => B::FloatAbsolute,
            "fmod" => B::FloatRemainder,
            _ => return None,
        })
    };
    if let Some(found) = operator(name) {
        return Some(Library::Float(found, Float::Double));
    }
    let (base, float) = match name.strip_suffix('f') {
        Some(base) => (base, Float::Single),
        None => (name.strip_suffix('l')?, Float::Long),
    };
    Some(Library::Float(operator(base)?, float))
}

/// Functions of `math.h` whose results the standard leaves to the implementation, or that are still to come.
fn is_math(name: &str) -> bool {
    const MATH: &[&str] = &[
        "acos",
        "asin",
        "atan",
        "atan2",
        "cos",
        "sin",
        "tan",
        "acosh",
        "asinh",
        "atanh",
        "cosh",
        "sinh",
        "tanh",
        "exp",
        "exp2",
        "expm1",
        "frexp",
        "ilogb",
        "ldexp",
        "log",
        "log10",
        "log1p",
        "log2",
        "logb",
        "modf",
        "scalbn",
        "scalbln",
        "cbrt",
        "hypot",
        "pow",
        "erf",
        "erfc",
        "lgamma",
        "tgamma",
        "remainder",
        "remquo",
        "nextafter",
        "nexttoward",
        "fma",
        "nan",
        "exp10",
        "pow10",
        "significand",
    ];
    let is = |name: &str| MATH.contains(&name);
    is(name) || name.strip_suffix(['f', 'l']).is_some_and(is)
}

fn nondet(suffix: &str) -> Nondet {
    match suffix {
        "bool" | "_Bool" => Nondet::Bool,
        "char" | "schar" | "s8" | "int8" | "int8_t" => Nondet::Int(8, true),
        "uchar" | "u8" | "uint8" | "uint8_t" | "unsigned_char" => Nondet::Int(8, false),
        "short" | "s16" | "int16" | "int16_t" => Nondet::Int(16, true),
        "ushort" | "u16" | "uint16" | "uint16_t" | "unsigned_short" => Nondet::Int(16, false),
        "int" | "s32" | "int32" | "int32_t" => Nondet::Int(32, true),
        "uint" | "unsigned" | "u32" | "uint32" | "uint32_t" | "unsigned_int" => Nondet::Int(32, false),
        "longlong" | "s64" | "int64" | "int64_t" | "loff_t" => Nondet::Int(64, true),
        "ulonglong" | "u64" | "uint64" | "uint64_t" => Nondet::Int(64, false),
        "long" | "ssize_t" | "intptr_t" | "ptrdiff_t" => Nondet::Int(0, true),
        "ulong" | "size_t" | "sector_t" | "uintptr_t" | "pthread_t" | "unsigned_long" => Nondet::Int(0, false),
        "float" => Nondet::Float(Float::Single),
        "double" => Nondet::Float(Float::Double),
        _ => Nondet::Unsupported,
    }
}

/// Whether a name belongs to the library.
pub(super) fn is_known(name: &str) -> bool {
    lookup(name).is_some()
}

/// Whether a body that the program gives to this function does not count.
pub(super) fn disregards_body(name: &str) -> bool {
    matches!(
        name,
        "assert"
            | "__VERIFIER_assert"
            | "__VERIFIER_assume"
            | "assume_abort_if_not"
            | "reach_error"
            | "__VERIFIER_error"
            | "__assert_fail"
            | "abort"
            | "exit"
            | "__VERIFIER_atomic_begin"
            | "__VERIFIER_atomic_end"
    ) || name.starts_with("__VERIFIER_nondet_")
}
