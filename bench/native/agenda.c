// The heap: place 1 is the root, place p has its children at 2p and 2p + 1.
#include "agenda.h"
#include "flags.h"

static AgendaEntry **entries;
static size_t length, room;

static void put(AgendaEntry *entry, size_t place) {
  entries[place] = entry;
  entry->place = place;
}

static void rise(AgendaEntry *entry) {
  size_t place = entry->place;
  for (; place > 1 && entries[place / 2]->due > entry->due; place /= 2) put(entries[place / 2], place);
  put(entry, place);
}

static void sink(AgendaEntry *entry) {
  size_t place = entry->place;
  for (;;) {
    size_t child = 2 * place;
    if (child > length) break;
    if (child < length && entries[child + 1]->due < entries[child]->due) child++;
    if (entries[child]->due >= entry->due) break;
    put(entries[child], place);
    place = child;
  }
  put(entry, place);
}

void agenda_set(AgendaEntry *entry, Nanoseconds due) {
  entry->due = due;
  if (entry->place == 0) {
    if (length + 1 >= room) entries = grown(entries, (room = room ? 2 * room : 1024) * sizeof *entries);
    put(entry, ++length);
  }
  rise(entry);
  sink(entry);
}

void agenda_remove(AgendaEntry *entry) {
  size_t place = entry->place;
  if (place == 0) return;
  AgendaEntry *last = entries[length--];
  entry->place = 0;
  if (last == entry) return;
  put(last, place);
  rise(last);
  sink(last);
}

AgendaEntry *agenda_first(void) { return length == 0 ? NULL : entries[1]; }
