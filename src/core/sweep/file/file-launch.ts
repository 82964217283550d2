// A launch as a sweep file says it: the command line one would type, or a model with its flags and surroundings.
import { launchProfileSchema, type LaunchProfile } from '#core/model/server/launch-profile.ts'
import { serveFlagValueSchema } from '#core/model/server/serve-config.ts'
import type { FlagBook } from '#core/vllm/flags/flag-book.ts'
import { importServeCommand } from '#core/vllm/flags/import-serve-command.ts'
import { joined, sectionAt, unknownKey, valueAt, type Section } from './file-place.ts'

const launchKeys = [
  ...['name', 'model', 'flags', 'raw-arguments', 'runtime', 'environment', 'secret-names'],
  ...['gpus', 'address', 'port', 'ready-timeout'],
]

export function launchAt(value: unknown, place: string, book: FlagBook): LaunchProfile {
  if (typeof value === 'string') return pasted(value, book)
  const section = sectionAt(value, place, launchKeys)
  const { name, model, runtime, environment, gpus, address, port } = section
  const config = {
    model,
    flags: flagsAt(section['flags'] ?? {}, joined(place, 'flags'), book),
    rawArguments: section['raw-arguments'],
  }
  const profile = {
    ...{ name: name ?? model, runtime, config, environment, gpus, address, port },
    secretNames: section['secret-names'],
    readyTimeoutS: section['ready-timeout'],
  }
  return valueAt(launchProfileSchema, profile, place)
}

export function launchContents(profile: LaunchProfile, book: FlagBook): Section {
  const { name, runtime, config, environment, secretNames, gpus, address, port } = profile
  return {
    ...(name !== config.model && { name }),
    model: config.model,
    flags: flagsContents(config.flags, book),
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
function pasted(command: string, book: FlagBook): LaunchProfile {
  const { config, environment, secrets } = importServeCommand(command, book)
  const secretNames = Object.keys(secrets)
  return launchProfileSchema.parse({ name: config.model, config, environment, secretNames })
}

const ownPrefix = 'server.'

/** As among the axes, one that no catalogue knows is written with a prefix. */
function flagKey(name: string, book: FlagBook): string {
  return book.byName.has(name) ? name : ownPrefix + name
}

export function flagsContents(flags: LaunchProfile['config']['flags'], book: FlagBook): Section {
  const entries = Object.entries(flags)
  return Object.fromEntries(entries.map(([name, value]) => [flagKey(name, book), value]))
}

export function flagsAt(value: unknown, place: string, book: FlagBook): Section {
  const entries = Object.entries(sectionAt(value, place)).map(([key, flag]) => {
    const at = joined(place, key)
    return [nameOf(key, at, book), valueAt(serveFlagValueSchema, flag, at)] as const
  })
  return Object.fromEntries(entries)
}

function nameOf(key: string, place: string, book: FlagBook): string {
  if (key.startsWith(ownPrefix)) return key.slice(ownPrefix.length)
  const name = key.replace(/^--/, '').replaceAll('_', '-')
  if (book.byName.has(name)) return name
  throw unknownKey(place, name, [...book.byName.keys()])
}
