/* The runtime: makes the threads of the program below go on in the order of raddle_schedule.

   Before each operation that other threads can notice the program calls raddle_at. If it is the next one of its thread
   in the schedule, the thread waits there for its turn, and keeps the turn until it comes to the following one. What is
   not in the schedule (memory that only one thread uses) is let through. When all steps are made, everybody goes on as
   they like.

   Nothing here is seen by ThreadSanitizer: it must not take the order that is enforced for one of the program. The
   functions of the system have names of ours, so that they cannot clash with names of the program. */

extern int raddle_libc_create(unsigned long *, const void *, void *(*)(void *), void *) __asm__("pthread_create");
extern unsigned long raddle_libc_self(void) __asm__("pthread_self");
extern int raddle_libc_join(unsigned long, void **) __asm__("pthread_join");
extern int raddle_libc_detach(unsigned long) __asm__("pthread_detach");
extern void raddle_libc_thread_exit(void *) __asm__("pthread_exit");
extern int raddle_libc_lock(void *) __asm__("pthread_mutex_lock");
extern int raddle_libc_trylock(void *) __asm__("pthread_mutex_trylock");
extern int raddle_libc_unlock(void *) __asm__("pthread_mutex_unlock");
extern void *raddle_libc_calloc(unsigned long, unsigned long) __asm__("calloc");
extern void *raddle_libc_realloc(void *, unsigned long) __asm__("realloc");
extern void raddle_libc_free(void *) __asm__("free");
extern int raddle_libc_printf(int, const char *, ...) __asm__("dprintf");
extern char *raddle_libc_getenv(const char *) __asm__("getenv");
extern int raddle_libc_sleep(unsigned) __asm__("usleep");
extern int raddle_libc_yield(void) __asm__("sched_yield");
extern void raddle_libc_abort(void) __asm__("abort");
extern void raddle_libc_exit(int) __asm__("exit");
extern void raddle_libc_exit_now(int) __asm__("_exit");

#if defined(__clang__)
#define RADDLE_QUIET __attribute__((disable_sanitizer_instrumentation, noinline, unused))
#else
#define RADDLE_QUIET __attribute__((no_sanitize("thread"), noinline, unused))
#endif
#if defined(__x86_64__) || defined(__i386__)
#define RADDLE_BARRIER __asm__ volatile("mfence" ::: "memory")
#elif defined(__aarch64__)
#define RADDLE_BARRIER __asm__ volatile("dmb ish" ::: "memory")
#else
#define RADDLE_BARRIER __sync_synchronize()
#endif

#define RADDLE_NONE 0xffffffffu
#define RADDLE_MANY 1024

/* How many steps are complete. */
static volatile unsigned raddle_now;
/* Whether a step is being made, which may take as long as it likes. */
static volatile int raddle_is_busy;
/* How many threads were created. */
static volatile unsigned raddle_created = 1;
/* Changes when something happens that may let others go on. */
static volatile unsigned raddle_progress;
/* What each thread is at. */
static volatile unsigned raddle_where[RADDLE_MANY];
static volatile int raddle_has_ended[RADDLE_MANY];
static volatile int raddle_lock_of_sections;
static volatile int raddle_is_reported;
static unsigned long raddle_handles[RADDLE_MANY];
static struct { void *(*function)(void *); void *argument; } raddle_starts[RADDLE_MANY];

static _Thread_local unsigned raddle_number;
/* The next step of this thread in the schedule; one more than it is, so that 0 means that nobody has looked yet. */
static _Thread_local unsigned raddle_next_plus_one;
/* The step that this thread is making; one more than it is. */
static _Thread_local unsigned raddle_making;
static _Thread_local int raddle_sections;
static _Thread_local unsigned raddle_inputs_taken;
/* Whether the next wait of this thread ends for no reason. */
static _Thread_local int raddle_spurious;
static _Thread_local unsigned raddle_rounds;

static void raddle_initialise_thread(void);
static void *raddle_run_thread(void *(*)(void *), void *);

RADDLE_QUIET static const char *raddle_name(unsigned thread) {
  return thread < RADDLE_THREADS ? raddle_threads[thread].name : "a thread";
}

/* For breakpoints: `break raddle_step if number == 7` stops before the seventh step is made. */
RADDLE_QUIET static void raddle_step(unsigned number) {
  static volatile int tells = -1;
  if (tells < 0) tells = raddle_libc_getenv("RADDLE_STEPS") != 0;
  if (tells) {
    const struct raddle_step *it = &raddle_schedule[number - 1];
    raddle_libc_printf(2, "raddle: step %u of %u: %s: %s:%u: %s\n", number, RADDLE_STEPS, raddle_name(it->thread),
                       raddle_points[it->point].file, raddle_points[it->point].line, it->text);
  }
}

