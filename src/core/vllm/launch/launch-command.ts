// Command and environment of the server's process on its host.
import type { LaunchProfile, ServeConfig } from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { groupOf } from './launched-group.ts'
import { usualMasterPort } from './rank-script.ts'
import type { FlagIndex } from '../flag-index.ts'
import { serveArguments, serveCommandText } from '../serve-arguments.ts'
import { powerCapText, powerPreparation, powerRestoration } from './power-cap.ts'
import { type LaunchTarget, runtimeTrait } from './runtime-traits.ts'

export type LaunchCommand = Readonly<{
  argv: readonly string[]
  /** Variables without secrets. */
  environment: Readonly<Record<string, string>>
  /** Folders at the start of PATH. */
  path: readonly string[]
  /** Lines of sh before it and after its exit; see the traits of runtimes. */
  preparation: string
  lastWords: string
  /** Cleanup command after the server's end. */
  clearing: readonly string[] | null
}>

/** Environment variable in every process of a launch; its value is the launch's id. */
export const launchMarker = 'KNEEPOINT_LAUNCH'

export function launchCommand(
  profile: LaunchProfile,
  target: LaunchTarget,
  flagIndex: FlagIndex,
): LaunchCommand {
  const trait = runtimeTrait(profile.runtime)
  const environment = launchEnvironment(profile, target.id)
  const launch = {
    ...target,
    profile,
    runtime: profile.runtime,
    variableNames: [...Object.keys(environment), ...profile.secretNames],
  }
  return {
    argv: [
      ...trait.program(launch),
      ...serveArguments(listeningConfig(profile, target.port), flagIndex),
    ],
    environment,
    path: trait.path(profile.runtime),
    preparation: linesOf(powerPreparation(profile), trait.preparation(launch)),
    lastWords: linesOf(trait.lastWords(target), powerRestoration(profile)),
    clearing: trait.clearing(target, profile.runtime),
  }
}

function linesOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}

/** Command as a user would type it: one per node of a server that spans several, or one per part of a group. */
export function launchText(
  profile: LaunchProfile,
  target: LaunchTarget,
  flagIndex: FlagIndex,
): string {
  const group = groupOf(profile, target)
  if (group === null) {
    return linesOf(powerCapText(profile) ?? '', serverText(profile, target, flagIndex))
  }
  const parts = group.instances.map((one) =>
    serverText(one.profile, { ...target, port: one.port }, flagIndex),
  )
  return [...parts, shellText(group.routerWords())].join('\n')
}

function serverText(profile: LaunchProfile, target: LaunchTarget, flagIndex: FlagIndex): string {
  const shown = { ...visibleGpus(profile), ...profile.environment }
  const variables = Object.entries(shown).map(([name, value]) => `${name}=${value}`)
  const { runtime, secretNames } = profile
  const variableNames = [...Object.keys(shown), ...secretNames]
  const program = runtimeTrait(runtime).program({ ...target, profile, runtime, variableNames })
  const words = variables.length === 0 ? program : ['env', ...variables, ...program]
  const textOf = (config: ServeConfig) => serveCommandText(words, config, flagIndex)
  return rankConfigs(profile, target.port).map(textOf).join('\n')
}

/** The first node is known only once the job runs. */
function rankConfigs(profile: LaunchProfile, port: number): ServeConfig[] {
  const config = listeningConfig(profile, port)
  const nodes = profile.job?.nodes ?? 1
  if (nodes === 1) return [config]
  const meeting = { 'master-addr': 'FIRST_NODE', 'master-port': usualMasterPort }
  return Array.from({ length: nodes }, (_, rank) => {
    const { flags } = rank === 0 ? config : profile.config
    const own = { nnodes: nodes, 'node-rank': rank, ...(rank > 0 && { headless: true }) }
    return { ...config, flags: { ...meeting, ...flags, ...own } }
  })
}

/** Disables log colours and buffering, allows slow downloads, and keeps connections open between requests. */
const usualEnvironment = {
  NO_COLOR: '1',
  PYTHONUNBUFFERED: '1',
  VLLM_NO_USAGE_STATS: '1',
  VLLM_ENGINE_READY_TIMEOUT_S: '3600',
  VLLM_HTTP_TIMEOUT_KEEP_ALIVE: '120',
} as const

function launchEnvironment(profile: LaunchProfile, id: string): Record<string, string> {
  return {
    ...usualEnvironment,
    VLLM_PROCESS_NAME_PREFIX: `VLLM-${id}`,
    ...visibleGpus(profile),
    ...profile.environment,
    [launchMarker]: id,
  }
}

function listeningConfig({ config, address, runtime }: LaunchProfile, port: number) {
  const host = runtimeTrait(runtime).innerAddress(address, runtime)
  return { ...config, flags: { ...config.flags, host, port } }
}

/** Uses the order of nvidia-smi. Docker assigns GPUs to a container and renumbers them. */
function visibleGpus({ gpus, runtime }: LaunchProfile): Record<string, string> {
  if (gpus === null || runtime.kind === 'docker') return {}
  return { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: gpus.join(',') }
}
