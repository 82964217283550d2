import { describe, expect, it } from 'vitest'
import { PrefixCache } from './prefix-cache.ts'
import { Scheduler, type Step } from './scheduler.ts'
import { createSequence, type Sequence } from './sequence.ts'

type SchedulerLimits = ConstructorParameters<typeof Scheduler>[0]

const block = 16

type Setup = Partial<SchedulerLimits> & {
  blocks?: number
  sharing?: boolean
  prompts: readonly number[]
}

/** Prompts of the given lengths that have nothing in common, waiting in order. */
function setUp(setup: Setup) {
  const { prompts, blocks = 1000, sharing = false } = setup
  const { maxNumSeqs = 100, maxNumBatchedTokens = 100, draftTokens = 0 } = setup
  const cache = new PrefixCache({ capacityTokens: blocks * block, sharing })
  const scheduler = new Scheduler({ maxNumSeqs, maxNumBatchedTokens, draftTokens }, cache)
  const sequences = prompts.map((length, index) =>
    createSequence(Array.from({ length }, (_, token) => index * 10_000 + token)),
  )
  for (const sequence of sequences) scheduler.add(sequence)
  const name = (sequence: Sequence) => 'abcdefgh'.charAt(sequences.indexOf(sequence))
  return { cache, scheduler, sequences, name }
}

/** `a5` for five tokens of the first prompt, `a1+3` where three more are drafted. */
function chunksOf(step: Step | null, name: (sequence: Sequence) => string): string {
  return (step?.chunks ?? [])
    .map(({ sequence, tokens, drafted }) => {
      const ahead = drafted === 0 ? '' : `+${drafted}`
      return name(sequence) + tokens + ahead
    })
    .join(' ')
}

/** Runs steps, giving every due sequence a token; says what each step computed. */
function play({ scheduler, name }: ReturnType<typeof setUp>, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    const step = scheduler.schedule()
    if (step !== null) for (const { sequence } of scheduler.complete(step)) sequence.tokens.push(7)
    return chunksOf(step, name)
  })
}

describe('the token budget', () => {
  it.each<[string, Setup, string[]]>([
    ['takes prompts in order of arrival', { prompts: [30, 40] }, ['a30 b40', 'a1 b1', 'a1 b1']],
    [
      'cuts a prompt that does not fit into chunks',
      { prompts: [250] },
      ['a100', 'a100', 'a50', 'a1'],
    ],
    [
      'serves running requests first, then gives the rest to those who wait',
      { prompts: [60, 90] },
      ['a60 b40', 'a1 b50', 'a1 b1'],
    ],
    [
      'holds what is drafted for requests that decode, as far as it goes',
      { prompts: [5, 5, 30], maxNumBatchedTokens: 12, draftTokens: 4 },
      ['a5 b5 c2', 'a1+4 b1+4 c2', 'a1+4 b1+4 c2'],
    ],
    [
      'does not reorder: a short prompt waits behind a long one',
      { prompts: [150, 10] },
      ['a100', 'a50 b10', 'a1 b1'],
    ],
    [
      'is not exceeded by decoding requests either',
      { prompts: [2, 2, 2], maxNumBatchedTokens: 4 },
      ['a2 b2', 'a1 b1 c2', 'a1 b1 c1'],
    ],
  ])('%s', (_, setup, expected) => {
    expect(play(setUp(setup), expected.length)).toEqual(expected)
  })
})

describe('max-num-seqs', () => {
  it('keeps the others waiting until one is done', () => {
    const bench = setUp({ prompts: [10, 10, 10], maxNumSeqs: 2 })
    expect(play(bench, 2)).toEqual(['a10 b10', 'a1 b1'])
    expect([bench.scheduler.running, bench.scheduler.waiting]).toEqual([2, 1])
    const [first] = bench.sequences
    if (first !== undefined) bench.scheduler.remove(first)
    expect(play(bench, 2)).toEqual(['b1 c10', 'b1 c1'])
  })
})

describe('a full KV cache', () => {
  it('keeps a prompt waiting that does not fit as a whole', () => {
    const bench = setUp({ prompts: [40, 40], blocks: 5 })
    expect(play(bench, 2)).toEqual(['a40', 'a1'])
    expect(bench.scheduler.preemptions).toBe(0)
  })

  it('preempts the youngest, which starts over at the head of the line', () => {
    const bench = setUp({ prompts: [15, 15, 15], blocks: 3 })
    expect(play(bench, 2)).toEqual(['a15 b15 c15', 'a1 b1 c1'])
    // Each needs a second block now; a takes that of c, and b goes as well.
    expect(play(bench, 1)).toEqual(['a1'])
    expect(bench.scheduler.preemptions).toBe(2)
    expect(bench.sequences.map(({ state }) => state)).toEqual(['running', 'waiting', 'waiting'])
    const [first] = bench.sequences
    if (first !== undefined) bench.scheduler.remove(first)
    expect(play(bench, 1)).toEqual(['b17'])
  })

  it('lets a preempted sequence start from what is still cached', () => {
    const bench = setUp({ prompts: [32, 32], blocks: 5, sharing: true })
    expect(play(bench, 2)).toEqual(['a32 b32', 'a1'])
    expect(bench.scheduler.preemptions).toBe(1)
    const [first] = bench.sequences
    if (first !== undefined) bench.scheduler.remove(first)
    expect(play(bench, 1)).toEqual(['b1'])
  })
})

describe('removing a sequence', () => {
  it.each([0, 1, 2])('frees its blocks after %i steps', (steps) => {
    const bench = setUp({ prompts: [150] })
    play(bench, steps)
    for (const sequence of bench.sequences) bench.scheduler.remove(sequence)
    expect(bench.cache.usage).toBe(0)
    expect(bench.scheduler.schedule()).toBeNull()
  })

  it('in the middle of a step gives it no further token', () => {
    const { scheduler, sequences } = setUp({ prompts: [10, 10] })
    const step = scheduler.schedule()
    const [gone, staying] = sequences
    if (step === null || gone === undefined) throw new Error('two prompts make a step')
    scheduler.remove(gone)
    expect(scheduler.complete(step).map(({ sequence }) => sequence)).toEqual([staying])
  })
})

describe('the work of a step', () => {
  it('counts new tokens, what was there before, and what attention compares', () => {
    const bench = setUp({ prompts: [10, 4] })
    expect(bench.scheduler.schedule()?.work).toEqual({
      sequences: 2,
      newTokens: 14,
      contextTokens: 0,
      attentionPairs: 10 * 5.5 + 4 * 2.5,
      draftSteps: 0,
    })
  })

  it('of decoding reads the whole context', () => {
    const bench = setUp({ prompts: [10, 4] })
    play(bench, 1)
    expect(bench.scheduler.schedule()?.work).toEqual({
      sequences: 2,
      newTokens: 2,
      contextTokens: 14,
      attentionPairs: 11 + 5,
      draftSteps: 0,
    })
  })
})
