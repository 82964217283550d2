import { describe, expect, it } from 'vitest'
import { clientFacts, decidingText, clientVerdictOf } from './client-facts.ts'
import { exampleClient, exampleRun, exampleSummary } from './example-run.test-support.ts'

describe('our own client', () => {
  it('is shown in ms, shares and cores', () => {
    const facts = new Map(
      clientFacts(exampleSummary({ client: exampleClient(), resent: 3 })).map(({ name, text }) => [
        name,
        text,
      ]),
    )
    expect(facts.get('sendLagP99')).toBe('0.900\u00a0ms')
    expect(facts.get('lateReads')).toBe('0.100\u00a0%')
    expect(facts.get('threads')).toBe('20.0\u00a0%')
    expect(facts.get('resent')).toBe('3')
  })

  it('leaves out what an earlier version did not watch', () => {
    const earlier = exampleClient({
      ...{ readLagMeanUs: null, readLagP99Us: null, readLagMaxUs: null, lateReadShare: null },
      ...{ firstTokenLagMeanUs: null, firstTokenLagP99Us: null },
      ...{ gcPauseMaxUs: null, gcPauseTotalUs: null, keptRateShare: null, threadCpuShares: [] },
    })
    expect(clientFacts({ client: earlier, resent: null }).map(({ name }) => name)).toEqual([
      ...['sendLagP50', 'sendLagP99', 'sendLagMax', 'loopDelayP99', 'loopDelayMax', 'cpuShare'],
    ])
  })

  it('has no verdict without monitoring', () => {
    expect(clientVerdictOf(exampleRun({ summary: null }))).toBeNull()
    expect(clientVerdictOf(exampleRun({ summary: exampleSummary({ client: null }) }))).toBeNull()
    expect(clientVerdictOf(exampleRun({}))?.grade).toBe('fine')
  })

  it('shows what decided in its unit', () => {
    const number = { criterion: 'sendLag', value: 12, limit: 10, unit: 'ms' } as const
    expect(decidingText(number, number.limit)).toBe('10.0\u00a0ms')
    expect(decidingText({ ...number, unit: 'share' }, 0.02)).toBe('2.00\u00a0%')
  })
})
