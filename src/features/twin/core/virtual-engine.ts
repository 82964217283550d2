// Runs a load on an engine model in virtual time. A step costs O(1) for any number of sequences: each gets one token per step, so
// the step of its last token is known when it gets its first.
import {
  computeBoundTokens,
  type EngineModel,
  promptBudget,
  type RequestLengths,
  stepS,
  thousandPairs,
} from './engine-model.ts'
import { StepQueue } from './step-queue.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'

export type VirtualLoad = Readonly<{
  /** Ordered by arrival. */
  lengths: readonly RequestLengths[]
  /** Due time of each request in seconds, ascending. */
  dueS: Float64Array
  /** Maximum number of requests in flight; the others wait in the client. Infinity for no limit. */
  limit: number
}>

/** By request, in seconds. */
export type VirtualRun = Readonly<{
  sentS: Float64Array
  firstS: Float64Array
  lastS: Float64Array
  /** Maximum number of sequences at once. */
  mostRunning: number
  /** Maximum number of tokens in the KV cache. */
  mostKvTokens: number
}>

/** `seed` draws the noise of steps; `slowness` multiplies every step. */
export function runVirtually(
  model: EngineModel,
  load: VirtualLoad,
  { seed, slowness = 1 }: Readonly<{ seed: number; slowness?: number }>,
): VirtualRun {
  return new VirtualEngine(model, load, { seed, slowness }).run()
}

class VirtualEngine {
  readonly #model: EngineModel
  readonly #load: VirtualLoad
  readonly #slowness: number
  readonly #noise: () => number
  readonly #sentS: Float64Array
  readonly #firstS: Float64Array
  readonly #lastS: Float64Array
  /** Remaining output tokens of each request. */
  readonly #left: Float64Array
  /** Prompt tokens of each request that are not computed yet. */
  readonly #uncomputed: Float64Array
  /** Context of each decoding request at its first token, minus the number of that decode step. */
  readonly #contextBase: Float64Array
  readonly #ends: StepQueue
  #waiting: number[] = []
  #firstWaiting = 0
  #prefilling: number[] = []
  /** Ordered by admission; ended requests are skipped when a victim is chosen. */
  readonly #admitted: number[] = []
  #nowS = 0
  #next = 0
  #inFlight = 0
  #ended = 0
  #freedS = 0
  #decoding = 0
  #contextTokens = 0
  #kvTokens = 0
  #decodeStep = 0
  #mostRunning = 0
  #mostKvTokens = 0

  constructor(
    model: EngineModel,
    load: VirtualLoad,
    { seed, slowness }: Readonly<{ seed: number; slowness: number }>,
  ) {
    const count = load.lengths.length
    this.#model = model
    this.#load = load
    this.#slowness = slowness
    this.#noise = createStepNoise(model.noise, seed)
    this.#sentS = new Float64Array(count)
    this.#firstS = new Float64Array(count).fill(NaN)
    this.#lastS = new Float64Array(count).fill(NaN)
    this.#left = Float64Array.from(load.lengths, ({ outputTokens }) => Math.max(1, outputTokens))
    this.#uncomputed = Float64Array.from(load.lengths, ({ computedTokens }) => computedTokens)
    this.#contextBase = new Float64Array(count)
    const longest = load.lengths.reduce((most, { outputTokens }) => Math.max(most, outputTokens), 1)
    this.#ends = new StepQueue(count, longest)
  }

  run(): VirtualRun {
    const count = this.#load.lengths.length
    while (this.#ended < count) {
      this.#receive()
      if (this.#running === 0 && this.#firstWaiting === this.#waiting.length) {
        this.#nowS = this.#arrivalS()
        continue
      }
      const scheduled = this.#schedule()
      this.#advance(scheduled)
      this.#emit(scheduled)
      this.#preempt()
    }
    const { overheadS } = this.#model
    return {
      sentS: this.#sentS,
      firstS: this.#firstS.map((atS) => atS + overheadS),
      lastS: this.#lastS.map((atS) => atS + overheadS),
      mostRunning: this.#mostRunning,
      mostKvTokens: this.#mostKvTokens,
    }
  }

