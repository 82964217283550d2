// Messages between a calibration and a truthful server in a process of its own.
import type { ServerTiming, Truth } from '#core/model/run/truth.ts'
import type { AppErrorWire } from './app-error.ts'

export type ToTruthfulServer =
  { readonly type: 'start'; readonly timing: ServerTiming } | { readonly type: 'stop' }

export type FromTruthfulServer =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'truths'; readonly truths: readonly Truth[] }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
