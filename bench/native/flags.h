// Flags of the form `--name value`, and the end of a program that cannot go on.
#pragma once
#include <stddef.h>

/** A flag fills one of the two. */
typedef struct {
  const char *name;
  double *number;
  const char **text;
} Flag;

void read_flags(int argc, char **argv, const Flag *flags, size_t count);

/** Both say why on standard error and end the program; the first adds what the system says. */
_Noreturn void give_up(const char *what);
_Noreturn void refuse(const char *what);

/** Memory of at least so many bytes, or the end of the program. */
void *grown(void *memory, size_t bytes);
