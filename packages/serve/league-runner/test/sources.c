/*
 * A team of three for the tests of the box. With each decision it reads one source of chance, named by the first argument: clock, rand, device,
 * getrandom, syscall, threads, wait. Its turns show what it has read. Each player has a process of its own; with the word sockets, one thread has
 * them all, and reads clock and getrandom.
 *
 * Arguments: SOURCE HOST PORT TEAM
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *source;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int work;
static atomic_uint counter;

/* Works after the commands are sent, so that it is still at work, sometimes, when the next message comes. */
static void *think(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!work) pthread_cond_wait(&wake, &lock);
    work = 0;
    pthread_mutex_unlock(&lock);
    for (volatile int i = 0; i < 2000000; i++)
      if (i % 1000 == 0) counter++;
  }
  return NULL;
}

static uint64_t readSource(void) {
  struct timespec t = {0, 0};
  struct timeval v = {0, 0};
  uint64_t number = 0;
  int isOne = !strcmp(source, "sockets");
  if (!strcmp(source, "clock") || isOne) clock_gettime(CLOCK_MONOTONIC, &t), gettimeofday(&v, NULL);
  if (!strcmp(source, "syscall")) syscall(SYS_clock_gettime, CLOCK_REALTIME, &t), syscall(SYS_getrandom, &number, sizeof number, 0);
  else if (!strcmp(source, "rand")) number = (uint64_t)rand();
  else if (!strcmp(source, "getrandom") || isOne) { if (getrandom(&number, sizeof number, 0) < 0) abort(); }
  else if (!strcmp(source, "device")) {
    int fd = open("/dev/urandom", O_RDONLY);
    if (read(fd, &number, sizeof number) < 0) abort();
    close(fd);
  } else if (!strcmp(source, "threads")) number = counter;
  else if (!strcmp(source, "wait")) {
    struct timespec until;
    static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&never, &lock, &until);
    pthread_mutex_unlock(&lock);
    clock_gettime(CLOCK_REALTIME, &t);
  }
  return number + (uint64_t)t.tv_sec * 7919 + (uint64_t)t.tv_nsec + (uint64_t)v.tv_usec;
}


int main(int argc, char **argv) {
  if (argc < 5) return 2;
  source = argv[1];
  struct pollfd players[3];
  int count = !strcmp(source, "sockets") ? 3 : 1, first = 0;
  for (int i = 1; i < 3 && count == 1; i++) {
    if (fork() == 0) {
      first = i;
      break;
    }
  }
  struct timeval now;
  gettimeofday(&now, NULL);
  srand((unsigned)(now.tv_sec * 1000003 + now.tv_usec));
  usleep(200000 * (unsigned)first);
  for (int i = 0; i < count; i++) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[3]))};
    inet_pton(AF_INET, argv[2], &to.sin_addr);
    players[i] = (struct pollfd){socket(AF_INET, SOCK_DGRAM, 0), POLLIN, 0};
    char text[200];
    int n = snprintf(text, sizeof text, "(init %s (version 19)%s)", argv[4], first + i == 0 ? " (goalie)" : "");
    sendto(players[i].fd, text, (size_t)n, 0, (struct sockaddr *)&to, sizeof to);
    poll(&players[i], 1, 1000);
  }
  pthread_t thread;
  if (!strcmp(source, "threads")) pthread_create(&thread, NULL, think, NULL);
  for (;;) {
    if (poll(players, (nfds_t)count, 20000) <= 0) return 0;
    for (int i = 0; i < count; i++) {
      if (!(players[i].revents & POLLIN)) continue;
      char text[8192];
      struct sockaddr_in from;
      socklen_t length = sizeof from;
      ssize_t size = recvfrom(players[i].fd, text, sizeof text, 0, (struct sockaddr *)&from, &length);
      if (size < 7 || memcmp(text, "(think)", 7) != 0) continue;
      int n = snprintf(text, sizeof text, "(turn %d)(done)", (int)(readSource() % 179));
      sendto(players[i].fd, text, (size_t)n, 0, (struct sockaddr *)&from, length);
      pthread_mutex_lock(&lock);
      work = 1;
      pthread_cond_signal(&wake);
      pthread_mutex_unlock(&lock);
    }
  }
}
