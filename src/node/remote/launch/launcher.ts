// Operations on servers of a host, whether they run as processes in their own session or as jobs of a cluster. Code that watches
// a server depends only on this interface.
import type { Launch, LaunchStatus, StopReport } from '#core/model/launch.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import type { Preflight } from './preflight.ts'
import type { ReachedServer } from './reach-server.ts'

export type LaunchOrder = Pick<Preflight, 'profile' | 'port' | 'takenPorts' | 'facts'> &
  Readonly<{
    /** By name of variable. They are written to one file that only its owner can read, and nowhere else. */
    secrets: Readonly<Record<string, string>>
    flagIndex: FlagIndex
  }>

export type LogRange = Readonly<{ offset: number; limit: number }>

export type StopOptions = Readonly<{
  /** Time the server has to exit before it is killed. */
  patienceS: number
  signal?: AbortSignal
}>

export type Launcher = Readonly<{
  /** Name for messages. */
  hostName: string
  /** Resolves as soon as the launch has begun; if the connection breaks then, everything started can still be found. */
  submit(order: LaunchOrder): Promise<Launch>
  /** Newest first. */
  list(): Promise<Launch[]>
  status(id: string): Promise<LaunchStatus>
  readLog(id: string, range: LogRange): Promise<Buffer>
  /** The key that its server requires, if it still runs. */
  apiKey(id: string): Promise<string | null>
  reach(launch: Launch): Promise<ReachedServer>
  stop(launch: Launch, options: StopOptions): Promise<StopReport>
  /** Removes its folder; only when nothing of it remains. */
  remove(id: string): Promise<void>
}>
