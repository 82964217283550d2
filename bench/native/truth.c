// Times of writing take a list of their own per request: the first one whole, then the differences.
#include "truth.h"
#include "flags.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Truth {
  char id[64];
  Nanoseconds received, first, last;
  uint32_t *gaps;
  size_t events, room;
};

static const char *path;
static Truth **all;
static size_t count, room;

void keep_truth(const char *to) { path = to; }

Truth *begin_truth(const char *request_id, Nanoseconds received) {
  if (path == NULL) return NULL;
  if (count == room) all = grown(all, (room = room ? 2 * room : 1024) * sizeof *all);
  Truth *truth = grown(NULL, sizeof *truth);
  *truth = (Truth){.received = received};
  strncpy(truth->id, request_id, sizeof truth->id - 1);
  return all[count++] = truth;
}

void add_events(Truth *truth, long events, Nanoseconds written) {
  if (truth == NULL) return;
  for (; events > 0; events--) {
    if (truth->events == truth->room)
      truth->gaps = grown(truth->gaps, (truth->room = truth->room ? 2 * truth->room : 64) * sizeof *truth->gaps);
    if (truth->events == 0) truth->first = truth->last = written;
    truth->gaps[truth->events++] = (uint32_t)(written - truth->last);
    truth->last = written;
  }
}

static void write_one(FILE *file, const Truth *truth) {
  fprintf(file, "{\"id\":\"%s\",\"received\":%" PRId64 ",\"first\":%" PRId64 ",\"gaps\":[", truth->id,
          truth->received, truth->first);
  for (size_t i = 1; i < truth->events; i++) fprintf(file, i == 1 ? "%" PRIu32 : ",%" PRIu32, truth->gaps[i]);
  fputs("]}\n", file);
}

void write_truth(void) {
  if (path == NULL) return;
  FILE *file = fopen(path, "w");
  if (file == NULL) give_up(path);
  for (size_t i = 0; i < count; i++)
    if (all[i]->events > 0) write_one(file, all[i]);
  if (fclose(file) != 0) give_up(path);
}
