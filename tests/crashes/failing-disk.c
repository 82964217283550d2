// Interposed calls of a file system that fails once: FAIL_AT is the number of the call, FAIL_HOW its error, and FAIL_UNDER the
// part of a path that the files concerned have. Prints the number of calls at exit. Loaded by LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls = 0;

static int concerns(int fd) {
  const char *under = getenv("FAIL_UNDER");
  char link[64], path[4096];
  if (under == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, under) != NULL;
}

/* 0: go on; 1: fail with errno; 2: half of it only. */
static int fails(void) {
  const char *at = getenv("FAIL_AT"), *how = getenv("FAIL_HOW");
  if (++calls != (at == NULL ? -1 : atol(at))) return 0;
  if (how != NULL && strcmp(how, "SHORT") == 0) return 2;
  if (how != NULL && strcmp(how, "KILL") == 0) _exit(137);
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
  int how = concerns(fd) ? fails() : 0;
  return how == 1 ? -1 : REAL(pwrite64)(fd, bytes, how == 2 ? count / 2 : count, at);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
  return concerns(fd) && fails() == 1 ? -1 : REAL(pread64)(fd, bytes, count, at);
}

int fsync(int fd) { return concerns(fd) && fails() == 1 ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return concerns(fd) && fails() == 1 ? -1 : REAL(fdatasync)(fd); }

int ftruncate64(int fd, off64_t length) {
  return concerns(fd) && fails() == 1 ? -1 : REAL(ftruncate64)(fd, length);
}
