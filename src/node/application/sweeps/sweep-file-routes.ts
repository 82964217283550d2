// Calls about sweeps as files and command lines.
import { sweepFileApi } from '#contract/sweep-api.ts'
import { handlers } from '../handlers.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Server } from '#core/model/server.ts'
import { equivalentSweepCommand } from '#core/sweep/file/sweep-command.ts'
import { launchText } from '#core/vllm/launch/launch-command.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { Hosts } from '../servers/hosts.ts'
import type { Profiles } from '../servers/profiles.ts'
import { presentable } from '#core/redaction/presentable.ts'
import type { Servers } from '../servers/servers.ts'
import { describeServer, findServer, type KnownPlaces } from './file-servers.ts'
import * as features from './features.ts'
import { readSweepText, writeSweepText } from './sweep-text.ts'
import type { OpenedFile, TuningService } from './tuning-service.ts'

type Tools = Readonly<{ servers: Servers; hosts: Hosts; profiles: Profiles }>

export function sweepFileRoutes(tools: Tools) {
  return handlers(sweepFileApi, {
    open: (input) => {
      const places = placesOf(tools)
      const { plan, servers, leftOut } = openedText(input.text, places)
      const found = servers.map((wanted) => ({ wanted, server: findServer(wanted, places) }))
      return {
        plan,
        leftOut: [...leftOut],
        serverIds: found.flatMap(({ server }) => server?.id ?? []),
        otherServers: found.flatMap(({ wanted, server }) => (server === null ? [wanted] : [])),
      }
    },
    write: ({ plan, serverIds, format }) => {
      const places = placesOf(tools)
      const servers = chosen(serverIds, places).map((server) => describeServer(server, places))
      const text = writeSweepText({ plan, servers }, format)
      return { fileName: `${fileStem(plan.name)}.${format}`, mediaType: mediaTypes[format], text }
    },
    command: (input) => commandOf(input, placesOf(tools)),
  })
}

/** Content of a sweep file, or of a feature's file. */
function openedText(text: string, places: KnownPlaces): OpenedFile {
  const [tunings] = Object.values<TuningService>(features)
  return tunings?.open(text, places) ?? { ...readSweepText(text), leftOut: [] }
}

const mediaTypes = { yaml: 'application/yaml', json: 'application/json' } as const

function placesOf({ servers, hosts, profiles }: Tools): KnownPlaces {
  return { servers: servers.list(), hosts: hosts.list(), profiles: profiles.list() }
}

function chosen(serverIds: readonly string[], { servers }: KnownPlaces): Server[] {
  return serverIds.flatMap((id) => servers.find((server) => server.id === id) ?? [])
}

type SweepChoice = Readonly<{ plan: SweepPlan; serverIds: readonly string[] }>

function commandOf({ plan, serverIds }: SweepChoice, places: KnownPlaces) {
  const servers = chosen(serverIds, places)
  const config = presentable(plan.config)
  const commands = servers.map((server) => ({ command: commandLine(server) }))
  const { files, gaps, ...said } = equivalentSweepCommand(
    { ...plan, config },
    commands.length === 0 ? [{ command: null }] : commands,
  )
  return { commands: [...said.commands], files: [...files], gaps: [...gaps] }
}

/** Command of its last start, or of the next one if it never started. */
function commandLine({ spec, launch }: Server): string | null {
  if (spec.kind !== 'launched') return null
  const target = { id: 'ID', port: spec.profile.port ?? usualPort, facts: null }
  const command = launch?.launch.command ?? launchText(spec.profile, target, ownFlagIndex())
  return command.replaceAll(' \\\n  ', ' ')
}

/** vLLM's default port. */
const usualPort = 8000

/** A file name that is valid in every file system. */
function fileStem(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'sweep'
}
