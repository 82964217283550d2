// One request in the engine: its tokens, its end, and its listeners.
import {
  createSequence,
  type EngineRequest,
  nothingHappenedYet,
  type RequestEnding,
  type RequestTimes,
  type Sequence,
} from './sequence.ts'
import {
  createSeededRandom,
  drawNormal,
  hashTokens,
  type SeededRandom,
  spreadSeed,
} from './seeded-random.ts'
import { endOfTextId, pickWordId, wordText } from './text.ts'

export type GenerationRequest = Readonly<{
  prompt: readonly number[]
  maxTokens: number
  minTokens: number
  ignoreEos: boolean
  stop: readonly string[]
  includeStop: boolean
  stopTokenIds: readonly number[]
  seed: number | null
  /** Whether a non-streamed response includes token ids. */
  returnsTokenIds: boolean
}>

export type GenerationEnd = RequestEnding &
  Readonly<{
    /** The last piece of text, sent with the finish reason. */
    text: string
    /** The stop string or stop token that ended it; null for the end of text. */
    stopReason: string | number | null
    /** Completion tokens before the answer; absent if the model does not reason. */
    reasoningTokens?: number | undefined
    /** Prompt tokens found in the prefix cache. */
    cachedTokens?: number | undefined
    /** Times of the request, up to the last token. */
    times: RequestTimes
    /** Token ids of the output, if requested. */
    tokenIds?: readonly number[]
  }>

/** Destination of generated text. */
export interface AnswerSink {
  write(text: string, isReasoning?: boolean): void
  end(ending: GenerationEnd): void
  /** Called after a step, when everything it produced has been written. */
  flush(): void
}

/** Without ignore_eos, outputs end naturally: log-normal lengths around this number of tokens. */
const medianAnswerTokens = 200
const answerLengthSigma = 0.7

/** Probability per token that a lower precision changes it; all following tokens then differ, too. */
const roundingChance = 0.03

export class Generation implements EngineRequest {
  readonly sequence: Sequence
  readonly request: GenerationRequest
  readonly sink: AnswerSink
  readonly times = nothingHappenedYet()
  #random: SeededRandom
  /** First token that differs; null if the precision changes none. */
  readonly #differsFrom: number | null
  readonly #stops: StopStrings | null
  readonly #naturalTokens: number
  readonly #reasoningTokens: number

