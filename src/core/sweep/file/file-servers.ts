// The servers of a sweep file: a URL, a simulator preset, a launch on a host, or a server in the list.
import type { z } from 'zod'
import { type SlurmJob, slurmJobSchema } from '#core/flags/slurm-job.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import {
  featureSettings,
  type LaunchProfile,
  launchProfileSchema,
} from '#core/model/launch-profile.ts'
import { parseShare, shareText } from '../limit-text.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import { importServeCommand } from '#core/vllm/import-serve-command.ts'
import { message, remedied } from '#core/messages/message.ts'
import { attachedSpecSchema, simulatorSpecSchema } from '#core/model/server.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import {
  joined,
  listAt,
  problemAt,
  type Section,
  sectionAt,
  shown,
  unknownKey,
  valueAt,
} from './file-place.ts'

/** Keys of a launch in a sweep file: the command line, or a model with flags and environment. */
const launchKeys = [
  ...['name', 'model', 'flags', 'raw-arguments', 'runtime', 'environment', 'secret-names'],
  ...['gpus', 'address', 'port', 'slurm', ...Object.keys(featureSettings), 'ready-timeout'],
]

/** Keys of a job in a sweep file, equal to the options of `server launch`. */
const jobKeys = {
  partition: 'partition',
  account: 'account',
  qos: 'qos',
  'time-limit': 'timeLimit',
  'gpus-per-node': 'gpusPerNode',
  'sbatch-options': 'options',
  nodes: 'nodes',
  'load-nodes': 'loadNodes',
  'load-sbatch-options': 'loadOptions',
  setup: 'setup',
} as const satisfies Readonly<Record<string, keyof SlurmJob>>

function jobAt(value: unknown, place: string): SlurmJob | null {
  if (value === undefined || value === null) return null
  const section = sectionAt(value, place, Object.keys(jobKeys))
  const entries = Object.entries(jobKeys).map(([key, field]) => [field, section[key]])
  return valueAt(slurmJobSchema, Object.fromEntries(entries), place)
}

/** Omits values that the cluster chooses. */
function jobContents(job: SlurmJob): Section {
  const usual = slurmJobSchema.parse({})
  const set = Object.entries(jobKeys).filter(
    ([, field]) => JSON.stringify(job[field]) !== JSON.stringify(usual[field]),
  )
  return Object.fromEntries(set.map(([key, field]) => [key, job[field]]))
}

function launchAt(value: unknown, place: string, flagIndex: FlagIndex): LaunchProfile {
  if (typeof value === 'string') return pasted(value, place, flagIndex)
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
    ...settingsIn(section),
    job: jobAt(section['slurm'], joined(place, 'slurm')),
    secretNames: section['secret-names'],
    readyTimeoutS: section['ready-timeout'],
  }
  return valueAt(launchProfileSchema, profile, place)
}

/** Settings of features that are set. */
function settingsIn(values: Section): Section {
  const set = Object.entries(values).filter(
    ([name, value]) => name in featureSettings && value !== null,
  )
  return Object.fromEntries(set)
}

function launchContents(profile: LaunchProfile, flagIndex: FlagIndex): Section {
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
    ...(profile.job !== null && { slurm: jobContents(profile.job) }),
    ...settingsIn(profile),
    'ready-timeout': profile.readyTimeoutS,
  }
}

/** Drops secrets, which do not belong in a file; the user enters them at the launch. */
function pasted(command: string, place: string, flagIndex: FlagIndex): LaunchProfile {
  // Rejects shell syntax instead of dropping it silently.
  splitShellText(command)
  const { config, environment, secrets } = importServeCommand(command, flagIndex)
  const secretNames = Object.keys(secrets)
  const profile = { name: config.model, config, environment, secretNames }
  return valueAt(launchProfileSchema, profile, place)
}

const ownPrefix = 'server.'

/** Adds a prefix to flags missing from the catalogue, as axes do. */
function flagKey(name: string, flagIndex: FlagIndex): string {
  return flagIndex.byName.has(name) ? name : ownPrefix + name
}

function flagsContents(flags: LaunchProfile['config']['flags'], flagIndex: FlagIndex): Section {
  const entries = Object.entries(flags)
  return Object.fromEntries(entries.map(([name, value]) => [flagKey(name, flagIndex), value]))
}

