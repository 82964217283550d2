// Reads one HTTP request out of the bytes of a connection.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  /** GET asks what is served, POST for an answer. */
  bool is_post;
  bool closes;
  char id[64];
  long tokens;
  bool wants_usage;
  /** Bytes of head and body together. */
  size_t length;
} Request;

/** False while the request is not complete. `bytes` end in a zero that does not count. */
bool read_request(const char *bytes, size_t length, Request *request);
