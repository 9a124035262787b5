#ifndef _RADDLE_STRINGS_H
#define _RADDLE_STRINGS_H
#include <stddef.h>
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
extern void bzero(void *, size_t);
extern void bcopy(const void *, void *, size_t);
extern int ffs(int);
extern int ffsl(long);
extern int ffsll(long long);
#endif
