// Where and how figures were measured; without it they mean little.
import type { Row } from './row.ts'

export type Circumstances = Readonly<{
  /** Year, month and day. */
  date: string
  node: string
  processors: string
  system: string
  /** Client and server each on a core of its own. */
  pinned: boolean
  rig: string
  repeats: number
}>

export type MeasuredRows = Readonly<{ circumstances: Circumstances; rows: readonly Row[] }>

export function circumstancesText(circumstances: Circumstances): string {
  const { date, node, processors, system, pinned, rig, repeats } = circumstances
  const cores = pinned ? 'client on core 1, server on core 0' : 'not pinned to cores'
  return `${date} · Node ${node} · ${processors} · ${system} · ${cores} · ${rig} · medians of ${repeats}`
}
