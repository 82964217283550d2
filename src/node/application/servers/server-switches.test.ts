// Requests to a server beside the load, from the window to its paths.
import { inEnglish, message } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import { json, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { clientOf, type Client } from '../services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  smallBenchmark,
  Window,
} from '../application.test-support.ts'

const models = json({ data: [{ id: 'm', object: 'model', max_model_len: 8192 }] })

async function attach(client: Client, answers: Parameters<typeof serveAnswers>[0]) {
  const baseUrl = await serveAnswers({ 'GET /v1/models': models, ...answers })
  return client.servers.attach({ name: null, spec: { kind: 'attached', baseUrl }, apiKey: 'k' })
}

test('the simulator forgets, and profiles itself', async () => {
  const client = clientOf(openApplication())
  const { id } = await attachSimulator(client)
  await client.servers.resetCaches({ id })
  await client.servers.profile({ id, on: true })
  await client.servers.profile({ id, on: false })
})

test('a server that cannot says how it could', async () => {
  const client = clientOf(openApplication())
  const { id } = await attach(client, {})
  await expect(client.servers.resetCaches({ id })).rejects.toMatchObject({
    data: {
      code: 'unsupported',
      remedy: message('runs.noResetRoute.remedy'),
    },
  })
  await expect(client.servers.profile({ id, on: true })).rejects.toMatchObject({
    data: { code: 'unsupported', remedy: message('runs.profilerConfig') },
  })
})

test('caches are not reset under a run', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const { id } = await attachSimulator(client)
  const config = { ...smallBenchmark, numPrompts: 1000, requestRate: 20 }
  const run = await client.benchmarks.start({ serverId: id, name: null, config })
  await expect(client.servers.resetCaches({ id })).rejects.toMatchObject({ data: { code: 'busy' } })
  await client.benchmarks.cancel({ id: run.id })
  await window.run(run.id, 'cancelled')
  await expect
    .poll(() => client.servers.resetCaches({ id }).then(() => 'reset', String))
    .toBe('reset')
})

test('a server that is not up is not asked', async () => {
  const client = clientOf(openApplication())
  const { id } = await attachSimulator(client)
  await client.servers.stop({ id })
  await expect(client.servers.resetCaches({ id })).rejects.toMatchObject({
    data: { code: 'invalid-input', field: 'serverId' },
  })
})

async function chatWith(client: Client, id: string, prompt = 'Hello') {
  const events = []
  for await (const event of await client.servers.chat({ id, prompt })) events.push(event)
  return events
}

test('one prompt gets a response as it arrives, with its times and its request', async () => {
  const client = clientOf(openApplication())
  const { id } = await attachSimulator(client)
  const events = await chatWith(client, id)
  expect(events[0]?.type === 'request' && events[0].text).toContain('"Hello"')
  const outputs = events.filter((event) => event.type === 'output')
  expect(outputs.map(({ text }) => text).join('')).toMatch(/\w/)
  const end = events.at(-1)
  expect(end).toMatchObject({ type: 'end', ttftMs: outputs[0]?.ttftMs })
  expect(end?.type === 'end' && end.outputTokens).toBeGreaterThan(outputs.length / 2)
})

test('a prompt that gets no response fails with what to do, and shows no key', async () => {
  const client = clientOf(openApplication())
  const { id } = await attach(client, {})
  const [request, failure] = await chatWith(client, id)
  expect(request?.type === 'request' && request.text).toContain('Authorization: ***')
  expect(failure).toMatchObject({
    type: 'failed',
    message: { id: 'servers.chatStatus', params: { status: 404 } },
    remedy: message('servers.chatRoute.remedy'),
  })
})

const page = (status: number, body: string) => ({ status, contentType: 'text/html', body })
const nginx = (text: string) =>
  `<html>\r\n<head><title>${text}</title></head>\r\n<body>\r\n<center><h1>${text}</h1></center>\r\n</body>\r\n</html>`

test.each([
  [
    page(401, nginx('401 Authorization Required')),
    'HTTP 401 came with a web page “401 Authorization Required”: a proxy responded, not the server.',
    'servers.chatPageKey.remedy',
  ],
  [
    page(502, nginx('502 Bad Gateway')),
    'HTTP 502 came with a web page “502 Bad Gateway”: a proxy responded, not the server.',
    'servers.chatPage.remedy',
  ],
  [
    page(200, '<!doctype html><html><body><form>Sign in</form></body></html>'),
    'HTTP 200 came with a web page: a proxy responded, not the server.',
    'servers.chatPage.remedy',
  ],
  [
    json({ error: { message: 'Invalid API key', code: 401 } }, 401),
    'The server responded with HTTP 401: Invalid API key',
    'servers.chatKey.remedy',
  ],
  [
    { status: 403, contentType: 'text/plain', body: '' },
    'The server responded with HTTP 403: Forbidden',
    'servers.chatKey.remedy',
  ],
  [
    json({ error: { message: 'budget exceeded' } }),
    'The chat request failed: budget exceeded',
    'servers.chatFailed.remedy',
  ],
])('what a proxy sends in place of a chat is named: %j', async (sent, problem, remedy) => {
  const client = clientOf(openApplication())
  const { id } = await attach(client, { 'POST /v1/chat/completions': sent })
  const failure = (await chatWith(client, id)).at(-1)
  expect(failure).toMatchObject({ type: 'failed', remedy: { id: remedy } })
  expect(failure?.type === 'failed' ? inEnglish(failure.message) : '').toBe(problem)
})

test('a window that leaves ends the request of its prompt', async () => {
  const client = clientOf(openApplication())
  const { id, spec } = await attachSimulator(client)
  for await (const event of await client.servers.chat({ id, prompt: 'Hello' })) {
    if (event.type === 'output') break
  }
  const baseUrl = spec.kind === 'attached' ? spec.baseUrl : ''
  const metrics = async () => (await fetch(`${baseUrl}/metrics`)).text()
  await expect.poll(metrics).toMatch(/^vllm:request_success_total\{.*abort.* 1\.0$/m)
})
