import { inEnglish } from '#core/messages/message.ts'
import { describe, expect, it } from 'vitest'
import type { Knee } from '#core/model/knee.ts'
import type { SearchAnswer } from '#core/model/sweep/sweep-search.ts'
import { sweepPlanSchema } from '#core/model/sweep/sweep.ts'
import { answerText, answerTone } from './answer-text.ts'
import { examplePlan } from './example-sweep.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
  if (key === 'sweep.answer.separator') return '; '
  if (key === 'sweep.answer.whole') return `${values['found']}. ${values['ending']}`
  return [key, ...Object.values(values)].join(' ')
}

const speech = { t, said: inEnglish }

const plan = sweepPlanSchema.parse({
  ...examplePlan,
  search: { kind: 'capacity', over: 'maxConcurrency' },
  limits: [{ kind: 'latency', metric: 'ttft', percentile: 95, mostMs: 200 }],
})
const capacity: SearchAnswer = {
  kind: 'capacity',
  highestHeld: 104,
  firstBroken: { load: 128, limit: 0 },
  estimate: 110,
  interval: { low: 98, high: 112 },
  runs: 14,
  ending: 'precise',
}

describe('what a search found', () => {
  it('is told with the load, the limit, the interval, the runs and why it ended', () => {
    expect(answerText(capacity, plan, speech)).toBe(
      [
        'sweep.answer.held sweep.limit 104',
        'sweep.answer.broke sweep.limit 128 p95 charts.metric.ttft ≤ 200\u00a0ms',
        'sweep.answer.estimate sweep.limit 110',
        'sweep.answer.interval 98.0 112',
        'sweep.answer.runs 14. sweep.answer.ending.precise',
      ].join('; '),
    )
  })

  it('says so where nothing held, and leaves out what is not known', () => {
    const nothing = { ...capacity, highestHeld: null, firstBroken: null, estimate: null }
    expect(answerText({ ...nothing, interval: null, ending: 'never-held' }, plan, speech)).toBe(
      'sweep.answer.noneHeld; sweep.answer.runs 14. sweep.answer.ending.never-held',
    )
  })

  it('names the limit that broke with its figure and interval', () => {
    const figure = { value: 341, interval: { low: 310, high: 372 } }
    const broken = { ...capacity, highestHeld: null, firstBroken: { load: 1, limit: 0, figure } }
    expect(answerText({ ...broken, ending: 'never-held' }, plan, speech)).toContain(
      'sweep.answer.noneHeld; sweep.answer.brokeBy sweep.limit 1 p95 charts.metric.ttft ≤ 200\u00a0ms ' +
        'p95 charts.metric.ttft 341\u00a0ms 310\u00a0ms 372\u00a0ms;',
    )
    const late = { value: 0.12, interval: { low: 0.08, high: 0.16 } }
    const behind = { load: 128, limit: null, unasked: 'pace' as const, figure: late }
    expect(answerText({ ...capacity, firstBroken: behind }, plan, speech)).toContain(
      'sweep.answer.unasked.pace sweep.limit 128 12',
    )
  })

  it('is not answered where its runs are not usable, and says why', () => {
    const reasons = ['errors' as const, 'cache-polluted' as const]
    const unusable = { load: 104, reasons, held: true }
    const nothing = { ...capacity, highestHeld: null, estimate: null, interval: null, unusable }
    const answer: SearchAnswer = { ...nothing, ending: 'not-usable' }
    expect(answerText(answer, plan, speech)).toContain(
      'sweep.answer.unusable sweep.limit 104 verdict.word.errorsverdict.separatorverdict.word.cache-polluted;',
    )
    expect(answerTone(answer)).toBe('warn')
  })

  it('of a curve is its knee and the rule that named it', () => {
    const curve: SearchAnswer = {
      ...{ kind: 'curve', knee: 32, interval: null, rule: 'power', runs: 9, ending: 'precise' },
      ...{ secondOpinion: null },
    }
    expect(answerText(curve, plan, speech)).toContain(
      'sweep.answer.knee sweep.limit 32 sweep.answer.rule.power',
    )
  })

  it('of a curve repeats where the knee is, as every surface does', () => {
    const knee: Knee = { kind: 'none', why: 'not-usable', wantedS: null }
    const curve: SearchAnswer = {
      ...{ kind: 'curve', found: knee, knee: null, interval: null, rule: 'power', runs: 9 },
      ...{ secondOpinion: null, ending: 'not-usable' },
    }
    expect(answerText(curve, plan, speech)).toBe(
      'No knee: no load gave usable figures. sweep.answer.runs 9. sweep.answer.ending.not-usable',
    )
  })

  it('is simply good only where it is as sure as asked', () => {
    expect(answerTone(capacity)).toBe('good')
    expect(answerTone({ ...capacity, ending: 'budget-used-up' })).toBe('warn')
  })
})
