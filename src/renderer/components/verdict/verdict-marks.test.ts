import { describe, expect, it } from 'vitest'
import { doubtCodes, type Doubt, type Verdict } from '#core/model/verdict.ts'
import { toldDoubts, verdictTone } from './verdict-marks.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.entries(values).flat()].join(' ')

function verdictOn(...doubts: Doubt[]): Verdict {
  return { code: doubts[0]?.code ?? 'valid', doubts }
}

describe('what a run is worth', () => {
  it('is good only where nothing speaks against it', () => {
    expect(verdictTone(verdictOn())).toBe('good')
    for (const code of doubtCodes) {
      expect(verdictTone(verdictOn({ code, evidence: {} }))).not.toBe('good')
    }
  })

  it.each<[Doubt, string]>([
    [
      { code: 'errors', evidence: { failed: 1200, share: 0.25 } },
      'verdict.evidence.failed failed 1,200 share 25.0\u00a0%',
    ],
    [
      { code: 'not-steady', evidence: { inFlightChange: 0.5, latencyChange: -0.1 } },
      'verdict.evidence.growing inFlightChange 50.0\u00a0% latencyChange −10.0\u00a0%',
    ],
    [
      { code: 'cancelled', evidence: { completed: 1200, cutOff: 35 } },
      'verdict.evidence.cancelled completed 1,200 cutOff 35',
    ],
    [{ code: 'not-steady', evidence: { steadyShare: 0 } }, 'verdict.evidence.neverSteady'],
    [
      { code: 'not-steady', evidence: { steadyShare: 0.25, requestsStarted: 20 } },
      'verdict.evidence.shortlySteady',
    ],
    [
      { code: 'saturated', evidence: { askedPerS: 64, answeredPerS: 40.25 } },
      'verdict.evidence.behind askedPerS 64.0 answeredPerS 40.3',
    ],
    [
      {
        code: 'too-few-samples',
        evidence: { percentile: 99.9, fewestRequests: 3000, requests: 80 },
      },
      'verdict.evidence.tooFew percentile 99.9 fewestRequests 3,000 requests 80',
    ],
  ])('tells the figures of %j in their units', (doubt, figures) => {
    const [told] = toldDoubts(verdictOn(doubt), t)
    expect(told?.evidence).toContain(figures)
    expect(told?.advice).toBe(`verdict.advice.${doubt.code}`)
  })

  it('names what decided on our own client', () => {
    const evidence = { sendLagMs: 120, limitMs: 50 }
    const [told] = toldDoubts(verdictOn({ code: 'client-limited', evidence }), t)
    expect(told?.evidence).toContain(
      'reason run.client.criterion.sendLag value 120\u00a0ms limit 50.0\u00a0ms',
    )
  })
})
