// A calibration as a table in plain text: what our client added, load by load.
import type {
  AddedMetric,
  Calibration,
  CalibrationPoint,
  TruthfulServerKind,
} from '../../model/run/calibration.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { textTable, type TextColumn } from './text-table.ts'

const metricText: Readonly<Record<AddedMetric, string>> = {
  ...latencyLabels,
  sendLag: 'send lag',
}

const serverText: Readonly<Record<TruthfulServerKind, string>> = {
  c: 'truthful server in C',
  node: 'truthful server in JavaScript, because there is no C compiler; it adds its own delays',
}

export function calibrationTable({ circumstances, points }: Calibration): string {
  const { processor, cores, platform, nodeVersion, server } = circumstances
  const machine = [`${cores} × ${processor}`, platform, `Node ${nodeVersion}`]
  const place = server === null ? machine : [...machine, serverText[server]]
  return [
    'What this client adds to the truth, in µs at p50 / p99 / max.',
    `${place.join(' · ')}.`,
    '',
    textTable(columns, points),
  ].join('\n')
}

/** The point in a line, printed as soon as it is measured. */
export function pointSentence({
  streams,
  eventsPerS,
  addedUs,
  overloaded,
}: CalibrationPoint): string {
  const { ttft, itl } = addedUs
  const load = `${countText(streams)} streams, ${countText(eventsPerS)} events/s`
  const added = `TTFT + ${usText(ttft.p50)} µs (p99 ${usText(ttft.p99)}), ITL ± ${usText(itl.p50)} µs (p99 ${usText(itl.p99)})`
  return `${load}: ${added}${overloaded === null ? '' : `; the ${overloaded} could not keep up`}`
}

const columns: readonly TextColumn<CalibrationPoint>[] = [
  { head: ['streams'], cell: ({ streams }) => countText(streams) },
  { head: ['events/s'], cell: ({ eventsPerS }) => countText(eventsPerS) },
  addedColumn('ttft'),
  addedColumn('itl'),
  addedColumn('e2el'),
  addedColumn('sendLag'),
  { head: ['CPU', 'cores'], cell: ({ cpuShare }) => cpuShare.toFixed(2) },
  {
    head: [],
    align: 'left',
    cell: ({ overloaded }) => (overloaded === null ? '' : `◀ too much for the ${overloaded}`),
  },
]

function addedColumn(metric: AddedMetric): TextColumn<CalibrationPoint> {
  return {
    head: [metricText[metric], metric === 'itl' ? 'off by, µs' : 'added, µs'],
    cell: ({ addedUs }) => {
      const { p50, p99, max } = addedUs[metric]
      return [p50, p99, max].map(usText).join(' / ')
    },
  }
}

function usText(us: number): string {
  return countText(Math.round(us))
}

function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
