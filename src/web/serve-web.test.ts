// `kneepoint web` as a browser, and as an intruder, would meet it.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { appApi } from '#contract/app-api.ts'
import { createApplication } from '#node/application/create-application.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { serveWeb } from './serve-web.ts'

type WebOptions = Parameters<typeof serveWeb>[0]

const token = 'a-token_that-only-we-know'

async function startWeb(options: Partial<WebOptions> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-web-'))
  const rendererFolder = path.join(folder, 'renderer')
  mkdirSync(rendererFolder)
  writeFileSync(path.join(rendererFolder, 'index.html'), '<title>Kneepoint</title>')
  writeFileSync(path.join(rendererFolder, 'main.js'), 'let knee')
  writeFileSync(path.join(folder, 'secret.txt'), 'secret')
  const application = createApplication(optionsIn(folder))
  const web = await serveWeb({ application, rendererFolder, token, ...options })
  onTestFinished(async () => {
    await web.close()
    await application.close()
    rmSync(folder, { recursive: true })
  })
  const { port, host, origin } = new URL(web.localUrl)
  return { web, application, port, host, origin }
}

type Ask = Readonly<{ method?: string; headers?: OutgoingHttpHeaders }>

/** Sent as it stands: a browser's URL parser would hide what we want to try. */
async function ask(port: string, address: string, { method = 'GET', headers = {} }: Ask = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: address, method, headers })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

async function openClient({ host, origin }: { host: string; origin: string }) {
  const protocols = ['kneepoint', token]
  const socket = new WebSocket(`ws://${host}/api`, { protocols, headers: { origin } })
  onTestFinished(() => socket.close())
  await once(socket, 'open')
  const link = new RPCLink({ websocket: socket })
  const client: ContractRouterClient<typeof appApi> = createORPCClient(link)
  return { socket, client }
}

test('the address leads to the window, with the token where no server ever sees it', async () => {
  const { web, port } = await startWeb()
  expect(web.url).toBe(`http://127.0.0.1:${port}/#token=${token}`)
  const page = await ask(port, '/')
  expect(page).toMatchObject({ status: 200, body: '<title>Kneepoint</title>' })
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['x-content-type-options']).toBe('nosniff')
  expect(page.headers['access-control-allow-origin']).toBeUndefined()
})

test.each([
  { remark: 'a file', address: '/main.js?v=1', status: 200, body: 'let knee' },
  { remark: 'a view', address: '/runs/42', status: 200, body: '<title>Kneepoint</title>' },
  { remark: 'a missing file', address: '/other.js', status: 404, body: undefined },
  { remark: 'dots', address: '/../secret.txt', status: 400, body: undefined },
  { remark: 'encoded dots', address: '/%2e%2e%2fsecret.txt', status: 400, body: undefined },
  { remark: 'another host', address: '/', host: 'evil.example', status: 403, body: undefined },
  { remark: 'another method', address: '/', method: 'POST', status: 405, body: undefined },
])(
  'asking for $remark is answered with $status',
  async ({ address, host, method, status, body }) => {
    const { port } = await startWeb()
    const headers = host === undefined ? {} : { host }
    const answer = await ask(port, address, { headers, ...(method !== undefined && { method }) })
    expect(answer.status).toBe(status)
    if (body !== undefined) expect(answer.body).toBe(body)
    expect(answer.body).not.toContain('secret')
  },
)

test('calls, refusals and news travel over the socket', async () => {
  const { client } = await openClient(await startWeb())
  expect(await client.app.info()).toMatchObject({ transport: 'web', version: '0.0.0-test' })
  await expect(client.runs.get({ id: 'nobody' })).rejects.toMatchObject({
    code: 'APP_ERROR',
    defined: true,
    data: { code: 'not-found' },
  })
  const news = await client.app.events()
  const spec = { kind: 'simulator', preset: 'quick', startupS: 600 } as const
  const server = await client.servers.startSimulator({ name: 'slow', spec })
  const { value } = await news.next()
  expect(value).toMatchObject({ type: 'server', server: { id: server.id, name: 'slow' } })
})

