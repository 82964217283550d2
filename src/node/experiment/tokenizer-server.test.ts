import { once } from 'node:events'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { tokenize, tokenizerInfo } from '#node/tokenizer/tokenize-client.ts'
import { localhostCertificate } from '#node/load/localhost-certificate.test-support.ts'
import { tokenizerServer } from './tokenizer-server.ts'

/** With a certificate nobody trusts. */
async function startGuarded(): Promise<string> {
  const server = createServer(localhostCertificate, (request, response) => {
    void text(request).then((body) => {
      const { url, method, headers } = request
      const known = method === 'POST' && url === '/below/tokenize'
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      const ids = [body.length, Number(headers['x-number'])]
      response.end(known ? JSON.stringify({ tokens: ids }) : '')
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/below`
}

async function serverThat(insecure: boolean) {
  const baseUrl = await startGuarded()
  return { ...tokenizerServer({ baseUrl, headers: { 'x-number': '7' }, insecure }), model: null }
}

test('a certificate that cannot be verified is no obstacle where that is wanted', async () => {
  const server = await serverThat(true)
  const body = JSON.stringify({ prompt: 'Hi', add_special_tokens: false })
  expect([...(await tokenize(server, 'Hi', false))]).toEqual([body.length, 7])
  expect(await tokenizerInfo(server)).toBeNull()
})

test('else it is', async () => {
  await expect(tokenize(await serverThat(false), 'Hi', false)).rejects.toMatchObject({
    code: 'server-unreachable',
  })
})
