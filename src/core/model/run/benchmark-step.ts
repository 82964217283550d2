// Steps of a benchmark in their order; most are optional.
import type { Text } from '#core/messages/message.ts'

export const benchmarkSteps = [
  'preparing-host',
  'sending-node',
  'checking-health',
  'checking-server',
  'loading-tokenizer',
  'preparing-workload',
  'waiting-in-queue',
  'waiting-until-ready',
  'starting-profiler',
  'connecting',
  'warming-up',
  'running',
  'draining',
  'stopping-profiler',
  'counting-tokens',
] as const

export type BenchmarkStep = (typeof benchmarkSteps)[number]

export type SentBytes = Readonly<{ sentBytes: number; totalBytes: number }>

export type PreparedPrompts = Readonly<{ done: number; all: number }>

/** Progress of a step, or the condition that it waits for. */
export type StepDetail = Readonly<
  { sent: SentBytes } | { prepared: PreparedPrompts } | { waitsFor: Text }
>
