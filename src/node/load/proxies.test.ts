// The load by a real proxy, which is the only one that knows where the server under test is.
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { planOf, runAndListen } from './plan.test-support.ts'
import { startProxy } from './connections/proxy.test-support.ts'
import { runLoad } from './run-load.ts'
import { serveScript, streamPieces } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'

const good = { outputTokens: 3, generatedText: 'Hello wörld 🚀', error: null }
const credentials = `Basic ${Buffer.from('me:p@ss').toString('base64')}`

describe.each(['native', 'undici'] as const)('over transport %s', (transport) => {
  async function start(scheme: 'http' | 'https', options: { refuses?: boolean } = {}) {
    const script = (_: unknown, response: ServerResponse) => streamPieces(response, [sse.whole])
    const server = await serveScript(script, { tls: scheme === 'https' })
    const proxy = await startProxy(Number(new URL(server.url).port), options)
    const url = `${scheme}://llm.example:8000/v1/completions?a=1`
    const plan = planOf(url, 6, { transport, proxy: proxy.url, maxConcurrency: 2, insecure: true })
    return { server, proxy, plan }
  }

  test.each([
    ['http', 'POST http://llm.example:8000/v1/completions?a=1', 6],
    ['https', 'CONNECT llm.example:8000', 2],
  ] as const)('load over %s reaches the server by the proxy', async (scheme, line, times) => {
    const { server, proxy, plan } = await start(scheme)
    const { records } = await runAndListen(runLoad, plan)
    expect(records).toHaveLength(6)
    for (const record of records) expect(record).toMatchObject(good)
    expect(proxy.asked).toHaveLength(times)
    for (const each of proxy.asked) expect(each).toMatchObject({ line, authorization: credentials })
    expect(Math.max(...proxy.asked.map(({ sockets }) => sockets))).toBe(2)
    for (const { url, headers } of server.requests) {
      expect(url).toBe('/v1/completions?a=1')
      expect(headers.host).toBe('llm.example:8000')
    }
  })

  test('a tunnel does not hide an untrusted certificate, and sends the server no password', async () => {
    const { server, plan } = await start('https')
    const { records } = await runAndListen(runLoad, { ...plan, insecure: false })
    for (const { error } of records) expect(error).toMatchObject({ code: 'tls' })
    await runAndListen(runLoad, plan)
    for (const { headers } of server.requests)
      expect(headers).not.toHaveProperty('proxy-authorization')
  })

  test.each([
    ['http', { code: 'http-status', status: 407 }],
    [
      'https',
      {
        code: 'other',
        message:
          'The proxy refused the connection to the server: HTTP 407 Proxy Authentication Required.',
      },
    ],
  ] as const)('a refusal over %s is reported as a refusal', async (scheme, error) => {
    const { plan } = await start(scheme, { refuses: true })
    const { records } = await runAndListen(runLoad, plan)
    expect(records).toHaveLength(6)
    for (const record of records) expect(record.error).toMatchObject(error)
  })

  test('a proxy that is not there is named', async () => {
    const plan = planOf('http://llm.example/v1/completions', 1, {
      transport,
      proxy: 'http://127.0.0.1:9',
    })
    const { records } = await runAndListen(runLoad, plan)
    expect(records[0]?.error?.message).toBe(
      'The proxy 127.0.0.1:9 cannot be reached (ECONNREFUSED).',
    )
  })
})
