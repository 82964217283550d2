// Runs a program and reports what it cost: wall time, CPU, peak memory, and CPU within a window of its run.
//
//   meter REPORT FROM_MS TO_MS PROGRAM [ARGUMENT…]
//
// Writes one JSON object to the file REPORT; times are CLOCK_MONOTONIC in ns. The window counts from the program's
// start. Exits with the program's exit code.
#define _GNU_SOURCE
#include "clock.h"
#include "flags.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

/** CPU time of all threads of a process so far; NaN when it has ended. */
static double cpu_seconds_at(pid_t pid, Nanoseconds moment) {
  clockid_t clock;
  struct timespec used, until = as_timespec(moment);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &used)) return __builtin_nan("");
  return used.tv_sec + used.tv_nsec / NS_PER_S;
}

/** The share of one core that the program takes within the window. */
static double cpu_share(pid_t pid, Nanoseconds started, double from_ms, double to_ms) {
  double before = cpu_seconds_at(pid, started + (Nanoseconds)(from_ms * NS_PER_MS));
  double after = cpu_seconds_at(pid, started + (Nanoseconds)(to_ms * NS_PER_MS));
  return 1000 * (after - before) / (to_ms - from_ms);
}

int main(int argc, char **argv) {
  if (argc < 5) refuse("meter REPORT FROM_MS TO_MS PROGRAM [ARGUMENT…]");
  double from_ms = atof(argv[2]), to_ms = atof(argv[3]), share = 0;
  Nanoseconds started = now_ns();
  pid_t pid = fork();
  if (pid < 0) give_up("cannot start a process");
  if (pid == 0) {
    execvp(argv[4], argv + 4);
    give_up(argv[4]);
  }
  if (to_ms > from_ms) share = cpu_share(pid, started, from_ms, to_ms);
  int status;
  struct rusage used;
  if (wait4(pid, &status, 0, &used) != pid) give_up("cannot wait for the program");
  Nanoseconds ended = now_ns();
  FILE *report = fopen(argv[1], "w");
  if (report == NULL) give_up(argv[1]);
  fprintf(report, "{\"startedAtNs\":%lld,\"endedAtNs\":%lld,\"cpuSeconds\":%.6f,\"peakMemoryKb\":%ld", (long long)started,
          (long long)ended, seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
  if (share == share) fprintf(report, ",\"cpuShare\":%.6f", share);
  fprintf(report, "}\n");
  fclose(report);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
