// What is under way of one conversation: which turns have ended, which may follow, and what was said in each context.
import type { PlannedStep } from '#contract/load-protocol.ts'
import type { AgentStep, RequestRecord, TrajectoryTimes } from '#core/model/run/request-record.ts'
import { firstSentAtUs } from '#core/stats/measured-request.ts'

export class UnderWay {
  readonly #steps: readonly PlannedStep[]
  /** How many turns each still waits for. */
  readonly #missing: Uint32Array
  /** -1 until it ended. */
  readonly #endedAtUs: Float64Array
  readonly #thoughtUs: Float64Array
  /** What the next request of a context begins with, by the last turn of the context. */
  readonly #said = new Map<number, Uint8Array>()
  readonly #tokens = new Map<number, number | null>()
  readonly #spansUs: (readonly [from: number, to: number])[] = []
  readonly #hasBegun: Uint8Array
  #begun = 0
  #inFlight = 0
  #waiting = 0
  isClosed = false

  /** `waitsS` are those before each turn, with its tools. */
  constructor(steps: readonly PlannedStep[], waitsS: Float64Array) {
    this.#steps = steps
    this.#missing = Uint32Array.from(steps, ({ after }) => after.length)
    this.#endedAtUs = new Float64Array(steps.length).fill(-1)
    this.#hasBegun = new Uint8Array(steps.length)
    this.#thoughtUs = waitsS.map((waitS, n) => (waitS - (steps[n]?.toolS ?? 0)) * 1e6)
  }

  /** Numbers of the turns that wait for none. */
  get beginnings(): readonly number[] {
    return this.#steps.flatMap(({ after }, number) => (after.length === 0 ? [number] : []))
  }

  /** Not sent so far. */
  get left(): number {
    return this.#steps.length - this.#begun
  }

  /** Numbers of these. */
  get unsent(): readonly number[] {
    return this.#steps.flatMap((_, number) => (this.#hasBegun[number] === 1 ? [] : [number]))
  }

  /** A request is in flight, or a turn waits for its time. */
  get goesOn(): boolean {
    return this.#inFlight + this.#waiting > 0
  }

  get isInFlight(): boolean {
    return this.#inFlight > 0
  }

  wait(): void {
    this.#waiting++
  }

  stopWaiting(): void {
    this.#waiting = 0
  }

  begin(number: number, wasWaiting = true): void {
    if (wasWaiting) this.#waiting--
    this.#inFlight++
    this.#begun++
    this.#hasBegun[number] = 1
  }

  /** Numbers of the turns that only waited for this one, and when the last that each waited for had ended. */
  end(
    number: number,
    record: RequestRecord,
  ): readonly Readonly<{ number: number; atUs: number }>[] {
    this.#inFlight--
    this.#endedAtUs[number] = record.endedAtUs
    this.#spansUs.push([firstSentAtUs(record), record.endedAtUs])
    const ready: { number: number; atUs: number }[] = []
    for (let later = number + 1; later < this.#steps.length; later++) {
      const after = this.#steps[later]?.after ?? []
      if (!after.includes(number)) continue
      const missing = (this.#missing[later] ?? 0) - 1
      this.#missing[later] = missing
      if (missing > 0) continue
      ready.push({ number: later, atUs: Math.max(...after.map((n) => this.#endedAtUs[n] ?? 0)) })
    }
    return ready
  }

  /** What was said before a turn; undefined where its context is new. */
  contextOf(number: number): Uint8Array | undefined {
    const continues = this.#steps[number]?.continues ?? null
    return continues === null ? undefined : this.#said.get(continues)
  }

  /** `tokens` of what was said, up to the answer. */
  remember(number: number, said: Uint8Array, tokens: number | null): void {
    if (this.#isContinued(number)) {
      this.#said.set(number, said)
      this.#tokens.set(number, tokens)
    }
    this.#forgetUnneeded()
  }

  stepOf(number: number): AgentStep {
    const { depth = 0, continues = null, sharedTokens = 0 } = this.#steps[number] ?? {}
    const reusableTokens = continues === null ? sharedTokens : (this.#tokens.get(continues) ?? null)
    return { depth, reusableTokens }
  }

  /** What its last step records; nothing unless all of it was sent and nothing failed. */
  ending(): Pick<AgentStep, 'whole' | 'endedAfterUs'> {
    if (this.isClosed || this.left > 0) return {}
    const times = this.#times()
    const isWhole = (this.#steps[0]?.depth ?? 0) === 0
    return { ...(isWhole && { whole: times }), endedAfterUs: times.tookUs }
  }

  #times(): TrajectoryTimes {
    const spans = this.#spansUs.toSorted(([one], [other]) => one - other)
    const from = spans[0]?.[0] ?? 0
    let [modelUs, overUs] = [0, from]
    for (const [sentAtUs, endedAtUs] of spans) {
      modelUs += Math.max(0, endedAtUs - Math.max(sentAtUs, overUs))
      overUs = Math.max(overUs, endedAtUs)
    }
    const tookUs = overUs - from
    const thoughtUs = Math.round(this.#thoughtUs.reduce((sum, us) => sum + us, 0))
    return { tookUs, modelUs, thinkUs: Math.min(thoughtUs, tookUs - modelUs) }
  }

  #isContinued(number: number): boolean {
    return this.#steps.some(
      ({ continues }, later) => continues === number && (this.#endedAtUs[later] ?? -1) < 0,
    )
  }

  #forgetUnneeded(): void {
    for (const number of this.#said.keys())
      if (!this.#isContinued(number)) this.#said.delete(number)
  }
}
