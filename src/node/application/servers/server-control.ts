// Operations on a server of any kind, and its events.
import type { LaunchView, RunLaunch } from '#core/model/launch.ts'
import type { EndedState, LaunchedSpec, ServerState } from '#core/model/server.ts'
import type { SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import type { SampledInstance } from '#node/telemetry/sample-server.ts'
import type { FlagOverrides, Flags } from './flag-overrides.ts'

export type ServerControl = Readonly<{
  /** Kept in memory only: never stored, never shown. */
  apiKey: string | null
  /** Flags it was started with; others are unknown. */
  runningFlags(): Flags
  /** Starts it with these flags merged into its own. Resolves once the start has begun; never rejects. */
  start(overrides?: FlagOverrides): Promise<void>
  /** Watches a server of known state that nothing else watches. */
  watch?(state: ServerState): void
  /** Runs at program start, without the user and without launching. `ended` is a known end of the launch. */
  findAgain(ended: EndedState | null): Promise<void>
  /** Rejects if some of its files or processes remain. */
  stop(): Promise<void>
  /** Stops watching; servers on hosts keep running. */
  leave(): Promise<void>
  /** Stops it, and deletes its files. */
  remove(): Promise<void>
  /** Its launch and connection, measured now; null if it was not launched by this program. */
  describe(): Promise<RunLaunch | null>
  /** Address of a job's server for other nodes of the cluster; null for others, or if unknown. */
  clusterUrl(): string | null
  /** Source of its GPU samples, or the reason why they cannot be sampled. */
  gpus(): SampledPlaces['gpus']
  /** Instances of a prefill/decode pair, each with its sampling; otherwise empty. */
  instances(): readonly SampledInstance[]
  /** The tokenizer of its model, fetched from its host; null if unavailable. */
  tokenizer(): Promise<string | null>
}>

export type ControlListener = Readonly<{
  onState(state: ServerState): void
  onView(view: LaunchView): void
  onLines(lines: readonly string[]): void
  onLogCleared(): void
  onSpec(spec: LaunchedSpec): void
}>

// Base class of servers without reachable files, configuration or tokenizer.
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
