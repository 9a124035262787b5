#ifndef _RADDLE_UNISTD_H
#define _RADDLE_UNISTD_H
#include <sys/types.h>
extern unsigned int sleep(unsigned int);
extern int usleep(useconds_t);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t fork(void);
extern ssize_t read(int, void *, size_t);
extern ssize_t write(int, const void *, size_t);
extern int close(int);
extern int unlink(const char *);
extern int fsync(int);
extern unsigned int alarm(unsigned int);
extern void _exit(int);
extern long sysconf(int);
extern int getopt(int, char *const *, const char *);
extern char *optarg;
extern int optind;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#endif
