#ifndef _RADDLE_INTTYPES_H
#define _RADDLE_INTTYPES_H
#include <stdint.h>
#if __SIZEOF_LONG__ == 8
#define __RADDLE_PRI64 "l"
#define __RADDLE_PRIPTR "l"
#else
#define __RADDLE_PRI64 "ll"
#define __RADDLE_PRIPTR ""
#endif
#define PRId8 "d"
#define PRIi8 "i"
#define PRIu8 "u"
#define PRIx8 "x"
#define PRIX8 "X"
#define PRId16 "d"
#define PRIi16 "i"
#define PRIu16 "u"
#define PRIx16 "x"
#define PRIX16 "X"
#define PRId32 "d"
#define PRIi32 "i"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRIX32 "X"
#define PRId64 __RADDLE_PRI64 "d"
#define PRIi64 __RADDLE_PRI64 "i"
#define PRIu64 __RADDLE_PRI64 "u"
#define PRIx64 __RADDLE_PRI64 "x"
#define PRIX64 __RADDLE_PRI64 "X"
#define PRIdPTR __RADDLE_PRIPTR "d"
#define PRIuPTR __RADDLE_PRIPTR "u"
#define PRIxPTR __RADDLE_PRIPTR "x"
#define PRIdMAX __RADDLE_PRI64 "d"
#define PRIuMAX __RADDLE_PRI64 "u"
#define PRIxMAX __RADDLE_PRI64 "x"
#endif
