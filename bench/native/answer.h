// The bytes of a streamed answer, in the words of an OpenAI-compatible server of completions.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  long tokens;
  long sent;
  bool wants_usage;
  /** What every event of this answer begins with. */
  char opening[160];
  size_t opening_length;
} Answer;

/** No single event, and no end of an answer, is longer. */
enum { longest_piece = 1024 };

extern const char answer_head[];
extern const char model_list[];

void begin_answer(Answer *answer, unsigned long number, long tokens, bool wants_usage);
bool answer_is_over(const Answer *answer);

/** Each writes an HTTP chunk of one event and gives where it ends. */
char *append_tokens(Answer *answer, long tokens, char *to);
char *append_end(const Answer *answer, char *to);
