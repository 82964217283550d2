// A server with a few places answers conversations that a rate begins: its turns follow from its own answers, so it is never
// asked for more than it answers, and only the rate of the conversations shows an overload.
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { promptClient } from '#core/stats/fixtures/client-health.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { inEnglish } from '#core/messages/message.ts'
import { judgeRun } from './judge-run.ts'
import { latencyInterval, throughputFigure } from './known-figures.ts'
import { reasonText } from './reason-text.ts'

const places = 4
const serviceS = 0.32
const capacity = places / serviceS
const turns = 4

type Asked = Readonly<{
  share: number
  conversations: number
  seed?: number
  pauseS?: number
  turnsEach?: number
  /** Turns that follow each one; by default the next. */
  followers?: readonly (readonly number[])[]
}>

/** The second step of an agent starts two subagents of one step, and the fifth waits for both. */
const agentSteps = [[1], [2, 3], [4], [4], []]

function served({
  share,
  conversations,
  seed = 1,
  pauseS = 0.5,
  turnsEach = turns,
  followers = Array.from({ length: turnsEach }, (_, at) => (at + 1 < turnsEach ? [at + 1] : [])),
}: Asked): MeasuredRequest[] {
  const random = new NumpyRandomState(seed)
  const perS = (share * capacity) / turnsEach
  const gaps = Array.from({ length: conversations }, () => random.exponential(1))
  const scale = conversations / perS / gaps.reduce((sum, gap) => sum + gap, 0)
  let beganS = 0
  const turnOf = (conversation: number, number: number) => {
    const step = { depth: number, reusableTokens: null, branch: number }
    return { conversation, number, ...([2, 3].includes(number) && followers[1]?.[1] && { step }) }
  }
  const waiting = gaps.map((gap, conversation) => ({
    dueS: (beganS += gap * scale),
    turn: turnOf(conversation, 0),
  }))
  const missing = new Map<string, number>()
  const freeS = new Float64Array(places)
  const answered: MeasuredRequest[] = []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { dueS, turn } = next
    const place = freeS.indexOf(Math.min(...freeS))
    const waitS = Math.max(0, (freeS[place] ?? 0) - dueS)
    const ttftS = waitS + 0.03 * (1 + 0.2 * random.double())
    const latencyS = ttftS + 0.29
    freeS[place] = dueS + latencyS
    answered.push(
      measured({
        ...{ turn, startS: dueS, ttftS, latencyS, outputTokens: 30 },
        interTokenLatenciesUs: new Uint32Array(29).fill(10_000),
      }),
    )
    for (const number of followers[turn.number] ?? []) {
      const name = `${turn.conversation} ${number}`
      const awaited = followers.filter((each) => each.includes(number)).length
      const left = (missing.get(name) ?? awaited) - 1
      missing.set(name, left)
      if (left > 0) continue
      // Services last equally long, so the turn that is answered last also ends last.
      const later = { dueS: dueS + latencyS + pauseS, turn: turnOf(turn.conversation, number) }
      const at = waiting.findIndex((other) => other.dueS > later.dueS)
      waiting.splice(at < 0 ? waiting.length : at, 0, later)
    }
  }
  return answered
}

function judged(asked: Asked) {
  const config = {
    ...defaultBenchmarkConfig,
    ...({ datasetName: 'random-multi-turn', numPrompts: asked.conversations } as const),
    requestRate: (asked.share * capacity) / (asked.turnsEach ?? turns),
  }
  const summary = wholeSummary(served(asked), config, promptClient)
  return { summary, judgement: judgeRun({ config, summary }) }
}

test('above the capacity, the rate at which conversations begin is not kept', () => {
  const { summary, judgement } = judged({ share: 1.3, conversations: 150 })
  expect(judgement).toMatchObject({ grade: 'caution', isSaturated: true, pace: 'behind' })
  const [reason] = judgement?.reasons ?? []
  expect(reason && inEnglish(reasonText(reason))).toMatch(
    /^Conversations or agents began at 4\.0\d+ per second and asked for 16\.\d+ responses per second; the server gave 1[12]\.\d+ per second\./,
  )
  expect(summary.certainty?.rate?.asked).toBeCloseTo(1.3 * capacity, 6)
  const { value = 0 } = throughputFigure(summary, 'requestThroughput') ?? {}
  expect(value / capacity).toBeGreaterThan(0.95)
  expect(value / capacity).toBeLessThan(1.05)
})

