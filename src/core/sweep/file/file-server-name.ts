// Names of servers in a sweep file.
import { message, type Text } from '../../messages/message.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'

/** Uses the server's own name if it has one. */
export function fileServerName(server: SweepFileServer): Text {
  if (server.name !== null) return server.name
  switch (server.kind) {
    case 'known':
      return server.name
    case 'attached':
      return server.spec.baseUrl
    case 'simulator':
      return message('sweeps.server.simulator', { preset: server.spec.preset })
    case 'launched':
      return message('sweeps.server.launched', { host: server.host })
  }
}
