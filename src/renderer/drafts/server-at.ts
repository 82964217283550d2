// Finds the known server for an address of a command line.
import type { Server } from '#core/model/server.ts'

/** Compares origins: the path in a command line does not identify a server. */
export function serverAt(baseUrl: string, servers: readonly Server[]): Server | null {
  const wanted = originOf(baseUrl)
  if (wanted === null) return null
  return (
    servers.find((server) => addressesOf(server).some((one) => originOf(one) === wanted)) ?? null
  )
}

function addressesOf({ spec, state }: Server): readonly string[] {
  return [
    ...(state.state === 'ready' ? [state.baseUrl] : []),
    ...(spec.kind === 'attached' ? [spec.baseUrl] : []),
  ]
}

/** This machine has several names; null if the text is not an address. */
function originOf(baseUrl: string): string | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  return url?.origin.replace(/\/\/(localhost|0\.0\.0\.0|\[::1?\])(?=:|$)/, '//127.0.0.1') ?? null
}

/** Includes the path, because a gateway serves several servers at one origin. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [one, other].map(
    (address) => `${originOf(address)}${pathOf(address).replace(/\/+$/, '')}`,
  )
  return first === second
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address
}
