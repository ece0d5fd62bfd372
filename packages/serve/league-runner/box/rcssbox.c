/*
 * rcssbox: a preload library that gives an unmodified player program the same random numbers and the same clock in each run of a
 * synchronous match. Time passes only with (think) datagrams and with waits of the program itself.
 *
 * Compiled by build.sh for four systems. By hand: cc -O2 -fPIC -shared -o rcssbox.so rcssbox.c -ldl -pthread
 *
 * Environment:
 *   RCSS_SEED, RCSS_SIDE   seed of the match, left or right
 *   RCSS_BOX_SALT          further text that changes the numbers
 *   RCSS_BOX_OFF           comma list: random, clock, wait, threads, aslr
 *   RCSS_BOX_PID=1         getpid() gives a constant (off: names of files may have the number)
 *   RCSS_BOX_PATIENCE      timed waits on conditions and locks last N times as long in real time (1)
 *   RCSS_BOX_LOG           file to which each first use of a source is appended: what would the program have read?
 */
/* cspell:disable */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#ifndef __O_TMPFILE
#define __O_TMPFILE 0
#endif
#ifndef __GLIBC__
#define dlvsym(handle, name, version) dlsym(handle, name)
#endif
#define EXPORT __attribute__((visibility("default")))
#define NS 1000000000LL
#define CYCLE_NS 100000000LL            /* one (think) */
#define BEFORE_NS (4 * NS)              /* place for waits before the first (think) */
#define EPOCH_S 1000000000LL            /* earliest date of the box: 2001; the seed adds up to three years, for srand(time(0)) */
#define MONO_S 1000LL                   /* monotonic clock of the box */

/* ---- system calls, past the functions of the C library that this file replaces ---- */
static long raw(long n, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long r;
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = n, r __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c, x3 __asm__("x3") = d,
       x4 __asm__("x4") = e, x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(r) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
#else
#error "x86-64 and arm64 only"
#endif
  if (r < 0 && r > -4096) return errno = (int)-r, -1;
  return r;
}
#define SYS_7(n, a, b, c, d, e, f, ...) raw(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#define sys(...) SYS_7(__VA_ARGS__, 0, 0, 0, 0, 0, 0)

/* ---- state ---- */
static uint64_t seed_;
static int64_t epoch_ = EPOCH_S;        /* real-time clock of the box at its start, s */
static volatile int64_t thinks_;        /* largest number of (think) of one socket */
static int offRandom, offClock, offWait, fixedPid;
static int offQuiet;
static double patience = 1;
static int logFd = -1;

/* A client of the server: one process may have several, in one thread or in many, and their datagrams come in any order. */
struct client {
  volatile int64_t thinks;
  volatile uint64_t draws;
  volatile int unum;
};
#define MAX_FILES 4096
static struct client clients[MAX_FILES]; /* by file descriptor */
static struct client none;               /* of threads that have read nothing from a server */
static __thread struct client *mine;     /* the client for which this thread has read last, or null */
static __thread const struct client *seenClient;
static __thread int64_t seenThinks = -2;
static __thread int64_t local_;          /* waits and reads of this thread since the last (think), ns */

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
static uint64_t mixText(uint64_t h, const char *t) {
  for (; t && *t; t++) h = mix(h ^ (unsigned char)*t);
  return mix(h ^ 0x100);
}

static void note(const char *source) {
  static const char *known[64];
  static volatile int count;
  if (logFd < 0) return;
  int n = count;
  for (int i = 0; i < n && i < 64; i++)
    if (known[i] == source) return;
  int at = __sync_fetch_and_add(&count, 1);
  if (at >= 64) return;
  known[at] = source;
  char line[256];
  int len = snprintf(line, sizeof line, "%s pid=%d thinks=%lld %s\n", program_invocation_short_name, (int)sys(SYS_getpid),
                     (long long)thinks_, source);
  if (sys(SYS_write, logFd, line, len) < 0) return;
}

static int isListed(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *p = list; p && (p = strstr(p, word)); p += n)
    if ((p == list || p[-1] == ',') && (p[n] == 0 || p[n] == ',')) return 1;
  return 0;
}

