/* No guard: each inclusion looks at NDEBUG anew. The name is known to Raddle, so the condition stays as it is written. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#ifndef _RADDLE_ASSERT_H
#define _RADDLE_ASSERT_H
extern void assert(int);
#endif
#define assert assert
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
