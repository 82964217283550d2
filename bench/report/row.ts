// One line of the table: a figure of ours beside the limit client's, and what is asked of it.
import { median } from '../rig/figures.ts'

/** What the figure is judged by: itself, or its ratio to the limit client's. */
type Asked = Readonly<{
  of: 'figure' | 'ratio'
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

export function ratioOf({ ours, limit }: Row): number | null {
  return limit === null || limit === 0 ? null : ours / limit
}

export function judge(row: Row): Judgement {
  const { asked } = row
  const value = asked?.of === 'ratio' ? ratioOf(row) : row.ours
  if (asked === null || value === null) return 'unknown'
  const reaches = (bound: number) => (asked.atLeast ? value >= bound : value <= bound)
  if (reaches(asked.aim)) return 'aim'
  return reaches(asked.must) ? 'must' : 'missed'
}

/** The medians of repeated runs. */
export function medianRow(row: Omit<Row, 'ours' | 'limit'>, runs: readonly Compared[]): Row {
  const limits = runs.map(({ limit }) => limit).filter((limit) => limit !== null)
  return {
    ...row,
    ours: median(runs.map(({ ours }) => ours)),
    limit: limits.length === 0 ? null : median(limits),
  }
}

/** A figure of one run, by both clients. */
export type Compared = Readonly<{ ours: number; limit: number | null }>
