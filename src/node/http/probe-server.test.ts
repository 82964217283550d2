import { once } from 'node:events'
import { inEnglish } from '#core/messages/message.ts'
import { createServer, type AddressInfo } from 'node:net'
import { unlistedModelNote } from '#core/report/unlisted-model.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { laterRefusalOf } from '#core/model/refusal.test-support.ts'
import { deadUrl, json, serveAnswers, webPage } from '#node/experiment/http-server.test-support.ts'
import { probeServer } from './probe-server.ts'

const models = json({
  object: 'list',
  data: [
    { id: 'llama', root: 'meta-llama/Llama-3.1-8B', max_model_len: 8192, owned_by: 'vllm' },
    { id: 'lora', root: '/adapters/lora' },
  ],
})

function probe(
  baseUrl: string,
  model: string | null = null,
  signal = new AbortController().signal,
) {
  return probeServer({ access: { baseUrl, headers: {}, insecure: false }, model, signal })
}

test('a vLLM server reports its model, its version and the size of its KV cache', async () => {
  const baseUrl = await serveAnswers({
    'GET /v1/models': models,
    'GET /version': json({ version: '0.30.0' }),
    'GET /metrics': {
      status: 200,
      contentType: 'text/plain',
      body: 'vllm:cache_config_info{block_size="16",num_gpu_blocks="100"} 1.0\n',
    },
  })
  expect(await probe(baseUrl)).toEqual({
    modelId: 'llama',
    modelRoot: 'meta-llama/Llama-3.1-8B',
    modelParent: null,
    facts: {
      model: 'llama',
      maxModelLen: 8192,
      version: '0.30.0',
      engine: 'vllm',
      kvCacheTokens: 1600,
      simulated: false,
    },
  })
})

// vllm-project/router#133, mlx-omni-server#130, obot-platform/tools#445.
test.each([
  ['a bare list', [{ id: 'm' }]],
  ['under another key', { models: [{ id: 'm', owned_by: 'vllm' }] }],
  ['names alone', { data: ['m'] }],
  ['another key of the name', { models: [{ name: 'm', size: 4 }] }],
  ['LiteLLM', { data: [{ model_name: 'm', litellm_params: {} }] }],
  ['Cloudflare', { success: true, result: [{ name: 'm' }] }],
  ['by name', { data: { m: { size: 4 } } }],
  ['in another object', { code: 0, data: { models: [{ model_id: 'm' }] } }],
  ['a model', { id: 'm', object: 'model' }],
  ['with other entries', { object: 'list', data: [null, { id: '', size: 4 }, { modelName: 'm' }] }],
  ['details in another form', { data: [{ id: 'm', max_model_len: '8192', root: 7, parent: {} }] }],
])('a list of models: %s', async (_what, body) => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': json(body) })
  await expect(probe(baseUrl)).resolves.toMatchObject({ modelId: 'm' })
})

test('a list that is null lacks the requested model, which may be loaded on demand', async () => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': json({ data: null }) })
  await expect(probe(baseUrl, 'm')).resolves.toMatchObject({ modelId: 'm' })
})

test.each([
  ['sglang', 'sglang', '/get_server_info', { version: '0.5.2' }, '0.5.2'],
  ['llama.cpp', 'llamacpp', '/props', { build_info: 'b8681-c0ffee' }, 'b8681-c0ffee'],
])(
  '%s is recognised, and asked for its version where it reports it',
  async (engine, owner, path, body, version) => {
    const baseUrl = await serveAnswers({
      'GET /v1/models': json({ data: [{ id: 'm', owned_by: owner }] }),
      [`GET ${path}`]: json(body),
    })
    expect((await probe(baseUrl)).facts).toMatchObject({ engine, version, simulated: false })
  },
)

test('Text Generation Inference is recognised by its metrics', async () => {
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'm', owned_by: 'm' }] }),
    'GET /metrics': { status: 200, contentType: 'text/plain', body: 'tgi_queue_size 0\n' },
    'GET /info': json({ model_id: 'm', version: '3.3.2' }),
  })
  expect((await probe(baseUrl)).facts).toMatchObject({ engine: 'tgi', version: '3.3.2' })
})

test('a server with a list of models and nothing else will do', async () => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': json({ data: [{ id: 'only' }] }) })
  expect(await probe(baseUrl)).toMatchObject({
    modelId: 'only',
    modelRoot: 'only',
    facts: { version: null, kvCacheTokens: null, maxModelLen: null, simulated: false },
  })
})

test.each([
  { remark: 'by its version', version: '0.0.0-sim', owner: 'vllm' },
  { remark: 'by its owner', version: '0.30.0', owner: 'kneepoint-simulator' },
])('the simulator is known $remark', async ({ version, owner }) => {
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'sim', owned_by: owner }] }),
    'GET /version': json({ version }),
  })
  expect((await probe(baseUrl)).facts.simulated).toBe(true)
})

test('a model may be named by its id or by its weights', async () => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': models })
  expect((await probe(baseUrl, 'lora')).modelId).toBe('lora')
  expect((await probe(baseUrl, 'meta-llama/Llama-3.1-8B')).modelId).toBe('llama')
})

