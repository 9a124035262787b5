//! What is known by name: the functions of the library and of verification competitions.
//!
//! Headers and bodies say nothing here (a `reach_error` with an empty body is an error all the same); what a function
//! means is in this table. Atomics are in `atomics`.

use crate::models;
use crate::tree::Builtin as B;

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
    /// A function that is written in C, see `models`.
    Model(&'static str),
    /// `__builtin_expect(value, …)`: the value.
    First,
    /// `__builtin_constant_p`: 0.
    Zero,
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
    Alloca,
    Variadic,
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
    Pointer,
}

/// Types of nondeterministic values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nondet {
    Bool,
    /// Bits (0: as a pointer) and sign.
    Int(u8, bool),
    Unsupported,
}

/// What a name means, if it is known.
pub(super) fn lookup(name: &str) -> Option<Library> {
    use Library::{
        Aligned, AlignedInto, Atomic, Builtin, Error, First, Ignored, Random, ThreadEqual, Unsupported, Zero,
    };
    use Outcome as O;
    use Parameter::{Handle, Int, Mutex, Pointer, PointerPointer, Routine, Scalar, Size, Thread};
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
        "pthread_mutex_init" => Builtin(B::MutexInit, &[Mutex, Pointer], O::Int),
        "pthread_mutex_lock" => Builtin(B::MutexLock, &[Mutex], O::Int),
        "pthread_mutex_trylock" => Builtin(B::MutexTryLock, &[Mutex], O::Int),
        "pthread_mutex_unlock" => Builtin(B::MutexUnlock, &[Mutex], O::Int),
        "pthread_mutex_destroy" => Builtin(B::MutexDestroy, &[Mutex], O::Int),
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
        "pthread_equal" => ThreadEqual,
        "__builtin_expect" | "__builtin_expect_with_probability" => First,
        "__builtin_constant_p" => Zero,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" | "__builtin_setjmp"
        | "__builtin_longjmp" => Unsupported(Missing::Setjmp),
        "alloca" | "__builtin_alloca" => Unsupported(Missing::Alloca),
        "__builtin_va_start" | "__builtin_va_end" | "__builtin_va_copy" | "vprintf" | "vfprintf" | "vsnprintf" => {
            Unsupported(Missing::Variadic)
        }
        "__builtin_ia32_pause" | "__builtin_prefetch" => Ignored,
        _ if IGNORED.contains(&name) => Ignored,
        _ if models::name(name).is_some() => Library::Model(models::name(name).unwrap_or_default()),
        _ if UNSUPPORTED.contains(&name) => Unsupported(Missing::Library),
        _ if ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "__builtin_"]
            .iter()
            .any(|it| name.starts_with(it)) =>
        {
            Unsupported(Missing::Library)
        }
        _ => return None,
    })
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
    "setbuf",
    "setvbuf",
    "sleep",
    "usleep",
    "nanosleep",
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    "srand",
    "srandom",
    "pthread_detach",
    "pthread_setconcurrency",
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_attr_setdetachstate",
    "pthread_attr_setstacksize",
    "pthread_attr_setscope",
    "pthread_mutexattr_init",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_setpshared",
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
    "call_once",
    "div",
    "ldiv",
    "lldiv",
];

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