test('two windows hear the same news', async () => {
  const web = await startWeb()
  const [first, second] = [await openClient(web), await openClient(web)]
  const news = await Promise.all([first, second].map(({ client }) => client.app.events()))
  const spec = { kind: 'simulator', preset: 'quick', startupS: 600 } as const
  const { id } = await first.client.servers.startSimulator({ name: null, spec })
  for (const each of news) {
    expect((await each.next()).value).toMatchObject({ type: 'server', server: { id } })
  }
})

const secret = `kneepoint, ${token}`

test('the first socket sets a cookie that opens every other tab', async () => {
  const { port, host } = await startWeb()
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const nonce = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  const common = { host, origin: `http://${host}`, ...upgrade, ...nonce }
  const first = await upgraded(port, { ...common, 'sec-websocket-protocol': secret })
  const [cookie = ''] = first.headers['set-cookie'] ?? []
  expect(cookie).toContain('HttpOnly; SameSite=Strict')
  const [pair = ''] = cookie.split(';')
  expect(cookie).not.toContain(token)
  const later = { ...common, 'sec-websocket-protocol': 'kneepoint' }
  expect((await upgraded(port, { ...later, cookie: pair })).statusCode).toBe(101)
  expect((await ask(port, '/api', { headers: later })).status).toBe(401)
  const key = 'browser.a-key-of-at-least-22-characters'
  const keyed = { ...later, 'sec-websocket-protocol': `kneepoint, ${key}` }
  const bound = await upgraded(port, {
    ...keyed,
    'sec-websocket-protocol': `kneepoint, ${key}, ${token}`,
  })
  const [boundPair = ''] = bound.headers['set-cookie']?.[0]?.split(';') ?? []
  expect((await upgraded(port, { ...keyed, cookie: boundPair })).statusCode).toBe(101)
  // Other servers of this host receive the cookie, and never the key.
  expect((await ask(port, '/api', { headers: { ...later, cookie: boundPair } })).status).toBe(401)
  const elsewhere = { ...later, cookie: pair, origin: 'http://127.0.0.1:9999' }
  expect((await ask(port, '/api', { headers: elsewhere })).status).toBe(403)
})

/** The answer to a socket that is let in. */
async function upgraded(port: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port, path: '/api', headers })
  const [response, socket] = await new Promise<[IncomingMessage, Duplex]>((resolve, reject) => {
    sent.on('upgrade', (answer, connection) => resolve([answer, connection]))
    sent.on('response', (answer) => reject(new Error(`refused with ${answer.statusCode}`)))
    sent.on('error', reject)
    sent.end()
  })
  socket.destroy()
  return response
}

test.each([
  { remark: 'a wrong token', protocol: 'kneepoint, guess', status: 401 },
  { remark: 'no token', protocol: 'kneepoint', status: 401 },
  { remark: 'a page of another origin', origin: 'http://evil.example', status: 403 },
  { remark: 'no origin', origin: null, status: 403 },
  { remark: 'a name bound to our address', host: 'evil.example', status: 403 },
  { remark: 'another path', address: '/api/other', status: 404 },
])('a socket with $remark is refused with $status', async ({ status, ...changes }) => {
  const { port, host: ourHost } = await startWeb()
  const { host = ourHost, protocol = secret, address = '/api' } = changes
  const { origin = `http://${host}` } = changes
  const headers = {
    host,
    ...(origin !== null && { origin }),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': protocol,
  }
  expect((await ask(port, address, { headers })).status).toBe(status)
})

