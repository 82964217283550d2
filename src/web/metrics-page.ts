// GET /metrics: the current state of runs, and their results, for Prometheus.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { allowsScript, refuse, type ScriptAnswers } from './script-access.ts'

type Options = Readonly<{
  write: (request: IncomingMessage, response: ServerResponse) => void
  token: string
}>

export function metricsPage({ write, token }: Options): ScriptAnswers {
  // This handler does not wait, but others do.
  return (request, response, entry) => {
    const [pathname] = (request.url ?? '').split('?')
    if (pathname !== '/metrics') return Promise.resolve(false)
    if (request.method !== 'GET') refuse(response, 405, 'Only GET is answered here.')
    else if (allowsScript(request, response, { ...entry, token })) write(request, response)
    return Promise.resolve(true)
  }
}
