// Finish reasons. Reasons outside this list end a response early: a filter, a time limit, an abort, an error, or an
// unknown reason.

/**
 * Reasons of whole responses: end of sequence, a stop sequence, a tool call, or the length limit. OpenAI, vLLM, SGLang,
 * TGI, llama.cpp, TensorRT-LLM, LMDeploy, Ollama, Anthropic, Gemini, Cohere, Mistral, Bedrock, watsonx.
 */
const wholeReasons: ReadonlySet<string> = new Set([
  ...['stop', 'stopped', 'eos', 'eos_token', 'eos_token_id', 'end_id', 'end_turn', 'pause_turn'],
  ...[
    'end_of_text',
    'endoftext',
    'end_of_turn',
    'end',
    'complete',
    'completed',
    'finished',
    'done',
  ],
  ...[
    'stop_sequence',
    'stop_sequences',
    'stop_token',
    'stop_words',
    'stop_word',
    'stop_str',
    'word',
  ],
  ...['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls'],
  ...['length', 'limit', 'max_tokens', 'max_new_tokens', 'max_output_tokens', 'max_length'],
  ...['token_limit', 'model_length', 'context_length', 'model_context_window_exceeded'],
])

/** Sent instead of null during a response. */
const noReasons: ReadonlySet<string> = new Set([
  ...['', 'null', 'none', 'not_finished', 'unspecified', 'in_progress'],
])

/** The server's finish reason (for SGLang the type of its object); null during the response. */
export function finishReasonOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'type' in value) {
    return finishReasonOf(value.type)
  }
  return typeof value === 'string' && !noReasons.has(plain(value)) ? value : null
}

export function endsWhole(reason: string): boolean {
  return wholeReasons.has(plain(reason))
}

/** Reason that ended it early, if any. */
export function worseReason(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return endsWhole(one) ? other : one
}

/** Normalises "FinishReason.MAX_TOKENS" and "FINISH_REASON_STOP". */
function plain(reason: string): string {
  const spelled = reason.trim().toLowerCase().replaceAll(/[-\s]/g, '_')
  return spelled.replace(/^(finish_?reason|reason)[._]/, '').replace(/^matched_/, '')
}
