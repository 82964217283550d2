// A launch as a sweep file says it: the command line one would type, or a model with its flags and surroundings.
import { launchProfileSchema, type LaunchProfile } from '#core/model/server/launch-profile.ts'
import { serveFlagValueSchema } from '#core/model/server/serve-config.ts'
import type { FlagIndex } from '#core/vllm/flags/flag-index.ts'
import { importServeCommand } from '#core/vllm/flags/import-serve-command.ts'
import { joined, sectionAt, unknownKey, valueAt, type Section } from './file-place.ts'

const launchKeys = [
  ...['name', 'model', 'flags', 'raw-arguments', 'runtime', 'environment', 'secret-names'],
  ...['gpus', 'address', 'port', 'ready-timeout'],
]

export function launchAt(value: unknown, place: string, flagIndex: FlagIndex): LaunchProfile {
  if (typeof value === 'string') return pasted(value, flagIndex)
  const section = sectionAt(value, place, launchKeys)
  const { name, model, runtime, environment, gpus, address, port } = section
  const config = {
    model,
    flags: flagsAt(section['flags'] ?? {}, joined(place, 'flags'), flagIndex),
    rawArguments: section['raw-arguments'],
  }
  const profile = {
    name: name ?? model,
    runtime,
    config,
    environment,
    gpus,
    address,
    port,
    secretNames: section['secret-names'],
    readyTimeoutS: section['ready-timeout'],
  }
  return valueAt(launchProfileSchema, profile, place)
}

export function launchContents(profile: LaunchProfile, flagIndex: FlagIndex): Section {
  const { name, runtime, config, environment, secretNames, gpus, address, port } = profile
  return {
    ...(name !== config.model && { name }),
    model: config.model,
    flags: flagsContents(config.flags, flagIndex),
    ...(config.rawArguments.length > 0 && { 'raw-arguments': config.rawArguments }),
    runtime,
    ...(Object.keys(environment).length > 0 && { environment }),
    ...(secretNames.length > 0 && { 'secret-names': secretNames }),
    ...(gpus !== null && { gpus }),
    address,
    ...(port !== null && { port }),
    'ready-timeout': profile.readyTimeoutS,
  }
}

/** Secrets in it are left behind: a file is no place for them, and they are asked for at the launch. */
function pasted(command: string, flagIndex: FlagIndex): LaunchProfile {
  const { config, environment, secrets } = importServeCommand(command, flagIndex)
  const secretNames = Object.keys(secrets)
  return launchProfileSchema.parse({ name: config.model, config, environment, secretNames })
}

const ownPrefix = 'server.'

/** As among the axes, one that no catalogue knows is written with a prefix. */
function flagKey(name: string, flagIndex: FlagIndex): string {
  return flagIndex.byName.has(name) ? name : ownPrefix + name
}

export function flagsContents(
  flags: LaunchProfile['config']['flags'],
  flagIndex: FlagIndex,
): Section {
  const entries = Object.entries(flags)
  return Object.fromEntries(entries.map(([name, value]) => [flagKey(name, flagIndex), value]))
}

export function flagsAt(value: unknown, place: string, flagIndex: FlagIndex): Section {
  const entries = Object.entries(sectionAt(value, place)).map(([key, flag]) => {
    const at = joined(place, key)
    return [nameOf(key, at, flagIndex), valueAt(serveFlagValueSchema, flag, at)] as const
  })
  return Object.fromEntries(entries)
}

function nameOf(key: string, place: string, flagIndex: FlagIndex): string {
  if (key.startsWith(ownPrefix)) return key.slice(ownPrefix.length)
  const name = key.replace(/^--/, '').replaceAll('_', '-')
  if (flagIndex.byName.has(name)) return name
  throw unknownKey(place, name, [...flagIndex.byName.keys()])
}
