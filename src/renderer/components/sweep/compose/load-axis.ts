// The loads of a composed sweep on one logarithmic axis: listed loads, or the first loads of a search.
import type { SweepDocument, SweepReading } from '../../../drafts/sweep-document.ts'

export type LoadAxisMark = Readonly<{
  load: number
  /** Position in percent of the axis. */
  at: number
  /** Whether its label fits after the previous one. */
  isLabelled: boolean
}>

export type LoadAxisInput = Readonly<{
  over: 'requestRate' | 'maxConcurrency'
  marks: readonly LoadAxisMark[]
  /** Range of a search, which also measures loads in between. */
  searched: Readonly<{ from: number; upTo: number; mostRuns: number }> | null
}>

/** Null for fewer than two numbers. */
export function loadAxis(
  { loadKind }: Pick<SweepDocument, 'loadKind'>,
  { rates, concurrencies, search }: Pick<SweepReading, 'rates' | 'concurrencies' | 'search'>,
): LoadAxisInput | null {
  if (loadKind !== 'listed') {
    if (search === null) return null
    const { over, from, upTo, mostRuns } = search
    return axisOf(over, doublings(from, upTo), { from, upTo, mostRuns })
  }
  if (rates.problem !== null || concurrencies.problem !== null) return null
  return (
    axisOf('requestRate', numbersOf(rates.values), null) ??
    axisOf('maxConcurrency', numbersOf(concurrencies.values), null)
  )
}

function axisOf(
  over: LoadAxisInput['over'],
  loads: readonly number[],
  searched: LoadAxisInput['searched'],
): LoadAxisInput | null {
  const sorted = [...new Set(loads)].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || first === last || first <= 0) return null
  let labelledAt = -Infinity
  const marks = sorted.map((load) => {
    const at = (100 * Math.log(load / first)) / Math.log(last / first)
    const isLabelled =
      at - labelledAt >= roomForLabel && (load === last || at <= 100 - roomForLabel)
    if (isLabelled) labelledAt = at
    return { load, at, isLabelled }
  })
  return { over, marks, searched }
}

const roomForLabel = 7

/** The first loads of a search: each twice the previous one, the last at its upper end. */
function doublings(from: number, upTo: number): number[] {
  const count = Math.floor(Math.log2(upTo / from) + 1e-9)
  const climb = Array.from({ length: count + 1 }, (_, step) => from * 2 ** step)
  return [...climb, upTo]
}

function numbersOf(values: readonly (number | 'inf')[]): number[] {
  return values.flatMap((value) => (value === 'inf' ? [] : value))
}
