import { expect, test } from 'vitest'
import { secretsOf } from '#core/redaction/presentable.ts'
import { authentication } from '#node/remote/ssh/authentication.ts'
import { lastWords } from './last-words.ts'
import { rememberSecrets, withoutSecrets } from './known-secrets.ts'

test('a secret is hidden however it is written, and one within another with it', () => {
  rememberSecrets(['two "words" & more', 'two', null, 'in-two'])
  const written = JSON.stringify({ header: 'two "words" & more' })
  expect(withoutSecrets(written)).toBe('{"header":"***"}')
  expect(withoutSecrets('?key=two+%22words%22+%26+more')).toBe('?key=***')
  expect(withoutSecrets('a word in-two parts')).toBe('a word *** parts')
  expect(withoutSecrets('two is too short to be one')).toBe('two is too short to be one')
})

test('what a benchmark hides is what is remembered of it', () => {
  const header = { 'x-team': 'blue-4711' }
  const extraBody = { seed: 7, deep: [{ password: 'inner-4711', top_k: 4 }], api_key: 'outer-4711' }
  const baseUrl = 'http://user:pass-4711@host:8000/v1'
  expect(secretsOf({ header, extraBody, baseUrl })).toEqual([
    ...['blue-4711', 'inner-4711', 'outer-4711', 'user:pass-4711'],
  ])
})

test('a secret sent to a host is remembered as well', async () => {
  const hop = {
    destination: 'box',
    address: 'box',
    port: 22,
    user: 'me',
    keyName: 'box',
    keyPort: 22,
    hostKeys: {
      files: null,
      globalFiles: null,
      revokedFile: null,
      acceptsNew: false,
      command: null,
      checksAddress: false,
    },
    agentSocket: null,
    connectTimeoutMs: null,
    proxyCommand: null,
    certificateFiles: [],
    identityFiles: [],
    identitiesOnly: false,
  }
  const prompts = {
    confirmHostKey: () => Promise.resolve(false),
    askSecret: () => Promise.resolve('opensesame'),
  }
  const offered = await authentication(hop, prompts).next(['password'])
  expect(offered).toMatchObject({ type: 'password', password: 'opensesame' })
  expect(withoutSecrets('no opensesame here')).toBe('no *** here')
})

test('variables of the environment are secrets by their names', () => {
  process.env['KNEEPOINT_TEST_TOKEN'] = 'from-the-environment'
  expect(withoutSecrets('with from-the-environment')).toBe('with ***')
  delete process.env['KNEEPOINT_TEST_TOKEN']
})

test('last words are message, stack and causes, and never without an end', () => {
  const cause: Error & { inner?: Error } = new Error('the cause')
  const error = Object.assign(new Error('x'.repeat(1e5), { cause }), { request: 'its members' })
  cause.cause = error
  const words = lastWords(error)
  expect(words).toContain('because: Error: the cause')
  expect(words).not.toContain('its members')
  expect(words.length).toBeLessThan(25_000)
  expect(lastWords('thrown as text')).toBe('thrown as text')
})
