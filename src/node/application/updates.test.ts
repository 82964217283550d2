import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { AppEvent } from '#contract/app-events.ts'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { temporaryDatabasePath } from '#node/storage/storage.test-support.ts'
import { openApplication } from './application.test-support.ts'
import { clientOf } from './services/client-of.ts'
import { Updates } from './updates.ts'

afterEach(() => vi.unstubAllEnvs())

const releases = [{ tag_name: 'v0.3.0' }, { tag_name: 'v0.2.0' }]

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const json =
  (value: unknown): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

async function updatesFrom(answer: Answer, databasePath = temporaryDatabasePath()) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  const port = await listenUntilFinished(server, () => server.closeAllConnections())
  const url = `http://127.0.0.1:${port}`
  vi.stubEnv('KNEEPOINT_RELEASES_URL', `${url}/releases`)
  const published: AppEvent[] = []
  const events = { publish: (event: AppEvent) => void published.push(event) }
  const open = (version = '0.1.0') => new Updates({ databasePath, version, events })
  return { updates: open(), open, requests, published, databasePath, url }
}

test('without permission nothing is requested', async () => {
  const { updates, open, requests } = await updatesFrom(json(releases))
  expect(updates.state).toMatchObject({ isAllowed: false, checkedAtEpochMs: null })
  updates.checkIfDue()
  await expect(updates.check()).rejects.toThrow('not allowed')
  updates.allow(true)
  updates.allow(false)
  open().checkIfDue()
  await expect(open().check()).rejects.toThrow('not allowed')
  expect(requests).toEqual([])
})

test('a damaged file is no permission', async () => {
  const { updates, open, requests, databasePath } = await updatesFrom(json(releases))
  updates.allow(true)
  const file = path.join(path.dirname(databasePath), 'updates.json')
  const whole = readFileSync(file, 'utf8')
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(file, whole.slice(0, length))
    open().checkIfDue()
    expect(open().state.isAllowed).toBe(false)
  }
  expect(requests).toEqual([])
})

test('with permission a day passes between checks, which send the name of the program alone', async () => {
  const { updates, open, requests, published } = await updatesFrom(json(releases))
  updates.allow(true)
  updates.checkIfDue()
  updates.checkIfDue()
  await expect.poll(() => updates.state.newerVersion).toBe('0.3.0')
  open().checkIfDue()
  expect(requests).toHaveLength(1)
  const [{ method, url, headers, rawHeaders } = expect.fail()] = requests
  expect({ method, url }).toEqual({ method: 'GET', url: '/releases' })
  const { host, ...sent } = headers
  expect(host).toMatch(/^127\.0\.0\.1:\d+$/)
  expect(rawHeaders.length / 2).toBe(Object.keys(headers).length)
  expect(sent).toEqual({
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'accept-language': '*',
    connection: 'keep-alive',
    'sec-fetch-mode': 'cors',
    'user-agent': 'kneepoint',
  })
  expect(published.at(-1)).toMatchObject({ type: 'updates', state: { newerVersion: '0.3.0' } })
  // Another window, and after it was installed.
  expect(open().state).toMatchObject({ isAllowed: true, newerVersion: '0.3.0' })
  expect(open('0.3.0').state.newerVersion).toBeNull()
})

const elsewhere: Answer = (_request, response) =>
  response.writeHead(302, { location: '/releases/other' }).end()
const endless: Answer = (_request, response) => {
  response.writeHead(200)
  const piece = ' '.repeat(2 ** 20)
  const write = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', write)
  write()
}

test.each<[string, Answer, string]>([
  ['an error', (_request, response) => response.writeHead(500).end('x'), 'HTTP 500'],
  ['a redirect', elsewhere, 'HTTP 302'],
  ['a web page', (_request, response) => response.end('<html>'), 'not a list'],
  ['another form', json({ tag_name: 'v9.0.0' }), 'not a list'],
  ['a response without end', endless, 'not a list'],
  ['a connection that breaks', (request) => request.socket.destroy(), ''],
])('%s is a problem of the check alone', async (_name, answer, text) => {
  const { updates, requests } = await updatesFrom(answer)
  updates.allow(true)
  const state = await updates.check()
  expect(state.newerVersion).toBeNull()
  expect(JSON.stringify(state.problem)).toContain(text === 'not a list' ? 'updates.noList' : '')
  expect(state.problem).not.toBeNull()
  expect(state.checkedAtEpochMs).not.toBeNull()
  expect(requests).toHaveLength(1)
})

test.each([
  'http://198.51.100.7/releases',
  'file:///etc/passwd',
  'https://user:secret@x/',
  'x',
  '',
])('the address %j is not used', (address) => {
  vi.stubEnv('KNEEPOINT_RELEASES_URL', address)
  const databasePath = temporaryDatabasePath()
  const events = { publish: () => undefined }
  expect(new Updates({ databasePath, version: '0.1.0', events }).state.address).toBeNull()
})

test('a permission that is withdrawn during a check keeps nothing of it', async () => {
  const { updates } = await updatesFrom((request, response) => {
    updates.allow(false)
    json(releases)(request, response)
  })
  updates.allow(true)
  await updates.check()
  expect(updates.state).toMatchObject({ isAllowed: false, newerVersion: null })
})

test('an application and all its windows request nothing without permission', async () => {
  const { requests } = await updatesFrom(json(releases))
  const client = clientOf(openApplication())
  for (let window = 0; window < 3; window++) {
    expect(await client.updates.state()).toMatchObject({ isAllowed: false, newerVersion: null })
    await client.app.info()
  }
  await expect(client.updates.check()).rejects.toThrow('not allowed')
  expect(requests).toEqual([])
  await client.updates.allow({ isAllowed: true })
  expect(await client.updates.check()).toMatchObject({ newerVersion: '0.3.0' })
  expect(requests).toHaveLength(1)
})
