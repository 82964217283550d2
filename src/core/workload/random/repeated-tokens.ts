// How much of what a run sends its own earlier prompts say as well: prompts that were drawn alike, those of a warm-up,
// those that are sent again.
import { commonBeginning } from '../common-beginning.ts'
import type { Prompt, SampledRequest } from '../sampled-request.ts'
import { TokenIds } from '../token-ids.ts'
import { sum } from '#core/stats/spread.ts'

type Asked = Pick<SampledRequest, 'prompt' | 'furtherPrompts' | 'promptTokens'>

type SentWorkload = Readonly<{
  requests: readonly Asked[]
  /** How many were sent; after the last request comes the first again. */
  sent: number
  /** Sent before any of them. */
  before: readonly Asked[]
}>

/** Prompt tokens that an endless prefix cache finds though it began empty; approximate where prompts are texts. Exported for tests. */
export function repeatedTokens({ requests, sent, before }: SentWorkload): number {
  return repeatedIn(repetitions(requests, before), requests, sent)
}

/** The same from the tokens that each request repeats when it is first sent. */
export function repeatedIn(
  repetitions: Float64Array,
  requests: readonly Pick<Asked, 'promptTokens'>[],
  sent: number,
): number {
  let repeated = 0
  for (let index = 0; index < sent && requests.length > 0; index++) {
    repeated += repetitions[index] ?? requests[index % requests.length]?.promptTokens ?? 0
  }
  return Math.round(repeated)
}

/** For each request, the tokens with which it begins like one before it. */
export function repetitions(requests: readonly Asked[], before: readonly Asked[]): Float64Array {
  const known = new KnownPrompts()
  for (const request of before) known.meet(request)
  return Float64Array.from(requests, (request) => known.meet(request))
}

/** Less than a cache's smallest block, so that prompts which share a block are looked at together. */
const keyLength = 8

class KnownPrompts {
  readonly #byStart = new Map<string, Prompt[]>()

  /** Tokens it begins with that were met before. */
  meet({ prompt, furtherPrompts = [], promptTokens }: Asked): number {
    const prompts = [prompt, ...furtherPrompts]
    const known = sum(prompts.map((each) => this.#knownOf(each)))
    return known === 0 ? 0 : (promptTokens * known) / sum(prompts.map(({ length }) => length))
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

/** One that continues where another ends stands for both. */
function keepLongest(alike: Prompt[], { prompt, shared }: Newcomer): void {
  const continued = alike.findIndex(({ length }, index) => shared[index] === length)
  if (continued === -1) alike.push(prompt)
  else alike[continued] = prompt
}

function startOf(prompt: Prompt): string {
  if (typeof prompt === 'string') return prompt.slice(0, keyLength)
  return prompt instanceof TokenIds ? prompt.first(keyLength).join() : prompt.upTo(keyLength)
}
