// A server that streams tokens on an exact schedule, on one core, and knows to the nanosecond when it wrote each.
//
//   truthful-server [--port 0] [--ttft-ms 0] [--itl-ms 0] [--tokens-per-event 1] [--events-per-write 1] [--log FILE]
//
// Listens on 127.0.0.1, prints its port, and runs until SIGTERM, when it writes the log. Without an ITL it
// writes as fast as sockets take it. The time of an event is taken just before the write that carries it.
#define _GNU_SOURCE
#include "agenda.h"
#include "answer.h"
#include "clock.h"
#include "flags.h"
#include "request.h"
#include "truth.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  AgendaEntry entry;
  int fd;
  bool answering;
  bool closes;
  char *in;
  size_t in_length, in_room;
  /** What the socket did not take yet. */
  char *out;
  size_t out_start, out_length, out_room;
  Answer answer;
  Truth *truth;
} Connection;

enum { read_room = 16384, events_at_once = 512, writes_between_reads = 64, most_per_write = 256, backlog = 8192 };

static double port, ttft_ms, itl_ms, tokens_per_event = 1, events_per_write = 1;
static const char *log_path;
static int epoll, listener;
static unsigned long requests;
static volatile sig_atomic_t stopping;
static char piece[(most_per_write + 4) * longest_piece];

static void close_connection(Connection *connection) {
  agenda_remove(&connection->entry);
  close(connection->fd);
  free(connection->in);
  free(connection->out);
  free(connection);
}

static void watch(Connection *connection, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = connection};
  epoll_ctl(epoll, operation, connection->fd, &event);
}

static bool is_full(const Connection *connection) { return connection->out_length > 0; }

static void keep_unsent(Connection *connection, const char *bytes, size_t length) {
  size_t end = connection->out_start + connection->out_length;
  if (end + length > connection->out_room) {
    connection->out_room = 2 * (end + length);
    connection->out = grown(connection->out, connection->out_room);
  }
  memcpy(connection->out + end, bytes, length);
  if (!is_full(connection)) watch(connection, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
  connection->out_length += length;
}

/** A connection that is gone takes everything: its end is read sooner or later. */
static void write_or_keep(Connection *connection, const char *bytes, size_t length) {
  ssize_t written = 0;
  if (!is_full(connection)) {
    written = send(connection->fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno != EAGAIN) return;
    if (written < 0) written = 0;
  }
  if ((size_t)written < length) keep_unsent(connection, bytes + written, length - written);
}

static void write_rest(Connection *connection) {
  const char *rest = connection->out + connection->out_start;
  ssize_t written = send(connection->fd, rest, connection->out_length, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (written < 0) return;
  connection->out_start += written;
  connection->out_length -= written;
  if (is_full(connection)) return;
  connection->out_start = 0;
  watch(connection, EPOLL_CTL_MOD, EPOLLIN);
  if (connection->answering) agenda_set(&connection->entry, connection->entry.due);
}

static void begin(Connection *connection, const Request *request, Nanoseconds received) {
  begin_answer(&connection->answer, ++requests, request->tokens, request->wants_usage);
  connection->truth = begin_truth(request->id, received);
  connection->answering = true;
  connection->closes = request->closes;
  write_or_keep(connection, answer_head, strlen(answer_head));
  agenda_set(&connection->entry, received + (Nanoseconds)(ttft_ms * NS_PER_MS));
}

static void tell_models(Connection *connection) {
  int length = sprintf(piece, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %zu\r\n\r\n%s",
                       strlen(model_list), model_list);
  write_or_keep(connection, piece, length);
}

/** Clients that ask the server to tokenize use their own tokenizer without it. */
static void tell_nothing_there(Connection *connection) {
  static const char none[] = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";
  write_or_keep(connection, none, strlen(none));
}

/** One request at a time; what follows it waits in the buffer. */
static void take_request(Connection *connection) {
  Request request;
  if (connection->answering || !read_request(connection->in, connection->in_length, &request)) return;
  Nanoseconds received = now_ns();
  bool tokenizes = strncmp(connection->in, "POST /tokenize", 14) == 0;
  connection->in_length -= request.length;
  memmove(connection->in, connection->in + request.length, connection->in_length + 1);
  if (tokenizes) tell_nothing_there(connection);
  else if (request.is_post) begin(connection, &request, received);
  else tell_models(connection);
}

static void finish(Connection *connection) {
  connection->answering = false;
  agenda_remove(&connection->entry);
  if (connection->closes) shutdown(connection->fd, SHUT_WR);
  else if (connection->in_length > 0) take_request(connection);
}

/** The schedule is absolute: one late write does not move those after it. */
static void plan_next(Connection *connection, long tokens) {
  Nanoseconds due = itl_ms == 0 ? now_ns() : connection->entry.due + (Nanoseconds)(tokens * itl_ms * NS_PER_MS);
  agenda_set(&connection->entry, due);
  if (is_full(connection)) agenda_remove(&connection->entry);
}

static void write_events(Connection *connection) {
  Answer *answer = &connection->answer;
  char *end = piece;
  long events = 0, before = answer->sent;
  for (; events < events_per_write && !answer_is_over(answer); events++)
    end = append_tokens(answer, (long)tokens_per_event, end);
  bool over = answer_is_over(answer);
  if (over) end = append_end(answer, end);
  add_events(connection->truth, events, now_ns());
  write_or_keep(connection, piece, end - piece);
  if (over) finish(connection);
  else plan_next(connection, answer->sent - before);
}

static void write_due(void) {
  Nanoseconds now = now_ns();
  for (int i = 0; i < writes_between_reads; i++) {
    AgendaEntry *first = agenda_first();
    if (first == NULL || first->due > now) return;
    write_events((Connection *)first);
  }
}

/** False when the connection is no more. */
static bool read_from(Connection *connection) {
  if (connection->in_room - connection->in_length < read_room) {
    connection->in_room = 2 * connection->in_room + read_room;
    connection->in = grown(connection->in, connection->in_room + 1);
  }
  ssize_t bytes = recv(connection->fd, connection->in + connection->in_length,
                       connection->in_room - connection->in_length, MSG_DONTWAIT);
  if (bytes < 0 && errno == EAGAIN) return true;
  if (bytes <= 0) {
    close_connection(connection);
    return false;
  }
  connection->in_length += bytes;
  connection->in[connection->in_length] = '\0';
  take_request(connection);
  return true;
}

static void accept_all(void) {
  int one = 1;
  for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    Connection *connection = grown(NULL, sizeof *connection);
    *connection = (Connection){.fd = fd};
    watch(connection, EPOLL_CTL_ADD, EPOLLIN);
  }
}

static void listen_on(int wanted) {
  int one = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(wanted), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, backlog)) give_up("cannot listen");
  getsockname(listener, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
}