RADDLE_QUIET static void raddle_left(const char *why, unsigned step) {
  const struct raddle_step *it = &raddle_schedule[step];
  raddle_libc_printf(2, "raddle: the program left the schedule before step %u of %u (%s, %s:%u: %s): %s\n", step + 1,
                     RADDLE_STEPS, raddle_name(it->thread), raddle_points[it->point].file,
                     raddle_points[it->point].line, it->text, why);
  raddle_libc_exit_now(3);
}

RADDLE_QUIET static void raddle_watch(void *nothing) {
  unsigned seen = raddle_progress, still = 0, rounds = 0;
  /* A program that need not end is not waited for, nor is one in which threads hang that go round in loops. */
  while (still < 10 && rounds++ < (RADDLE_DEADLOCK ? 30 : 50)) {
    raddle_libc_sleep(100000);
    still = seen == raddle_progress ? still + 1 : 0;
    seen = raddle_progress;
  }
  raddle_libc_printf(2, !RADDLE_DEADLOCK ? "raddle: the program is ended here; threads still are at:\n"
                        : still < 10 ? "raddle: hang: threads have not left their loops\n"
                                     : "raddle: deadlock: no thread goes on\n");
  for (unsigned thread = 0; thread < raddle_created && thread < RADDLE_MANY; thread++) {
    if (raddle_has_ended[thread] || raddle_where[thread] == 0) continue;
    const struct raddle_point *it = &raddle_points[raddle_where[thread] - 1];
    raddle_libc_printf(2, "raddle:   %s is at %s:%u\n", raddle_name(thread), it->file, it->line);
  }
  raddle_is_reported = 1;
  if (raddle_libc_getenv("RADDLE_STAY")) return;
  if (RADDLE_DEADLOCK) raddle_libc_abort();
  raddle_libc_exit(0);
}

/* All steps are made. */
RADDLE_QUIET static void raddle_over(void) {
  static volatile int is_told;
  if (__sync_lock_test_and_set(&is_told, 1)) return;
  raddle_libc_printf(2, "raddle: all %u steps are made; expected now: %s\n", RADDLE_STEPS, raddle_expected);
  unsigned long handle;
  raddle_libc_create(&handle, 0, (void *(*)(void *))raddle_watch, 0);
}

RADDLE_QUIET static unsigned raddle_seek(unsigned from) {
  while (from < RADDLE_STEPS && raddle_schedule[from].thread != raddle_number) from++;
  return from;
}

/* The step that this thread is making is complete. */
RADDLE_QUIET static void raddle_complete(void) {
  if (!raddle_making) return;
  unsigned done = raddle_making;
  raddle_making = 0;
  RADDLE_BARRIER;
  raddle_is_busy = 0;
  raddle_now = done;
  RADDLE_BARRIER;
  if (done == RADDLE_STEPS) raddle_over();
}

/* Waits until so many steps are complete. Time is counted in rounds, so that none passes in a debugger. */
RADDLE_QUIET static void raddle_await(unsigned steps) {
  for (unsigned round = 0; raddle_now < steps; round++) {
    if (round < 100) {
      raddle_libc_yield();
    } else {
      raddle_libc_sleep(200);
    }
    if (raddle_is_busy) round = 100;
    if (round > 40000) raddle_left("it did not come", raddle_now);
  }
  RADDLE_BARRIER;
}

RADDLE_QUIET static void raddle_at(unsigned point) {
  if (raddle_sections || point == RADDLE_NONE) return;
  raddle_where[raddle_number] = point + 1;
  if (raddle_now >= RADDLE_STEPS) {
    raddle_complete();
    if (raddle_points[point].lets_go_on) raddle_progress++;
    raddle_libc_yield();
    if (++raddle_rounds % 256 == 0) raddle_libc_sleep(1000);
    return;
  }
  if (!raddle_next_plus_one) raddle_next_plus_one = raddle_seek(0) + 1;
  unsigned next = raddle_next_plus_one - 1;
  if (next < RADDLE_STEPS && raddle_schedule[next].point == point) {
    raddle_complete();
    raddle_await(next);
    raddle_making = next + 1;
    raddle_is_busy = 1;
    raddle_next_plus_one = raddle_seek(next + 1) + 1;
    raddle_step(next + 1);
    return;
  }
  /* What is not in the schedule is nobody else's business, or comes after all that is. */
  if (next < RADDLE_STEPS || raddle_number >= RADDLE_THREADS) return;
  if (raddle_making != RADDLE_STEPS || !raddle_threads[raddle_number].goes_on) raddle_complete();
  if (raddle_threads[raddle_number].goes_on) return;
  raddle_await(RADDLE_STEPS);
}

