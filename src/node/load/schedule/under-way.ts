// The state of one conversation in progress: ended turns, turns that may follow, and the text of each context.
import type { PlannedStep } from '#contract/load-protocol.ts'
import type { AgentStep, RequestRecord, TrajectoryTimes } from '#core/records/request-record.ts'
import { firstSentAtUs } from '#core/records/measured-request.ts'
import { Branches } from './branches.ts'

export type ReadyTurn = Readonly<{ number: number; atUs: number }>

type CancelledBranch = Readonly<{
  unsent: readonly number[]
  inFlight: readonly number[]
  ready: readonly ReadyTurn[]
}>

export class UnderWay {
  readonly #steps: readonly PlannedStep[]
  /** Number of turns that each turn still waits for. */
  readonly #missing: Uint32Array
  /** End of each turn; -1 until then. */
  readonly #endedAtUs: Float64Array
  readonly #thoughtUs: Float64Array
  /** The context that the next request begins with, by the context's last turn. */
  readonly #said = new Map<number, Uint8Array>()
  readonly #tokens = new Map<number, number | null>()
  readonly #spansUs: (readonly [from: number, to: number])[] = []
  readonly #hasBegun: Uint8Array
  #begun = 0
  readonly #inFlight = new Set<number>()
  readonly #waiting = new Set<number>()
  readonly #branches: Branches
  isClosed = false

  /** `waitsS` are the delays before each turn, tool calls included. */
  constructor(steps: readonly PlannedStep[], waitsS: Float64Array) {
    this.#steps = steps
    this.#missing = Uint32Array.from(steps, ({ after }) => after.length)
    this.#endedAtUs = new Float64Array(steps.length).fill(-1)
    this.#hasBegun = new Uint8Array(steps.length)
    this.#branches = new Branches(steps)
    this.#thoughtUs = waitsS.map((waitS, n) => (waitS - (steps[n]?.toolS ?? 0)) * 1e6)
  }

  /** Indices of the turns that wait for no other. */
  get beginnings(): readonly number[] {
    return this.#steps.flatMap(({ after }, number) => (after.length === 0 ? [number] : []))
  }

  /** Number of turns not sent yet. */
  get left(): number {
    return this.#steps.length - this.#begun
  }

  /** Indices of the turns not sent yet. */
  get unsent(): readonly number[] {
    return this.#steps.flatMap((_, number) => (this.#hasBegun[number] === 1 ? [] : [number]))
  }

  isUnsent(number: number): boolean {
    return this.#hasBegun[number] === 0
  }

  /** Whether a request is in flight or a turn waits for its due time. */
  get goesOn(): boolean {
    return this.#inFlight.size + this.#waiting.size > 0
  }

  get isInFlight(): boolean {
    return this.#inFlight.size > 0
  }

  /** Turns that wait for their due time. */
  get waiting(): readonly number[] {
    return [...this.#waiting]
  }

  wait(number: number): void {
    this.#waiting.add(number)
  }

  stopWaiting(): void {
    this.#waiting.clear()
  }

  begin(number: number): void {
    this.#waiting.delete(number)
    this.#inFlight.add(number)
    this.#begun++
    this.#hasBegun[number] = 1
  }

  /** Turns that waited only for this one, and the latest end of the turns that each waited for. */
  end(number: number, record: RequestRecord): readonly ReadyTurn[] {
    this.#inFlight.delete(number)
    this.#branches.spend(number, record)
    this.#spansUs.push([firstSentAtUs(record), record.endedAtUs])
    return this.#ended(number, record.endedAtUs)
  }

  #ended(number: number, endedAtUs: number): readonly ReadyTurn[] {
    this.#endedAtUs[number] = endedAtUs
    const ready: ReadyTurn[] = []
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

  /** Branches that a turn in flight counts towards, or that its end cancels: see `Branches`. */
  get branches(): Branches {
    return this.#branches
  }

  /**
   * Sends no further turn of a branch. Its unsent turns count as ended now, so that turns that wait for the branch continue.
   * Null if the branch had finished.
   */
  cancel(branch: number, atUs: number): CancelledBranch | null {
    const steps = this.#branches.stepsOf(branch)
    const unsent = steps.filter((number) => this.#hasBegun[number] === 0)
    const inFlight = steps.filter((number) => this.#inFlight.has(number))
    if (!this.#branches.cancel(branch, unsent.length + inFlight.length > 0)) return null
    for (const number of unsent) {
      this.#waiting.delete(number)
      this.#hasBegun[number] = 1
      this.#begun++
      this.#thoughtUs[number] = 0
    }
    const ready = unsent.flatMap((number) => this.#ended(number, atUs))
    return {
      unsent,
      inFlight,
      ready: ready.filter(({ number }) => this.#hasBegun[number] === 0),
    }
  }

  /** Context of a turn; undefined if it begins a new one. */
  contextOf(number: number): Uint8Array | undefined {
    const continues = this.#steps[number]?.continues ?? null
    return continues === null ? undefined : this.#said.get(continues)
  }

  /** `tokens` is the context's length, response included. */
  remember(number: number, said: Uint8Array, tokens: number | null): void {
    if (this.#isContinued(number)) {
      this.#said.set(number, said)
      this.#tokens.set(number, tokens)
    }
    this.#forgetUnneeded()
  }

  stepOf(number: number): AgentStep {
    const { depth = 0, continues = null, sharedTokens = 0, branch } = this.#steps[number] ?? {}
    const reusableTokens = continues === null ? sharedTokens : (this.#tokens.get(continues) ?? null)
    return { depth, reusableTokens, ...(branch !== undefined && { branch }) }
  }

  /** Fields for the record of the last step; empty unless every turn was sent and succeeded. */
  ending(): Omit<AgentStep, 'depth' | 'reusableTokens' | 'branch'> {
    if (this.isClosed || this.left > 0) return {}
    const times = this.#times()
    const isWhole = (this.#steps[0]?.depth ?? 0) === 0
    const cancelledBranches = this.#branches.cancelled
    return {
      ...(isWhole && { whole: times }),
      endedAfterUs: times.tookUs,
      ...(cancelledBranches.length > 0 && { cancelledBranches }),
    }
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
