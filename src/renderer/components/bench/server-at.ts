// Which of the known servers an address of a command line means.
import type { Server } from '#core/model/server/server.ts'

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

/** This machine has several names, and a path says nothing about which server it is. */
function originOf(baseUrl: string): string | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  return url?.origin.replace(/\/\/(localhost|0\.0\.0\.0|\[::1?\])(?=:|$)/, '//127.0.0.1') ?? null
}
