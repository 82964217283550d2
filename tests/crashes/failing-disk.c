// Interposed calls of a file system that fails once: FAIL_AT is the number of the call, FAIL_HOW its error, and FAIL_UNDER the
// part of a path that the files concerned have; another one starts the count anew. Writes the number of calls to FAIL_COUNT at
// exit. SNAP_AT lists calls, each as ",N,", before which the folder SNAP_OF is copied to SNAP_TO/N, as a kill would leave it;
// half of a write at a position is done by then if SNAP_HALF is set.
// Loaded by LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls = 0;
static char counted[4096];

static const char *watched(void) {
  const char *under = getenv("FAIL_UNDER");
  if (under != NULL && strcmp(under, counted) != 0) {
    snprintf(counted, sizeof counted, "%s", under);
    calls = 0;
  }
  return under;
}

static int concerns(int fd) {
  const char *under = watched();
  char link[64], path[4096];
  if (under == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, under) != NULL;
}

static int concerns_path(const char *path) {
  const char *under = watched();
  return under != NULL && strstr(path, under) != NULL;
}

static int is_snapped(long call) {
  const char *at = getenv("SNAP_AT");
  char wanted[32];
  if (at == NULL) return 0;
  snprintf(wanted, sizeof wanted, ",%ld,", call);
  return strstr(at, wanted) != NULL;
}

static void snap(void) {
  char command[8192];
  snprintf(command, sizeof command, "env -u LD_PRELOAD cp -a '%s' '%s/%ld'", getenv("SNAP_OF"), getenv("SNAP_TO"), calls);
  if (system(command) != 0) abort();
}

/* 0: go on; 1: fail with errno; 2: half of it only. */
static int fails(void) {
  const char *at = getenv("FAIL_AT"), *how = getenv("FAIL_HOW");
  if (is_snapped(++calls)) snap();
  if (calls != (at == NULL ? -1 : atol(at))) return 0;
  if (how != NULL && strcmp(how, "SHORT") == 0) return 2;
  errno = how != NULL && strcmp(how, "EIO") == 0 ? EIO : how != NULL && strcmp(how, "EINTR") == 0 ? EINTR : ENOSPC;
  return 1;
}

__attribute__((destructor)) static void report(void) {
  const char *file = getenv("FAIL_COUNT");
  if (file == NULL) return;
  FILE *out = fopen(file, "w");
  if (out != NULL) { fprintf(out, "%ld", calls); fclose(out); }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t count) {
  int how = concerns(fd) ? fails() : 0;
  return how == 1 ? -1 : REAL(write)(fd, bytes, how == 2 ? count / 2 : count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  int how = concerns(fd) ? fails() : 0;
  return how == 1 ? -1 : REAL(pwrite)(fd, bytes, how == 2 ? count / 2 : count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  if (concerns(fd) && getenv("SNAP_HALF") != NULL && is_snapped(calls + 1)) REAL(pwrite64)(fd, bytes, count / 2, at);
  int how = concerns(fd) ? fails() : 0;
  return how == 1 ? -1 : REAL(pwrite64)(fd, bytes, how == 2 ? count / 2 : count, at);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
  return concerns(fd) && fails() == 1 ? -1 : REAL(pread64)(fd, bytes, count, at);
}

int rename(const char *from, const char *to) {
  return concerns_path(to) && fails() == 1 ? -1 : REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  return concerns_path(to) && fails() == 1 ? -1 : REAL(link)(from, to);
}

int unlink(const char *path) { return concerns_path(path) && fails() == 1 ? -1 : REAL(unlink)(path); }

int fsync(int fd) { return concerns(fd) && fails() == 1 ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return concerns(fd) && fails() == 1 ? -1 : REAL(fdatasync)(fd); }

int ftruncate64(int fd, off64_t length) {
  return concerns(fd) && fails() == 1 ? -1 : REAL(ftruncate64)(fd, length);
}