/* A thread that an assumption stops. */
RADDLE_QUIET static void raddle_stop(void) {
  raddle_complete();
  raddle_where[raddle_number] = 0;
  for (;;) raddle_libc_sleep(1000000);
}

/* Something is wrong. If it is not what is shown here, only this thread ends: others still have steps to make. */
RADDLE_QUIET static void raddle_fail(const char *file, unsigned line, const char *what) {
  raddle_libc_printf(2, "%s:%u: %s\n", file, line, what);
  if (raddle_now < RADDLE_STEPS && raddle_making != RADDLE_STEPS) {
    raddle_complete();
    raddle_where[raddle_number] = 0;
    raddle_await(RADDLE_STEPS);
    while (RADDLE_DEADLOCK) raddle_libc_sleep(1000000);
    raddle_libc_sleep(200000);
  }
  raddle_libc_abort();
}

/* Before the process ends: all steps are made first. */
RADDLE_QUIET static void raddle_end_process(void) {
  raddle_complete();
  raddle_await(RADDLE_STEPS);
}

/* Sections: in the schedule one is one step; afterwards they exclude each other. */
RADDLE_QUIET static void raddle_begin(unsigned point) {
  raddle_at(point);
  if (raddle_sections++ == 0 && raddle_now >= RADDLE_STEPS) {
    while (__sync_lock_test_and_set(&raddle_lock_of_sections, 1)) raddle_libc_yield();
    raddle_sections += 1000;
  }
}

RADDLE_QUIET static void raddle_end(void) {
  if (--raddle_sections == 1000) {
    raddle_sections = 0;
    __sync_lock_release(&raddle_lock_of_sections);
  }
}

RADDLE_QUIET static unsigned long long raddle_input(void) {
  if (raddle_number >= RADDLE_THREADS) return 0;
  const struct raddle_thread *it = &raddle_threads[raddle_number];
  return raddle_inputs_taken < it->input_count ? raddle_inputs[it->first_input + raddle_inputs_taken++] : 0;
}

RADDLE_QUIET static int raddle_is_spurious(void) {
  int it = raddle_spurious;
  raddle_spurious = 0;
  return it;
}

/* Threads. A handle is the number of the thread, plus one. */

RADDLE_QUIET static void raddle_leave(void) {
  raddle_complete();
  raddle_has_ended[raddle_number] = 1;
  raddle_progress++;
}

static void *raddle_start(void *number) {
  raddle_number = (unsigned)(unsigned long)number;
  raddle_initialise_thread();
  void *result = raddle_run_thread(raddle_starts[raddle_number].function, raddle_starts[raddle_number].argument);
  raddle_leave();
  return result;
}

RADDLE_QUIET static unsigned long raddle_spawn(unsigned point, void *function, void *argument) {
  raddle_at(point);
  unsigned number = __sync_fetch_and_add(&raddle_created, 1);
  if (number >= RADDLE_MANY) raddle_fail(raddle_points[point].file, raddle_points[point].line, "too many threads");
  raddle_starts[number].function = (void *(*)(void *))function;
  raddle_starts[number].argument = argument;
  if (raddle_libc_create(&raddle_handles[number], 0, raddle_start, (void *)(unsigned long)number)) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a thread cannot be created");
  }
  return number + 1ul;
}

RADDLE_QUIET static unsigned raddle_thread_of(unsigned point, unsigned long handle) {
  if (handle < 1 || handle > raddle_created) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "there is no such thread");
  }
  return (unsigned)(handle - 1);
}

RADDLE_QUIET static void *raddle_join(unsigned point, unsigned long handle) {
  void *result = 0;
  raddle_at(point);
  if (raddle_libc_join(raddle_handles[raddle_thread_of(point, handle)], &result)) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a thread is joined that cannot be joined");
  }
  return result;
}

RADDLE_QUIET static void raddle_detach(unsigned point, unsigned long handle) {
  raddle_at(point);
  if (raddle_libc_detach(raddle_handles[raddle_thread_of(point, handle)])) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a thread is detached that cannot be detached");
  }
}

RADDLE_QUIET static unsigned long raddle_self(unsigned point) {
  raddle_at(point);
  return raddle_number + 1ul;
}

