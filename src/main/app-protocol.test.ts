// The window's files are served from their folder and from nowhere else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, filePathOf } from './app-protocol.ts'

let folder: string
let renderer: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kneepoint-protocol-'))
  renderer = join(folder, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(renderer, 'index.html'), '<title>Kneepoint</title>')
  writeFileSync(join(renderer, 'assets', 'a b.js'), 'let x')
})

afterAll(() => rmSync(folder, { recursive: true }))

function ask(url: string, init?: RequestInit): Promise<Response> {
  return answer(new Request(url, init), renderer)
}

test('the page comes with its security policy', async () => {
  const response = await ask('app://bench/')
  expect(await response.text()).toBe('<title>Kneepoint</title>')
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy)
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('the policy lets no script run that we did not ship', () => {
  expect(contentSecurityPolicy).toContain("default-src 'none'")
  expect(contentSecurityPolicy).toContain("script-src 'self';")
  expect(contentSecurityPolicy).not.toContain('unsafe-eval')
})

test('a file is found under its decoded name', async () => {
  const response = await ask('app://bench/assets/a%20b.js')
  expect(await response.text()).toBe('let x')
  expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
})

test('the address of a view gives the page', async () => {
  expect(await (await ask('app://bench/results/42')).text()).toContain('Kneepoint')
})

test('a file that is not there is said to be missing', async () => {
  expect((await ask('app://bench/assets/missing.js')).status).toBe(404)
})

test('only reading is answered', async () => {
  expect((await ask('app://bench/', { method: 'POST' })).status).toBe(405)
})

describe('an address that leads out of the folder', () => {
  test.each([
    ['app://bench/%2e%2e%2fsecret.txt', 'encoded dots and slash'],
    ['app://bench/assets/..%2f..%2fsecret.txt', 'encoded slashes'],
    ['app://bench/..%5csecret.txt', 'a backslash'],
    ['app://bench/secret.txt%00.js', 'a null byte'],
    ['app://bench/%E0%A4%A', 'an encoding that is none'],
    ['app://elsewhere/index.html', 'another host'],
  ])('%s is refused (%s)', async (url) => {
    expect(filePathOf(new URL(url))).toBeNull()
    expect((await ask(url)).status).toBe(400)
  })

  test('is cut short by the URL itself where its dots are plain', async () => {
    expect((await ask('app://bench/../secret.txt')).status).toBe(404)
  })
})
