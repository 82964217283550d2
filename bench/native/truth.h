// What the server really did for each request, kept in memory and written when it ends.
#pragma once
#include "clock.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Truth Truth;

/** Without it nothing is kept. */
void keep_truth(const char *path);

/** When the last byte of the request had been read. NULL where nothing is kept. */
Truth *begin_truth(const char *request_id, Nanoseconds received);
void add_events(Truth *truth, long count, Nanoseconds written);
/** One line of JSON per request: its id, when it was received, and when each event was written. */
void write_truth(void);
