// What no client can beat: one core that sends requests, reads the answers and counts events, and parses nothing.
//
//   limit-client --port N [--requests 1] [--tokens 1] [--events TOKENS] [--connections 1] [--rate 0] [--seed 1]
//                [--latencies 0]
//
// Without a rate, every connection carries one request after another; with one, requests leave at random
// (Poisson) over as many connections, more if needed. An event is an empty line after text; a request is over
// with the last chunk. Prints one line of JSON; durations are in ms.
#define _GNU_SOURCE
#include "clock.h"
#include "figures.h"
#include "flags.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  int fd;
  bool in_body;
  /** The last bytes seen, the newest lowest; tells an end that two reads share. */
  uint64_t tail;
  long events;
  Nanoseconds sent, last;
} Stream;

enum { read_room = 1 << 20, events_at_once = 512 };

static double port, requests = 1, tokens = 1, events_wanted, connections = 1, rate, seed = 1, latencies;
static int epoll;
static Stream **idle;
static size_t idle_count, stream_count;
static long started, finished;
static unsigned long events_seen, bytes_seen;
static Figure ttft, itl, e2el, send_lag;
static char buffer[read_room];

static Stream *open_stream(void) {
  int one = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((int)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  Stream *stream = grown(NULL, sizeof *stream);
  *stream = (Stream){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  if (stream->fd < 0 || connect(stream->fd, (struct sockaddr *)&address, sizeof address)) give_up("cannot connect");
  setsockopt(stream->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  fcntl(stream->fd, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = stream};
  epoll_ctl(epoll, EPOLL_CTL_ADD, stream->fd, &event);
  idle = grown(idle, ++stream_count * sizeof *idle);
  return stream;
}

static void send_request(Stream *stream) {
  static const char body_form[] =
      "{\"model\":\"mock\",\"prompt\":\"hello there\",\"max_tokens\":%ld,\"ignore_eos\":true,"
      "\"stream\":true,\"stream_options\":{\"include_usage\":true}}";
  char body[256], message[512];
  int body_length = snprintf(body, sizeof body, body_form, (long)tokens);
  int length = snprintf(message, sizeof message,
                        "POST /v1/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                        "x-request-id: limit-%ld\r\ncontent-length: %d\r\n\r\n%s",
                        started, body_length, body);
  stream->in_body = false;
  stream->tail = stream->events = 0;
  started++;
  stream->sent = now_ns();
  if (send(stream->fd, message, length, MSG_NOSIGNAL) != length) give_up("cannot send");
}

static void note_events(Stream *stream, long count, Nanoseconds at) {
  for (long i = 0; i < count; i++) {
    if (stream->events == 0 && i == 0) add_ms(&ttft, at - stream->sent);
    else add_ms(&itl, i == 0 ? at - stream->last : 0);
    stream->last = at;
  }
}

static void finish(Stream *stream) {
  finished++;
  if (latencies != 0) add_ms(&e2el, stream->last - stream->sent);
  if (rate == 0 && started < requests) send_request(stream);
  else idle[idle_count++] = stream;
}

/** Empty lines that end in these bytes; one may have begun before them. */
static long count_empty_lines(const Stream *stream, const char *bytes, const char *end) {
  long count = (stream->tail & 0xff) == '\n' && *bytes == '\n';
  for (const char *at = bytes; (at = memchr(at, '\n', end - at)) != NULL; at++)
    if (at + 1 < end && at[1] == '\n') count++, at++;
  return count;
}

static void remember_tail(Stream *stream, const char *bytes, const char *end) {
  for (const char *at = end - bytes > 8 ? end - 8 : bytes; at < end; at++)
    stream->tail = stream->tail << 8 | (unsigned char)*at;
}

static void read_body(Stream *stream, const char *bytes, const char *end, Nanoseconds at) {
  static const uint64_t last_chunk = 0x300d0a0d0a; // "0", then two line ends
  if (bytes == end) return;
  long count = count_empty_lines(stream, bytes, end);
  remember_tail(stream, bytes, end);
  // The token counts and the closing word come after the last token and are no events.
  long left = (long)events_wanted - stream->events;
  if (count > left) count = left;
  if (latencies != 0) note_events(stream, count, at);
  stream->events += count;
  events_seen += count;
  if ((stream->tail & 0xffffffffff) == last_chunk) finish(stream);
}

static void read_stream(Stream *stream) {
  ssize_t length = recv(stream->fd, buffer, sizeof buffer, 0);
  if (length < 0 && errno == EAGAIN) return;
  if (length <= 0) give_up("the server closed a connection");
  Nanoseconds at = latencies != 0 ? now_ns() : 0;
  bytes_seen += length;
  const char *bytes = buffer;
  if (!stream->in_body) {
    // Servers write a head in one piece.
    const char *head_end = memmem(buffer, length, "\r\n\r\n", 4);
    if (head_end == NULL) refuse("an answer without a head");
    bytes = head_end + 4;
    stream->in_body = true;
  }
  read_body(stream, bytes, buffer + length, at);
}

/** The next arrival of a Poisson process, from a splitmix64 generator. */
static Nanoseconds next_gap(void) {
  static uint64_t state;
  if (state == 0) state = (uint64_t)seed;
  uint64_t bits = state += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  double share = ((bits ^ (bits >> 31)) >> 11) * 0x1p-53;
  return (Nanoseconds)(-log(1 - share) / rate * NS_PER_S);
}

/** Sends what is due; gives how long nothing else will be. */
static struct timespec send_due(Nanoseconds *due) {
  for (Nanoseconds now = now_ns(); rate > 0 && started < requests; now = now_ns()) {
    if (*due > now) return as_timespec(*due - now);
    Stream *stream = idle_count > 0 ? idle[--idle_count] : open_stream();
    send_request(stream);
    add_ms(&send_lag, stream->sent - *due);
    *due += next_gap();
  }
  return as_timespec((Nanoseconds)(60 * NS_PER_S));
}

static void run(void) {
  struct epoll_event events[events_at_once];
  Nanoseconds due = now_ns() + (rate > 0 ? next_gap() : 0);
  while (rate == 0 && idle_count > 0 && started < requests) send_request(idle[--idle_count]);
  while (finished < requests) {
    struct timespec patience = send_due(&due);
    int count = epoll_pwait2(epoll, events, events_at_once, &patience, NULL);
    for (int i = 0; i < count; i++) read_stream(events[i].data.ptr);
  }
}

static double seconds_of(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

static void report(Nanoseconds duration, struct rusage before) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime) - seconds_of(before.ru_utime) -
               seconds_of(before.ru_stime);
  printf("{\"requests\":%ld,\"events\":%lu,\"bytes\":%lu,\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"peakMemoryKb\":%ld",
         finished, events_seen, bytes_seen, duration / NS_PER_S, cpu, usage.ru_maxrss);
  print_figure("ttft", &ttft);
  print_figure("itl", &itl);
  print_figure("e2el", &e2el);
  print_figure("sendLag", &send_lag);
  puts("}");
}

int main(int argc, char **argv) {
  const Flag flags[] = {
      {"port", &port, NULL},       {"requests", &requests, NULL},       {"tokens", &tokens, NULL},
      {"rate", &rate, NULL},       {"connections", &connections, NULL}, {"events", &events_wanted, NULL},
      {"seed", &seed, NULL},       {"latencies", &latencies, NULL},
  };
  read_flags(argc, argv, flags, sizeof flags / sizeof *flags);
  if (events_wanted == 0) events_wanted = tokens;
  prctl(PR_SET_TIMERSLACK, 1);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < connections; i++) {
    Stream *stream = open_stream();
    idle[idle_count++] = stream;
  }
  struct rusage before;
  getrusage(RUSAGE_SELF, &before);
  Nanoseconds start = now_ns();
  run();
  report(now_ns() - start, before);
}