static void on_signal(int signal) {
  (void)signal;
  stopping = 1;
}

/** Signals come only while we wait, so that none is missed. Gives the mask to wait with. */
static sigset_t expect_signals(void) {
  sigset_t both, before;
  sigemptyset(&both);
  sigaddset(&both, SIGTERM);
  sigaddset(&both, SIGINT);
  sigprocmask(SIG_BLOCK, &both, &before);
  signal(SIGTERM, on_signal);
  signal(SIGINT, on_signal);
  return before;
}

static int wait_for_events(struct epoll_event *events, const sigset_t *mask) {
  AgendaEntry *first = agenda_first();
  if (first == NULL) return epoll_pwait2(epoll, events, events_at_once, NULL, mask);
  struct timespec patience = as_timespec(first->due - now_ns());
  return epoll_pwait2(epoll, events, events_at_once, &patience, mask);
}

static void serve(const sigset_t *mask) {
  struct epoll_event events[events_at_once];
  while (!stopping) {
    int count = wait_for_events(events, mask);
    for (int i = 0; i < count; i++) {
      Connection *connection = events[i].data.ptr;
      if (connection == NULL) accept_all();
      else if (!(events[i].events & ~(uint32_t)EPOLLOUT) || read_from(connection))
        if (events[i].events & EPOLLOUT) write_rest(connection);
    }
    write_due();
  }
}

static void allow_many_files(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int argc, char **argv) {
  const Flag flags[] = {
      {"port", &port, NULL},
      {"ttft-ms", &ttft_ms, NULL},
      {"itl-ms", &itl_ms, NULL},
      {"tokens-per-event", &tokens_per_event, NULL},
      {"events-per-write", &events_per_write, NULL},
      {"log", NULL, &log_path},
  };
  read_flags(argc, argv, flags, sizeof flags / sizeof *flags);
  if (events_per_write < 1 || events_per_write > most_per_write) refuse("--events-per-write must be 1 to 256");
  if (tokens_per_event < 1 || tokens_per_event > 32) refuse("--tokens-per-event must be 1 to 32");
  allow_many_files();
  prctl(PR_SET_TIMERSLACK, 1);
  keep_truth(log_path);
  sigset_t mask = expect_signals();
  epoll = epoll_create1(EPOLL_CLOEXEC);
  listen_on((int)port);
  serve(&mask);
  write_truth();
}
