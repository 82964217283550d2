// Continuous batching, one step at a time: selects the requests and token counts of the next step, and those that wait.
import type { PrefixCache } from './prefix-cache.ts'
import type { StepWork } from './roofline.ts'
import type { Sequence } from './sequence.ts'

type SchedulerLimits = Readonly<{
  maxNumSeqs: number
  maxNumBatchedTokens: number
  /** Draft tokens for each decoding request; 0 without speculative decoding. */
  draftTokens?: number
}>

type ScheduledChunk = Readonly<{
  sequence: Sequence
  tokens: number
  /** Draft tokens verified in the same step. */
  drafted: number
}>

export type Step = Readonly<{
  chunks: readonly ScheduledChunk[]
  work: StepWork
  /** Sequences that left the waiting queue in this step. */
  admitted: readonly Sequence[]
}>

export class Scheduler {
  readonly #limits: SchedulerLimits
  readonly #cache: PrefixCache
  /** Oldest first: the last one is preempted first. */
  readonly #running: Sequence[] = []
  readonly #waiting: Sequence[] = []
  preemptions = 0

  constructor(limits: SchedulerLimits, cache: PrefixCache) {
    this.#limits = limits
    this.#cache = cache
  }

  get running(): number {
    return this.#running.length
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(sequence: Sequence): void {
    this.#waiting.push(sequence)
  }

  /** Ends a sequence, completed or aborted, and frees its blocks. */
  remove(sequence: Sequence): void {
    if (sequence.state === 'waiting') removeFrom(this.#waiting, sequence)
    if (sequence.state === 'running') removeFrom(this.#running, sequence)
    sequence.state = 'finished'
    this.#cache.release(sequence)
  }

  /** Plans the next step; null if there is no work. */
  schedule(): Step | null {
    const chunks: ScheduledChunk[] = []
    const preemptionsBefore = this.preemptions
    const budgetLeft = this.#continueRunning(chunks)
    const pressed = this.preemptions > preemptionsBefore
    const admitted = pressed ? [] : this.#admitWaiting(chunks, budgetLeft)
    return chunks.length === 0 ? null : { chunks, work: workOf(chunks), admitted }
  }

  /** Records the results of a step; returns the chunks whose sequences now get their next token. */
  complete(step: Step): ScheduledChunk[] {
    const due: ScheduledChunk[] = []
    for (const chunk of step.chunks) {
      const { sequence, tokens } = chunk
      if (sequence.state !== 'running') continue
      sequence.computedTokens += tokens
      this.#cache.share(sequence)
      if (sequence.computedTokens === sequence.tokens.length) due.push(chunk)
    }
    return due
  }

  #continueRunning(chunks: ScheduledChunk[]): number {
    const { draftTokens = 0 } = this.#limits
    let budget = this.#limits.maxNumBatchedTokens
    // The queue shrinks from its end during the iteration.
    for (let index = 0; index < this.#running.length && budget > 0; index++) {
      const sequence = this.#running[index]
      if (sequence === undefined) break
      const tokens = Math.min(sequence.tokens.length - sequence.computedTokens, budget)
      const drafted = isDecoding(sequence) ? Math.min(draftTokens, budget - tokens) : 0
      if (!this.#makeRoom(sequence, tokens + drafted)) break
      chunks.push({ sequence, tokens, drafted })
      budget -= tokens + drafted
    }
    return budget
  }

  /** Preempts the youngest sequences until the chunk fits; false if the sequence itself was preempted. */
  #makeRoom(sequence: Sequence, tokens: number): boolean {
    while (!this.#cache.reserve(sequence, sequence.computedTokens + tokens)) {
      const youngest = this.#running.pop()
      if (youngest === undefined) return false
      this.#preempt(youngest)
      if (youngest === sequence) return false
    }
    return true
  }

  /** Moves to the head of the queue; everything is computed again. */
  #preempt(sequence: Sequence): void {
    this.#cache.release(sequence)
    sequence.state = 'waiting'
    sequence.preemptions++
    this.preemptions++
    this.#waiting.unshift(sequence)
  }

  #admitWaiting(chunks: ScheduledChunk[], budgetLeft: number): Sequence[] {
    const admitted: Sequence[] = []
    let budget = budgetLeft
    while (budget > 0 && this.#running.length < this.#limits.maxNumSeqs) {
      const sequence = this.#waiting[0]
      if (sequence === undefined || !this.#admit(sequence)) break
      const tokens = Math.min(sequence.tokens.length - sequence.computedTokens, budget)
      this.#cache.reserve(sequence, sequence.computedTokens + tokens)
      chunks.push({ sequence, tokens, drafted: 0 })
      admitted.push(sequence)
      budget -= tokens
    }
    return admitted
  }

  /** Only if all its tokens fit, so that a long prompt is not started in vain. */
  #admit(sequence: Sequence): boolean {
    const prefix = this.#cache.findPrefix(sequence)
    if (!this.#cache.fits(sequence.tokens.length, prefix)) return false
    this.#cache.adopt(sequence, prefix)
    if (sequence.preemptions === 0) sequence.cachedTokens = sequence.computedTokens
    this.#waiting.shift()
    this.#running.push(sequence)
    sequence.state = 'running'
    return true
  }
}

function isDecoding({ tokens, promptTokens, computedTokens }: Sequence): boolean {
  return computedTokens === tokens.length - 1 && tokens.length > promptTokens
}

function removeFrom(line: Sequence[], sequence: Sequence): void {
  const index = line.indexOf(sequence)
  if (index >= 0) line.splice(index, 1)
}

function workOf(chunks: readonly ScheduledChunk[]): StepWork {
  let newTokens = 0
  let contextTokens = 0
  let attentionPairs = 0
  let draftSteps = 0
  for (const { sequence, tokens: due, drafted } of chunks) {
    const tokens = due + drafted
    newTokens += tokens
    draftSteps = Math.max(draftSteps, drafted)
    contextTokens += sequence.computedTokens
    attentionPairs += tokens * (sequence.computedTokens + (tokens + 1) / 2)
  }
  return { sequences: chunks.length, newTokens, contextTokens, attentionPairs, draftSteps }
}
