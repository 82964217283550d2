// Table of a calibration: what our client added at each load, in µs at p50 / p99 / max.
import { message, textIn, type Message } from '#core/messages/message.ts'
import type { Language } from '#core/messages/languages.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import type { AddedMetric, Calibration, CalibrationPoint } from '../model/run/calibration.ts'
import type { CalibrationPlace } from '../stats/calibration/calibration-load.ts'
import { type Column, type Table, tableOf, tableText } from './table.ts'

export function calibrationTable({ points }: Pick<Calibration, 'points'>): Table {
  return tableOf(message('tables.calibration.title'), columns, points)
}

/** Includes the machine that it was made on. */
export function calibrationText(
  { circumstances, points }: Calibration,
  language: Language = 'en',
): string {
  const { processor, cores, platform, nodeVersion, server } = circumstances
  const machine = [`${cores} × ${processor}`, platform, `Node ${nodeVersion}`]
  const place = [
    ...machine,
    ...(server === null ? [] : [textIn(language, message(`tables.calibration.server.${server}`))]),
  ]
  const table = calibrationTable({ points })
  return [
    textIn(language, table.title),
    textIn(language, message('common.sentence', { text: place.join(' · ') })),
    '',
    tableText(table, language),
  ].join('\n')
}

/** One point as a line, printed as soon as it is measured. */
export function pointSentence({ addedUs, overloaded, ...place }: CalibrationPoint): Message {
  const { ttft, itl } = addedUs
  const point = message('tables.calibration.point', {
    place: placeText(place),
    ttft: usText(ttft.p50),
    ttftP99: usText(ttft.p99),
    itl: usText(itl.p50),
    itlP99: usText(itl.p99),
  })
  return overloaded === null ? point : message(`tables.calibration.point.${overloaded}`, { point })
}

function placeText({ streams, eventsPerS }: CalibrationPlace): Message {
  return message('tables.calibration.place', {
    streams: countText(streams),
    events: countText(eventsPerS),
  })
}

const columns: readonly Column<CalibrationPoint>[] = [
  { head: [message('tables.calibration.streams')], cell: ({ streams }) => countText(streams) },
  { head: [message('tables.calibration.events')], cell: ({ eventsPerS }) => countText(eventsPerS) },
  addedColumn('ttft'),
  addedColumn('itl'),
  addedColumn('e2el'),
  addedColumn('sendLag'),
  {
    head: ['CPU', message('tables.calibration.cores')],
    cell: ({ cpuShare }) => cpuShare.toFixed(2),
  },
  {
    head: [message('tables.calibration.keptUp')],
    align: 'left',
    cell: ({ overloaded }) =>
      message(
        overloaded === null
          ? 'tables.calibration.both'
          : `tables.calibration.overloaded.${overloaded}`,
      ),
  },
]

function addedColumn(metric: AddedMetric): Column<CalibrationPoint> {
  return {
    head: [
      metric === 'sendLag' ? message('tables.calibration.sendLag') : latencyLabels[metric],
      message(metric === 'itl' ? 'tables.calibration.offBy' : 'tables.calibration.added'),
    ],
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
