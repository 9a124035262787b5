//! Every diagnostic of the front end, by its stable code.
//!
//! C01xx: reading and preprocessing. C02xx: syntax. C03xx: types and names. C04xx: C that is not supported (yet).
//! C05xx: warnings. A code is never given a new meaning; a code that is no longer needed is left out and not used again.

use source::Code;

macro_rules! codes {
    ($($name:ident = $code:literal, $text:literal;)*) => {
        $(#[doc = $text] pub const $name: Code = Code($code);)*

        /// All codes with one sentence each, in ascending order.
        pub const ALL: &[(Code, &str)] = &[$(($name, $text)),*];
    };
}

codes! {
    UNREADABLE = "C0101", "The file cannot be read.";
    NO_COMPILER = "C0102", "The C compiler that preprocesses cannot be started.";
    PREPROCESSING = "C0103", "The preprocessor reports an error.";
    NOT_UTF8 = "C0104", "A literal or name has bytes that are not UTF-8.";

    SYNTAX = "C0201", "The text is not C as we know it.";
    TOO_DEEP = "C0202", "Expressions or statements are nested too deeply.";

    UNDECLARED = "C0301", "A name is used that is not declared.";
    INCOMPLETE = "C0302", "A type is used whose size or members are not known.";
    NO_MEMBER = "C0303", "A struct or union has no member of that name.";
    NOT_AN_LVALUE = "C0304", "Something is assigned to, or its address taken, that is not an object.";
    BAD_OPERANDS = "C0305", "An operator does not take operands of these types.";
    CANNOT_CONVERT = "C0306", "A value cannot be converted to the type that is needed.";
    ARGUMENT_COUNT = "C0307", "A function is called with too few or too many arguments.";
    NOT_A_FUNCTION = "C0308", "Something is called that is not a function.";
    REDEFINED = "C0309", "A name is defined twice, or declared with different types.";
    NOT_CONSTANT = "C0310", "A constant is needed and the expression is none.";
    BAD_LABEL = "C0311", "A label is missing, defined twice, or out of place.";
    STRAY_JUMP = "C0312", "break or continue stands outside of a loop or switch.";
    ASSERTION_FAILED = "C0313", "A static assertion fails.";
    BAD_INITIALISER = "C0314", "An initialiser does not fit what it initialises.";
    BAD_LITERAL = "C0315", "A number, character or string literal is malformed.";
    BAD_DECLARATION = "C0316", "A declaration makes no sense.";
    NOT_DEFINED = "C0317", "A variable is used that is declared but defined nowhere.";
    NO_MAIN = "C0318", "The program has no function main.";
    NOT_ALLOWED = "C0319", "A comment lets something pass that cannot be let pass at a line.";

    FLOAT = "C0401", "Floating point in a format other than float, double and long double is not supported.";
    ASSEMBLY = "C0403", "Inline assembly is not supported.";
    COMPLEX = "C0405", "Complex numbers are not supported.";
    INT128 = "C0406", "128-bit integers are used where the data model or the statement does not have them.";
    VARIADIC = "C0407", "Variable arguments are used where there are none, or by a function that is not supported.";
    SETJMP = "C0408", "setjmp and longjmp are not supported.";
    COMPUTED_GOTO = "C0409", "Computed goto is not supported.";
    NESTED_FUNCTION = "C0410", "Functions inside functions are not supported.";
    UNKNOWN_FUNCTION = "C0412", "A function is called whose body is not known.";
    LIBRARY = "C0413", "A library function or object is not supported yet.";
    LIBRARY_VALUE = "C0414", "A library function is used as a value, not called.";
    ATOMIC_TYPE = "C0415", "_Atomic of this type is not supported.";
    OPAQUE_COPY = "C0416", "A mutex or other library object is copied.";
    MUTEX_KIND = "C0417", "A mutex of another kind than the default one is not supported yet.";
    PACKED = "C0418", "An alignment is not known, or an atomic object is not aligned.";
    NONDET_TYPE = "C0419", "A nondeterministic value of this type is not supported.";
    TOO_LARGE = "C0420", "An object is larger than the memory model can hold.";
    GNU_SYNTAX = "C0421", "A GNU form of expression is not supported yet.";
    ATTRIBUTE = "C0422", "An attribute that changes what the program does is not supported.";

    IMPLICIT_FUNCTION = "C0501", "A function is called that is not declared.";
    INT_POINTER = "C0502", "An integer becomes a pointer, or the other way round, without a cast.";
    POINTER_TYPES = "C0503", "Pointers to different types are mixed without a cast.";
    EXCESS_INITIALISER = "C0504", "An initialiser has more values than there are places; the rest is dropped.";
    MEMORY_ORDER = "C0505", "A memory order is not a constant; it is taken as seq_cst.";
    RETURN_VALUE = "C0506", "A return statement and the function's type disagree about a value.";
    EXTRA_ARGUMENTS = "C0507", "An old-style function is called with another number of arguments than it has parameters.";
}
