// Reads `--name value`, and ends the program in a sentence where it must.
#include "flags.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void give_up(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

void refuse(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(2);
}

void *grown(void *memory, size_t bytes) {
  void *larger = realloc(memory, bytes);
  if (larger == NULL) give_up("out of memory");
  return larger;
}

static const Flag *find(const char *word, const Flag *flags, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strncmp(word, "--", 2) && !strcmp(word + 2, flags[i].name)) return &flags[i];
  fprintf(stderr, "%s is not a flag\n", word);
  exit(2);
}

static double number_of(const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end != '\0') refuse("a flag that wants a number got something else");
  return value;
}

void read_flags(int argc, char **argv, const Flag *flags, size_t count) {
  for (int i = 1; i < argc; i += 2) {
    const Flag *flag = find(argv[i], flags, count);
    if (i + 1 == argc) refuse("the last flag lacks its value");
    if (flag->number != NULL) *flag->number = number_of(argv[i + 1]);
    else *flag->text = argv[i + 1];
  }
}
