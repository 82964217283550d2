import { expect, test } from 'vitest'
import { inEnglish } from '../messages/message.ts'
import { exampleRun } from '../report/example-run.test-support.ts'
import { sweepDifferences, type SweptRun } from './sweep-differences.ts'

function swept(changes: Partial<SweptRun['config']> = {}, rest: Partial<SweptRun> = {}): SweptRun {
  const { config, summary } = exampleRun(changes)
  return { config, summary, imported: null, serverName: 'gpu', facts: null, launch: null, ...rest }
}

const named = (base: SweptRun, other: SweptRun) =>
  sweepDifferences(base, other).map(({ name, base: one, other: two, isWorkload }) => [
    inEnglish(name),
    one,
    two,
    isWorkload,
  ])

test('points of other loads are of the same workload', () => {
  const other = swept({ requestRate: 16, maxConcurrency: 8, numPrompts: 800 })
  expect(named(swept({ requestRate: 2 }), other)).toEqual([])
})

test('another workload is named, and its curves cannot be compared', () => {
  expect(named(swept(), swept({ datasetName: 'sonnet' }))).toEqual([
    ['--dataset-name', 'random', 'sonnet', true],
  ])
})

test('another server is named, and compared', () => {
  expect(named(swept(), swept({}, { serverName: 'other' }))).toEqual([
    ['server', 'gpu', 'other', false],
  ])
})
