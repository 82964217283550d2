// Just as much HTTP and JSON as a load generator of known habits sends.
#define _GNU_SOURCE
#include "request.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const long usual_tokens = 16;

/** The value of a header, or NULL; it ends at the next carriage return. */
static const char *header(const char *head, const char *end, const char *name) {
  size_t length = strlen(name);
  for (const char *line = memchr(head, '\n', end - head); line != NULL && ++line < end;
       line = memchr(line, '\n', end - line)) {
    if (strncasecmp(line, name, length) || line[length] != ':') continue;
    return line + length + 1 + strspn(line + length + 1, " ");
  }
  return NULL;
}

static void copy_line(char *to, size_t room, const char *from) {
  size_t length = strcspn(from, "\r\n\"\\");
  if (length >= room) length = room - 1;
  memcpy(to, from, length);
  to[length] = '\0';
}

static long whole_number_after(const char *body, size_t length, const char *key, long otherwise) {
  const char *at = memmem(body, length, key, strlen(key));
  return at == NULL ? otherwise : strtol(at + strlen(key), NULL, 10);
}

bool read_request(const char *bytes, size_t length, Request *request) {
  const char *end = memmem(bytes, length, "\r\n\r\n", 4);
  if (end == NULL) return false;
  const char *body = end + 4;
  const char *length_text = header(bytes, end, "content-length");
  size_t body_length = length_text == NULL ? 0 : strtoul(length_text, NULL, 10);
  if ((size_t)(bytes + length - body) < body_length) return false;
  const char *id = header(bytes, end, "x-request-id");
  const char *connection = header(bytes, end, "connection");
  *request = (Request){
      .is_post = !strncmp(bytes, "POST ", 5),
      .closes = connection != NULL && !strncasecmp(connection, "close", 5),
      .tokens = whole_number_after(body, body_length, "\"max_tokens\":", usual_tokens),
      .wants_usage = memmem(body, body_length, "\"include_usage\":true", 20) != NULL,
      .length = body - bytes + body_length,
  };
  if (request->tokens < 1) request->tokens = 1;
  if (id != NULL) copy_line(request->id, sizeof request->id, id);
  return true;
}
