import { describe, expect, it } from 'vitest'
import { exampleRun } from '../../run/example-run.test-support.ts'
import {
  chosenPercentiles,
  knownPercentiles,
  statisticOptions,
  type StatisticChoice,
} from './drawn-curves.ts'
import { keyAsText } from '../../../i18n/key-as-text.test-support.ts'

describe('the statistics a sweep can be looked at by', () => {
  it('are the percentiles its runs were asked for, and the median', () => {
    const runs = [[99], [90, 99.9]].map((metricPercentiles) =>
      exampleRun({ config: { metricPercentiles } }),
    )
    expect(knownPercentiles(runs)).toEqual([50, 90, 99, 99.9])
  })

  it.each<[StatisticChoice, number[], (number | null)[], string]>([
    ['usual', [50, 90, 99], [50, 99], 'the median and the highest'],
    ['usual', [50, 99, 100], [50, 99], 'but not the greatest value'],
    ['usual', [50], [50], 'only the median where nothing else is known'],
    ['mean', [50, 99], [null], 'the mean'],
    ['p99.9', [50, 99.9], [99.9], 'one percentile'],
  ])('%s of %j are %j: %s', (choice, known, chosen) => {
    expect(chosenPercentiles(choice, known)).toEqual(chosen)
  })

  it('are offered with both usual ones first', () => {
    expect(statisticOptions([50, 99], keyAsText).map(({ value }) => value)).toEqual([
      ...['usual', 'p50', 'p99', 'mean'],
    ])
  })
})
