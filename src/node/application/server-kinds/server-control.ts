// Operations on a server of any kind, and its events.
import type { LaunchView, RunLaunch } from '#core/model/server/launch.ts'
import type { EndedState, LaunchedSpec, ServerState } from '#core/model/server/server.ts'
import type { SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import type { SampledInstance } from '#node/telemetry/sample-server.ts'
import type { FlagOverrides, Flags } from '../servers/flag-overrides.ts'

export type ServerControl = Readonly<{
  /** In memory only: never stored, never shown. */
  apiKey: string | null
  /** What it was started with; of other flags nothing is known. */
  runningFlags(): Flags
  /** With these flags over its own. Resolves once it is on its way; never rejects. */
  start(overrides?: FlagOverrides): Promise<void>
  /** For one whose state is known already; only of servers that nothing else watches. */
  watch?(state: ServerState): void
  /** At program start: does not ask the user, launches nothing. `ended` is how a launch is known to have ended. */
  findAgain(ended: EndedState | null): Promise<void>
  /** Rejects where something of it stays. */
  stop(): Promise<void>
  /** Stops watching; what outlives us keeps running. */
  leave(): Promise<void>
  /** Ends it, and takes away what it left. */
  remove(): Promise<void>
  /** How it was launched and is reached, measured now; null where it was not launched from here. */
  describe(): Promise<RunLaunch | null>
  /** Of a job: its address for other nodes of the cluster; null where it is none, or not known. */
  clusterUrl(): string | null
  /** Where its GPUs can be asked; why not, otherwise. */
  gpus(): SampledPlaces['gpus']
  /** Of a prefill/decode pair, and how each is asked; empty elsewhere. */
  instances(): readonly SampledInstance[]
  /** The tokenizer of its model, fetched from its host; null where there is none. */
  tokenizer(): Promise<string | null>
}>

export type ControlListener = Readonly<{
  onState(state: ServerState): void
  onView(view: LaunchView): void
  onLines(lines: readonly string[]): void
  onLogCleared(): void
  onSpec(spec: LaunchedSpec): void
}>

// What servers have in common that keep no files, configuration or tokenizer within reach.
export abstract class UnmanagedControl {
  abstract stop(): Promise<void>

  leave(): Promise<void> {
    return this.stop()
  }

  remove(): Promise<void> {
    return this.stop()
  }

  describe() {
    return Promise.resolve(null)
  }

  clusterUrl() {
    return null
  }

  instances() {
    return []
  }

  tokenizer() {
    return Promise.resolve(null)
  }
}
