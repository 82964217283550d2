// `kneepoint web`: the window and the application's API over HTTP, for anyone with the printed address.
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { hostname } from 'node:os'
import path from 'node:path'
import { appError } from '#core/model/app-error.ts'
import type { Application } from '#node/application/create-application.ts'
import { answerFromWindow, refusal, type WindowAnswer } from '#node/window/window-files.ts'
import { isOurHost, newToken } from './access.ts'
import { answerCompressor } from './compressed-answers.ts'
import { cannotListen, portOf } from './listening.ts'
import { acceptSockets } from './rpc-sockets.ts'
import type { ScriptAnswers } from './script-access.ts'
import { isLoopback } from '#core/model/host/load-hosts.ts'

type WebOptions = Readonly<{
  application: Pick<Application, 'router'>
  /** Where the built window lies. */
  rendererFolder: string
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** Takes a free port where `port` is in use, instead of throwing. */
  isPortPreferred?: boolean
  /** Letters, digits, `-` and `_`; a new one where not given. */
  token?: string
  /** Asked in this order before the window; by default, only the window answers. */
  scripts?: readonly ScriptAnswers[]
  /** Called when the choice of host deserves a warning. */
  onWarning?: (sentence: string) => void
}>

type WebServer = Readonly<{
  /** Holds the token in its fragment, which browsers never send: no log and no Referer learns it. */
  url: string
  port: number
  token: string
  close(): Promise<void>
}>

export async function serveWeb({
  application,
  rendererFolder,
  host = '127.0.0.1',
  port = 0,
  isPortPreferred = false,
  token = newToken(),
  scripts = [],
  onWarning = () => undefined,
}: WebOptions): Promise<WebServer> {
  await requireWindow(rendererFolder)
  if (!isLoopback(host)) onWarning(openToOthers(host))
  const server = createServer(windowListener(rendererFolder, host, scripts))
  const closeSockets = acceptSockets(server, application.router, { host, token })
  const wanted = isPortPreferred ? [port, 0] : [port]
  const usedPort = await listen(server, host, wanted)
  return {
    port: usedPort,
    token,
    url: `http://${addressOf(host)}:${usedPort}/#token=${token}`,
    async close() {
      closeSockets()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function requireWindow(rendererFolder: string): Promise<void> {
  const page = path.join(rendererFolder, 'index.html')
  await access(page).catch((cause: unknown) => {
    throw appError('not-found', 'cli.notBuilt', { page }, { cause })
  })
}

/** On the first port of the list that is free. */
async function listen(
  server: Server,
  host: string,
  [port = 0, ...others]: readonly number[],
): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    if (others.length > 0) return listen(server, host, others)
    throw cannotListen({ host, port, field: 'port' }, cause)
  }
  return portOf(server) ?? port
}

function windowListener(
  folder: string,
  host: string,
  scripts: readonly ScriptAnswers[],
): RequestListener {
  const compress = answerCompressor()

  async function answer({
    method = '',
    url = '',
    headers,
  }: IncomingMessage): Promise<WindowAnswer> {
    if (!isOurHost(headers.host, host)) return refusal(403, 'This host is not one of ours.')
    if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'Only GET is answered here.')
    const [pathname = ''] = url.split(/[?#]/)
    const whole = await answerFromWindow(folder, pathname)
    return compress(pathname, headers['accept-encoding']?.toString(), whole)
  }
  return (request, response) => {
    void answerScript(request, response).then(async (isDone) => {
      if (isDone) return
      const { status, headers, body } = await answer(request)
      response.writeHead(status, headers).end(body)
    })
  }

  async function answerScript(request: IncomingMessage, response: ServerResponse) {
    if (!isOurHost(request.headers.host, host)) return false
    for (const answers of scripts) if (await answers(request, response)) return true
    return false
  }
}

/** What a browser can be sent to: a machine that listens everywhere is reached by its name. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname()
  return host.includes(':') ? `[${host}]` : host
}

function openToOthers(host: string): string {
  return (
    `Listening on ${host}: everybody who can reach this machine and learns the address can run ` +
    'benchmarks from it, and the connection is not encrypted. An SSH tunnel to 127.0.0.1 is safer.'
  )
}
