// A server that is ready to be measured: its address, launch, GPUs and tokenizer.
import type { Run } from '#core/model/run/run.ts'
import type { ServerFacts } from '#core/model/server.ts'
import type { PrepareHost } from '#node/experiment/benchmark.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { SenderSettings } from '#node/remote/load/sender-kind.ts'
import type { SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import type { SampledInstance } from '#node/telemetry/sample-server.ts'

export type LoadPlace = Readonly<{
  /** Address of the server as seen from the load generator's machine. */
  baseUrl: string
  /** Null sends from this computer. */
  runLoad: LoadRunner | null
  prepareHost?: PrepareHost
  /** Requests a job; absent if no job is needed. */
  allocate?: PrepareHost
}>

export type ReadyServer = Readonly<{
  name: string
  /** Model as the server reports it. */
  model: string | null
  baseUrl: string
  apiKey: string | null
  /** Launch and connection of the server, stored with the run; null unless it was launched here. */
  describeLaunch(): Promise<Run['launch']>
  gpus: SampledPlaces['gpus']
  instances: readonly SampledInstance[]
  /** Facts given by the user, the server or its start. */
  stated: Partial<Pick<ServerFacts, 'gpuCount' | 'simulator'>>
  /** Host that sends its load; throws if the load cannot be sent from there. */
  loadPlace(config: SenderSettings): LoadPlace
  /** Tokenizer on the server's host, for servers whose tokenizer is not available locally. */
  hostTokenizer(): Promise<string | null>
}>
