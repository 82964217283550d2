// What goes between us and a load generator on a host, besides what its process would be told here.
import type { FromLoadGenerator, ToLoadGenerator } from './load-protocol.ts'

export type ToRemoteLoad =
  | ToLoadGenerator
  /** What time is it there? It also says that somebody still waits. */
  | { readonly type: 'clock'; readonly askedMs: number }

export type FromRemoteLoad =
  FromLoadGenerator | { readonly type: 'clock'; readonly askedMs: number; readonly epochMs: number }
