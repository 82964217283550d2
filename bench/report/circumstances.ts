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
  /** The Rust client's version; null where it is not installed. */
  peer: string | null
  repeats: number
}>

export type MeasuredRows = Readonly<{ circumstances: Circumstances; rows: readonly Row[] }>

export function circumstancesText(circumstances: Circumstances): string {
  const { date, node, processors, system, pinned, rig, peer, repeats } = circumstances
  const cores = pinned ? 'client on core 1, server on core 0' : 'not pinned to cores'
  const peers = peer === null ? [] : [peer]
  const parts = [date, `Node ${node}`, processors, system, cores, rig, ...peers]
  return [...parts, `medians of ${repeats}`].join(' · ')
}
