// `kneepoint web`: serves the window to a browser until interrupted.
import { message } from '#core/messages/message.ts'
import path from 'node:path'
import type { Application } from '#node/application/create-application.ts'
import { clientOf, followNews } from '#node/application/services/client-of.ts'
import { guardEventLoop } from '#node/crash/loop-guard.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { newToken as freshToken } from '#web/access.ts'
import { keepAddress, keptAddress } from '#web/kept-address.ts'
import { dataPage, type ScriptAnswers } from '#web/script-access.ts'
import { serveWeb } from '#web/serve-web.ts'
import { httpUrl, switchFlag } from '#core/flags/flag.ts'
import { webObserverFlags } from '#core/flags/output.ts'
import { closeObservers, followRuns, openObservers } from './bench/run-observers.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { listenFlags } from './arguments/listen-flags.ts'
import { leftRunning } from './server/left-running.ts'
import { openBrowser } from './open-browser.ts'
import { aborted } from './terminal/interrupt.ts'
import { openOwnApplication } from './own-application.ts'
import { ownVersion, rendererFolder } from './own-files.ts'

export const web = flagCommand({
  name: 'kneepoint web',
  about:
    'Serves the window to a browser on this machine and prints its address. Anyone with the address can use the window. ' +
    'Ctrl-C stops it; everything measured is kept.',
  flags: {
    ...listenFlags(0, 'Port to listen on; 0 reuses the port of the last start if it is free.'),
    publicUrl: {
      schema: httpUrl.nullable().default(null),
      metavar: 'URL',
      summary:
        'Address of the window behind a reverse proxy, as the browser shows it, path included. Needed if the proxy ' +
        'changes Host or serves the window below a path.',
    },
    newToken: switchFlag(
      'Replace the access token, so that earlier addresses and tabs no longer work.',
    ),
    api: switchFlag(
      'Also serve the calls of the window to scripts, as JSON over HTTP; see /api/v1/openapi.json.',
    ),
    ...webObserverFlags,
    noOpen: switchFlag('Do not open a browser.'),
  },
  async run(flags, terminal) {
    const { host, port, publicUrl, newToken, api, noOpen } = flags
    const { print, note, interrupted } = terminal
    guardEventLoop()
    const application = openOwnApplication()
    const observers = await openObservers(flags, terminal)
    const news = observers.length === 0 ? null : await followNews(clientOf(application))
    if (news !== null) followRuns(news, observers)
    try {
      const folder = path.dirname(databasePath())
      const file = path.join(folder, 'web.json')
      const kept = keptAddress(file)
      const token = newToken ? freshToken() : kept.token
      const server = await serveWeb({
        ...{ application, rendererFolder, host, publicUrl, onWarning: note, token },
        scripts: [
          ...(api ? [await apiOf(application.router, token)] : []),
          ...observers.flatMap(({ pages }) =>
            Object.entries(pages).map(([path, write]) => dataPage({ path, write, token })),
          ),
        ],
        port: port === 0 ? kept.port : port,
        isPortPreferred: port === 0,
      })
      keepAddress(file, { port: server.port, token: server.token })
      print(message('cli.webAt', { url: server.url }))
      const removePage = noOpen ? () => undefined : openBrowser(server.localUrl, folder)
      await aborted(interrupted)
      removePage()
      await server.close()
    } finally {
      news?.close()
      await closeObservers(observers)
      for (const line of leftRunning(application.outliving())) note(line)
      await application.close()
    }
    return exitCodes.done
  },
})

/** Loaded on demand, because it describes every call. */
async function apiOf(router: Application['router'], token: string): Promise<ScriptAnswers> {
  const { httpApi } = await import('#web/http-api.ts')
  return httpApi({ router, token, version: ownVersion() })
}
