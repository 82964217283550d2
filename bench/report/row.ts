// One line of the table: a figure of ours beside the limit client's, and what is asked of it.
import { median } from '../rig/figures.ts'

/** What the figure is judged by: itself, its ratio to the limit client's, or to the Rust client's. */
type Asked = Readonly<{
  of: 'figure' | 'ratio' | 'peer'
  /** Whether more is better. */
  atLeast: boolean
  must: number
  aim: number
}>

export type Row = Readonly<{
  figure: string
  /** Of both numbers; empty for a count. */
  unit: string
  digits: number
  ours: number
  /** Null where the limit client has no such figure, or could not be built. */
  limit: number | null
  /** vLLM's client in Rust; null, or left out, where it is not measured or not installed. */
  peer?: number | null
  asked: Asked | null
}>

export type Judgement = 'aim' | 'must' | 'missed' | 'unknown'

export const atMost = (must: number, aim: number): Asked => ({
  of: 'figure',
  atLeast: false,
  must,
  aim,
})
export const atLeast = (must: number, aim: number): Asked => ({
  of: 'figure',
  atLeast: true,
  must,
  aim,
})
export const ratioAtMost = (must: number, aim: number): Asked => ({
  of: 'ratio',
  atLeast: false,
  must,
  aim,
})
export const ratioAtLeast = (must: number, aim: number): Asked => ({
  of: 'ratio',
  atLeast: true,
  must,
  aim,
})

/** A ratio to the Rust client's figure, of which less is better. */
export const peerAtMost = (must: number, aim: number): Asked => ({
  of: 'peer',
  atLeast: false,
  must,
  aim,
})

export function ratioOf({ ours, limit }: Row): number | null {
  return limit === null || limit === 0 ? null : ours / limit
}

function judgedValue(row: Row, of: Asked['of']): number | null {
  if (of === 'figure') return row.ours
  if (of === 'ratio') return ratioOf(row)
  const { ours, peer = null } = row
  return peer === null || peer === 0 ? null : ours / peer
}

export function judge(row: Row): Judgement {
  const { asked } = row
  const value = asked === null ? null : judgedValue(row, asked.of)
  if (asked === null || value === null) return 'unknown'
  const reaches = (bound: number) => (asked.atLeast ? value >= bound : value <= bound)
  if (reaches(asked.aim)) return 'aim'
  return reaches(asked.must) ? 'must' : 'missed'
}

/** The medians of repeated runs. */
export function medianRow(
  row: Omit<Row, 'ours' | 'limit' | 'peer'>,
  runs: readonly Compared[],
): Row {
  return {
    ...row,
    ours: median(runs.map(({ ours }) => ours)),
    limit: medianOfKnown(runs.map(({ limit }) => limit)),
    peer: medianOfKnown(runs.map(({ peer = null }) => peer)),
  }
}

function medianOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : median(known)
}

/** A figure of one run, by each client. */
export type Compared = Pick<Row, 'ours' | 'limit' | 'peer'>
