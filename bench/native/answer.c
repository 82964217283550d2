// Composes events. What does not change from token to token is written once per answer.
#include "answer.h"
#include <stdio.h>
#include <string.h>

const char answer_head[] =
    "HTTP/1.1 200 OK\r\nserver: truthful\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
    "transfer-encoding: chunked\r\n\r\n";

#define MODEL "\"id\":\"mock\",\"object\":\"model\",\"created\":1767225600,\"owned_by\":\"kneepoint\",\"root\":\"mock\""
#define MODELS "{\"object\":\"list\",\"data\":[{" MODEL ",\"max_model_len\":1048576}]}"
const char model_list[] = MODELS;

static const char *const words[] = {" one", " slow",  " clock", " tells", " two",   " fast",  " readers", " when",
                                    " the", " stream", " began", " and",   " which", " token", " came",    " late"};
enum { word_count = sizeof words / sizeof *words };

static const char before_reason[] = "\",\"logprobs\":null,\"finish_reason\":";
static const char after_reason[] = ",\"stop_reason\":null,\"prompt_token_ids\":null,\"token_ids\":null}]}\n\n";
static const char last_words[] = "data: [DONE]\n\n";

static char *append(char *to, const char *text, size_t length) {
  memcpy(to, text, length);
  return to + length;
}

static char *append_text(char *to, const char *text) { return append(to, text, strlen(text)); }

static char *append_hexadecimal(char *to, size_t number) {
  if (number >= 16) to = append_hexadecimal(to, number / 16);
  *to = "0123456789abcdef"[number % 16];
  return to + 1;
}

static char *append_chunk(char *to, const char *text, size_t length) {
  to = append(append_hexadecimal(to, length), "\r\n", 2);
  return append(append(to, text, length), "\r\n", 2);
}

void begin_answer(Answer *answer, unsigned long number, long tokens, bool wants_usage) {
  answer->tokens = tokens;
  answer->sent = 0;
  answer->wants_usage = wants_usage;
  answer->opening_length = snprintf(
      answer->opening, sizeof answer->opening,
      "data: {\"id\":\"cmpl-%032lx\",\"object\":\"text_completion\",\"created\":1767225600,\"model\":\"mock\",\"choices\":[",
      number);
}

bool answer_is_over(const Answer *answer) { return answer->sent == answer->tokens; }

char *append_tokens(Answer *answer, long tokens, char *to) {
  char event[longest_piece];
  char *end = append(event, answer->opening, answer->opening_length);
  end = append_text(end, "{\"index\":0,\"text\":\"");
  for (; tokens > 0 && !answer_is_over(answer); tokens--)
    end = append_text(end, words[answer->sent++ % word_count]);
  end = append(end, before_reason, sizeof before_reason - 1);
  end = append_text(end, answer_is_over(answer) ? "\"length\"" : "null");
  end = append(end, after_reason, sizeof after_reason - 1);
  return append_chunk(to, event, end - event);
}

char *append_end(const Answer *answer, char *to) {
  char usage[longest_piece];
  int length = snprintf(
      usage, sizeof usage,
      "%s],\"usage\":{\"prompt_tokens\":2,\"total_tokens\":%ld,\"completion_tokens\":%ld}}\n\n",
      answer->opening, answer->tokens + 2, answer->tokens);
  if (answer->wants_usage) to = append_chunk(to, usage, length);
  to = append_chunk(to, last_words, sizeof last_words - 1);
  return append_text(to, "0\r\n\r\n");
}
