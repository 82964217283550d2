// What a benchmark is busy with, in the order it goes through them; most of them may be left out.
export const benchmarkSteps = [
  'preparing-host',
  'sending-node',
  'checking-health',
  'checking-server',
  'loading-tokenizer',
  'preparing-workload',
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

/** How far the one that goes over a line is. */
export type SentBytes = Readonly<{ sentBytes: number; totalBytes: number }>
