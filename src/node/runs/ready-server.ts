// A server that can be measured: where it answers, how it was launched, where its GPUs and its tokenizer are.
import type { Run } from '#core/model/run/run.ts'
import type { ServerFacts } from '#core/model/server/server.ts'
import type { PrepareHost } from '#node/experiment/benchmark.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { SenderSettings } from '#node/remote/load/load-sender.ts'
import type { SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import type { SampledInstance } from '#node/telemetry/sample-server.ts'

export type LoadPlace = Readonly<{
  /** Address of the server as the load generator sees it. */
  baseUrl: string
  /** Null sends from this computer. */
  runLoad: LoadRunner | null
  prepareHost?: PrepareHost
  /** Of a job alone. */
  allocate?: PrepareHost
}>

export type ReadyServer = Readonly<{
  name: string
  /** As it reported it. */
  model: string | null
  baseUrl: string
  apiKey: string | null
  /** What the server was launched with and how it is reached, kept with the run; null where we did not launch it. */
  describeLaunch(): Promise<Run['launch']>
  gpus: SampledPlaces['gpus']
  instances: readonly SampledInstance[]
  /** Given by the user or by the server. */
  gpuCount: ServerFacts['gpuCount']
  /** Where its load comes from; throws where it cannot come from there. */
  loadPlace(config: SenderSettings): LoadPlace
  /** Tokenizer on the server's host, for servers whose tokenizer cannot be found here. */
  hostTokenizer(): Promise<string | null>
}>
