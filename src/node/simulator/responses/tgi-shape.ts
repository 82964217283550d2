// Answers of Text Generation Inference: an event per token, the last with all of the text.
import type { AnswerShape } from './answer-shape.ts'
import type { Ending } from '../engine/generation.ts'
import { encodeText } from '../text/text.ts'

export function tgiShape({ details }: Readonly<{ details: boolean }>): AnswerShape {
  const detailsOf = (ending: Ending) => (details ? asDetails(ending) : null)
  return {
    opening: '',
    delta: (text, index) => event(index + 1, text, { generated_text: null, details: null }),
    last: ({ ending, text, index }) =>
      event(index + 1, ending.text, { generated_text: text, details: detailsOf(ending) }),
    usage: () => '',
    closing: '',
    whole: (text, ending) =>
      JSON.stringify({ generated_text: text, ...(details && { details: asDetails(ending) }) }),
  }
}

/** Without a space after the colon, as that server writes. The end of the text is a token that is no text. */
function event(index: number, text: string, rest: object): string {
  const [id = 0] = encodeText(text)
  const token = { id, text, logprob: -0.5, special: text === '' }
  return `data:${JSON.stringify({ index, token, ...rest })}\n\n`
}

function asDetails({ finishReason, promptTokens, completionTokens }: Ending): object {
  return {
    finish_reason: finishReason === 'stop' ? 'eos_token' : finishReason,
    generated_tokens: completionTokens,
    seed: null,
    input_length: promptTokens,
  }
}
