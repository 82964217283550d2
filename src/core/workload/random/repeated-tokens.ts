// Prompt tokens of a run that earlier prompts of the run also contain: similar random prompts, prompts of a warm-up, repeated
// prompts.
import { commonBeginning } from '../common-beginning.ts'
import type { Prompt, SampledRequest } from '../sampled-request.ts'
import { TokenIds } from '../token-ids.ts'

type RequestPrompts = Pick<SampledRequest, 'prompt' | 'furtherPrompts' | 'promptTokens'>

/**
 * Prompt tokens that an initially empty, unlimited prefix cache would find; approximate if prompts are texts. `whenFirstSent` are
 * the `repetitions` of the requests, which are sent again in order after the last.
 */
export function repeatedTokens(
  whenFirstSent: Float64Array,
  promptTokens: readonly number[],
  sent: number,
): number {
  let repeated = 0
  for (let index = 0; index < sent && promptTokens.length > 0; index++) {
    repeated += whenFirstSent[index] ?? promptTokens[index % promptTokens.length] ?? 0
  }
  return Math.round(repeated)
}

/** For each request, the leading tokens that it shares with an earlier one or with one of `before`. */
export function repetitions(
  requests: readonly RequestPrompts[],
  before: readonly RequestPrompts[],
): Float64Array {
  const known = new KnownPrompts()
  for (const request of before) known.meet(request)
  return Float64Array.from(requests, (request) => known.meet(request))
}

/** Less than a cache's smallest block, so that prompts that share a block are compared with each other. */
const keyLength = 8

const none: readonly Prompt[] = []

class KnownPrompts {
  readonly #byStart = new Map<string, Prompt[]>()

  /** Leading tokens that were seen before. */
  meet({ prompt, furtherPrompts = none, promptTokens }: RequestPrompts): number {
    let known = this.#knownOf(prompt)
    let { length } = prompt
    for (const each of furtherPrompts) {
      known += this.#knownOf(each)
      length += each.length
    }
    return known === 0 ? 0 : (promptTokens * known) / length
  }

  #knownOf(prompt: Prompt): number {
    const key = startOf(prompt)
    const alike = this.#byStart.get(key)
    if (alike === undefined) {
      this.#byStart.set(key, [prompt])
      return 0
    }
    const shared = alike.map((other) => commonBeginning(prompt, other))
    const most = Math.max(...shared)
    if (most < prompt.length) keepLongest(alike, { prompt, shared })
    return most
  }
}

type Newcomer = Readonly<{ prompt: Prompt; shared: readonly number[] }>

/** A prompt that continues another one replaces it. */
function keepLongest(alike: Prompt[], { prompt, shared }: Newcomer): void {
  const continued = alike.findIndex(({ length }, index) => shared[index] === length)
  if (continued === -1) alike.push(prompt)
  else alike[continued] = prompt
}

function startOf(prompt: Prompt): string {
  if (typeof prompt === 'string') return prompt.slice(0, keyLength)
  return prompt instanceof TokenIds ? prompt.first(keyLength).join() : prompt.upTo(keyLength)
}
