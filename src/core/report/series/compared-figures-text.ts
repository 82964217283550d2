// What a comparison of two runs found, figure by figure: by how much, within which 95 % interval, and the verdict.
import type { ComparedFigure } from '../../stats/compare/compare-runs.ts'
import type { Interval } from '../../stats/certainty/interval.ts'
import { textTable, type TextColumn } from '../tables/text-table.ts'

/** No newline at the end. */
export function comparedFiguresText(figures: readonly ComparedFigure[]): string {
  if (figures.length === 0) return 'The two results have no figure in common.'
  return `B against A, with 95 % intervals where the files hold single requests (--save-detailed):\n\n${textTable(columns, figures)}`
}

const none = '–'

const columns: readonly TextColumn<ComparedFigure>[] = [
  { head: ['figure'], align: 'left', cell: nameText },
  { head: ['change'], cell: ({ share }) => (share === null ? none : percent(share)) },
  { head: ['95 % interval'], cell: ({ shareInterval }) => intervalText(shareInterval) },
  { head: ['verdict'], align: 'left', cell: ({ verdict }) => verdict },
]

function nameText({ name, percentile }: ComparedFigure): string {
  const isLatency = name === 'ttft' || name === 'tpot' || name === 'itl' || name === 'e2el'
  if (!isLatency) return throughputNames[name]
  return `${percentile === null ? 'mean' : `p${percentile}`} ${name.toUpperCase()}`
}

const throughputNames = {
  outputThroughput: 'output tok/s',
  requestThroughput: 'requests/s',
  inputsThroughput: 'inputs/s',
  totalTokenThroughput: 'total tok/s',
  requestGoodput: 'goodput',
  failedShare: 'failed share',
} as const

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`
}

function intervalText(interval: Interval | null): string {
  return interval === null ? none : `${percent(interval.low)} … ${percent(interval.high)}`
}
