// The window's files are served from their folder and from nowhere else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFromWindow } from './window-files.ts'

const outside = mkdtempSync(join(tmpdir(), 'kneepoint-window-files-'))
const folder = join(outside, 'renderer')

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<title>Kneepoint</title>')
  writeFileSync(join(folder, 'assets', 'a b.js'), 'let x')
})

afterAll(() => rmSync(outside, { recursive: true }))

test.each([
  ['/', 'the page', '<title>Kneepoint</title>', 'text/html; charset=utf-8'],
  ['/results/42', 'a view of the page', '<title>Kneepoint</title>', 'text/html; charset=utf-8'],
  ['/assets/a%20b.js', 'a name to be decoded', 'let x', 'text/javascript; charset=utf-8'],
])('%s is answered with its file (%s)', async (pathname, _remark, text, mediaType) => {
  const { status, headers, body } = await answerFromWindow(folder, pathname)
  expect(status).toBe(200)
  expect(body.toString()).toBe(text)
  expect(headers['Content-Type']).toBe(mediaType)
})

test.each([
  ['/', 'a file'],
  ['/missing.js', 'a refusal'],
])('%s comes under strict headers (%s)', async (pathname) => {
  const { headers } = await answerFromWindow(folder, pathname)
  expect(headers).toMatchObject({
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
})

test('the policy lets nothing run that we did not ship', () => {
  expect(contentSecurityPolicy).toContain("default-src 'none'; script-src 'self';")
  expect(contentSecurityPolicy).not.toContain('unsafe-eval')
})

test('a file that is not there is said to be missing', async () => {
  expect((await answerFromWindow(folder, '/assets/missing.js')).status).toBe(404)
})

test.each([
  ['/../secret.txt', 'plain dots'],
  ['/%2e%2e%2fsecret.txt', 'encoded dots and slash'],
  ['/assets/..%2f..%2fsecret.txt', 'encoded slashes'],
  ['/..%5csecret.txt', 'a backslash'],
  ['/c:/secret.txt', 'a drive'],
  ['/secret.txt%00.js', 'a null byte'],
  ['/%E0%A4%A', 'an encoding that is none'],
])('%s cannot leave the folder (%s)', async (pathname) => {
  expect((await answerFromWindow(folder, pathname)).status).toBe(400)
})
