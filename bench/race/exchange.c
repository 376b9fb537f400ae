// Exchanges two names with renameat2 until it is told to stop, and says how often. What was exchanged an odd number of
// times is exchanged once more, so that everything ends where it began.
// Arguments: the two names, and the nanoseconds that they stay at most.

#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define EXCHANGE 2

static volatile sig_atomic_t stopped = 0;

static void stop(int number) {
  (void)number;
  stopped = 1;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Short stays are as frequent as long ones of each size, so that no rhythm of the other process is always in step.
static void dwell(double most) {
  const double least = 200;
  const double chance = (double)random() / RAND_MAX;
  const long long end = now() + (long long)(least * pow(most / least, chance));
  while (!stopped && now() < end) {
  }
}

int main(int count, char **words) {
  if (count != 4) return 2;
  const double most = atof(words[3]);
  signal(SIGTERM, stop);
  srandom(getpid());
  printf("ready\n");
  fflush(stdout);
  long long times = 0;
  while (!stopped || times % 2 == 1) {
    if (syscall(SYS_renameat2, AT_FDCWD, words[1], AT_FDCWD, words[2], EXCHANGE) != 0) {
      perror("renameat2");
      return 1;
    }
    times += 1;
    dwell(most);
  }
  printf("%lld\n", times);
  return 0;
}
