/* The widths of LP64, whatever the host has. */
#undef __SIZEOF_INT128__
#define __SIZEOF_INT128__ 16
#undef __SIZEOF_LONG_DOUBLE__
#define __SIZEOF_LONG_DOUBLE__ 16
#undef __LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#undef __SIZEOF_LONG__
#define __SIZEOF_LONG__ 8
#undef __SIZEOF_POINTER__
#define __SIZEOF_POINTER__ 8
#undef __SIZEOF_SIZE_T__
#define __SIZEOF_SIZE_T__ 8
#undef __SIZEOF_PTRDIFF_T__
#define __SIZEOF_PTRDIFF_T__ 8
#undef __LONG_MAX__
#define __LONG_MAX__ 0x7fffffffffffffffL
#undef __LONG_WIDTH__
#define __LONG_WIDTH__ 64
#undef __SIZE_TYPE__
#define __SIZE_TYPE__ unsigned long
#undef __SIZE_MAX__
#define __SIZE_MAX__ 0xffffffffffffffffUL
#undef __PTRDIFF_TYPE__
#define __PTRDIFF_TYPE__ long
#undef __PTRDIFF_MAX__
#define __PTRDIFF_MAX__ 0x7fffffffffffffffL
#undef __INTPTR_TYPE__
#define __INTPTR_TYPE__ long
#undef __INTPTR_MAX__
#define __INTPTR_MAX__ 0x7fffffffffffffffL
#undef __UINTPTR_TYPE__
#define __UINTPTR_TYPE__ unsigned long
#undef __UINTPTR_MAX__
#define __UINTPTR_MAX__ 0xffffffffffffffffUL
#undef __INT64_TYPE__
#define __INT64_TYPE__ long
#undef __UINT64_TYPE__
#define __UINT64_TYPE__ unsigned long
#undef __INT64_C
#define __INT64_C(c) c ## L
#undef __UINT64_C
#define __UINT64_C(c) c ## UL
#undef __INTMAX_TYPE__
#define __INTMAX_TYPE__ long
#undef __UINTMAX_TYPE__
#define __UINTMAX_TYPE__ unsigned long
#undef __WCHAR_TYPE__
#define __WCHAR_TYPE__ int
#undef __LP64__
#define __LP64__ 1
#undef _LP64
#define _LP64 1
#undef __ILP32__
#undef _ILP32
#undef __i386__
#undef __i386
#undef i386
