// What a launch gives the runtime that is to run it.
import type { LaunchProfile, ServeRuntime } from '#core/model/server/launch-profile.ts'

export type LaunchTarget = Readonly<{
  id: string
  port: number
  /** The folder of downloaded models over there; null where it is not known. */
  modelCache: string | null
  hasGpus: boolean
}>

export type RuntimeLaunch<Runtime extends ServeRuntime> = LaunchTarget &
  Readonly<{
    runtime: Runtime
    profile: LaunchProfile
    /** Every variable the server is to have, secret ones included. */
    variableNames: readonly string[]
  }>
