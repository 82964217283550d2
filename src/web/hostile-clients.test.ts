// Requests of an attacker who reaches the port and has no token: none gets an answer with data, and the owner still does.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApplication } from '#node/application/create-application.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { newToken } from './access.ts'
import { httpApi } from './http-api.ts'
import { dataPage } from './script-access.ts'
import { serveWeb } from './serve-web.ts'
import { sessionCookie } from './session-cookie.ts'

const token = newToken()
const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-hostile-'))
const rendererFolder = path.join(folder, 'renderer')
const place = { path: '/', isSecure: false }
const cookieOf = (session: Parameters<typeof sessionCookie>[0]) =>
  sessionCookie(session, place).split(';')[0] ?? ''
const browserKey = 'a-key-of-the-browser-of-the-owner'
const cookie = cookieOf({ token, browserKey })
const cookieValue = cookie.split('=')[1] ?? ''
const cookieName = cookie.split('=')[0] ?? ''
let port = 0
let end = (): Promise<void> => Promise.resolve()

beforeAll(async () => {
  mkdirSync(rendererFolder)
  writeFileSync(path.join(rendererFolder, 'index.html'), '<title>Kneepoint</title>')
  writeFileSync(path.join(folder, 'web.json'), JSON.stringify({ token }))
  const application = createApplication(optionsIn(folder))
  const { router } = application
  const scripts = [
    httpApi({ router, token, version: '1.2.3' }),
    dataPage({
      path: '/metrics',
      write: (_request, response) => void response.end('data'),
      token,
    }),
  ]
  const publicUrl = 'https://lab.example/user/ada/'
  const web = await serveWeb({ application, rendererFolder, token, scripts, publicUrl })
  port = web.port
  end = async () => {
    await web.close()
    await application.close()
    rmSync(folder, { recursive: true })
  }
})

afterAll(() => end())

/** Sends the text as it is and resolves to all that is returned, once the connection is closed. */
async function sent(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(text.replaceAll('\n', '\r\n'))
  let answer = ''
  socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece))
  await new Promise((resolve) => socket.on('close', resolve))
  return answer
}

type Request = Readonly<{
  line?: string
  host?: string
  headers?: readonly string[]
  body?: string
}>

function requestText({
  line = 'POST /api/v1/servers/list',
  host,
  headers = [],
  body = '{}',
}: Request) {
  return [
    `${line} HTTP/1.1`,
    `Host: ${host ?? `127.0.0.1:${port}`}`,
    ...['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'],
    ...headers,
    '',
    body,
  ].join('\n')
}

const bearer = `Authorization: Bearer ${token}`

test.each<Request & { remark: string }>([
  { remark: 'no token' },
  { remark: 'an empty bearer', headers: ['Authorization: Bearer '] },
  { remark: 'the cookie as a bearer', headers: [`Authorization: Bearer ${cookieValue}`] },
  { remark: 'cookie and name as a bearer', headers: [`Authorization: Bearer ${cookie}`] },
  { remark: 'the cookie as a cookie', headers: [`Cookie: ${cookie}`] },
  { remark: 'the token as a cookie', headers: [`Cookie: ${cookieName}=${token}`] },
  { remark: 'the token in the query', line: `POST /api/v1/servers/list?token=${token}` },
  { remark: 'the token as Basic', headers: [`Authorization: Basic ${btoa(`:${token}`)}`] },
  { remark: 'a token with a null byte', headers: [`${bearer}%00`] },
  { remark: 'a token of another case', headers: [`Authorization: Bearer ${swapped(token)}`] },
  { remark: 'a token of twice the length', headers: [`${bearer}${token}`] },
  { remark: 'a rebound name with the token', host: 'evil.example', headers: [bearer] },
  { remark: 'a rebound name with a port', host: 'evil.example:80', headers: [bearer] },
  { remark: 'a name below localhost', host: 'localhost.evil.example', headers: [bearer] },
  { remark: 'a user before the host', host: `evil.example@127.0.0.1`, headers: [bearer] },
  { remark: 'two hosts in one', host: '127.0.0.1, evil.example', headers: [bearer] },
  { remark: 'the public host as a prefix', host: 'lab.example.evil.example', headers: [bearer] },
  {
    remark: 'a forwarded host',
    host: 'evil.example',
    headers: [bearer, 'X-Forwarded-Host: lab.example', 'X-Forwarded-For: 127.0.0.1'],
  },
  { remark: 'an address line with a host', line: 'POST http://evil.example/api/v1/servers/list' },
  { remark: 'dots towards the kept token', line: 'GET /../web.json' },
  { remark: 'encoded dots', line: 'GET /%2e%2e/web.json' },
  { remark: 'doubly encoded dots', line: 'GET /%252e%252e/web.json' },
  { remark: 'metrics without the token', line: 'GET /metrics' },
  { remark: 'metrics with the cookie', line: 'GET /metrics', headers: [`Cookie: ${cookie}`] },
  { remark: 'metrics by a double slash', line: 'GET //metrics' },
  { remark: 'the description without the token', line: 'GET /api/v1/openapi.json' },
  { remark: 'a method of its own', line: 'TRACE /api/v1/servers/list' },
  { remark: 'a tunnel', line: 'CONNECT 127.0.0.1:22' },
  { remark: 'a smuggled request', headers: ['Transfer-Encoding: chunked'] },
])('over HTTP, $remark gets no data', async (request) => {
  const answer = await sent(requestText(request))
  expect(answer).not.toContain(token)
  expect(answer).not.toMatch(/^HTTP\/1\.1 200 [^]*(\[\]|data|openapi)$/)
  expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
})