test('a refused client that resets its connection does not end the server', async () => {
  const { port, host } = await startWeb()
  const head = `GET /api HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  for (let client = 0; client < 20; client += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(head)
    // The reset may come before or after the response.
    if (client % 2 === 0) await once(socket, 'data')
    socket.resetAndDestroy()
  }
  expect((await ask(port, '/')).status).toBe(200)
})

test('a message larger than any call closes the socket, and only that one', async () => {
  const web = await startWeb()
  const { socket } = await openClient(web)
  socket.send('x'.repeat(2 * 1024 * 1024))
  await once(socket, 'close')
  const { client } = await openClient(web)
  expect(await client.servers.list()).toEqual([])
})

test('closing ends every socket', async () => {
  const { web, ...address } = await startWeb()
  const { socket } = await openClient(address)
  const closed = once(socket, 'close')
  await web.close()
  await closed
})

test('a host that others can reach is served with a warning', async () => {
  const warnings: string[] = []
  await startWeb({ host: '0.0.0.0', onWarning: (sentence) => warnings.push(sentence) })
  expect(warnings).toEqual([expect.stringContaining('0.0.0.0')])
})

test('a window that was never built is reported before anything listens', async () => {
  await expect(startWeb({ rendererFolder: '/nowhere' })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a used port is reported by its number', async () => {
  const { port } = await startWeb()
  await expect(startWeb({ port: Number(port) })).rejects.toMatchObject({
    code: 'invalid-input',
    field: 'port',
  })
})

test('a preferred port that is in use gives way to a free one', async () => {
  const { port } = await startWeb()
  const { port: other } = await startWeb({ port: Number(port), isPortPreferred: true })
  expect(other).not.toBe(port)
})

const publicUrl = 'https://lab.example/user/ada/proxy/kneepoint'
const forwarded = { host: 'lab.example', 'x-forwarded-for': '192.0.2.7' }

test('behind a proxy that changes Host, the window shows what to set, and has no access', async () => {
  const { port } = await startWeb()
  expect((await ask(port, '/', { headers: forwarded })).status).toBe(200)
  const refused = await ask(port, '/api', { method: 'POST', headers: forwarded })
  expect(refused).toMatchObject({ status: 403 })
  expect(refused.body).toContain('--public-url https://lab.example/')
  const direct = await ask(port, '/', { headers: { host: 'lab.example' } })
  expect(direct).toMatchObject({ status: 403 })
  expect(direct.body).toContain('--public-url https://lab.example/')
})

test.each(['lab.example', '127.0.0.1:8123'])(
  'with --public-url, a page of its origin has access through a proxy that sends Host %s',
  async (sentHost) => {
    const { web, port } = await startWeb({ publicUrl })
    expect(web.url).toBe(`${publicUrl}/#token=${token}`)
    const headers = {
      ...{ host: sentHost, origin: 'https://lab.example', 'sec-websocket-protocol': secret },
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const [cookie = ''] = (await upgraded(port, headers)).headers['set-cookie'] ?? []
    expect(cookie).toContain('Path=/user/ada/proxy/kneepoint/;')
    expect(cookie).toContain('Secure')
    expect((await ask(port, '/', { headers: { host: 'evil.example' } })).status).toBe(403)
  },
)

test('a refused client that keeps its side open is closed', async () => {
  const { port, host } = await startWeb()
  const head = `GET /api HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  const closed = Array.from({ length: 40 }, async () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.write(head)
    socket.resume()
    await once(socket, 'end')
    // A server that has ended its side only never answers this.
    const probe = setInterval(() => socket.write('still here'), 20)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(probe)
  })
  await Promise.all(closed)
})

test('connections beyond the limit close the oldest, but none that has shown the token', async () => {
  const address = await startWeb()
  const { socket } = await openClient(address)
  const held = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const each = connect(Number(address.port), '127.0.0.1')
      each.on('error', () => undefined)
      await once(each, 'connect')
      return each
    }),
  )
  onTestFinished(() => {
    for (const each of held) each.destroy()
  })
  expect((await ask(address.port, '/')).status).toBe(200)
  await vi.waitUntil(() => held.filter((each) => each.closed).length >= 36, { timeout: 10_000 })
  expect(socket.readyState).toBe(WebSocket.OPEN)
})
