// Types of a launch of several servers behind a router, which is the server that clients see.
import type { HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { PoolKind } from '#core/model/pool-kind.ts'
import type { FlagIndex } from '../flag-index.ts'
import type { ServeFinding } from './launch-plan.ts'
import type { LaunchTarget } from './runtime-traits.ts'

/** Name of the router among the parts of a group. */
export const routerName = 'router'

/** Address of the instances. Local, because only the router accepts external connections. */
export const instanceAddress = '127.0.0.1'

export type GroupInstance = Readonly<{
  /** `prefill-0`; labels its log lines. */
  name: string
  pool: PoolKind
  port: number
  /** The instance as a launch of its own. */
  profile: LaunchProfile
}>

/** Port of the router, and ports in use on its host. */
export type GroupPlace = Pick<LaunchTarget, 'port' | 'takenPorts'>

export type LaunchGroup = Readonly<{
  /** Started in this order. The router waits for the instances, so it is last. */
  instances: readonly GroupInstance[]
  /** Command of the router, as the user wrote it. */
  router: string
  /** Arguments of that command; throws if the text is not a command line. */
  routerWords(): readonly string[]
  /** Problems that prevent it from starting; `missingRouter` is the router's program if the host lacks it. */
  findings(facts: HostFacts, missingRouter: string | null): readonly ServeFinding[]
  /** Script that leads the session and represents the server. */
  leader(): string
  /** Script of one part; `environment` is the text of its own variables. */
  part(argv: readonly string[], environment: string): string
}>

/** How a feature launches groups. */
export type GroupLaunch = Readonly<{
  /** Null unless the profile requests such a group. */
  groupOf(profile: LaunchProfile, place: GroupPlace): LaunchGroup | null
  /** Settings of the profile from the flags of the feature. */
  settingsOf(flags: object, flagIndex: FlagIndex): object
}>