function flagsAt(value: unknown, place: string, flagIndex: FlagIndex): Section {
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

export function serversAt(value: unknown, place: string, flagIndex: FlagIndex): SweepFileServer[] {
  return listAt(Array.isArray(value) ? value : [value], place).map((server, index) =>
    serverAt(server, joined(place, index), flagIndex),
  )
}

export function serverContents(server: SweepFileServer, flagIndex: FlagIndex): Section {
  if (server.kind === 'known') return { server: server.name }
  const named = server.name === null ? {} : { name: server.name }
  switch (server.kind) {
    case 'attached': {
      const { baseUrl, gpuCount, gpuMetricsUrl, gpuMetricsGpus } = server.spec
      return {
        url: baseUrl,
        ...named,
        ...(gpuCount !== undefined && { gpus: gpuCount }),
        ...(gpuMetricsUrl !== undefined && { 'gpu-metrics-url': gpuMetricsUrl }),
        ...(gpuMetricsGpus !== undefined && { 'gpu-metrics-gpus': gpuMetricsGpus }),
      }
    }
    case 'simulator': {
      const { preset, port, startupS, seed, speculation, reasoning, slowdown, ...rest } =
        server.spec
      const { loraModules, flags } = rest
      return {
        simulator: preset,
        ...named,
        'start-up': startupS,
        seed,
        ...(port !== null && { port }),
        ...(speculation !== undefined && { speculation }),
        ...(reasoning !== undefined && { reasoning }),
        ...(slowdown !== undefined && { 'slow-down': shareText(slowdown) }),
        ...(loraModules !== undefined && { 'lora-modules': loraModules }),
        ...(flags !== undefined && { flags: flagsContents(flags, flagIndex) }),
      }
    }
    case 'launched':
      return { host: server.host, ...named, ...profileContents(server.profile, flagIndex) }
  }
}

type LaunchedFileServer = Extract<SweepFileServer, { kind: 'launched' }>
type ServerReader = (section: Section, place: string, flagIndex: FlagIndex) => SweepFileServer

/** Readers by the key that identifies the kind of a server. */
const readers: ReadonlyMap<string, ServerReader> = new Map([
  ['server', knownAt],
  ['url', attachedAt],
  ['simulator', simulatorAt],
  ['host', launchedAt],
])

function serverAt(value: unknown, place: string, flagIndex: FlagIndex): SweepFileServer {
  if (typeof value === 'string') {
    return /^https?:/.test(value)
      ? attachedAt({ url: value }, place)
      : { kind: 'known', name: value }
  }
  const section = sectionAt(value, place)
  const reader = [...readers].find(([key]) => key in section)?.[1]
  if (reader !== undefined) return reader(section, place, flagIndex)
  throw problemAt({
    place,
    ...remedied('files.kindMissing', {
      value: shown(value),
      kinds: [...readers.keys()].join(', '),
    }),
  })
}

function knownAt(section: Section, place: string): SweepFileServer {
  const { server } = sectionAt(section, place, ['server'])
  return { kind: 'known', name: textAt(server, joined(place, 'server')) }
}

function attachedAt(section: Section, place: string): SweepFileServer {
  const keys = ['url', 'name', 'gpus', 'gpu-metrics-url', 'gpu-metrics-gpus']
  const { url, name, gpus, ...exporters } = sectionAt(section, place, keys)
  const { baseUrl: address, gpuCount: count, ...schemas } = attachedSpecSchema.shape
  const baseUrl = valueAt(address, url, joined(place, 'url'))
  const gpuCount = valueAt(count, gpus, joined(place, 'gpus'))
  const wordsAt = (schema: z.ZodType<string[] | undefined>, key: string) => {
    const value = exporters[key]
    return valueAt(schema, typeof value === 'string' ? [value] : value, joined(place, key))
  }
  const gpuMetricsUrl = wordsAt(schemas.gpuMetricsUrl, 'gpu-metrics-url')
  const gpuMetricsGpus = wordsAt(schemas.gpuMetricsGpus, 'gpu-metrics-gpus')
  const spec = {
    ...({ kind: 'attached', baseUrl } as const),
    ...(gpuCount !== undefined && { gpuCount }),
    ...(gpuMetricsUrl !== undefined && { gpuMetricsUrl }),
    ...(gpuMetricsGpus !== undefined && { gpuMetricsGpus }),
  }
  return { kind: 'attached', name: nameAt(name, place), spec }
}

const simulatorKeys = [
  ...['simulator', 'name', 'port', 'start-up', 'seed', 'speculation', 'slow-down'],
  ...['reasoning', 'lora-modules', 'flags'],
]

function simulatorAt(section: Section, place: string, flagIndex: FlagIndex): SweepFileServer {
  const { simulator: preset, name, port, seed, ...rest } = sectionAt(section, place, simulatorKeys)
  const {
    speculation,
    reasoning,
    'start-up': startupS,
    'lora-modules': loraModules,
    'slow-down': slower,
  } = rest
  const flags =
    rest['flags'] === undefined
      ? undefined
      : flagsAt(rest['flags'], joined(place, 'flags'), flagIndex)
  const slowdown = typeof slower === 'string' ? (parseShare(slower) ?? slower) : slower
  const spec = {
    ...{ kind: 'simulator', preset, port, startupS, seed, speculation, slowdown },
    ...{ reasoning, loraModules, flags },
  }
  return {
    kind: 'simulator',
    name: nameAt(name, place),
    spec: valueAt(simulatorSpecSchema, spec, place),
  }
}

function launchedAt(section: Section, place: string, flagIndex: FlagIndex): SweepFileServer {
  const { host, name, ...rest } = sectionAt(section, place, ['host', 'name', 'profile', 'launch'])
  return {
    kind: 'launched',
    name: nameAt(name, place),
    host: textAt(host, joined(place, 'host')),
    profile: profileAt(rest, place, flagIndex),
  }
}

function profileAt(
  { profile, launch }: Section,
  place: string,
  flagIndex: FlagIndex,
): LaunchedFileServer['profile'] {
  if (launch !== undefined) return launchAt(launch, joined(place, 'launch'), flagIndex)
  if (profile !== undefined) return textAt(profile, joined(place, 'profile'))
  throw problemAt({ place, ...remedied('files.launchMissing') })
}

function profileContents(profile: LaunchedFileServer['profile'], flagIndex: FlagIndex): Section {
  return typeof profile === 'string' ? { profile } : { launch: launchContents(profile, flagIndex) }
}

function nameAt(value: unknown, place: string): string | null {
  return value === undefined || value === null ? null : textAt(value, joined(place, 'name'))
}

function textAt(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw problemAt({
    place,
    message: message('files.mustBeNot', {
      what: message('config.mustBe', { what: message('launch.text') }),
      value: shown(value),
    }),
  })
}