test.each([
  {
    remark: 'lists others',
    answer: models,
    words: 'does not list the model "gpt-9" (listed: llama, lora)',
  },
  { remark: 'lists none', answer: json({ data: [] }), words: 'the model "gpt-9" (listed: none)' },
  { remark: 'has something else', answer: json({ hello: 'world' }), words: 'lists no models' },
  { remark: 'cannot list them', answer: json({ error: 'busy' }, 500), words: 'lists no models' },
  {
    remark: 'has no list',
    answer: json({}, 404),
    words: 'lists no models. Requests named "gpt-9"',
  },
])('a named model is asked for, with a warning, where the server $remark', async (served) => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': served.answer })
  const { modelId, modelRoot, facts } = await probe(baseUrl, 'gpt-9')
  expect([modelId, modelRoot]).toEqual(['gpt-9', 'gpt-9'])
  expect(inEnglish(unlistedModelNote(facts, baseUrl) ?? '')).toContain(served.words)
})

test('a web page is no server that takes any name', async () => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': { ...webPage, status: 404 } })
  expect((await laterRefusalOf(probe(baseUrl, 'gpt-9'))).code).toBe('not-an-llm-server')
})

test('a list that is refused or not loaded is no obstacle if a key is given, or the server is healthy', async () => {
  const refused = await serveAnswers({ 'GET /v1/models': json({ error: 'not yours' }, 403) })
  const access = { baseUrl: refused, headers: { Authorization: 'Bearer k' }, insecure: false }
  const { signal } = new AbortController()
  await expect(probeServer({ access, model: 'm', signal })).resolves.toMatchObject({ modelId: 'm' })
  await expect(probe(refused, 'm')).rejects.toThrow('asks for an API key')
  const loading = { 'GET /v1/models': json({ status: 'loading' }) }
  await expect(probe(await serveAnswers(loading), 'm')).rejects.toThrow('is not ready yet')
  const healthy = await serveAnswers({ ...loading, 'GET /health': json({}) })
  await expect(probe(healthy, 'm')).resolves.toMatchObject({ modelId: 'm' })
  await expect(probe(healthy)).rejects.toThrow('is not ready yet')
})

test('an address where nothing listens is refused', async () => {
  const baseUrl = await deadUrl()
  const refusal = await laterRefusalOf(probe(baseUrl))
  expect(refusal.code).toBe('server-unreachable')
  expect(refusal.message).toContain(`${baseUrl}/v1/models: nothing listens there`)
})

test.each([
  { remark: 'a web page', answer: webPage, code: 'not-an-llm-server', words: 'a web page' },
  { remark: 'other JSON', answer: json([]), code: 'not-an-llm-server', words: 'application/json' },
  { remark: 'HTTP 404', answer: json({}, 404), code: 'not-an-llm-server', words: 'HTTP 404' },
  { remark: 'HTTP 401', answer: json({}, 401), code: 'invalid-input', words: 'API key' },
  { remark: 'HTTP 503', answer: json({}, 503), code: 'server-unreachable', words: 'not ready' },
  { remark: 'no model', answer: json({ data: [] }), code: 'model-not-found', words: 'no model' },
])('a server that answers $remark is refused as $code', async ({ answer, code, words }) => {
  const refusal = await laterRefusalOf(probe(await serveAnswers({ 'GET /v1/models': answer })))
  expect(refusal.code).toBe(code)
  expect(refusal.message).toContain(words)
})

test.each([
  { answer: webPage, status: 403, words: 'Requests to http://llm.example/v1/models by the proxy' },
  { answer: webPage, status: 407, words: 'asks for a user name and a password (HTTP 407)' },
  { answer: json({}), status: 403, words: 'asks for an API key' },
])(
  'a response of HTTP $status by a proxy names it, unless the server sent it',
  async ({ answer, status, words }) => {
    const proxy = await serveAnswers({ 'GET http://llm.example/v1/models': { ...answer, status } })
    vi.stubEnv('http_proxy', proxy)
    vi.stubEnv('no_proxy', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { message } = await laterRefusalOf(probe('http://llm.example', 'm'))
    expect(message).toContain(words)
    expect(message.includes(new URL(proxy).host)).toBe(answer === webPage)
  },
)

test('an aborted probe does not wait for a response', async () => {
  const baseUrl = await serveAnswers({ 'GET /v1/models': models })
  expect((await laterRefusalOf(probe(baseUrl, null, AbortSignal.abort()))).code).toBe('cancelled')
})

test('nor for one that does not come', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const stopping = new AbortController()
  silent.on('connection', () => stopping.abort())
  const refusal = await laterRefusalOf(probe(`http://127.0.0.1:${port}`, null, stopping.signal))
  expect(refusal.code).toBe('cancelled')
})

test('a header that cannot be sent is refused by its name', async () => {
  const access = { baseUrl: await deadUrl(), headers: { 'x-a': 'b\r\nx-c: d' }, insecure: false }
  const { signal } = new AbortController()
  const refusal = await laterRefusalOf(probeServer({ access, model: null, signal }))
  expect(refusal).toMatchObject({ code: 'invalid-input', field: 'header' })
  expect(refusal.message).toContain('x-a')
})
