// What the window's own origin answers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWindow } from './app-protocol.ts'

const folder = mkdtempSync(join(tmpdir(), 'kneepoint-protocol-'))

beforeAll(() => writeFileSync(join(folder, 'index.html'), '<title>Kneepoint</title>'))
afterAll(() => rmSync(folder, { recursive: true }))

type Handler = Parameters<Parameters<typeof serveWindow>[0]['handle']>[1]

let handler: Handler | undefined
serveWindow({ handle: (_, given) => void (handler = given) }, folder)

async function ask(url: string, init?: RequestInit): Promise<Response> {
  if (handler === undefined) throw new Error('no handler')
  return await handler(new Request(url, init))
}

test('the page comes with its security policy', async () => {
  const response = await ask('app://bench/?a=b')
  expect(await response.text()).toBe('<title>Kneepoint</title>')
  expect(response.headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy)
})

test.each<[string, RequestInit, number, string]>([
  ['app://bench/', { method: 'POST' }, 400, 'only reading is answered'],
  ['app://elsewhere/', {}, 400, 'another host is not ours'],
  ['app://bench/%2e%2e%2fsecret.txt', {}, 400, 'nothing above the folder'],
  ['app://bench/missing.js', {}, 404, 'a file that is not there'],
])('%s with %o is refused with %i (%s)', async (url, init, status) => {
  expect((await ask(url, init)).status).toBe(status)
})
