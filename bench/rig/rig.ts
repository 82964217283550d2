// What a benchmark measures against: a server that records true times and, where available, a client that is the limit.
import type { StartTruthfulServer } from '#node/calibration/truthful-server.ts'
import type { ClientFigures } from './client-figures.ts'
import type { Load } from './load.ts'

export type RunLimitClient = (
  port: number,
  load: Load,
  options: Readonly<{ latencies: boolean }>,
) => Promise<ClientFigures>

export type Rig = Readonly<{
  /** Said at the head of the table. */
  words: string
  startServer: StartTruthfulServer
  runLimitClient: RunLimitClient | null
  /** The program that measures what a command costs; null where it could not be built. */
  meter: string | null
}>
