// Prompts that do not fit the model, refused as vLLM refuses them, or cut where the client asked for that.
import { ApiError } from './api-error.ts'

/** The most that the model takes. */
const allThatFit = -1

/** Keeps the last tokens of a prompt, as vLLM does; without a limit a prompt has to fit as it is. */
export function cutPrompt(
  prompt: readonly number[],
  asked: number | null,
  maxModelLen: number,
): readonly number[] {
  const limit = asked === allThatFit ? maxModelLen : asked
  if (limit !== null && limit > maxModelLen) throw cutTooLate(limit, maxModelLen)
  const kept = limit === null ? prompt : prompt.slice(Math.max(0, prompt.length - limit))
  requireTokens(kept)
  if (kept.length > maxModelLen) throw promptTooLong(kept.length, maxModelLen)
  return kept
}

export function requireTokens(prompt: readonly number[]): void {
  if (prompt.length === 0) throw new ApiError(400, 'The prompt holds no tokens.', 'prompt')
}

export function promptTooLong(promptTokens: number, maxModelLen: number): ApiError {
  const message =
    `This model's maximum context length is ${maxModelLen} tokens. However, your request has ` +
    `${promptTokens} input tokens. Please reduce the length of the input messages.`
  return new ApiError(400, message, 'input_tokens')
}

function cutTooLate(limit: number, maxModelLen: number): ApiError {
  const message = `truncate_prompt_tokens ${limit} is above the model's ${maxModelLen} tokens.`
  return new ApiError(400, message, 'truncate_prompt_tokens')
}
