/* The widths of ILP32, whatever the host has. */
#undef __SIZEOF_INT128__
#undef __SIZEOF_LONG_DOUBLE__
#define __SIZEOF_LONG_DOUBLE__ 12
#undef __LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#undef __SIZEOF_LONG__
#define __SIZEOF_LONG__ 4
#undef __SIZEOF_POINTER__
#define __SIZEOF_POINTER__ 4
#undef __SIZEOF_SIZE_T__
#define __SIZEOF_SIZE_T__ 4
#undef __SIZEOF_PTRDIFF_T__
#define __SIZEOF_PTRDIFF_T__ 4
#undef __LONG_MAX__
#define __LONG_MAX__ 0x7fffffffL
#undef __LONG_WIDTH__
#define __LONG_WIDTH__ 32
#undef __SIZE_TYPE__
#define __SIZE_TYPE__ unsigned int
#undef __SIZE_MAX__
#define __SIZE_MAX__ 0xffffffffU
#undef __PTRDIFF_TYPE__
#define __PTRDIFF_TYPE__ int
#undef __PTRDIFF_MAX__
#define __PTRDIFF_MAX__ 0x7fffffff
#undef __INTPTR_TYPE__
#define __INTPTR_TYPE__ int
#undef __INTPTR_MAX__
#define __INTPTR_MAX__ 0x7fffffff
#undef __UINTPTR_TYPE__
#define __UINTPTR_TYPE__ unsigned int
#undef __UINTPTR_MAX__
#define __UINTPTR_MAX__ 0xffffffffU
#undef __INT64_TYPE__
#define __INT64_TYPE__ long long
#undef __UINT64_TYPE__
#define __UINT64_TYPE__ unsigned long long
#undef __INT64_C
#define __INT64_C(c) c ## LL
#undef __UINT64_C
#define __UINT64_C(c) c ## ULL
#undef __INTMAX_TYPE__
#define __INTMAX_TYPE__ long long
#undef __UINTMAX_TYPE__
#define __UINTMAX_TYPE__ unsigned long long
#undef __WCHAR_TYPE__
#define __WCHAR_TYPE__ int
#undef __LP64__
#undef _LP64
#undef __x86_64__
#undef __x86_64
#undef __amd64__
#undef __amd64
#undef __aarch64__
#undef __i386__
#define __i386__ 1
#undef __ILP32__
#define __ILP32__ 1