test.each([1, 2, 3])('below it, the throughput is that of the rate (seed %i)', (seed) => {
  const { summary, judgement } = judged({ share: 0.6, conversations: 200, seed })
  expect(judgement).toMatchObject({ grade: 'valid', pace: 'kept' })
  expect(throughputFigure(summary, 'requestThroughput')?.value).toBeCloseTo(0.6 * capacity, 6)
})

test.each([
  [1.3, 'behind'],
  [0.6, 'kept'],
] as const)('agents with branches at %d times the capacity: %s', (share, pace) => {
  const agents = { ...{ conversations: 150, turnsEach: 5, followers: agentSteps }, share }
  const { summary, judgement } = judged(agents)
  expect(judgement).toMatchObject({ pace, isSaturated: pace === 'behind' })
  expect(summary.certainty?.pace?.conversations?.count).toBe(150)
  const { value = 0 } = throughputFigure(summary, 'requestThroughput') ?? {}
  expect(value / capacity / Math.min(1, share)).toBeGreaterThan(0.95)
  expect(value / capacity / Math.min(1, share)).toBeLessThan(1.05)
})

test('a run of hardly more than one conversation after the other shows no throughput of the load', () => {
  const { summary, judgement } = judged({ share: 0.6, conversations: 40, pauseS: 6 })
  expect(judgement?.isSaturated).toBe(false)
  expect(judgement?.pace).not.toBe('kept')
  expect(throughputFigure(summary, 'requestThroughput')?.interval).toBeNull()
  const means = summary.certainty?.figures.filter(({ percentile }) => percentile === null) ?? []
  expect(means.map(({ intervalMs }) => intervalMs)).toEqual(means.map(() => null))
  expect(means[0]?.fewestValues).toBeGreaterThan(160)
})

test('a run as short at twice the capacity cannot tell whether the server keeps up', () => {
  const { judgement } = judged({ share: 2, conversations: 30, turnsEach: 10, pauseS: 3 })
  expect(judgement?.reasons.map(({ code }) => code)).toContain('pace-unsure')
})

const trace = { ...defaultBenchmarkConfig, datasetName: 'timed_trace', selfTimed: true } as const

test.each([
  [1.3, 'behind'],
  [0.7, 'not-asked'],
] as const)('a trace of %d times the capacity: %s', (share, pace) => {
  const alone = served({ share, conversations: 600, turnsEach: 1 }).map((one) => ({
    ...one,
    turn: undefined,
  }))
  const config = { ...trace, numPrompts: alone.length }
  const summary = wholeSummary(alone, config, promptClient)
  expect(judgeRun({ config, summary })).toMatchObject({ pace, loadState: 'changing' })
  // The wait of an overload is as long as the run, the time between tokens is not.
  const isKnown = (metric: 'ttft' | 'e2el' | 'tpot') =>
    latencyInterval(summary, { metric, percentile: 50 }) !== null
  expect([isKnown('ttft'), isKnown('e2el'), isKnown('tpot')]).toEqual([share < 1, share < 1, true])
})

test('a trace of more than the capacity is too much, though its last response may be a long one', () => {
  const requests = served({ share: 1.3, conversations: 600, turnsEach: 1 })
  const alone = requests.map((one) => ({ ...one, turn: undefined }))
  const config = { ...trace, numPrompts: alone.length }
  const summary = wholeSummary(alone, config, promptClient)
  const { certainty } = summary
  const pace = certainty?.pace && { ...certainty.pace, lastResponseS: certainty.pace.scheduleS }
  const known = { ...summary, certainty: certainty && { ...certainty, pace: pace ?? null } }
  expect(judgeRun({ config, summary: known })?.isSaturated).toBe(true)
})
