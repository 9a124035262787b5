#ifndef _RADDLE_MALLOC_H
#define _RADDLE_MALLOC_H
#include <stdlib.h>
extern void *memalign(size_t, size_t);
#endif
