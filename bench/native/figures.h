// Samples of one figure, and what is told of them.
#pragma once
#include "clock.h"
#include <stddef.h>

typedef struct {
  double *values;
  size_t count, room;
} Figure;

void add_ms(Figure *figure, Nanoseconds ns);
/** `,"name":{"mean":…,"p50":…,"p99":…,"max":…}`, in ms; nothing where there is no sample. Sorts them. */
void print_figure(const char *name, Figure *figure);
