// Serves the built window at app://bench/, a separate secure origin.
import type { Protocol } from 'electron'
import { answerFromWindow, refusal } from '#node/files/window-files.ts'

// The one origin that our pages are loaded from.
const appScheme = 'app'
const appHost = 'bench'

export type AppOrigin = string

/** `app://bench`, or the origin of the development server if there is one. */
export function appOriginOf(developmentUrl: string | undefined): AppOrigin {
  return developmentUrl === undefined ? `${appScheme}://${appHost}` : new URL(developmentUrl).origin
}

/** Compares parsed parts: a prefix test would accept `app://bench.example`. */
export function isFrom(origin: AppOrigin, url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && `${parsed.protocol}//${parsed.host}` === origin
}

/** The part of Electron's frame used here. */
type Frame = { readonly parent: unknown; readonly origin: string }

/** Null once its page is closed; subframes and other origins get no access. */
export function isOurFrame(origin: AppOrigin, frame: Frame | null): frame is Frame {
  return frame !== null && frame.parent === null && frame.origin === origin
}

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
