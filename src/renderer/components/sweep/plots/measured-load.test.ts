import { expect, test } from 'vitest'
import { t } from '../../../i18n/i18n.ts'
import { exampleRun } from '../../run/example-run.test-support.ts'
import { drawnCurves, offeredOver } from './drawn-curves.ts'
import { measuredLoad } from './measured-load.ts'
import { plannedLoads } from './planned-loads.ts'

const choice = { metric: 'ttft', percentiles: [50], throughput: 'outputThroughput' } as const

test('a run is a curve of one point at the load that was offered', () => {
  const measured = measuredLoad(exampleRun({ config: { requestRate: 20, maxConcurrency: 64 } }))
  expect(offeredOver([measured])).toBe('requestRate')
  const [curve] = drawnCurves([measured], { choice, isOffered: true, t })
  expect(curve?.points.map(({ throughput }) => throughput)).toEqual([{ value: 20, interval: null }])
})

test('without a rate, the load is the number in flight; without either, there is none', () => {
  const held = measuredLoad(exampleRun({ config: { requestRate: 'inf', maxConcurrency: 8 } }))
  expect(offeredOver([held])).toBe('maxConcurrency')
  const burst = measuredLoad(exampleRun({ config: { requestRate: 'inf', maxConcurrency: null } }))
  expect(offeredOver([burst])).toBeNull()
  expect(offeredOver([held, measuredLoad(exampleRun({ config: { requestRate: 4 } }))])).toBeNull()
})

test('while it sends, its load is planned', () => {
  const run = exampleRun({ config: { requestRate: 20 } })
  const measured = measuredLoad({ ...run, status: 'running', summary: null })
  const planned = plannedLoads({ measured, choice, isOffered: true, course: [] }, t)
  expect(planned?.loads).toEqual([{ throughput: 20, name: '20/s' }])
})
