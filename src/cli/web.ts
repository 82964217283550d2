// `kneepoint web`: the window in a browser, served by this process until interrupted.
import { once } from 'node:events'
import path from 'node:path'
import type { Application } from '#node/application/create-application.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { newToken as freshToken } from '#web/access.ts'
import type { HttpApi } from '#web/http-api.ts'
import { keepAddress, keptAddress } from '#web/kept-address.ts'
import { serveWeb } from '#web/serve-web.ts'
import { switchFlag } from '#core/flags/flag-shapes.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { listenFlags } from './listen-flags.ts'
import { leftRunning } from './left-running.ts'
import { openBrowser } from './open-browser.ts'
import { openOwnApplication } from './own-application.ts'
import { ownVersion, rendererFolder } from './own-files.ts'

export const web = flagCommand({
  name: 'kneepoint web',
  about:
    'Serves the window to a browser on this machine and prints its address; anyone with the address can use the window. ' +
    'Ctrl-C ends it and keeps what was measured.',
  flags: {
    ...listenFlags(0, 'Port to listen on; 0 takes the one of the last start, or a free one.'),
    newToken: switchFlag(
      'Replace the access token, so that earlier addresses and tabs no longer work.',
    ),
    api: switchFlag(
      'Answer scripts too: the calls of the window as JSON over HTTP, described at /api/v1/openapi.json.',
    ),
    noOpen: switchFlag('Do not open a browser.'),
  },
  async run({ host, port, newToken, api, noOpen }, { print, note, interrupted }) {
    const application = openOwnApplication()
    try {
      const file = path.join(path.dirname(databasePath()), 'web.json')
      const kept = keptAddress(file)
      const token = newToken ? freshToken() : kept.token
      const server = await serveWeb({
        ...{ application, rendererFolder, host, onWarning: note, token },
        ...(api && { api: await apiOf(application.router, token) }),
        port: port === 0 ? kept.port : port,
        isPortPreferred: port === 0,
      })
      keepAddress(file, { port: server.port, token: server.token })
      print(`Kneepoint is at ${server.url}`)
      if (!noOpen) openBrowser(server.url)
      if (!interrupted.aborted) await once(interrupted, 'abort')
      await server.close()
    } finally {
      for (const line of leftRunning(application.outliving())) note(line)
      await application.close()
    }
    return exitCodes.done
  },
})

/** Loaded where asked for: it describes every call. */
async function apiOf(router: Application['router'], token: string): Promise<HttpApi> {
  const { httpApi } = await import('#web/http-api.ts')
  return httpApi({ router, token, version: ownVersion() })
}