/* Starts this program again with its arguments, which musl does not give to constructors. Returns if it cannot. */
static void startAgain(void) {
  char self[PATH_MAX];
  long length = sys(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  const char *name = strrchr(self, '/');
  /* A loader that was called by name needs other arguments than those that its program has. */
  if (!name || strncmp(name, "/ld-", 4) == 0) return;
  int file = (int)sys(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
  char *text = NULL;
  size_t size = 0, words = 0;
  for (long n = 1; file >= 0 && n > 0; size += n > 0 ? (size_t)n : 0) {
    char *longer = realloc(text, size + 4096);
    if (!longer) return;
    text = longer;
    n = sys(SYS_read, file, text + size, 4096);
  }
  for (size_t i = 0; i < size; i++) words += text[i] == 0;
  char **argv = words > 0 ? calloc(words + 1, sizeof *argv) : NULL;
  if (!argv) return;
  for (size_t i = 0, n = 0; n < words; i += strlen(text + i) + 1) argv[n++] = text + i;
  execve("/proc/self/exe", argv, environ);
}

static void patchInstructions(void);
__attribute__((constructor(101))) static void begin(void) {
  const char *off = getenv("RCSS_BOX_OFF");
  offRandom = isListed(off, "random");
  offClock = isListed(off, "clock");
  offWait = isListed(off, "wait");
  offQuiet = isListed(off, "threads");
  const char *pid = getenv("RCSS_BOX_PID");
  fixedPid = pid && *pid == '1';
  const char *p = getenv("RCSS_BOX_PATIENCE");
  if (p && atof(p) > 0) patience = atof(p);
  if (!isListed(off, "aslr")) {
    int now = personality(0xffffffff);
    if (now >= 0 && !(now & ADDR_NO_RANDOMIZE) && personality(now | ADDR_NO_RANDOMIZE) >= 0 &&
        (personality(0xffffffff) & ADDR_NO_RANDOMIZE) && !getenv("RCSS_BOX_AGAIN")) {
      setenv("RCSS_BOX_AGAIN", "1", 1);
      startAgain();
    }
  }
  uint64_t h = mixText(0, getenv("RCSS_SEED"));
  h = mixText(h, getenv("RCSS_SIDE"));
  h = mixText(h, getenv("RCSS_BOX_SALT"));
  epoch_ = EPOCH_S + (int64_t)(h % 100000000);
  seed_ = mixText(h, program_invocation_short_name);
  const char *file = getenv("RCSS_BOX_LOG");
  if (file && *file) logFd = (int)sys(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (!offRandom) patchInstructions();
}

/* ---- random numbers ---- */
static uint64_t draw(void) {
  struct client *c = mine ? mine : &none;
  uint64_t n = __sync_add_and_fetch(&c->draws, 1);
  return mix(seed_ ^ mix(n * 2 + 1) ^ ((uint64_t)(c->unum + (mine != NULL)) << 56));
}
static void fill(void *to, size_t n) {
  unsigned char *p = to;
  while (n > 0) {
    uint64_t v = draw();
    size_t k = n < 8 ? n : 8;
    memcpy(p, &v, k);
    p += k;
    n -= k;
  }
}

EXPORT ssize_t getrandom(void *to, size_t n, unsigned flags) {
  note("getrandom");
  if (offRandom) return sys(SYS_getrandom, to, n, flags);
  fill(to, n);
  return (ssize_t)n;
}
EXPORT int getentropy(void *to, size_t n) {
  note("getentropy");
  if (n > 256) return errno = EIO, -1;
  if (offRandom) return sys(SYS_getrandom, to, n, 0) == (long)n ? 0 : -1;
  fill(to, n);
  return 0;
}
EXPORT uint32_t arc4random(void) {
  uint32_t v;
  note("arc4random");
  if (offRandom) { if (sys(SYS_getrandom, &v, 4, 0) != 4) abort(); return v; }
  return (uint32_t)draw();
}
EXPORT void arc4random_buf(void *to, size_t n) {
  note("arc4random_buf");
  if (offRandom) { if (sys(SYS_getrandom, to, n, 0) < 0) abort(); return; }
  fill(to, n);
}
EXPORT uint32_t arc4random_uniform(uint32_t bound) { return bound < 2 ? 0 : arc4random() % bound; }

/* std::random_device of libstdc++: the object is not touched, so the same functions serve both string layouts. */
EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *self) { (void)self; note("std::random_device"); return arc4random(); }
EXPORT unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void *self) { (void)self; note("std::random_device"); return arc4random(); }
EXPORT double _ZNKSt13random_device13_M_getentropyEv(const void *self) { (void)self; return 32.0; }
EXPORT void _ZNSt13random_device7_M_finiEv(void *self) { (void)self; }
EXPORT void _ZNSt13random_device7_M_initERKSs(void *self, const void *t) { (void)self; (void)t; }
EXPORT void _ZNSt13random_device14_M_init_pretr1ERKSs(void *self, const void *t) { (void)self; (void)t; }
EXPORT void _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void *self, const void *t) { (void)self; (void)t; }
EXPORT void _ZNSt13random_device7_M_initEPKcm(void *self, const char *t, size_t n) { (void)self; (void)t; (void)n; }
EXPORT void _ZNSt13random_device14_M_init_pretr1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void *self, const void *t) { (void)self; (void)t; }

