import { describe, expect, it } from 'vitest'
import { reasonCodes, reasonTraits, type Reason } from '#core/model/run/judgement.ts'
import { learn, speak } from '../../i18n/i18n.ts'
import { judgementMark, reasonTone, writtenReasons } from './judgement-marks.ts'

describe('what a run is worth', () => {
  it('is good only where nothing is against it', () => {
    expect(judgementMark({ grade: 'valid', reasons: [] })).toEqual({ tone: 'good', word: 'Valid' })
    for (const code of reasonCodes) expect(reasonTone(code)).not.toBe('good')
  })

  it('names every reason in the order given', () => {
    const reasons = ['client-limited', 'too-few-samples'] as const
    const { tone, word } = judgementMark({ ...reasonTraits[reasons[0]], reasons })
    expect(tone).toBe('bad')
    expect(word).toBe('Not usable: client-limited, too few samples')
  })

  it('is in the language of the window', async () => {
    await learn('zh')
    speak('zh')
    const reasons = ['client-limited', 'too-few-samples'] as const
    expect(judgementMark({ grade: 'not-usable', reasons }).word).toBe(
      '不可用：受限于客户端、样本太少',
    )
    speak('en')
  })

  it.each<[Reason, string]>([
    [
      { code: 'errors', evidence: { failed: 1200, requests: 4800, share: 0.25 } },
      '1200 of 4800 requests failed (25\u00a0%).',
    ],
    [
      { code: 'not-steady', evidence: { inFlightChange: 0.5, latencyChange: -0.1 } },
      'in flight changed by 50\u00a0% and latency by −10\u00a0%.',
    ],
    [
      { code: 'cancelled', evidence: { completed: 1200, cutOff: 35 } },
      'Responses until then: 1200. Requests cut off: 35;',
    ],
    [{ code: 'not-steady', evidence: { steadyShare: 0 } }, 'No steady state was found.'],
    [
      { code: 'not-steady', evidence: { steadyShare: 0.25, requestsStarted: 20 } },
      'Only 25\u00a0% of the requests (20)',
    ],
    [
      { code: 'saturated', evidence: { askedPerS: 64, answeredPerS: 40.25 } },
      'arrived at 64 per second; the server answered 40.3 per second.',
    ],
    [
      {
        code: 'too-few-samples',
        evidence: { percentile: 99.9, fewestRequests: 3000, requests: 80 },
      },
      'p99.9 needs at least 3000 requests; this run has 80.',
    ],
  ])('writes the figures of %j in their units', (reason, evidence) => {
    const [written] = writtenReasons([reason])
    expect(written?.evidence).toContain(evidence)
    expect(written?.advice).toMatch(/\.$/)
  })

  it('names what decided on our own client', () => {
    const evidence = { sendLagMs: 120, limitMs: 50 }
    const [written] = writtenReasons([{ code: 'client-limited', evidence }])
    expect(written?.evidence).toBe(
      '1\u00a0% of requests left more than 120\u00a0ms late. Above 50\u00a0ms the figures describe the client.',
    )
  })
})
