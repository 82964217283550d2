import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { TokenizeClient } from '#node/tokenizer/tokenize-client.ts'
import { localhostCertificate } from '#node/load/connections/localhost-certificate.test-support.ts'
import { tokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'

/** With an untrusted certificate. */
async function startGuarded(): Promise<string> {
  const server = createServer(localhostCertificate, (request, response) => {
    void text(request).then((body) => {
      const { url, method, headers } = request
      const known = method === 'POST' && url === '/below/tokenize'
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      const ids = [body.length, Number(headers['x-number'])]
      response.end(known ? JSON.stringify({ tokens: ids }) : '')
    })
  })
  const port = await listenUntilFinished(server, () => server.closeAllConnections())
  return `https://127.0.0.1:${port}/below`
}

async function serverThat(insecure: boolean) {
  const baseUrl = await startGuarded()
  const server = tokenizerServer({ baseUrl, headers: { 'x-number': '7' }, insecure })
  onTestFinished(() => server.close())
  return new TokenizeClient({ ...server, model: null })
}

test('a certificate that cannot be verified is no obstacle where that is wanted', async () => {
  const client = await serverThat(true)
  const body = JSON.stringify({ prompt: 'Hi', add_special_tokens: false })
  expect([...(await client.encode('Hi', false))]).toEqual([body.length, 7])
  expect(await client.info()).toBeNull()
})

test('else it is', async () => {
  const client = await serverThat(false)
  await expect(client.encode('Hi', false)).rejects.toMatchObject({
    code: 'server-unreachable',
  })
})

test('texts share a few connections, and none outlives the questions', async () => {
  const plain = createPlainServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    request.resume().on('end', () => response.end('{"tokens":[1,2]}'))
  })
  let opened = 0
  plain.on('connection', () => opened++)
  const port = await listenUntilFinished(plain)
  const access = { baseUrl: `http://127.0.0.1:${port}`, headers: {}, insecure: false }
  const server = tokenizerServer(access)
  const client = new TokenizeClient({ ...server, model: null })
  for (let round = 0; round < 3; round++) {
    await Promise.all([client.encode('a', true), client.encode('b', true)])
  }
  expect(opened).toBe(2)
  server.close()
  const left = () => new Promise((resolve) => plain.getConnections((_error, n) => resolve(n)))
  await expect.poll(left).toBe(0)
})