/* /dev/urandom, /dev/random */
static int isRandomDevice(const char *path) {
  return !offRandom && path && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"));
}
static int openRandom(int flags) {
  note("/dev/urandom");
  int fd = (int)sys(SYS_memfd_create, "random", (flags & O_CLOEXEC) ? 1u : 0u);
  if (fd < 0) return fd;
  char block[4096];
  for (int i = 0; i < 16; i++) {
    fill(block, sizeof block);
    if (sys(SYS_write, fd, block, sizeof block) < 0) break;
  }
  sys(SYS_lseek, fd, 0, SEEK_SET);
  return fd;
}
#define MODE(flags, last)                                                    \
  mode_t mode = 0;                                                           \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {                                   \
    va_list list;                                                            \
    va_start(list, last);                                                    \
    mode = va_arg(list, mode_t);                                             \
    va_end(list);                                                            \
  }
EXPORT int open(const char *path, int flags, ...) {
  MODE(flags, flags)
  return isRandomDevice(path) ? openRandom(flags) : (int)sys(SYS_openat, AT_FDCWD, path, flags, mode);
}
EXPORT int open64(const char *path, int flags, ...) {
  MODE(flags, flags)
  return isRandomDevice(path) ? openRandom(flags) : (int)sys(SYS_openat, AT_FDCWD, path, flags, mode);
}
EXPORT int openat(int at, const char *path, int flags, ...) {
  MODE(flags, flags)
  return isRandomDevice(path) ? openRandom(flags) : (int)sys(SYS_openat, at, path, flags, mode);
}
EXPORT int openat64(int at, const char *path, int flags, ...) {
  MODE(flags, flags)
  return isRandomDevice(path) ? openRandom(flags) : (int)sys(SYS_openat, at, path, flags, mode);
}

/* Calls that the compiler has made of open, with checks. */
EXPORT int __open_2(const char *path, int flags) { return open(path, flags); }
EXPORT int __open64_2(const char *path, int flags) { return open(path, flags); }
EXPORT int __openat_2(int at, const char *path, int flags) { return openat(at, path, flags); }
EXPORT int __openat64_2(int at, const char *path, int flags) { return openat(at, path, flags); }

static void *next(const char *name) {
  void *f = dlsym(RTLD_NEXT, name);
  if (!f) abort();
  return f;
}
#define NEXT(name, type) \
  static __typeof__(type) real; \
  if (!real) real = (__typeof__(type))next(name)

EXPORT FILE *fopen(const char *path, const char *mode) {
  NEXT("fopen", FILE *(*)(const char *, const char *));
  return isRandomDevice(path) ? fdopen(openRandom(0), "r") : real(path, mode);
}
EXPORT FILE *fopen64(const char *path, const char *mode) {
  NEXT("fopen64", FILE *(*)(const char *, const char *));
  return isRandomDevice(path) ? fdopen(openRandom(0), "r") : real(path, mode);
}

EXPORT pid_t getpid(void) {
  note("getpid");
  return fixedPid ? 4242 : (pid_t)sys(SYS_getpid);
}

/* ---- rdrand and rdseed in the program itself (libstdc++ linked into it): the instruction is replaced by a trap ---- */
#if defined(__x86_64__)
#include <link.h>
#include <signal.h>
#include <ucontext.h>
static const unsigned char *patched[64];
static unsigned char patchedModRm[64], patchedRex[64], patchedLen[64];
static int patchedCount;
static struct sigaction earlier;

