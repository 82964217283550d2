import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { judgeRun } from './judge-run.ts'
import { latenessOf } from './lateness-of.ts'
import { reasonAdvice, reasonText } from './reason-text.ts'

const rate = 20
const config = { ...defaultBenchmarkConfig, requestRate: rate, numPrompts: 1200 }

/** Round robin over servers that answer one request at a time, in about the given seconds. */
function served(serviceS: readonly number[], of: Partial<MeasuredRequest>[] = []) {
  const freeS = serviceS.map(() => 0)
  return Array.from({ length: config.numPrompts }, (_, index) => {
    const target = index % serviceS.length
    const lastsS = (serviceS[target] ?? 0) * (0.9 + 0.2 * (((index * 7) % 11) / 10))
    const startS = index / rate
    const beginS = Math.max(startS, freeS[target] ?? 0)
    freeS[target] = beginS + lastsS
    const ttftS = beginS - startS + lastsS / 3
    return measured({ ...of[index], startS, target, ttftS, latencyS: beginS - startS + lastsS })
  })
}

function judged(requests: readonly MeasuredRequest[]) {
  const summary = wholeSummary(requests, config)
  return { summary, judgement: judgeRun({ config, summary }) }
}

test('the server that falls behind is named, also among many that keep up', () => {
  const { summary, judgement } = judged(served([0.1, 0.1, 0.3, 0.1]))
  const [reason] = judgement?.reasons ?? []
  expect(judgement?.isSaturated).toBe(true)
  expect(reason?.code).toBe('saturated')
  expect(inEnglish(reason ? reasonText(reason) : '')).toMatch(
    /Requests arrived at 20 per second.* Only URL 3 fell behind: 5 of these requests per second went there, and 3\.\d+ were answered\./,
  )
  expect(inEnglish(reason ? reasonAdvice(reason) : '')).toContain('others could have answered more')
  expect(latenessOf(config, summary)?.server.late).toBeGreaterThan(0.3)
})

test('all servers behind are the whole run', () => {
  const { judgement } = judged(served([0.15, 0.16]))
  const [reason] = judgement?.reasons ?? []
  expect(reason?.code).toBe('saturated')
  expect(reason?.evidence).not.toHaveProperty('behindUrls')
})

test('servers that keep up, one much slower, are not behind', () => {
  expect(judged(served([0.02, 0.15, 0.02, 0.02])).judgement).toMatchObject({
    pace: 'kept',
    isSaturated: false,
  })
})

test('a slow server is not late beside the pace of all servers under a light load', () => {
  const { summary } = judged(served([0.01, 0.15, 0.01, 0.01]).slice(0, 80))
  const lightPace = { ttftMs: 4, tpotMs: 4 }
  expect(judgeRun({ config, summary: { ...summary, lightPace } })?.pace).toBe('kept')
})

test('turns of a conversation that went to several servers are judged together', () => {
  const turns = Array.from({ length: config.numPrompts }, (_, index) => ({
    turn: { conversation: index >> 1, number: index & 1 },
  }))
  const requests = served([0.02, 0.02], turns)
  expect(wholeSummary(requests, config).certainty).not.toHaveProperty('servers')
  const sticky = requests.map((one, index) => ({ ...one, target: (index >> 1) & 1 }))
  expect(wholeSummary(sticky, config).certainty?.servers).toHaveLength(2)
})
