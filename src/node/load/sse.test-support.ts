// Events of a completion stream, for scripted servers.

const event = (message: object) => `data: ${JSON.stringify(message)}\n\n`

function token(text: string): string {
  const choice = { index: 0, text, logprobs: null, finish_reason: null }
  return event({ id: 'cmpl-1', object: 'text_completion', created: 1, choices: [choice] })
}

function usage(promptTokens: number, completionTokens: number): string {
  const counted = { prompt_tokens: promptTokens, completion_tokens: completionTokens }
  return event({ choices: [], usage: counted })
}

const done = 'data: [DONE]\n\n'

/** Three tokens, one of them several bytes long, and a complete regular end. */
const whole = [...['Hello', ' wörld', ' 🚀'].map(token), usage(7, 3), done].join('')

export const sse = { event, token, usage, done, whole } as const
