#ifndef _RADDLE_TIME_H
#define _RADDLE_TIME_H
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
#define __timespec_defined 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
#ifndef __struct_tm_defined
#define __struct_tm_defined 1
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
#endif
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define TIMER_ABSTIME 1
#define TIME_UTC 1
extern time_t time(time_t *);
extern clock_t clock(void);
extern int nanosleep(const struct timespec *, struct timespec *);
extern int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
extern int clock_gettime(clockid_t, struct timespec *);
extern int timespec_get(struct timespec *, int);
extern struct tm *localtime(const time_t *);
extern struct tm *gmtime(const time_t *);
extern time_t mktime(struct tm *);
#endif
