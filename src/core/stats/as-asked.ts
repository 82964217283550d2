// How a run's responses differ from the requests, and how their tokens arrived.
import { outputKinds } from '#core/records/request-outcome.ts'
import type { AsAsked, OtherLengths } from '../model/run/as-asked.ts'
import { isOtherOutput } from '../workload/asked-lengths.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'

/** Events closer than this arrived together: reads of one burst are microseconds apart. */
const togetherUs = 1000
/** Maximum mean gap within a burst; no server generates this fast. */
const longestInBurstUs = 100
/** Minimum events per choice in a burst; a step of speculative decoding yields fewer. */
const fewestInBurst = 10
/** Thresholds for a response that arrived all at once: events, and the silence before it in ms and in ms per event. */
const whole = { fewest: 16, silenceMs: 100, silencePerEventMs: 2 } as const
/** Minimum mean silence before a burst. */
const leastSilenceMs = 20

type Burst = Readonly<{ events: number; silenceMs: number }>

/** Mean burst size of a response that arrives in bursts; null otherwise. Exported for tests. */
export function burstOf(request: MeasuredRequest, choices: number): Burst | null {
  const { interTokenLatenciesUs: gapsUs, ttftS, firstS } = request
  // Servers hold back tool calls until they are complete.
  if (ttftS === 0 || firstS.toolCall !== null || request.readAtOnce === true) return null
  const events = gapsUs.length + 1
  if (events < fewestInBurst * choices) return null
  let [bursts, silenceUs, withinUs] = [1, 0, 0]
  for (const gapUs of gapsUs) {
    if (gapUs < togetherUs) withinUs += gapUs
    else {
      bursts++
      silenceUs += gapUs
    }
  }
  const perBurst = events / bursts
  if (withinUs / events > longestInBurstUs || perBurst < fewestInBurst * choices) return null
  if (bursts > 1) {
    const silenceMs = silenceUs / 1000 / (bursts - 1)
    return silenceMs >= leastSilenceMs ? { events: perBurst, silenceMs } : null
  }
  const silenceMs = ttftS * 1000
  const perChoice = events / choices
  const isHeld =
    perChoice >= whole.fewest &&
    silenceMs >= Math.max(whole.silenceMs, whole.silencePerEventMs * perChoice)
  return isHeld ? { events: perBurst, silenceMs } : null
}

/** Events per response besides its tokens: one at its end and one at its beginning. */
const extraEvents = 2
const tolerableExtraShare = 0.05
const tolerableUncountedShare = 0.01

/** Whether token counts of responses are known, and therefore metrics per token too. */
export function countsTokens({
  asAsked,
  completed,
}: Readonly<{ asAsked?: AsAsked | null | undefined; completed: number }>): boolean {
  const { uncounted = 0, events = 0, tokens = 0 } = asAsked ?? {}
  if (uncounted > tolerableUncountedShare * completed) return false
  return events <= tokens * (1 + tolerableExtraShare) + extraEvents * completed
}

export class AsAskedTally {
  readonly #choices: number
  #lengths: Partial<Record<LengthKind, OtherLengths>> = {}
  #otherModel: AsAsked['otherModel']
  #unexplained: AsAsked['unexplained']
  #buffered: AsAsked['buffered']
  #uncounted = 0
  #events = 0
  #tokens = 0

  constructor(choices: number) {
    this.#choices = choices
  }

  /** `place` is the request's position in the plan. */
  add(request: MeasuredRequest, place: number): void {
    if (!isSuccess(request)) return
    this.#addEvents(request, place)
    const { differences } = request
    if (differences === undefined) return
    const { model, unexplained, promptTokens, outputTokens } = differences
    if (promptTokens !== undefined) {
      this.#addLength('Prompts', { asked: promptTokens, given: request.promptTokens }, place)
    }
    const isOther = outputTokens !== undefined && isOtherOutput(request.outputTokens, outputTokens)
    if (isOther && request.isUncounted !== true) {
      this.#addLength('Outputs', { asked: outputTokens, given: request.outputTokens }, place)
    }
    if (model !== undefined) {
      const { responses } = (this.#otherModel ??= { responses: 0, model, request: place })
      this.#otherModel = { ...this.#otherModel, responses: responses + 1 }
    }
    if (unexplained === true) {
      const { responses, request } = this.#unexplained ?? { responses: 0, request: place }
      this.#unexplained = { responses: responses + 1, request }
    }
  }

  /** Undefined if there is nothing to report. */
  summary(): AsAsked | undefined {
    const parts: AsAsked = {
      ...this.#lengths,
      ...(this.#otherModel && { otherModel: this.#otherModel }),
      ...(this.#unexplained && { unexplained: this.#unexplained }),
      ...(this.#buffered && { buffered: this.#buffered }),
      ...(this.#uncounted > 0 && { uncounted: this.#uncounted }),
      ...(this.#events > 0 && { events: this.#events, tokens: this.#tokens }),
      ...(this.#choices > 1 && { choices: this.#choices }),
    }
    return Object.keys(parts).length === 0 ? undefined : parts
  }

  #addEvents(request: MeasuredRequest, place: number): void {
    if (outputKinds.every((kind) => request.firstS[kind] === null)) return
    this.#events += request.interTokenLatenciesUs.length + 1
    this.#tokens += request.outputTokens
    if (request.isUncounted === true) this.#uncounted++
    const burst = burstOf(request, this.#choices)
    if (burst === null) return
    const before = this.#buffered ?? {
      responses: 0,
      eventsPerBurst: 0,
      silenceMs: 0,
      request: place,
    }
    const responses = before.responses + 1
    this.#buffered = {
      ...before,
      responses,
      eventsPerBurst: before.eventsPerBurst + (burst.events - before.eventsPerBurst) / responses,
      silenceMs: before.silenceMs + (burst.silenceMs - before.silenceMs) / responses,
    }
  }

  #addLength(
    what: 'Prompts' | 'Outputs',
    { asked, given }: Readonly<{ asked: number; given: number }>,
    place: number,
  ): void {
    const kind = `${given < asked ? 'short' : 'long'}${what}` as const
    const example = { request: place, asked, given }
    const before = this.#lengths[kind] ?? { responses: 0, asked: 0, given: 0, example }
    this.#lengths[kind] = {
      responses: before.responses + 1,
      asked: before.asked + asked,
      given: before.given + given,
      example: before.example,
    }
  }
}

type LengthKind = 'shortOutputs' | 'longOutputs' | 'shortPrompts' | 'longPrompts'
