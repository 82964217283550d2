import { describe, expect, it } from 'vitest'
import { reasonCodes, reasonGrades, type Reason } from '#core/judgement/judgement.ts'
import { judgementMark, reasonTone, writtenReasons } from './judgement-marks.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.entries(values).flat()].join(' ')

describe('what a run is worth', () => {
  it('is good only where nothing is against it', () => {
    expect(judgementMark({ grade: 'valid', reasons: [] }, t)).toEqual({
      ...{ tone: 'good', word: 'verdict.grade.valid' },
    })
    for (const code of reasonCodes) expect(reasonTone(code)).not.toBe('good')
  })

  it('names every reason in the order given', () => {
    const reasons = ['client-limited', 'too-few-samples'] as const
    const { tone, word } = judgementMark({ grade: reasonGrades[reasons[0]], reasons }, t)
    expect(tone).toBe('bad')
    expect(word).toContain('verdict.word.client-limitedverdict.separatorverdict.word.too-few')
  })

  it.each<[Reason, string]>([
    [
      { code: 'errors', evidence: { failed: 1200, requests: 4800, share: 0.25 } },
      'verdict.evidence.failed failed 1,200 requests 4,800 share 25.0\u00a0%',
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
  ])('writes the figures of %j in their units', (reason, figures) => {
    const [written] = writtenReasons([reason], t)
    expect(written?.evidence).toContain(figures)
    expect(written?.advice).toBe(`verdict.advice.${reason.code}`)
  })

  it('names what decided on our own client', () => {
    const evidence = { sendLagMs: 120, limitMs: 50 }
    const [written] = writtenReasons([{ code: 'client-limited', evidence }], t)
    expect(written?.evidence).toContain(
      'criterion run.client.criterion.sendLag value 120\u00a0ms limit 50.0\u00a0ms',
    )
  })
})