test.each<Request & { remark: string; status: number }>([
  { remark: 'our host twice', headers: ['Host: 127.0.0.1'], status: 400 },
  { remark: 'another host after ours', headers: ['Host: evil.example'], status: 400 },
  { remark: 'a host in small letters', headers: ['host: evil.example'], status: 400 },
  { remark: 'two tokens', headers: ['Authorization: Bearer guessed'], status: 400 },
  { remark: 'two origins', headers: ['Origin: null', 'Origin: http://evil.example'], status: 400 },
  { remark: 'a foreign origin', headers: ['Origin: http://evil.example'], status: 403 },
  { remark: 'the origin of a file', headers: ['Origin: null'], status: 403 },
  { remark: 'another port', headers: ['Origin: http://127.0.0.1:1'], status: 403 },
  {
    remark: 'a foreign origin of metrics',
    line: 'GET /metrics',
    headers: ['Origin: http://evil.example'],
    status: 403,
  },
  { remark: 'two hosts of metrics', line: 'GET /metrics', headers: ['Host: a'], status: 400 },
  { remark: 'two hosts of the window', line: 'GET /', headers: ['Host: a'], status: 400 },
])('with the token, $remark: $status', async ({ status, headers = [], ...request }) => {
  const answer = await sent(requestText({ ...request, headers: [bearer, ...headers] }))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('with the token, a page of ours and one behind the public address may call', async () => {
  for (const origin of [ours(), 'https://lab.example']) {
    const answer = await sent(requestText({ headers: [bearer, `Origin: ${origin}`] }))
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  }
})

const ours = () => `http://127.0.0.1:${port}`

test.each<{
  remark: string
  origin?: string | undefined
  host?: string
  protocols: string
  sent?: string
}>([
  { remark: 'no token', protocols: 'kneepoint' },
  { remark: 'the cookie without the key', protocols: 'kneepoint', sent: cookie },
  { remark: 'the key without the cookie', protocols: `kneepoint, browser.${browserKey}` },
  {
    remark: 'the cookie with a guessed key',
    protocols: `kneepoint, browser.${'a'.repeat(32)}`,
    sent: cookie,
  },
  {
    remark: 'a cookie of another server with its key',
    protocols: `kneepoint, browser.${browserKey}`,
    sent: cookieOf({ token: newToken(), browserKey }),
  },
  {
    remark: 'a cookie signed with the public name',
    protocols: `kneepoint, browser.${browserKey}`,
    sent: `${cookieName}=9999999999.${createHmac('sha256', cookieName).update(browserKey).digest('base64url')}`,
  },
  { remark: 'the token from a null origin', origin: 'null', protocols: `kneepoint, ${token}` },
  { remark: 'the token without an origin', origin: '', protocols: `kneepoint, ${token}` },
  {
    remark: 'another port of this host',
    origin: 'http://127.0.0.1:1',
    protocols: `kneepoint, ${token}`,
  },
  { remark: 'our host over TLS', origin: 'https://127.0.0.1', protocols: `kneepoint, ${token}` },
  { remark: 'a file', origin: 'file://', protocols: `kneepoint, ${token}` },
  {
    remark: 'the public host without TLS',
    origin: 'http://lab.example',
    host: 'lab.example',
    protocols: `kneepoint, ${token}`,
  },
  {
    remark: 'a name of the attacker',
    origin: 'http://evil.example',
    host: 'evil.example',
    protocols: `kneepoint, ${token}`,
  },
  { remark: 'another first protocol', protocols: `${token}, kneepoint` },
  { remark: 'an empty key', protocols: 'kneepoint, browser.', sent: cookie },
])(
  'over WebSocket, $remark is refused',
  async ({ origin = ours(), host, protocols, sent: given }) => {
    const headers = [
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', `Sec-WebSocket-Protocol: ${protocols}`],
      ...(origin === '' ? [] : [`Origin: ${origin}`]),
      ...(given === undefined ? [] : [`Cookie: ${given}`]),
    ]
    const answer = await sent(
      `GET /api HTTP/1.1\nHost: ${host ?? `127.0.0.1:${port}`}\n${headers.join('\n')}\n\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 40[13] /)
    expect(answer).not.toContain('Set-Cookie')
  },
)

test.each(['Host: 127.0.0.1', 'Origin: http://evil.example'])(
  'over WebSocket, the token with a second "%s" is refused',
  async (second) => {
    const headers = [
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', `Origin: ${ours()}`],
      ...[`Sec-WebSocket-Protocol: kneepoint, ${token}`, second],
    ]
    const answer = await sent(
      `GET /api HTTP/1.1\nHost: 127.0.0.1:${port}\n${headers.join('\n')}\n\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('Set-Cookie')
  },
)

test('and the owner is still let in', async () => {
  const protocols = ['kneepoint', `browser.${browserKey}`]
  const options = { headers: { origin: ours(), cookie } }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api`, protocols, options)
  await once(socket, 'open')
  socket.terminate()
  expect(await sent(requestText({ headers: [bearer] }))).toMatch(/^HTTP\/1\.1 200 [^]*\[\]/)
})

function swapped(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}
