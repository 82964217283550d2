// Why a response ended, by the reason its server gives. Reasons outside of this list end a response early: a filter, a
// time limit, an abort, an error, or one that no known server sends.

/**
 * Of whole responses: the model ended it, a stop sequence or a tool call did, or it reached its length. OpenAI, vLLM,
 * SGLang, TGI, llama.cpp, TensorRT-LLM, LMDeploy, Ollama, Anthropic, Gemini, Cohere, Mistral, Bedrock, watsonx.
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

/** Sent while a response goes on, in place of null. */
const noReasons: ReadonlySet<string> = new Set([
  ...['', 'null', 'none', 'not_finished', 'unspecified', 'in_progress'],
])

/** As the server wrote it, SGLang as an object with its type; null while the response goes on. */
export function finishReasonOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'type' in value) {
    return finishReasonOf(value.type)
  }
  return typeof value === 'string' && !noReasons.has(plain(value)) ? value : null
}

export function endsWhole(reason: string): boolean {
  return wholeReasons.has(plain(reason))
}

/** The reason that ended it early, if any of them did. */
export function worseReason(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return endsWhole(one) ? other : one
}

/** "FinishReason.MAX_TOKENS" and "FINISH_REASON_STOP" as others spell them. */
function plain(reason: string): string {
  const spelled = reason.trim().toLowerCase().replaceAll(/[-\s]/g, '_')
  return spelled.replace(/^(finish_?reason|reason)[._]/, '').replace(/^matched_/, '')
}