RADDLE_QUIET static void raddle_exit_thread(void *result) {
  raddle_leave();
#if defined(__SANITIZE_THREAD__)
  /* A process with ThreadSanitizer does not end when its last thread does. */
  if (raddle_number == 0) {
    for (unsigned thread = 1; thread < raddle_created && thread < RADDLE_MANY; thread++) {
      while (!raddle_has_ended[thread]) raddle_libc_sleep(1000);
    }
    raddle_libc_exit(0);
  }
#endif
  raddle_libc_thread_exit(result);
}

/* Mutexes. Each has a real one beside it, which the system and ThreadSanitizer see. */

typedef struct { int shadow, kind; } raddle_mutex;
struct raddle_shadow { unsigned long long real[8]; volatile unsigned owner, times; };
static struct raddle_shadow raddle_shadows[4096];
static volatile unsigned raddle_shadow_count;
static volatile int raddle_lock_of_shadows;

RADDLE_QUIET static struct raddle_shadow *raddle_shadow(raddle_mutex *mutex) {
  while (__sync_lock_test_and_set(&raddle_lock_of_shadows, 1)) raddle_libc_yield();
  if (mutex->shadow <= 0 || mutex->shadow > (int)raddle_shadow_count) {
    if (raddle_shadow_count == 4096) raddle_libc_abort();
    mutex->shadow = (int)++raddle_shadow_count;
  }
  struct raddle_shadow *shadow = &raddle_shadows[mutex->shadow - 1];
  __sync_lock_release(&raddle_lock_of_shadows);
  return shadow;
}

RADDLE_QUIET static void raddle_init_mutex(unsigned point, raddle_mutex *mutex, int kind) {
  raddle_at(point);
  if (kind & 4 && mutex->kind >> 20 == 0xa75 - 4096) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a mutex is initialised again");
  }
  mutex->shadow = 0;
  mutex->kind = (kind & 3) % 3 | (kind & 4 ? (0xa75 - 4096) * (1 << 20) : 0);
}

/* Above its kind a mutex has a mark: how far it is in its life. */
RADDLE_QUIET static int raddle_kind(unsigned point, raddle_mutex *mutex) {
  if (mutex->kind >> 20 == 0xdea - 4096) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a mutex is used after it was destroyed");
  }
  return mutex->kind & 3;
}

RADDLE_QUIET static int raddle_lock(unsigned point, raddle_mutex *mutex) {
  raddle_at(point);
  int kind = raddle_kind(point, mutex);
  struct raddle_shadow *shadow = raddle_shadow(mutex);
  if (shadow->owner == raddle_number + 1 && kind == 2) return 35;
  if (shadow->owner == raddle_number + 1 && kind == 1) {
    shadow->times++;
    return 0;
  }
  raddle_libc_lock(shadow->real);
  shadow->owner = raddle_number + 1;
  return 0;
}

RADDLE_QUIET static int raddle_trylock(unsigned point, raddle_mutex *mutex) {
  raddle_at(point);
  int kind = raddle_kind(point, mutex);
  struct raddle_shadow *shadow = raddle_shadow(mutex);
  if (shadow->owner == raddle_number + 1 && kind == 1) {
    shadow->times++;
    return 0;
  }
  int error = raddle_libc_trylock(shadow->real);
  if (!error) shadow->owner = raddle_number + 1;
  return error;
}

RADDLE_QUIET static int raddle_unlock(unsigned point, raddle_mutex *mutex) {
  raddle_at(point);
  int kind = raddle_kind(point, mutex);
  struct raddle_shadow *shadow = raddle_shadow(mutex);
  if (shadow->owner != raddle_number + 1) {
    if (kind) return 1;
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a mutex is unlocked that the thread does not hold");
  }
  if (shadow->times) {
    shadow->times--;
    return 0;
  }
  shadow->owner = 0;
  raddle_libc_unlock(shadow->real);
  return 0;
}

RADDLE_QUIET static void raddle_destroy_mutex(unsigned point, raddle_mutex *mutex) {
  raddle_at(point);
  int kind = raddle_kind(point, mutex);
  if (raddle_shadow(mutex)->owner) {
    raddle_fail(raddle_points[point].file, raddle_points[point].line, "a mutex is destroyed that is held");
  }
  mutex->shadow = 0;
  mutex->kind = kind | (0xdea - 4096) * (1 << 20);
}

/* Memory. Objects are copied and set piece by piece, each a step of its own. These accesses are the program's. */

struct raddle_piece { unsigned offset, size; };

