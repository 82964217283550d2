// Collects samples in memory and prints them as JSON; percentiles are of the nearest rank.
#include "figures.h"
#include "flags.h"
#include <stdio.h>
#include <stdlib.h>

void add_ms(Figure *figure, Nanoseconds ns) {
  if (figure->count == figure->room)
    figure->values = grown(figure->values, (figure->room = figure->room ? 2 * figure->room : 4096) * sizeof(double));
  figure->values[figure->count++] = ns / NS_PER_MS;
}

static int ascending(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

static double at_share(const Figure *figure, double share) {
  size_t index = (size_t)(share * figure->count);
  return figure->values[index < figure->count ? index : figure->count - 1];
}

void print_figure(const char *name, Figure *figure) {
  if (figure->count == 0) return;
  qsort(figure->values, figure->count, sizeof(double), ascending);
  double sum = 0;
  for (size_t i = 0; i < figure->count; i++) sum += figure->values[i];
  printf(",\"%s\":{\"mean\":%.4f,\"p50\":%.4f,\"p99\":%.4f,\"max\":%.4f}", name, sum / figure->count,
         at_share(figure, 0.5), at_share(figure, 0.99), at_share(figure, 1));
}
