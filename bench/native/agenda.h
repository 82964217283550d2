// Who is due next: a binary heap over whatever carries an AgendaEntry.
#pragma once
#include "clock.h"
#include <stddef.h>

/** Lies at the start of what it belongs to. `place` is 0 while it is not on the agenda. */
typedef struct {
  Nanoseconds due;
  size_t place;
} AgendaEntry;

/** Puts it on, or moves it where it is on already. */
void agenda_set(AgendaEntry *entry, Nanoseconds due);
void agenda_remove(AgendaEntry *entry);
/** NULL when nothing is due ever. */
AgendaEntry *agenda_first(void);
