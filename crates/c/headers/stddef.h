#ifndef _RADDLE_STDDEF_H
#define _RADDLE_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long __a; long long __b; } max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
/* Headers of the system ask for one of these at a time and undefine it themselves elsewhere. */
#undef __need_size_t
#undef __need_ptrdiff_t
#undef __need_wchar_t
#undef __need_NULL
#undef NULL
#define NULL ((void *)0)
#ifdef __need_wint_t
#undef __need_wint_t
#ifndef _RADDLE_WINT_T
#define _RADDLE_WINT_T
typedef unsigned int wint_t;
#endif
#endif
