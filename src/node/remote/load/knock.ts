// Checks whether a host reaches a server, before it sends load there.
import { textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Host } from '../host.ts'

/** A port that cannot be forwarded to us may still be open to programs on the host. */
export async function knock(host: Host, { hostname, port, protocol }: URL): Promise<void> {
  const address = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  try {
    const stream = await host.connect(address, number)
    stream.destroy()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') return
    throw appError(
      'server-unreachable',
      'runs.hostWithoutServer',
      { host: host.name, hostname, number, why: textOf(error) },
      { field: 'on', cause: error },
    )
  }
}
