#ifndef _RADDLE_SCHED_H
#define _RADDLE_SCHED_H
#ifndef _BITS_TYPES_STRUCT_SCHED_PARAM
#define _BITS_TYPES_STRUCT_SCHED_PARAM 1
struct sched_param { int sched_priority; };
#endif
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
extern int sched_yield(void);
#endif
