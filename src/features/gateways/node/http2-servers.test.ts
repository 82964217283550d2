import { expect, test } from 'vitest'
import { planOf, runAndListen } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { sse } from '#node/load/sse.test-support.ts'
import {
  type Http2Request,
  respondWithEvents,
  serveHttp2,
} from '#node/load/transports/http2-server.test-support.ts'

function answer({ stream }: Http2Request): void {
  respondWithEvents(stream)
  stream.end(sse.whole)
}

test.each([false, true])('HTTP/2 spreads requests over servers, with TLS: %s', async (tls) => {
  const servers = await Promise.all([1, 2, 3].map(() => serveHttp2(answer, { tls })))
  const targets = {
    servers: servers.map(({ url }) => ({ url, proxy: null })),
    strategy: 'round-robin' as const,
  }
  const changes = { transport: 'undici-h2', insecure: true, targets } as const
  const plan = planOf(servers[0]?.url ?? '', 31, changes)
  const { records } = await runAndListen(runLoad, plan)
  for (const record of records) expect(record).toMatchObject({ outputTokens: 3, error: null })
  expect(records.map(({ target }) => target)).toEqual(records.map(({ index }) => index % 3))
  expect(servers.map(({ requests }) => requests.length)).toEqual([11, 10, 10])
  expect(servers.map((server) => server.sessions())).toEqual([1, 1, 1])
  servers.forEach(({ requests, port }) => {
    for (const { headers } of requests) expect(headers[':authority']).toBe(`127.0.0.1:${port}`)
  })
})
