// Puts the built window at app://bench/, a proper and secure origin of its own.
import { answerFromWindow, refusal } from '#node/window/window-files.ts'
import type { Protocol } from 'electron'
import { appHost, appScheme } from './app-origin.ts'

/** Must be called before Electron is ready. */
export function declareAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

export function serveWindow(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(appScheme, (request) => answer(request, folder))
}

async function answer({ method, url }: Request, folder: string): Promise<Response> {
  const { host, pathname } = new URL(url)
  const { body, ...init } =
    method === 'GET' && host === appHost
      ? await answerFromWindow(folder, pathname)
      : refusal(400, 'Only files of the window can be read here.')
  return new Response(body, init)
}
