import { expect, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { t } from '../../../i18n/i18n.ts'
import { busy, drowned, light, sweepOf } from '../../sweep/example-sweep.test-support.ts'
import { cellCurves } from '../../sweep/cells/sweep-cells.ts'
import {
  compareCurves,
  conclusionText,
  curvesOf,
  differsText,
  runsAtEqualLoad,
  type ComparedCurve,
} from './compared-curves.ts'

type Measured = Parameters<typeof sweepOf>[0]

/** Ids of runs begin with the name, as they are unique. */
function curve(name: string, measured: Measured, change: (run: Run) => Run = (run) => run) {
  const { sweep: plain, rows } = sweepOf(measured)
  const idOf = (id: string | null) => (id === null ? null : `${name} ${id}`)
  const own = { ...plain, id: name, plan: { ...plain.plan, name } }
  const points = own.points.map((point) => ({ ...point, runId: idOf(point.runId) }))
  const sweep = { ...own, points }
  const named = rows.map(({ point, run }) => ({
    point: { ...point, runId: idOf(point.runId) },
    run: run && change({ ...run, id: idOf(run.id) ?? '', serverName: name }),
  }))
  const [first] = curvesOf([{ sweep, curves: cellCurves(sweep, named) }], t)
  if (first === undefined) throw new Error('the sweep has a curve')
  return first
}

function conclusion(base: ComparedCurve, other: ComparedCurve): string {
  return conclusionText(compareCurves(base, other), { base, other }, t)
}

const base = curve('A', [light, busy, drowned])
const faster = curve('B', [light, busy, { ...busy, outputThroughput: 9000 }])

test('names the load that one alone carries, and compares at the highest that both carry', () => {
  expect(conclusion(base, faster)).toMatch(/^Only “B” carries 100\sreq\/s\. At 10\sreq\/s: /)
  expect(runsAtEqualLoad(compareCurves(base, faster), { base, other: faster })).toMatchObject({
    ...{ base: { id: 'A run-1' }, other: { id: 'B run-1' } },
  })
  expect(differsText(compareCurves(base, faster), t)).toBe('Different: server A / B')
})

test('curves of different workloads are not compared', () => {
  const longer = curve('C', [light, busy], (run) => ({
    ...run,
    config: { ...run.config, randomOutputLen: 256 },
  }))
  expect(conclusion(base, longer)).toMatch(/^Workloads differ: --random-output-len 128 and 256\./)
})

test('settings of a simulator are among what differs', () => {
  const simulated = (name: string, slowdown?: number) =>
    curve(name, [light], (run) => ({
      ...run,
      facts: run.facts && {
        ...run.facts,
        simulator: { preset: 'quick', seed: 0, ...(slowdown !== undefined && { slowdown }) },
      },
    }))
  const differs = differsText(compareCurves(simulated('A'), simulated('B', 0.05)), t)
  expect(differs).toMatch(/^Different: server A \/ B · slow-down – \/ 5\s%$/)
})
