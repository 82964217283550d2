import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { json, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { RecordProxy } from './record-proxy.ts'

const path = '/v1/completions'

const accepted = [
  { on: '127.0.0.1', host: '127.0.0.1:8001', remark: 'as printed' },
  { on: '127.0.0.1', host: 'localhost:9000', remark: 'through a forwarded port' },
  { on: '127.0.0.1', host: '127.0.0.1:8001', origin: 'http://127.0.0.1:8001', remark: 'own page' },
  { on: '0.0.0.0', host: 'recorder:8001', remark: 'a container by its name' },
  { on: '0.0.0.0', host: '127.0.0.2:8001', remark: 'by address' },
  {
    ...{ on: '0.0.0.0', host: `${hostname()}:8001`, origin: `http://${hostname()}:8001` },
    remark: 'a page of the server, by the name of the machine',
  },
]

const refused = [
  { on: '127.0.0.1', host: 'rebound.example:8001', remark: 'a rebound name' },
  {
    ...{ on: '127.0.0.1', host: 'rebound.example:8001', origin: 'http://rebound.example:8001' },
    remark: 'a page of a rebound name',
  },
  { on: '127.0.0.1', host: '127.0.0.1:8001', origin: 'https://other.example', remark: 'page' },
  { on: '127.0.0.1', host: '127.0.0.1:8001', origin: 'null', remark: 'a page from a file' },
  { on: '127.0.0.1', host: '127.0.0.1:8001', origin: 'http://127.0.0.1:3000', remark: 'a port' },
  { on: '0.0.0.0', host: '10.1.2.3:8001', origin: 'http://other.example', remark: 'page' },
  {
    ...{ on: '0.0.0.0', host: 'rebound.example:8001', origin: 'http://rebound.example:8001' },
    remark: 'a page of a rebound name',
  },
]

describe('a recorder', () => {
  test.each(accepted)('on $on passes on $host $origin: $remark', async ({ on, ...from }) => {
    const { proxy, file, problems } = await recordOn(on)
    expect(await post(proxy, from)).toEqual({ status: 200, body: answer.body })
    await proxy.close()
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1)
    expect(problems).toEqual([])
  })

  test.each(refused)('on $on refuses $host $origin: $remark', async ({ on, ...from }) => {
    const { proxy, file, problems } = await recordOn(on)
    const { status, body } = await post(proxy, from)
    expect(status).toBe(403)
    expect(problems).toEqual([expect.stringMatching(/^The (Host|request has the Origin) /)])
    expect(JSON.parse(body)).toMatchObject({ error: { message: problems[0] } })
    await proxy.close()
    expect(existsSync(file)).toBe(false)
  })
})

test('only the owner reads the file, which holds no header', async () => {
  const { proxy, file } = await recordOn('127.0.0.1')
  const headers = { host: '127.0.0.1', authorization: 'Bearer planted-key' }
  expect(await post(proxy, headers)).toMatchObject({ status: 200 })
  await proxy.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('"input_length":3')
  expect(readFileSync(file, 'utf8')).not.toMatch(/planted-key|authorization/i)
})

const answer = json({ usage: { prompt_tokens: 3, completion_tokens: 1 } })

async function recordOn(host: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-record-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const upstream = await serveAnswers({ [`POST ${path}`]: answer })
  const file = join(folder, 'trace.jsonl')
  const problems: string[] = []
  const proxy = await RecordProxy.start({
    ...{ upstream, host, port: 0, file, withText: false },
    onProblem: (problem) => void problems.push(problem),
  })
  return { proxy, file, problems }
}

async function post({ port }: RecordProxy, headers: Readonly<Record<string, string | undefined>>) {
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...headers } })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
    sent.end(JSON.stringify({ model: 'm', prompt: 'hello' }))
  })
  return { status: response.statusCode, body: await text(response) }
}
