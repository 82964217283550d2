// Messages between the process that manages servers and a simulator's process.
import type { SimulatorSpec } from '#core/model/server.ts'
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'
import type { AppErrorWire } from './app-error.ts'

export type ToSimulator =
  { readonly type: 'start'; readonly spec: SimulatorSpec } | { readonly type: 'stop' }

export type FromSimulator =
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'phase'; readonly phase: string; readonly progress: number }
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly error: AppErrorWire }

/** Message from a calibration to the process of a reference server. */
export type ToTruthfulServer =
  { readonly type: 'start'; readonly timing: ServerTiming } | { readonly type: 'stop' }

export type FromTruthfulServer =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'truths'; readonly truths: readonly Truth[] }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
