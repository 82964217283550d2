import { afterEach, expect, test, vi } from 'vitest'
import { startProxy } from '#node/load/connections/proxy.test-support.ts'
import { serveScript } from '#node/load/scripted-server.test-support.ts'
import { exceptions, webFetch } from './web-fetch.ts'

afterEach(() => vi.unstubAllEnvs())

test('goes by the proxy of the environment, but not on this machine', async () => {
  const server = await serveScript((_request, response) => void response.end('hello'))
  const proxy = await startProxy(Number(new URL(server.url).port))
  vi.stubEnv('http_proxy', proxy.url)
  expect(await (await webFetch('http://hub.example/file')).text()).toBe('hello')
  expect(await (await webFetch(server.url)).text()).toBe('hello')
  expect(proxy.asked).toMatchObject([{ line: 'GET http://hub.example/file' }])
})

test.each([
  [{}, 'localhost,127.0.0.1,[::1],*:443'],
  [{ no_proxy: 'a,b', https_proxy: 'http://p' }, 'a,b,localhost,127.0.0.1,[::1]'],
  [{ NO_PROXY: '*', HTTPS_PROXY: 'http://p' }, '*,localhost,127.0.0.1,[::1]'],
])('what %j leaves out is %s', (environment, expected) => {
  expect(exceptions(environment)).toBe(expected)
})
