// Operations on servers of a host, however they run there: as processes of their own session, or
// as jobs of a cluster. Code that watches a server knows only this.
import type { Launch, LaunchStatus, StopReport } from '#core/model/launch.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { HostFacts } from '#core/model/host-facts.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import type { ReachedServer } from './reach-server.ts'

export type LaunchOrder = Readonly<{
  /** With whole paths. */
  profile: LaunchProfile
  port: number
  /** By other programs of the host. */
  takenPorts: ReadonlySet<number>
  facts: HostFacts
  /** By variable. They go into one file that only its owner can read, and nowhere else. */
  secrets: Readonly<Record<string, string>>
  flagIndex: FlagIndex
}>

export type LogRange = Readonly<{ offset: number; limit: number }>

export type StopOptions = Readonly<{
  /** How long the server may take to end by itself. */
  patienceS: number
  signal?: AbortSignal
}>

export type Launcher = Readonly<{
  /** For sentences. */
  hostName: string
  /** Resolves as soon as it is under way; a connection that breaks then leaves nothing that cannot be found. */
  submit(order: LaunchOrder): Promise<Launch>
  /** Newest first. */
  list(): Promise<Launch[]>
  status(id: string): Promise<LaunchStatus>
  readLog(id: string, range: LogRange): Promise<Buffer>
  /** The key its server asks for, as far as it still runs. */
  apiKey(id: string): Promise<string | null>
  reach(launch: Launch): Promise<ReachedServer>
  stop(launch: Launch, options: StopOptions): Promise<StopReport>
  /** Takes its folder away; only once nothing of it is left. */
  remove(id: string): Promise<void>
}>
