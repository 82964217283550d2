import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { httpUrl } from '#core/flags/flag.ts'
import {
  endpointUrl,
  hostProblem,
  otherEndpointIn,
  repeatedIn,
  serverUrl,
  spelledUrl,
} from './server-address.ts'

const completions = '/v1/completions'
const chat = '/v1/chat/completions'

test.each([
  ['http://a:8000', completions, 'http://a:8000/v1/completions', 'http://a:8000/metrics'],
  ['http://a:8000//', completions, 'http://a:8000/v1/completions', 'http://a:8000/metrics'],
  ['HTTP://A:8000/', completions, 'http://a:8000/v1/completions', 'http://a:8000/metrics'],
  ['http://a/v1', chat, 'http://a/v1/chat/completions', 'http://a/metrics'],
  ['http://a/v1/', chat, 'http://a/v1/chat/completions', 'http://a/metrics'],
  ['http://a/v1/chat/completions', chat, 'http://a/v1/chat/completions', 'http://a/metrics'],
  ['http://a/x/v1/completions/', completions, 'http://a/x/v1/completions', 'http://a/x/metrics'],
  [
    'http://a/openai/v1',
    '/chat/completions',
    'http://a/openai/v1/chat/completions',
    'http://a/openai/metrics',
  ],
  [
    'http://a/api/v3',
    '/chat/completions',
    'http://a/api/v3/chat/completions',
    'http://a/api/v3/metrics',
  ],
  ['http://a#frag', completions, 'http://a/v1/completions', 'http://a/metrics'],
  [
    'http://a/d/gpt?api-version=1',
    '/chat/completions',
    'http://a/d/gpt/chat/completions?api-version=1',
    'http://a/d/gpt/metrics?api-version=1',
  ],
  [
    'http://a/d/gpt/chat/completions?k=1',
    '/chat/completions',
    'http://a/d/gpt/chat/completions?k=1',
    'http://a/d/gpt/metrics?k=1',
  ],
  [
    'http://a/d?k=1',
    '/chat/completions?v=2',
    'http://a/d/chat/completions?v=2&k=1',
    'http://a/d/metrics?k=1',
  ],
  [
    'http://[::1]:8000/v1',
    chat,
    'http://[::1]:8000/v1/chat/completions',
    'http://[::1]:8000/metrics',
  ],
])('%s with %s asks %s, and %s for its metrics', (baseUrl, endpoint, requests, metrics) => {
  expect(endpointUrl(baseUrl, endpoint)).toBe(requests)
  expect(serverUrl(baseUrl, '/metrics')).toBe(metrics)
})

test.each([
  ['localhost:8000', 'http://localhost:8000'],
  ['127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1'],
  ['gpu1', 'http://gpu1'],
  ['llm.example:443/v1', 'https://llm.example:443/v1'],
  ['::1', 'http://[::1]'],
  ['[::1]:8000', 'http://[::1]:8000'],
  [' http://a ', 'http://a'],
  ['http:/127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http//gpu-host:8000/v1', 'http://gpu-host:8000/v1'],
  ['https//gpu-host', 'https://gpu-host'],
])('%j is taken for %s', (text, url) => {
  expect(spelledUrl(text)).toBe(url)
  expect(httpUrl.safeParse(text).success).toBe(true)
})

test.each([
  ['unix:///tmp/x.sock', 'must begin with http:// or https://'],
  ['ws://a', 'must begin with http:// or https://'],
  ['http://[fe80::1%25eth0]:80', 'IPv6 zone'],
  ['http://::1:8000', 'brackets'],
  ['http://my host', 'blanks'],
  ['my host', 'blanks'],
  ['http://a/ v1', 'blanks'],
  ['http://a:99999', 'port 99999'],
  ['http://', 'must be an address'],
  ['', 'must be an address'],
  ['mailto:x', 'must be an address'],
  ['http://ada:secret@a', 'user name or password'],
])('%j is refused: %s', (text, why) => {
  const { error } = httpUrl.safeParse(text)
  expect(error?.issues[0]?.message).toContain(why)
  expect(error?.issues[0]?.message).not.toContain('secret')
})

test.each([
  ['http://127.0.0.1', '--base-url http://127.0.0.1'],
  ['127.0.0.1:8000', '--host 127.0.0.1 --port 8000'],
  ['[::1]:8000', '--host [::1] --port 8000'],
  ['my host', 'blanks'],
  ['fe80::1%eth0', 'zone'],
  ['a/b', 'must be a name'],
])('host %j is refused: %s', (host, why) => {
  const problem = hostProblem(host)
  expect(problem && inEnglish(problem)).toContain(why)
})

test.each(['localhost', '10.0.0.7', '::1', '[::1]', 'fe80::1', 'gpu_1.example'])(
  'host %s is one',
  (host) => expect(hostProblem(host)).toBeNull(),
)

test('an endpoint in the address is that of the requests, or named', () => {
  expect(otherEndpointIn('http://a/v1/completions', completions)).toBeNull()
  expect(otherEndpointIn('http://a/v1/completions', chat)).toBe(completions)
  expect(otherEndpointIn('http://a/v1', chat)).toBeNull()
  expect(repeatedIn('http://a/v1', chat)).toBe('/v1')
  expect(repeatedIn('http://a/v1/completions', completions)).toBe(completions)
  expect(repeatedIn('http://a/openai/v1', '/chat/completions')).toBeNull()
})
