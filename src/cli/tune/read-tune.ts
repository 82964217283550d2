// What `kneepoint tune` is to do: the plan of a file, for the server that it names.
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SweepFile, SweepFileServer } from '#core/model/sweep/sweep-file.ts'
import type { TuneFile } from '#core/tune/file/read-tune-file.ts'
import { plannedServer, tunePlan } from '#core/tune/file/tune-plan.ts'
import { tunedLaunch, tunedServerOf, type TunedServer } from '#core/tune/file/tuned-server.ts'
import { usualSuspects, withSuspects, type Suspects } from '#core/tune/file/usual-suspects.ts'
import { indexFlags } from '#core/vllm/flags/flag-index.ts'
import type { Client } from '#node/application/client-of.ts'
import {
  hostIdOf,
  profileOf,
  type KnownPlaces,
} from '#node/application/sweep-files/file-servers.ts'
import { readTuneText } from '#node/application/sweep-files/sweep-text.ts'
import { ownCatalogue, ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { placesOf } from '../sweep/bring-up.ts'
import { textOf } from '../sweep/sweep-order.ts'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'

export type TuneOrder = Readonly<{
  plan: SweepFile['plan']
  server: SweepFileServer
  /** That a start of it takes; null where that is not known. */
  startS: number | null
  /** Why flags of a preset do not vary. */
  leftOut: readonly Text[]
}>

export async function readTune(
  path: string,
  preset: TuneFile['preset'],
  client: Client,
): Promise<TuneOrder> {
  const file = readTuneText(await textOf(path), preset)
  const [server, ...others] = file.sweep.servers
  if (server === undefined || others.length > 0) {
    throw new AppError(
      'invalid-input',
      message('tune.oneServer', { count: file.sweep.servers.length }),
      { field: 'servers' },
    )
  }
  const places = await placesOf(client)
  const tuned = await foundServer(server, places, client)
  if (file.objective === 'energy' && tuned !== null && tuned.simulated !== null) {
    throw new AppError('invalid-input', message('tune.noEnergy'), { field: 'objective' })
  }
  const suspects =
    file.preset === null ? noSuspects : await suspectsOf(file, { server, places, tuned }, client)
  const flags = withSuspects(file.flags, suspects.flags)
  if (flags.length === 0) throw new AppError('invalid-input', message('tune.preset.noFlags'))
  const plan = tunePlan({ ...file, flags }, plannedServer(flags, tuned, ownFlagIndex()))
  return { plan, server, startS: tuned?.startS ?? null, leftOut: suspects.leftOut }
}

const noSuspects: Suspects = { flags: [], leftOut: [] }

/** With the GPUs of its host, where its profile chooses none. Null for one whose flags cannot be set. */
async function foundServer(
  server: SweepFileServer,
  places: KnownPlaces,
  client: Client,
): Promise<TunedServer | null> {
  if (server.kind === 'known') {
    const found = places.servers.find(({ name }) => name === server.name)
    return found === undefined ? null : tunedServerOf(found.spec, simulatorPresets)
  }
  if (server.kind !== 'launched') return tunedServerOf(server.spec, simulatorPresets)
  const profile = profileOf(server.profile, places)
  const id = hostIdOf(server.host, places)
  if (profile === null) return null
  const tuned = tunedLaunch(profile)
  if (id === null || tuned.gpusThere !== null) return tuned
  const facts = await client.hosts.facts({ id, withInstallations: false })
  return { ...tuned, gpusThere: facts.gpus.length || null }
}

type Found = Readonly<{ server: SweepFileServer; places: KnownPlaces; tuned: TunedServer | null }>

/** By the installation's own list of flags, where it is launched; else by the catalogue. */
async function suspectsOf(
  { drafter }: TuneFile,
  { server, places, tuned }: Found,
  client: Client,
): Promise<Suspects> {
  const hostId = server.kind === 'launched' ? hostIdOf(server.host, places) : null
  const runtime = tuned?.runtime ?? null
  const installed =
    runtime === null || hostId === null
      ? null
      : await client.profiles.installedFlags({ hostId, runtime })
  const catalogue = installed ?? ownCatalogue()
  return usualSuspects({
    flagIndex: indexFlags(catalogue.flags),
    version: installed?.versions[0] ?? null,
    sampledVersions: installed === null ? catalogue.versions : null,
    flags: tuned?.flags ?? {},
    gpus: tuned?.gpusThere ?? tuned?.gpus ?? 1,
    simulated: tuned?.simulated ?? null,
    drafter,
  })
}
