import { expect, test } from 'vitest'
import { telemetrySummarySchema } from '#core/model/run/telemetry.ts'
import { fleetFor } from '#core/sweep/sizing.ts'
import { exampleRun, exampleSummary } from '#renderer/components/run/example-run.test-support.ts'
import { runSections } from '#renderer/components/run/sections/run-sections.ts'
import { cellSizing } from '#renderer/components/sweep/cells/sized-cells.ts'
import { sizingColumns } from '#renderer/components/sweep/cells/sizing-columns.ts'
import { cellCurves } from '#renderer/components/sweep/cells/sweep-cells.ts'
import {
  examplePlan,
  light,
  sweepOf,
} from '#renderer/components/sweep/example-sweep.test-support.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { exampleGpu } from '#features/energy/core/gpu-energy.test-support.ts'

const telemetry = telemetrySummarySchema.parse({ server: null, gpu: exampleGpu })

test('energy follows the power on the page of a run, per token with its interval', () => {
  const [section] = runSections(exampleRun({ summary: exampleSummary({ telemetry }) }))
  const figures = section?.figures ?? []
  expect(figures.map(({ value }) => value)).toEqual([
    ...[2, null, 800, 1400, 8, 1.6, 0.5, 1.5, 70, 1620, 63, 0.5],
  ])
  const shown = figures.filter(({ name }) => name === 'energy.steady')
  expect(shown.map(({ format, value }) => format(value))).toEqual(['0.500', '1.50 (1.45–1.55)'])
})

test('energy of sized servers is listed by the work and by the cost', () => {
  const { sweep, rows } = sweepOf([light], examplePlan)
  const ofGpus = rows.map(({ run, ...row }) => {
    const summary = run?.summary && { ...run.summary, telemetry }
    return { ...row, run: run && { ...run, summary: summary ?? null } }
  })
  const sized = (curves: ReturnType<typeof cellCurves>) =>
    curves.flatMap(({ cells }) => cells.flatMap((cell) => cellSizing(examplePlan, cell) ?? []))[0]
  const nothing = { demand: null, pricePerGpuHour: null, gpusPerServer: null }
  const columns = sizingColumns(examplePlan, t)
  const added = columns.filter(({ name }) => name.startsWith('Energy') || name === 'In kWh')
  expect(columns.map(({ id }) => id).slice(-5)).toEqual([
    ...['energy', 'wattHours', 'cost', 'energyGood', 'costGood'],
  ])
  const valuesOf = (found: typeof rows) => {
    const sizing = sized(cellCurves(sweep, found))
    return added.map(({ value }) => sizing && value(fleetFor(sizing, nothing, null)))
  }
  expect(valuesOf(ofGpus)).toEqual([1.6, expect.closeTo(0.444, 3), null])
  expect(valuesOf(rows)).toEqual([null, null, null])
  expect(added.map(({ lacking }) => lacking && t(lacking))).toContain('No power was recorded.')
})
