// Secrets to plant, a server that repeats all that it receives, and a search for them in every encoding.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'

export const planted = {
  key: 'planted+key/8c1f&"x"',
  header: 'planted-header-8c1f',
  body: 'planted-body-8c1f',
  hub: 'hf_plantedhub8c1f',
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Serves what a benchmark asks, fails every other request, and repeats all it received. */
export async function careless() {
  const heard: string[] = []
  let answers = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const received = JSON.stringify({ url: request.url, ...request.headers }) + body
      heard.push(received)
      const [pathname] = (request.url ?? '').split('?')
      const one = { id: 'm', object: 'model', owned_by: received, root: received }
      response.setHeader('x-request-id', encodeURIComponent(received))
      response.statusMessage = request.headers.authorization ?? 'none'
      if (pathname === '/v1/models') {
        const other = { id: request.headers.authorization ?? 'n', object: 'model' }
        return response.end(JSON.stringify({ object: 'list', data: [one, other] }))
      }
      if (pathname === '/version') return response.end(JSON.stringify({ version: received }))
      if (pathname === '/metrics') return response.end(metricsPage(received))
      if (pathname !== '/v1/completions') return response.writeHead(404).end(received)
      if (answers++ % 2 === 1) return response.writeHead(401).end(spellings(request, answers))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const middle = received.indexOf('planted') + 9
      for (const text of [received.slice(0, middle), received.slice(middle)]) {
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, text }] })}\n\n`)
      }
      response.end('data: [DONE]\n\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Another encoding each time: only the beginning of a body is kept. */
function spellings({ headers, url }: IncomingMessage, turn: number): string {
  const text = JSON.stringify([headers.authorization, headers['x-team'], url])
  const bytes = Buffer.from(`${'.'.repeat(turn % 3)}${text}`)
  const all = [
    text,
    bytes.toString('base64'),
    bytes.toString('hex'),
    encodeURIComponent(text),
    JSON.stringify(text),
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    `{"error":{"message":${JSON.stringify(`Incorrect key: ${headers.authorization ?? ''}`)}}}`,
  ]
  return all[Math.floor(turn / 2) % all.length] ?? ''
}

function metricsPage(received: string): string {
  const label = JSON.stringify(received).slice(1, -1)
  return `# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{model_name="m",engine="${label}"} 1\n`
}

export function everythingIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => unpacked(readFileSync(path.join(file.parentPath, file.name))))
    .join('\n')
}

/** A bundle is compressed. */
function unpacked(bytes: Buffer): string {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1')
}

export function expectNone(text: string): void {
  for (const secret of Object.values(planted)) {
    const bytes = Buffer.from(secret)
    const middles = ['', 'a', 'ab'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64')
        .slice(4, 16),
    )
    for (const spelling of [
      ...[secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)],
      ...[bytes.toString('hex'), secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
      ...middles,
    ]) {
      expect(text).not.toContain(spelling)
    }
  }
}
