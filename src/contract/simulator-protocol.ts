// Messages between anyone who keeps servers and a simulator in a process of its own.
import type { AppErrorWire } from './app-error.ts'
import type { SimulatorSpec } from '#core/model/server/server.ts'

export type ToSimulator =
  { readonly type: 'start'; readonly spec: SimulatorSpec } | { readonly type: 'stop' }

export type FromSimulator =
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'phase'; readonly phase: string; readonly progress: number }
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
