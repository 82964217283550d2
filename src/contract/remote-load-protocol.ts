// Messages between us and a load generator on a host, beyond those of a local process.
import type { FromLoadGenerator, ToLoadGenerator } from './load-protocol.ts'

export type ToRemoteLoad =
  | ToLoadGenerator
  /** Asks for the time there. Also shows that the caller is still waiting. */
  | { readonly type: 'clock'; readonly askedMs: number }

export type FromRemoteLoad =
  | FromLoadGenerator
  | {
      readonly type: 'clock'
      readonly askedMs: number
      readonly epochMs: number
      readonly monotonicMs: number
    }
