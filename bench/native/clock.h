// The clock of server and client: CLOCK_MONOTONIC in nanoseconds, which Node reads as well.
#pragma once
#include <stdint.h>
#include <time.h>

typedef int64_t Nanoseconds;

#define NS_PER_MS 1000000.0
#define NS_PER_S 1000000000.0

static inline Nanoseconds now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (Nanoseconds)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline struct timespec as_timespec(Nanoseconds ns) {
  if (ns < 0) ns = 0;
  return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}
