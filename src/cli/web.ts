// `kneepoint web`: the window in a browser, served by this process until interrupted.
import { once } from 'node:events'
import { z } from 'zod'
import { serveWeb } from '#web/serve-web.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { leftRunning } from './left-running.ts'
import { openBrowser } from './open-browser.ts'
import { openOwnApplication } from './own-application.ts'
import { rendererFolder } from './own-files.ts'

export const web = flagCommand({
  name: 'kneepoint web',
  about:
    'Serves the window to a browser on this machine and prints its address; anyone with the address can use the window. ' +
    'Ctrl-C ends it and keeps what was measured.',
  flags: {
    host: {
      schema: z.string().min(1).default('127.0.0.1'),
      kind: 'text',
      metavar: 'HOST',
      summary: 'Address to listen on.',
    },
    port: {
      schema: z.int().min(0).max(65535).default(0),
      kind: 'integer',
      metavar: 'PORT',
      summary: 'Port to listen on; 0 takes a free one.',
    },
    noOpen: {
      schema: z.boolean().default(false),
      kind: 'switch',
      summary: 'Do not open a browser.',
    },
  },
  async run({ host, port, noOpen }, { print, note, interrupted }) {
    const application = openOwnApplication()
    try {
      const server = await serveWeb({ application, rendererFolder, host, port, onWarning: note })
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
