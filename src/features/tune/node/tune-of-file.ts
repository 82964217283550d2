// Plan of a tune file, for the server that it names.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import { readTuneFile, type TuneFile } from '#features/tune/core/file/read-tune-file.ts'
import type { OpenedFile } from '#node/application/sweeps/tuning-service.ts'
import { parsedText } from '#node/application/sweeps/sweep-text.ts'
import { plannedTune } from '#features/tune/core/file/tune-plan.ts'
import {
  tunedLaunch,
  tunedServerOf,
  type TunedServer,
} from '#features/tune/core/file/tuned-server.ts'
import {
  usualSuspects,
  withSuspects,
  type Suspects,
} from '#features/tune/core/file/usual-suspects.ts'
import { indexFlags, type FlagCatalogue } from '#core/vllm/flag-index.ts'
import { ownCatalogue, ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'
import { profileOf, type KnownPlaces } from '#node/application/sweeps/file-servers.ts'

export type TuneOfFile = Pick<OpenedFile, 'plan' | 'leftOut'>

export function readTuneText(text: string, preset: TuneFile['preset'] = null): TuneFile {
  return readTuneFile(parsedText(text), ownFlagIndex(), preset)
}

/** Null for a server that is unknown, or whose flags cannot be set. */
export function tunedServerIn(server: SweepFileServer, places: KnownPlaces): TunedServer | null {
  if (server.kind === 'known') {
    const found = places.servers.find(({ name }) => name === server.name)
    return found === undefined ? null : tunedServerOf(found.spec, simulatorPresets)
  }
  if (server.kind !== 'launched') return tunedServerOf(server.spec, simulatorPresets)
  const profile = profileOf(server.profile, places)
  return profile === null ? null : tunedLaunch(profile)
}

/** `installed` are the flags of the launched installation; null uses the catalogue. */
export function tuneOfFile(
  file: TuneFile,
  tuned: TunedServer | null,
  installed: FlagCatalogue | null,
): TuneOfFile {
  const suspects = file.preset === null ? noSuspects : suspectsOf(file, tuned, installed)
  const flags = withSuspects(file.flags, suspects.flags)
  if (flags.length === 0) throw new AppError('invalid-input', message('tune.preset.noFlags'))
  return { plan: plannedTune({ ...file, flags }, tuned, ownFlagIndex()), leftOut: suspects.leftOut }
}

const noSuspects: Suspects = { flags: [], leftOut: [] }

function suspectsOf(
  { drafter }: TuneFile,
  tuned: TunedServer | null,
  installed: FlagCatalogue | null,
): Suspects {
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
