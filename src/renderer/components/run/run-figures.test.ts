import { describe, expect, it } from 'vitest'
import { exampleClient, exampleRun, exampleSummary } from './example-run.test-support.ts'
import { runFigures } from './run-figures.ts'
import { runMark } from './run-status.ts'
import { keyAsText } from '../../i18n/key-as-text.test-support.ts'

function figure(run: Parameters<typeof runFigures>[0], name: string) {
  return runFigures(run).find((one) => one.name === `metrics.${name}.title`)
}

describe('the figures of a run', () => {
  it('show how much was done and how fast', () => {
    expect(figure(exampleRun(), 'completed')?.value).toBe(100)
    expect(figure(exampleRun(), 'outputThroughput')).toMatchObject({ value: 500, unit: 'tok/s' })
  })

  it('distinguish what was cut off by cancelling from what failed', () => {
    expect(figure(exampleRun(), 'cutOff')).toBeUndefined()
    const errors = [{ code: 'cancelled', message: 'The run was cancelled.', count: 35 } as const]
    const cut = exampleRun({ summary: exampleSummary({ failed: 37, errors }) })
    expect(figure(cut, 'failed')?.value).toBe(2)
    expect(figure(cut, 'cutOff')?.value).toBe(35)
  })

  it('show goodput only where limits were set', () => {
    expect(figure(exampleRun(), 'requestGoodput')).toBeUndefined()
    const limited = exampleRun({ summary: exampleSummary({ requestGoodput: 7 }) })
    expect(figure(limited, 'requestGoodput')).toBeDefined()
  })

  it('have no speeds where nothing was completed, and none at all without a summary', () => {
    const allFailed = exampleRun({ summary: exampleSummary({ completed: 0, failed: 5 }) })
    expect(figure(allFailed, 'failed')?.value).toBe(5)
    expect(figure(allFailed, 'requestThroughput')?.value).toBeNull()
    expect(runFigures(exampleRun({ summary: null }))).toEqual([])
  })
})

const asleep = { loopDelayMaxUs: 3_000_000 }

describe('what became of a run', () => {
  it.each([
    [exampleRun(), 'warn', 'Caution: too few samples'],
    [exampleRun({ config: { metricPercentiles: [50] } }), 'good', 'Valid'],
    [
      exampleRun({ summary: exampleSummary({ failed: 1, client: exampleClient(asleep) }) }),
      ...(['bad', 'Not usable: client-limited, too few samples'] as const),
    ],
    [exampleRun({ status: 'cancelled', summary: null }), 'ended', 'run.status.cancelled'],
    [exampleRun({ status: 'cancelled' }), 'warn', 'Caution: cancelled, too few samples'],
    [
      exampleRun({ status: 'failed' }),
      'bad',
      'run.status.failed · Not usable: errors, too few samples',
    ],
    [exampleRun({ status: 'running', summary: null }), 'busy', 'run.status.running'],
    [exampleRun({ status: 'failed', summary: null }), 'bad', 'run.status.failed'],
  ])('case %#: %s', (run, tone, word) => {
    expect(runMark(run, keyAsText)).toEqual({ tone, word })
  })

  it('names a cancellation once', () => {
    const run = exampleRun({ status: 'cancelled', config: { metricPercentiles: [50] } })
    expect(runMark(run, keyAsText).word).toBe('Caution: cancelled')
  })
})