  constructor(
    request: GenerationRequest,
    sink: AnswerSink,
    {
      seed: serverSeed,
      isRounded,
      reasoningShare = 0,
    }: Readonly<{ seed: number; isRounded: boolean; reasoningShare?: number }>,
  ) {
    this.request = request
    this.sink = sink
    this.sequence = createSequence(request.prompt)
    const seed = seedOf(request, serverSeed)
    this.#random = createSeededRandom(seed)
    this.#differsFrom = isRounded ? firstRounded(seed) : null
    this.#stops =
      request.stop.length === 0 ? null : new StopStrings(request.stop, request.includeStop)
    const length = Math.ceil(
      medianAnswerTokens * Math.exp(answerLengthSigma * drawNormal(this.#random)),
    )
    this.#naturalTokens = request.ignoreEos ? Infinity : Math.max(length, request.minTokens + 1)
    const tokens = Math.min(this.#naturalTokens, request.maxTokens)
    this.#reasoningTokens = Math.round(reasoningShare * tokens)
  }

  get maxTokens(): number {
    return this.request.maxTokens
  }

  get completionTokens(): number {
    return this.sequence.tokens.length - this.sequence.promptTokens
  }

  /** Adds the next tokens and sends their text in one piece; returns the end once there is one. */
  advance(tokens: number, nowMs: number): GenerationEnd | null {
    let text = ''
    for (let produced = 0; produced < tokens; produced++) {
      const tokenId = this.#drawToken()
      this.sequence.tokens.push(tokenId)
      const next = this.#after(tokenId)
      if (typeof next !== 'string')
        return this.#end({ ...next, text: text + next.text, times: this.#timesAt(nowMs) })
      text += next
      if (this.completionTokens === this.#reasoningTokens) {
        this.sink.write(text, true)
        if (produced + 1 === tokens) return null
        text = ''
      }
    }
    this.sink.write(text, this.#isReasoning)
    return null
  }

  get #isReasoning(): boolean {
    return this.completionTokens <= this.#reasoningTokens
  }

  flush(): void {
    this.sink.flush()
  }

  #timesAt(nowMs: number): RequestTimes {
    const { firstTokenMs } = this.times
    const isFirst = Number.isNaN(firstTokenMs)
    return { ...this.times, firstTokenMs: isFirst ? nowMs : firstTokenMs, lastTokenMs: nowMs }
  }

  #end(ended: GenerationEnd): GenerationEnd {
    const { promptTokens, tokens, cachedTokens } = this.sequence
    const reasoningTokens = Math.min(this.#reasoningTokens, ended.completionTokens)
    if (this.#isReasoning) this.sink.write(ended.text, true)
    const ending = {
      ...ended,
      ...(this.#isReasoning && { text: '' }),
      ...(this.#reasoningTokens > 0 && { reasoningTokens }),
      ...(this.request.returnsTokenIds && { tokenIds: tokens.slice(promptTokens) }),
      cachedTokens,
    }
    this.sink.end(ending)
    return ending
  }

  #drawToken(): number {
    if (this.completionTokens === this.#differsFrom) this.#random = roundedRandom(this.request)
    const isLast = this.completionTokens + 1 >= this.#naturalTokens
    return isLast ? endOfTextId : pickWordId(this.#random())
  }

  /** The text that can be sent now, or the end of the request. */
  #after(tokenId: number): string | Omit<GenerationEnd, 'times'> {
    const mayStop = this.completionTokens > this.request.minTokens
    if (tokenId === endOfTextId) return this.#ending(stoppedBy(null), this.#held())
    if (mayStop && this.request.stopTokenIds.includes(tokenId)) {
      return this.#ending(stoppedBy(tokenId), this.#held())
    }
    const { text, stop } = this.#readable(tokenId, mayStop)
    if (stop !== null) return this.#ending(stoppedBy(stop), text)
    if (this.completionTokens >= this.request.maxTokens) {
      return this.#ending({ finishReason: 'length', stopReason: null }, text + this.#held())
    }
    return text
  }

  #readable(tokenId: number, mayStop: boolean): { text: string; stop: string | null } {
    const text = wordText(tokenId) ?? ''
    return this.#stops === null || !mayStop ? { text, stop: null } : this.#stops.push(text)
  }

  #held(): string {
    return this.#stops?.takeHeld() ?? ''
  }

  #ending(
    reason: Pick<GenerationEnd, 'finishReason' | 'stopReason'>,
    text: string,
  ): Omit<GenerationEnd, 'times'> {
    const { promptTokens } = this.sequence
    return { ...reason, text, promptTokens, completionTokens: this.completionTokens }
  }
}

function stoppedBy(
  stopReason: GenerationEnd['stopReason'],
): Pick<GenerationEnd, 'finishReason' | 'stopReason'> {
  return { finishReason: 'stop', stopReason }
}

function firstRounded(seed: number): number {
  const random = createSeededRandom(spreadSeed(seed))
  return Math.floor(Math.log(1 - random()) / Math.log(1 - roundingChance))
}

function roundedRandom({ prompt }: GenerationRequest): SeededRandom {
  return createSeededRandom(hashTokens(prompt, spreadSeed(1)))
}

/** The same prompt on the same server gets the same output, as with greedy sampling. */
function seedOf(request: GenerationRequest, serverSeed: number): number {
  return hashTokens(request.prompt, (request.seed ?? 0) ^ spreadSeed(serverSeed))
}

/** Finds stop strings in generated text, and holds back text that may be the start of one. Exported for tests. */
export class StopStrings {
  readonly #stops: readonly string[]
  readonly #keepMatch: boolean
  readonly #longest: number
  #held = ''

  constructor(stops: readonly string[], keepMatch: boolean) {
    this.#stops = stops
    this.#keepMatch = keepMatch
    this.#longest = Math.max(...stops.map((stop) => stop.length))
  }

  /** The text that can be sent now, and the stop string if one is complete. */
  push(text: string): { text: string; stop: string | null } {
    const all = this.#held + text
    const match = this.#findFirst(all)
    if (match !== null) {
      this.#held = ''
      const end = match.index + (this.#keepMatch ? match.stop.length : 0)
      return { text: all.slice(0, end), stop: match.stop }
    }
    const safe = Math.max(0, all.length - (this.#longest - 1))
    this.#held = all.slice(safe)
    return { text: all.slice(0, safe), stop: null }
  }

  /** Returns the held text at the end. */
  takeHeld(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  #findFirst(text: string): { stop: string; index: number } | null {
    const matches = this.#stops
      .map((stop) => ({ stop, index: text.indexOf(stop) }))
      .filter(({ index }) => index >= 0)
    return matches.toSorted((a, b) => a.index - b.index)[0] ?? null
  }
}