  get #running(): number {
    return this.#decoding + this.#prefilling.length
  }

  /** Time at which the next request reaches the engine; Infinity if none is left or none may be sent. */
  #arrivalS(): number {
    if (this.#inFlight >= this.#load.limit) return Infinity
    return Math.max(this.#freedS, this.#load.dueS[this.#next] ?? Infinity)
  }

  #receive(): void {
    for (let atS = this.#arrivalS(); atS <= this.#nowS; atS = this.#arrivalS()) {
      this.#sentS[this.#next] = atS
      this.#waiting.push(this.#next++)
      this.#inFlight++
    }
  }

  /** Selects the work of a step. `finished`: requests whose prompt it completes. */
  #schedule(): EngineStep {
    const { policy, limits } = this.#model
    const finished: number[] = []
    if (policy === 'prompts-first') {
      const computed = this.#admitWhole(finished)
      return { finished, ...computed, isDecoding: finished.length === 0 }
    }
    let budget = promptBudget(policy, limits.maxNumBatchedTokens, this.#decoding)
    let [promptTokens, pairs] = [0, 0]
    const stillPrefilling: number[] = []
    const prefill = (request: number) => {
      const uncomputed = this.#uncomputed[request] ?? 0
      const part = Math.min(budget, uncomputed)
      budget -= part
      promptTokens += part
      pairs += this.#pairsOf(request, part)
      this.#uncomputed[request] = uncomputed - part
      ;(uncomputed > part ? stillPrefilling : finished).push(request)
    }
    for (const request of this.#prefilling) {
      if (budget > 0) prefill(request)
      else stillPrefilling.push(request)
    }
    while (budget > 0) {
      const request = this.#admit(this.#decoding + stillPrefilling.length + finished.length)
      if (request === null) break
      prefill(request)
    }
    this.#prefilling = stillPrefilling
    return { finished, promptTokens, pairs, isDecoding: true }
  }

  /** Admits whole prompts up to the limit of a step, at least one. */
  #admitWhole(finished: number[]): Pick<EngineStep, 'promptTokens' | 'pairs'> {
    let [promptTokens, pairs] = [0, 0]
    for (;;) {
      const next = this.#waiting[this.#firstWaiting]
      const needed = next === undefined ? 0 : (this.#uncomputed[next] ?? 0)
      const fits = promptTokens + needed <= this.#model.limits.maxNumBatchedTokens
      if (finished.length > 0 && !fits) break
      const request = this.#admit(this.#decoding + finished.length)
      if (request === null) break
      promptTokens += needed
      pairs += this.#pairsOf(request, needed)
      this.#uncomputed[request] = 0
      finished.push(request)
    }
    return { promptTokens, pairs }
  }

  /** Thousands of pairs in the next `part` tokens of its prompt. */
  #pairsOf(request: number, part: number): number {
    const from = this.#contextOf(request) - (this.#uncomputed[request] ?? 0)
    return thousandPairs(from, from + part)
  }

  /** Admits the next waiting request if sequences and the KV cache allow. */
  #admit(running: number): number | null {
    const { maxNumSeqs, kvCacheTokens } = this.#model.limits
    const request = this.#waiting[this.#firstWaiting]
    if (request === undefined || running >= maxNumSeqs) return null
    const needed = this.#contextOf(request)
    if (this.#kvTokens + needed > kvCacheTokens && running > 0) return null
    this.#firstWaiting++
    if (this.#firstWaiting > 1000 && 2 * this.#firstWaiting > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#firstWaiting)
      this.#firstWaiting = 0
    }
    this.#kvTokens += needed
    this.#admitted.push(request)
    return request
  }

  /** Prompt, and tokens generated before a preemption. */
  #contextOf(request: number): number {
    const { promptTokens, outputTokens } = this.#lengthsOf(request)
    return promptTokens + Math.max(1, outputTokens) - (this.#left[request] ?? 0)
  }

  #lengthsOf(request: number): RequestLengths {
    const lengths = this.#load.lengths[request]
    if (lengths === undefined) throw new RangeError(`There is no request ${request}.`)
    return lengths
  }

  #advance({ finished, promptTokens, pairs, isDecoding }: EngineStep): void {
    this.#mostRunning = Math.max(this.#mostRunning, this.#running + finished.length)
    const sequences = isDecoding ? this.#decoding + finished.length : 0
    const { costs, computeBoundFrom } = this.#model
    const durationS = stepS(costs, {
      alone: isDecoding ? 1 : 0,
      perSequence: sequences,
      perPromptToken: promptTokens,
      perContextToken: isDecoding ? this.#contextTokens : 0,
      promptsAlone: isDecoding ? 0 : 1,
      perThousandPairs: pairs,
      perComputeBoundToken: computeBoundTokens(sequences + promptTokens, computeBoundFrom),
    })
    this.#nowS += Math.max(durationS * this.#slowness * this.#noise(), 1e-7)
  }

  /** Emits the tokens of a step at its end. */
  #emit({ finished, isDecoding }: EngineStep): void {
    if (isDecoding) {
      this.#decodeStep++
      this.#contextTokens += this.#decoding
      this.#kvTokens += this.#decoding
      for (;;) {
        const request = this.#ends.takeUntil(this.#decodeStep)
        if (request === null) break
        this.#decoding--
        this.#contextTokens -= (this.#contextBase[request] ?? 0) + this.#decodeStep
        this.#left[request] = 0
        this.#end(request)
      }
    }
    for (const request of finished) {
      if (Number.isNaN(this.#firstS[request])) this.#firstS[request] = this.#nowS
      this.#left[request] = (this.#left[request] ?? 0) - 1
      this.#kvTokens++
      const left = this.#left[request] ?? 0
      if (left <= 0) this.#end(request)
      else {
        const context = this.#contextOf(request)
        this.#decoding++
        this.#contextTokens += context
        this.#contextBase[request] = context - this.#decodeStep
        this.#ends.add(this.#decodeStep + left, request)
      }
    }
    this.#mostKvTokens = Math.max(this.#mostKvTokens, this.#kvTokens)
  }

  #end(request: number): void {
    const { promptTokens, outputTokens } = this.#lengthsOf(request)
    this.#lastS[request] = this.#nowS
    this.#kvTokens -= promptTokens + Math.max(1, outputTokens)
    // The response must reach the client, and its next request the server.
    if (this.#inFlight-- >= this.#load.limit) this.#freedS = this.#nowS + this.#model.overheadS
    this.#ended++
  }

  /** While the KV cache overflows, frees the tokens of the newest decoding request, which starts over. */
  #preempt(): void {
    const { kvCacheTokens } = this.#model.limits
    while (this.#kvTokens > kvCacheTokens && this.#decoding > 1) {
      const request = this.#admitted.pop()
      if (request === undefined) return
      const endStep = this.#ends.stepOf(request)
      if (endStep === null) continue
      this.#ends.remove(request)
      this.#left[request] = endStep - this.#decodeStep
      const context = this.#contextOf(request)
      this.#decoding--
      this.#contextTokens -= (this.#contextBase[request] ?? 0) + this.#decodeStep
      this.#kvTokens -= context
      this.#uncomputed[request] = context
      this.#waiting.splice(this.#firstWaiting, 0, request)
    }
  }
}

type EngineStep = Readonly<{
  finished: readonly number[]
  promptTokens: number
  /** Thousands. */
  pairs: number
  /** Whether decoding requests get a token in this step. */
  isDecoding: boolean
}>

/** Drawn once: a twin needs millions, and each engine uses them in another order. */
const normals = normalsOf(8192)

function normalsOf(count: number): Float64Array {
  const random = new NumpyRandomState(4)
  return Float64Array.from({ length: count }, () => random.gaussian())
}

/** Autocorrelated factors of steps with a normal logarithm; the function returns the next one. */
function createStepNoise({ deviation, memory }: EngineModel['noise'], seed: number): () => number {
  if (deviation === 0) return () => 1
  const fresh = Math.sqrt(1 - memory ** 2)
  // A linear congruential generator (Numerical Recipes); its upper bits select a number.
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  let noise = 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    noise = memory * noise + fresh * (normals[state >>> 19] ?? 0)
    return Math.exp(deviation * noise)
  }
}