static void onTrap(int number, siginfo_t *info, void *context) {
  ucontext_t *u = context;
  const unsigned char *at = (const unsigned char *)u->uc_mcontext.gregs[REG_RIP];
  static const int place[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  for (int i = 0; i < patchedCount; i++) {
    if (patched[i] != at) continue;
    note("rdrand");
    int r = (patchedModRm[i] & 7) | ((patchedRex[i] & 1) << 3);
    uint64_t v = draw();
    u->uc_mcontext.gregs[place[r]] = (patchedRex[i] & 8) ? (greg_t)v : (greg_t)(uint32_t)v;
    u->uc_mcontext.gregs[REG_EFL] = (u->uc_mcontext.gregs[REG_EFL] & ~0x8d5LL) | 1; /* carry: a number is there */
    u->uc_mcontext.gregs[REG_RIP] += patchedLen[i];
    return;
  }
  if (earlier.sa_flags & SA_SIGINFO) earlier.sa_sigaction(number, info, context);
  else signal(SIGILL, SIG_DFL);
}
/* After the instruction comes a use of the carry flag: jb, jae, setb, setae, cmovb, cmovae, perhaps after a mov or a push of flags. */
static int usesCarry(const unsigned char *p) {
  for (int i = 0; i < 12; i++) {
    if ((p[i] == 0x72 || p[i] == 0x73) && i < 8) return 1;
    if (p[i] == 0x0f && (p[i + 1] == 0x82 || p[i + 1] == 0x83 || p[i + 1] == 0x92 || p[i + 1] == 0x93 || p[i + 1] == 0x42 || p[i + 1] == 0x43)) return 1;
  }
  return 0;
}
static int patchObject(struct dl_phdr_info *o, size_t size, void *data) {
  (void)size;
  (void)data;
  if (strstr(o->dlpi_name, "linux-vdso") || strstr(o->dlpi_name, "/ld-linux") || strstr(o->dlpi_name, "/libc.so")) return 0;
  for (int k = 0; k < o->dlpi_phnum; k++) {
    const ElfW(Phdr) *h = &o->dlpi_phdr[k];
    if (h->p_type != PT_LOAD || !(h->p_flags & PF_X) || h->p_memsz < 32) continue;
    unsigned char *from = (unsigned char *)(o->dlpi_addr + h->p_vaddr), *to = from + h->p_memsz - 24;
    int isOpen = 0;
    unsigned char *page = (unsigned char *)((uintptr_t)from & ~4095UL);
    for (unsigned char *p = from + 1; p < to; p++) {
      if (p[0] != 0x0f || p[1] != 0xc7 || (p[2] & 0xf0) != 0xf0 || !usesCarry(p + 3) || patchedCount >= 64) continue;
      int rex = (p[-1] & 0xf0) == 0x40 ? p[-1] : 0;
      if (!isOpen && mprotect(page, (size_t)(from + h->p_memsz - page), PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return 0;
      isOpen = 1;
      int i = patchedCount++;
      unsigned char *start = rex ? p - 1 : p;
      patched[i] = start;
      patchedRex[i] = (unsigned char)rex;
      patchedModRm[i] = p[2];
      patchedLen[i] = (unsigned char)(p + 3 - start);
      start[0] = 0x0f;
      start[1] = 0x0b; /* ud2 */
    }
    if (isOpen) mprotect(page, (size_t)(from + h->p_memsz - page), PROT_READ | PROT_EXEC);
  }
  return 0;
}
static void patchInstructions(void) {
  dl_iterate_phdr(patchObject, NULL);
  if (patchedCount == 0) return;
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_sigaction = onTrap;
  a.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGILL, &a, &earlier);
}
#else
static void patchInstructions(void) {}
#endif

/* ---- clock ---- */
static int64_t boxNow(int64_t step) {
  int64_t n = mine ? mine->thinks : thinks_;
  if (n != seenThinks || mine != seenClient) seenThinks = n, seenClient = mine, local_ = 0;
  int64_t limit = (n == 0 ? BEFORE_NS : CYCLE_NS) - 1000;
  local_ += step;
  if (local_ > limit) local_ = limit;
  return (n == 0 ? 0 : BEFORE_NS + (n - 1) * CYCLE_NS) + local_;
}
static struct timespec toTime(int64_t ns, int64_t base) { return (struct timespec){base + ns / NS, ns % NS}; }

EXPORT int clock_gettime(clockid_t id, struct timespec *to) {
  note(id == CLOCK_REALTIME ? "clock_gettime(realtime)" : id == CLOCK_MONOTONIC ? "clock_gettime(monotonic)" : "clock_gettime(other)");
  if (offClock) return (int)sys(SYS_clock_gettime, id, to);
  int isReal = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI;
  int isCpu = id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID || id < 0;
  *to = toTime(boxNow(1000), isReal ? epoch_ : isCpu ? 0 : MONO_S);
  return 0;
}
EXPORT int gettimeofday(struct timeval *to, void *zone) {
  note("gettimeofday");
  if (offClock) return (int)sys(SYS_gettimeofday, to, zone);
  if (zone) memset(zone, 0, sizeof(struct timezone));
  struct timespec t = toTime(boxNow(1000), epoch_);
  *to = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
  return 0;
}
EXPORT time_t time(time_t *to) {
  note("time");
  struct timespec t;
  if (offClock) sys(SYS_clock_gettime, CLOCK_REALTIME, &t);
  else t = toTime(boxNow(0), epoch_);
  if (to) *to = t.tv_sec;
  return t.tv_sec;
}
EXPORT int timespec_get(struct timespec *to, int base) { return clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0; }
EXPORT clock_t clock(void) {
  struct timespec t;
  note("clock");
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / (NS / CLOCKS_PER_SEC);
}
EXPORT clock_t times(struct tms *to) {
  note("times");
  clock_t ticks = (clock_t)(boxNow(1000) / (NS / 100));
  if (offClock) return (clock_t)sys(SYS_times, to);
  if (to) *to = (struct tms){ticks, 0, 0, 0};
  return ticks;
}
/* std::chrono calls clock_gettime of libc, in some builds the system call itself. */
EXPORT int64_t _ZNSt6chrono3_V212system_clock3nowEv(void) {
  struct timespec t;
  note("std::chrono::system_clock");
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * NS + t.tv_nsec;
}
EXPORT int64_t _ZNSt6chrono3_V212steady_clock3nowEv(void) {
  struct timespec t;
  note("std::chrono::steady_clock");
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * NS + t.tv_nsec;
}

/* ---- waits: they last as long as before, and the clock of the box goes on by the time that was asked for ---- */
EXPORT int nanosleep(const struct timespec *t, struct timespec *rest) {
  int r = (int)sys(SYS_nanosleep, t, rest);
  if (r == 0) boxNow(t->tv_sec * NS + t->tv_nsec);
  return r;
}
EXPORT int usleep(useconds_t us) {
  struct timespec t = {us / 1000000, (us % 1000000) * 1000L};
  return nanosleep(&t, NULL);
}
EXPORT unsigned sleep(unsigned s) {
  struct timespec t = {s, 0}, rest = {0, 0};
  return nanosleep(&t, &rest) == 0 ? 0 : (unsigned)rest.tv_sec;
}
EXPORT int clock_nanosleep(clockid_t id, int flags, const struct timespec *t, struct timespec *rest) {
  if (offClock || !(flags & TIMER_ABSTIME)) {
    int r = (int)sys(SYS_clock_nanosleep, id, flags, t, rest);
    if (r == 0 && !(flags & TIMER_ABSTIME)) boxNow(t->tv_sec * NS + t->tv_nsec);
    return r == 0 ? 0 : errno;
  }
  int64_t left = (t->tv_sec - (id == CLOCK_REALTIME ? epoch_ : MONO_S)) * NS + t->tv_nsec - boxNow(0);
  if (left <= 0) return 0;
  struct timespec span = {left / NS, left % NS};
  return nanosleep(&span, NULL) == 0 ? 0 : errno;
}

/* A deadline of the box, on the real clock of the same kind: those of real time are larger than those since the start. */
static struct timespec realDeadline(const struct timespec *until, int64_t *left) {
  int isReal = until->tv_sec > EPOCH_S / 10;
  struct timespec t;
  *left = (until->tv_sec - (isReal ? epoch_ : MONO_S)) * NS + until->tv_nsec - boxNow(0);
  if (*left < 0) *left = 0;
  sys(SYS_clock_gettime, isReal ? CLOCK_REALTIME : CLOCK_MONOTONIC, &t);
  int64_t sum = t.tv_sec * NS + t.tv_nsec + (int64_t)(*left * patience);
  return (struct timespec){sum / NS, sum % NS};
}
/* Waits until a deadline: CALL has the real deadline as `&t`, and TIMED_OUT says whether it has passed. */
#define WAIT_UNTIL(until, call, timedOut)                                    \
  int64_t left = 0;                                                          \
  struct timespec t = {0, 0};                                                \
  int isBoxed = !offClock && !offWait && (until) != NULL;                    \
  if (isBoxed) t = realDeadline(until, &left);                               \
  else if (until) t = *(until);                                              \
  int r = (call);                                                            \
  if (isBoxed && (timedOut)) note("wait: timed out"), boxNow(left);          \
  return r;

EXPORT int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!real) {
    real = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!real) real = next("pthread_cond_timedwait");
  }
  WAIT_UNTIL(until, real(c, m, &t), r == ETIMEDOUT)
}
EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t id, const struct timespec *until) {
  NEXT("pthread_cond_clockwait", int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *));
  WAIT_UNTIL(until, real(c, m, id, &t), r == ETIMEDOUT)
}
EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until) {
  NEXT("pthread_mutex_timedlock", int (*)(pthread_mutex_t *, const struct timespec *));
  WAIT_UNTIL(until, real(m, &t), r == ETIMEDOUT)
}
EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t id, const struct timespec *until) {
  NEXT("pthread_mutex_clocklock", int (*)(pthread_mutex_t *, clockid_t, const struct timespec *));
  WAIT_UNTIL(until, real(m, id, &t), r == ETIMEDOUT)
}
EXPORT int sem_timedwait(sem_t *s, const struct timespec *until) {
  NEXT("sem_timedwait", int (*)(sem_t *, const struct timespec *));
  WAIT_UNTIL(until, real(s, &t), r != 0 && errno == ETIMEDOUT)
}
EXPORT int sem_clockwait(sem_t *s, clockid_t id, const struct timespec *until) {
  NEXT("sem_clockwait", int (*)(sem_t *, clockid_t, const struct timespec *));
  WAIT_UNTIL(until, real(s, id, &t), r != 0 && errno == ETIMEDOUT)
}
static long futexUntil(long a, long op, long value, const struct timespec *until, long e, long f) {
  WAIT_UNTIL(until, (int)sys(SYS_futex, a, op, value, &t, e, f), r != 0 && errno == ETIMEDOUT)
}
/* System calls by number: libraries of languages make some of them so. */
EXPORT long syscall(long n, ...) {
  va_list list;
  va_start(list, n);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long), e = va_arg(list, long),
       f = va_arg(list, long);
  va_end(list);
  switch (n) {
    case SYS_getrandom: return getrandom((void *)a, (size_t)b, (unsigned)c);
    case SYS_clock_gettime: return clock_gettime((clockid_t)a, (struct timespec *)b);
    case SYS_gettimeofday: return gettimeofday((struct timeval *)a, (void *)b);
#ifdef SYS_time
    case SYS_time: return time((time_t *)a);
#endif
    case SYS_getpid: return getpid();
    case SYS_futex:
      /* FUTEX_WAIT_BITSET, whose deadline is absolute. */
      if ((b & 0x7f) == 9 && d != 0) return futexUntil(a, b, c, (const struct timespec *)d, e, f);
      break;
  }
  return raw(n, a, b, c, d, e, f);
}
/* Advances the clock of a thread whose wait for files has timed out, ns. */
static void timedOut(int result, int64_t asked) {
  if (result != 0 || asked <= 0) return;
  note("wait for a file: timed out");
  boxNow(asked);
}
EXPORT int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t) {
  NEXT("select", int (*)(int, fd_set *, fd_set *, fd_set *, struct timeval *));
  int64_t asked = t ? t->tv_sec * NS + t->tv_usec * 1000LL : 0;
  int result = real(n, r, w, e, t);
  timedOut(result, asked);
  return result;
}
EXPORT int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *t, const sigset_t *mask) {
  NEXT("pselect", int (*)(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *));
  int result = real(n, r, w, e, t, mask);
  timedOut(result, t ? t->tv_sec * NS + t->tv_nsec : 0);
  return result;
}
EXPORT int poll(struct pollfd *fds, nfds_t n, int ms) {
  NEXT("poll", int (*)(struct pollfd *, nfds_t, int));
  int result = real(fds, n, ms);
  timedOut(result, ms * 1000000LL);
  return result;
}
EXPORT int __poll_chk(struct pollfd *fds, nfds_t n, int ms, size_t size) {
  if (size / sizeof *fds < n) abort();
  return poll(fds, n, ms);
}
EXPORT int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *t, const sigset_t *mask) {
  NEXT("ppoll", int (*)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *));
  int result = real(fds, n, t, mask);
  timedOut(result, t ? t->tv_sec * NS + t->tv_nsec : 0);
  return result;
}
EXPORT int epoll_wait(int fd, struct epoll_event *events, int n, int ms) {
  NEXT("epoll_wait", int (*)(int, struct epoll_event *, int, int));
  int result = real(fd, events, n, ms);
  timedOut(result, ms * 1000000LL);
  return result;
}
EXPORT int epoll_pwait(int fd, struct epoll_event *events, int n, int ms, const sigset_t *mask) {
  NEXT("epoll_pwait", int (*)(int, struct epoll_event *, int, int, const sigset_t *));
  int result = real(fd, events, n, ms, mask);
  timedOut(result, ms * 1000000LL);
  return result;
}

