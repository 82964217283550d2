// Which of the known servers an address of a command line means.
import type { Server } from '#core/model/server.ts'

/** By its origin: a path of a command line says nothing about which server it is. */
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

/** This machine has several names; null for text that is no address. */
function originOf(baseUrl: string): string | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  return url?.origin.replace(/\/\/(localhost|0\.0\.0\.0|\[::1?\])(?=:|$)/, '//127.0.0.1') ?? null
}

/** With its path, since a gateway serves several servers at one origin. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [one, other].map(
    (address) => `${originOf(address)}${pathOf(address).replace(/\/+$/, '')}`,
  )
  return first === second
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address
}