__attribute__((unused)) static void raddle_copy_piece(unsigned load, unsigned store, char *to, const char *from, unsigned size) {
#define RADDLE_COPY(T) { raddle_at(load); T piece = *(const T *)from; raddle_at(store); *(T *)to = piece; break; }
  switch (size) {
    case 1: RADDLE_COPY(unsigned char)
    case 2: RADDLE_COPY(unsigned short)
    case 4: RADDLE_COPY(unsigned)
    default: RADDLE_COPY(unsigned long long)
  }
}

__attribute__((unused)) static void raddle_copy(unsigned load, unsigned store, void *to, const void *from, const struct raddle_piece *pieces,
                        unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    raddle_copy_piece(load, store, (char *)to + pieces[i].offset, (const char *)from + pieces[i].offset,
                      pieces[i].size);
  }
}

__attribute__((unused)) static void raddle_copy_all(unsigned load, unsigned store, void *to, const void *from, unsigned size, unsigned chunk) {
  for (unsigned at = 0; at < size; at += chunk) {
    raddle_copy_piece(load, store, (char *)to + at, (const char *)from + at, chunk);
  }
}

__attribute__((unused)) static void raddle_set_piece(unsigned store, char *to, unsigned char byte, unsigned size) {
  raddle_at(store);
  switch (size) {
    case 1: *(unsigned char *)to = byte; break;
    case 2: *(unsigned short *)to = byte * 0x101u; break;
    case 4: *(unsigned *)to = byte * 0x1010101u; break;
    default: *(unsigned long long *)to = byte * 0x101010101010101ull;
  }
}

__attribute__((unused)) static void raddle_set(unsigned store, void *to, unsigned char byte, const struct raddle_piece *pieces, unsigned count) {
  for (unsigned i = 0; i < count; i++) raddle_set_piece(store, (char *)to + pieces[i].offset, byte, pieces[i].size);
}

__attribute__((unused)) static void raddle_set_all(unsigned store, void *to, unsigned char byte, unsigned size, unsigned chunk) {
  for (unsigned at = 0; at < size; at += chunk) raddle_set_piece(store, (char *)to + at, byte, chunk);
}

/* Bits of an object that is not shared yet. */
__attribute__((unused)) static void raddle_set_bits(void *record, unsigned start, unsigned width, unsigned long long value) {
  for (unsigned i = 0; i < width; i++) {
    unsigned char *byte = (unsigned char *)record + (start + i) / 8;
    unsigned char mask = (unsigned char)(1u << ((start + i) % 8));
    *byte = (unsigned char)(value >> i & 1 ? *byte | mask : *byte & ~mask);
  }
}

/* What is done with an atomic object of 16 bytes. */
static int raddle_whole __attribute__((unused));
#define RADDLE_WHOLE(...) do { \
  while (__sync_lock_test_and_set(&raddle_whole, 1)) raddle_libc_yield(); \
  __VA_ARGS__; \
  __sync_lock_release(&raddle_whole); \
} while (0)

/* Additions that are done only if they fit; they give what was there before. */
#define RADDLE_ADD_IF_FITS(T, object, operand) __extension__({ \
  T *raddle_p = (T *)(object), raddle_v = (T)(operand), raddle_old = __atomic_load_n(raddle_p, __ATOMIC_SEQ_CST); \
  while ((T)(raddle_old + raddle_v) >= raddle_old && \
         !__atomic_compare_exchange_n(raddle_p, &raddle_old, (T)(raddle_old + raddle_v), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {} \
  raddle_old; })
#define RADDLE_SUBTRACT_IF_FITS(T, object, operand) __extension__({ \
  T *raddle_p = (T *)(object), raddle_v = (T)(operand), raddle_old = __atomic_load_n(raddle_p, __ATOMIC_SEQ_CST); \
  while (raddle_old >= raddle_v && \
         !__atomic_compare_exchange_n(raddle_p, &raddle_old, (T)(raddle_old - raddle_v), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {} \
  raddle_old; })

#if defined(__SANITIZE_ADDRESS__)
/* Locals of functions that have returned are dead. */
const char *__asan_default_options(void) { return "detect_stack_use_after_return=1"; }
#endif

__attribute__((constructor)) RADDLE_QUIET static void raddle_begin_process(void) {
  raddle_handles[0] = raddle_libc_self();
}

__attribute__((destructor)) RADDLE_QUIET static void raddle_finish(void) {
  raddle_complete();
  if (raddle_is_reported) return;
  if (raddle_now < RADDLE_STEPS) raddle_left("the program has ended", raddle_now);
  if (!RADDLE_SILENT) raddle_libc_printf(2, "raddle: the program has ended, and this was not seen: %s\n", raddle_expected);
}