/* ---- threads: messages of the server come in, and (done) goes out, when all other threads of the process wait ---- */
static pthread_mutex_t tasksLock = PTHREAD_MUTEX_INITIALIZER;
static volatile int threadsMade, threadsListed = -1, taskCount;
static int tasks[256];
/* Rounds of 0.1 ms, besides the work of a round. */
#define QUIET_ROUNDS 8000

EXPORT int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg) {
  NEXT("pthread_create", int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *));
  int r = real(t, a, f, arg);
  __sync_fetch_and_add(&threadsMade, 1);
  return r;
}
struct entry { uint64_t ino; int64_t off; unsigned short len; unsigned char type; char name[]; };
static void listTasks(void) {
  char block[8192];
  taskCount = 0;
  int fd = (int)sys(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  for (;;) {
    long n = sys(SYS_getdents64, fd, block, sizeof block);
    if (n <= 0) break;
    for (long at = 0; at < n;) {
      struct entry *e = (struct entry *)(block + at);
      int id = atoi(e->name);
      if (id > 0 && taskCount < 256) tasks[taskCount++] = id;
      at += e->len;
    }
  }
  sys(SYS_close, fd);
}
static int isWaiting(int task) {
  char path[64], text[128];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", task);
  int fd = (int)sys(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return threadsListed = -1, 1;
  long n = sys(SYS_read, fd, text, sizeof text - 1);
  sys(SYS_close, fd);
  if (n <= 0) return 1;
  text[n] = 0;
  char *end = strrchr(text, ')');
  return !end || end[2] == 'S' || end[2] == 'Z' || end[2] == 'X';
}
/* Waits until all other threads wait, at most a second. A program with a thread that never waits is left alone from then on. */
static void waitForThreads(void) {
  if (threadsMade == 0 || offQuiet) return;
  int me = (int)sys(SYS_gettid);
  pthread_mutex_lock(&tasksLock);
  for (int round = 0; round < QUIET_ROUNDS && !offQuiet; round++) {
    int made = threadsMade;
    if (threadsListed != made) listTasks(), threadsListed = made;
    int running = 0;
    for (int i = 0; i < taskCount && !running; i++)
      if (tasks[i] != me && !isWaiting(tasks[i])) running = 1;
    if (!running) goto end;
    struct timespec t = {0, 100000};
    if (round < 20) sys(SYS_sched_yield);
    else sys(SYS_nanosleep, &t, NULL);
  }
  if (!offQuiet) {
    offQuiet = 1;
    fprintf(stderr, "rcssbox: a thread of %s never waits, so that the order of its threads is not fixed\n", program_invocation_short_name);
    note("threads: one did not wait");
  }
end:
  pthread_mutex_unlock(&tasksLock);
}

/* ---- datagrams ---- */
static int hasDone(const char *text, size_t n) { return n >= 6 && memmem(text, n, "(done)", 6) != NULL; }
EXPORT ssize_t sendto(int fd, const void *text, size_t n, int flags, const struct sockaddr *to, socklen_t len) {
  NEXT("sendto", ssize_t(*)(int, const void *, size_t, int, const struct sockaddr *, socklen_t));
  if (hasDone(text, n)) waitForThreads();
  return real(fd, text, n, flags, to, len);
}
EXPORT ssize_t send(int fd, const void *text, size_t n, int flags) {
  NEXT("send", ssize_t(*)(int, const void *, size_t, int));
  if (hasDone(text, n)) waitForThreads();
  return real(fd, text, n, flags);
}
EXPORT ssize_t write(int fd, const void *text, size_t n) {
  NEXT("write", ssize_t(*)(int, const void *, size_t));
  if (hasDone(text, n)) waitForThreads();
  return real(fd, text, n);
}
EXPORT ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
  NEXT("sendmsg", ssize_t(*)(int, const struct msghdr *, int));
  for (size_t i = 0; i < (size_t)m->msg_iovlen; i++)
    if (hasDone(m->msg_iov[i].iov_base, m->msg_iov[i].iov_len)) waitForThreads();
  return real(fd, m, flags);
}
static int startsWith(const char *text, ssize_t n, const char *word) {
  size_t length = strlen(word);
  return n >= (ssize_t)length && !memcmp(text, word, length);
}
/* Looks at what a program gets. */
static void look(int fd, const char *text, ssize_t n) {
  if (n < 7 || text[0] != '(' || fd < 0 || fd >= MAX_FILES) return;
  waitForThreads();
  mine = &clients[fd];
  if (startsWith(text, n, "(think)")) {
    int64_t count = ++mine->thinks;
    int64_t known = thinks_;
    while (count > known && !__sync_bool_compare_and_swap(&thinks_, known, count)) known = thinks_;
  } else if (n > 9 && startsWith(text, n, "(init ") && (text[6] == 'l' || text[6] == 'r') && text[7] == ' ' && mine->unum == 0) {
    int u = text[8] - '0';
    if (n > 10 && text[9] >= '0' && text[9] <= '9') u = u * 10 + text[9] - '0';
    if (u > 0 && u <= 11) mine->unum = u, mine->draws = 0;
  }
}
EXPORT ssize_t recvfrom(int fd, void *to, size_t n, int flags, struct sockaddr *from, socklen_t *len) {
  NEXT("recvfrom", ssize_t(*)(int, void *, size_t, int, struct sockaddr *, socklen_t *));
  ssize_t r = real(fd, to, n, flags, from, len);
  if (!(flags & MSG_PEEK)) look(fd, to, r);
  return r;
}
EXPORT ssize_t __recvfrom_chk(int fd, void *to, size_t n, size_t size, int flags, struct sockaddr *from, socklen_t *len) {
  if (n > size) abort();
  return recvfrom(fd, to, n, flags, from, len);
}
EXPORT ssize_t recv(int fd, void *to, size_t n, int flags) {
  NEXT("recv", ssize_t(*)(int, void *, size_t, int));
  ssize_t r = real(fd, to, n, flags);
  if (!(flags & MSG_PEEK)) look(fd, to, r);
  return r;
}
EXPORT ssize_t __recv_chk(int fd, void *to, size_t n, size_t size, int flags) {
  if (n > size) abort();
  return recv(fd, to, n, flags);
}
EXPORT ssize_t read(int fd, void *to, size_t n) {
  NEXT("read", ssize_t(*)(int, void *, size_t));
  ssize_t r = real(fd, to, n);
  look(fd, to, r);
  return r;
}
EXPORT ssize_t __read_chk(int fd, void *to, size_t n, size_t size) {
  if (n > size) abort();
  return read(fd, to, n);
}
EXPORT ssize_t recvmsg(int fd, struct msghdr *m, int flags) {
  NEXT("recvmsg", ssize_t(*)(int, struct msghdr *, int));
  ssize_t r = real(fd, m, flags);
  if (r > 0 && m->msg_iovlen > 0 && !(flags & MSG_PEEK)) look(fd, m->msg_iov[0].iov_base, r);
  return r;
}
#ifdef __GLIBC__
#define MMSG_FLAGS int
#else
#define MMSG_FLAGS unsigned
#endif
EXPORT int recvmmsg(int fd, struct mmsghdr *list, unsigned count, MMSG_FLAGS flags, struct timespec *timeout) {
  NEXT("recvmmsg", int (*)(int, struct mmsghdr *, unsigned, MMSG_FLAGS, struct timespec *));
  int r = real(fd, list, count, flags, timeout);
  for (int i = 0; i < r && !(flags & MSG_PEEK); i++)
    if (list[i].msg_hdr.msg_iovlen > 0) look(fd, list[i].msg_hdr.msg_iov[0].iov_base, (ssize_t)list[i].msg_len);
  return r;
}
