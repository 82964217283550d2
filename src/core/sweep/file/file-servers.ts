// The servers of a sweep file: a URL, a preset of the simulator, a launch on a host, or one that is in the list.
import { message } from '#core/messages/message.ts'
import { attachedSpecSchema, simulatorSpecSchema } from '#core/model/server/server.ts'
import type { SweepFileServer } from '#core/model/sweep/sweep-file.ts'
import type { FlagIndex } from '#core/vllm/flags/flag-index.ts'
import { joined, listAt, problemAt, sectionAt, shown, valueAt, type Section } from './file-place.ts'
import { flagsAt, flagsContents, launchAt, launchContents } from './file-launch.ts'

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
      const { baseUrl, gpuCount } = server.spec
      return { url: baseUrl, ...named, ...(gpuCount !== undefined && { gpus: gpuCount }) }
    }
    case 'simulator': {
      const { preset, port, startupS, seed, speculation, loraModules, flags } = server.spec
      return {
        simulator: preset,
        ...named,
        'start-up': startupS,
        seed,
        ...(port !== null && { port }),
        ...(speculation !== undefined && { speculation }),
        ...(loraModules !== undefined && { 'lora-modules': loraModules }),
        ...(flags !== undefined && { flags: flagsContents(flags, flagIndex) }),
      }
    }
    case 'launched':
      return { host: server.host, ...named, ...profileContents(server.profile, flagIndex) }
  }
}

type Launched = Extract<SweepFileServer, { kind: 'launched' }>
type ServerReader = (section: Section, place: string, flagIndex: FlagIndex) => SweepFileServer

/** By the key that shows what a server is. */
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
    problem: message('files.kindMissing', { value: shown(value) }),
    remedy: message('files.kindMissing.remedy', { kinds: [...readers.keys()].join(', ') }),
  })
}

function knownAt(section: Section, place: string): SweepFileServer {
  const { server } = sectionAt(section, place, ['server'])
  return { kind: 'known', name: textAt(server, joined(place, 'server')) }
}

function attachedAt(section: Section, place: string): SweepFileServer {
  const { url, name, gpus } = sectionAt(section, place, ['url', 'name', 'gpus'])
  const { baseUrl: address, gpuCount: count } = attachedSpecSchema.shape
  const baseUrl = valueAt(address, url, joined(place, 'url'))
  const gpuCount = valueAt(count, gpus, joined(place, 'gpus'))
  const spec = { kind: 'attached', baseUrl, ...(gpuCount !== undefined && { gpuCount }) } as const
  return { kind: 'attached', name: nameAt(name, place), spec }
}

const simulatorKeys = [
  ...['simulator', 'name', 'port', 'start-up', 'seed', 'speculation', 'lora-modules', 'flags'],
]

function simulatorAt(section: Section, place: string, flagIndex: FlagIndex): SweepFileServer {
  const { simulator: preset, name, port, seed, ...rest } = sectionAt(section, place, simulatorKeys)
  const { speculation, 'start-up': startupS, 'lora-modules': loraModules } = rest
  const flags =
    rest['flags'] === undefined
      ? undefined
      : flagsAt(rest['flags'], joined(place, 'flags'), flagIndex)
  const spec = { kind: 'simulator', preset, port, startupS, seed, speculation, loraModules, flags }
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
): Launched['profile'] {
  if (launch !== undefined) return launchAt(launch, joined(place, 'launch'), flagIndex)
  if (profile !== undefined) return textAt(profile, joined(place, 'profile'))
  throw problemAt({
    place,
    problem: message('files.launchMissing'),
    remedy: message('files.launchMissing.remedy'),
  })
}

function profileContents(profile: Launched['profile'], flagIndex: FlagIndex): Section {
  return typeof profile === 'string' ? { profile } : { launch: launchContents(profile, flagIndex) }
}

function nameAt(value: unknown, place: string): string | null {
  return value === undefined || value === null ? null : textAt(value, joined(place, 'name'))
}

function textAt(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw problemAt({
    place,
    problem: message('files.mustBeNot', {
      what: message('config.mustBe', { what: message('launch.text') }),
      value: shown(value),
    }),
  })
}
