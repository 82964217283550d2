// Converts between servers in a sweep file and servers in the list.
import { isDeepStrictEqual } from 'node:util'
import type { LaunchProfile, StoredProfile } from '#core/model/launch-profile.ts'
import { localHostId, type Host } from '#core/model/host.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import type { AttachedSpec, Server } from '#core/model/server.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import { rootOf } from '../servers/servers.ts'

export type KnownPlaces = Readonly<{
  servers: readonly Server[]
  hosts: readonly Pick<Host, 'id' | 'name'>[]
  profiles: readonly StoredProfile[]
}>

/** Null if no server in the list matches. */
export function findServer(wanted: SweepFileServer, known: KnownPlaces): Server | null {
  const hasName = ({ name }: Server) =>
    !('spec' in wanted || 'host' in wanted) || wanted.name === null || wanted.name === name
  return known.servers.find((server) => hasName(server) && isLike(server, wanted, known)) ?? null
}

export function describeServer(
  { name, spec }: Server,
  { hosts }: Pick<KnownPlaces, 'hosts'>,
): SweepFileServer {
  if (spec.kind === 'attached') return { kind: 'attached', name, spec }
  if (spec.kind === 'simulator') return { kind: 'simulator', name, spec }
  const host = hosts.find(({ id }) => id === spec.hostId)?.name ?? spec.hostId
  return { kind: 'launched', name, host, profile: spec.profile }
}

/** The id of a host by its name; `local` is this computer. */
export function hostIdOf(name: string, { hosts }: Pick<KnownPlaces, 'hosts'>): string | null {
  if (name === localHostId) return localHostId
  return hosts.find((host) => host.name === name || host.id === name)?.id ?? null
}

export function profileOf(
  profile: string | LaunchProfile,
  { profiles }: Pick<KnownPlaces, 'profiles'>,
): LaunchProfile | null {
  if (typeof profile !== 'string') return profile
  return profiles.find((stored) => stored.profile.name === profile)?.profile ?? null
}

function isLike({ name, spec }: Server, wanted: SweepFileServer, known: KnownPlaces): boolean {
  switch (wanted.kind) {
    case 'known':
      return name === wanted.name
    case 'attached':
      return spec.kind === 'attached' && isSameAddress(spec, wanted.spec)
    case 'simulator':
      return spec.kind === 'simulator' && isDeepStrictEqual({ ...wanted.spec }, { ...spec })
    case 'launched':
      return (
        spec.kind === 'launched' &&
        spec.hostId === hostIdOf(wanted.host, known) &&
        isDeepStrictEqual(plain(profileOf(wanted.profile, known)), plain(spec.profile))
      )
  }
}

/** If a file omits the GPU count, the count in the list applies. */
function isSameAddress(listed: AttachedSpec, { baseUrl, gpuCount }: AttachedSpec): boolean {
  const agrees = gpuCount === undefined || gpuCount === listed.gpuCount
  return agrees && rootOf(listed.baseUrl) === rootOf(baseUrl)
}

/** Normalizes a profile to its form after a round trip through a file. */
function plain(profile: LaunchProfile | null): LaunchProfile | null {
  return profile === null ? null : launchProfileSchema.parse(profile)
}
