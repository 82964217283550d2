import { expect, test } from 'vitest'
import { environmentProxy } from './environment-proxy.ts'

const plain = 'http://llm.example:8000/v1'
const proxy = 'http://proxy:3128'

test.each<[string, Record<string, string>, string | null]>([
  [plain, {}, null],
  [plain, { http_proxy: proxy }, 'http://proxy:3128/'],
  [plain, { HTTP_PROXY: proxy }, 'http://proxy:3128/'],
  [plain, { http_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
  [plain, { https_proxy: proxy }, null],
  [plain, { http_proxy: '', HTTP_PROXY: proxy }, null],
  ['https://llm.example', { https_proxy: 'http://me:pw@proxy' }, 'http://me:pw@proxy/'],
  ['https://llm.example', { http_proxy: proxy }, null],
  [plain, { http_proxy: proxy, no_proxy: '*' }, null],
  [plain, { http_proxy: proxy, no_proxy: 'other, example' }, null],
  [plain, { http_proxy: proxy, NO_PROXY: '.LLM.example' }, null],
  [plain, { http_proxy: proxy, no_proxy: 'lm.example,,' }, 'http://proxy:3128/'],
  ['http://127.0.0.1:80', { http_proxy: proxy }, null],
  ['http://localhost', { http_proxy: proxy }, null],
  ['http://[::1]:80', { http_proxy: proxy }, null],
  ['http://10.0.0.1', { http_proxy: proxy }, 'http://proxy:3128/'],
  [plain, { all_proxy: proxy }, 'http://proxy:3128/'],
  ['https://llm.example', { ALL_PROXY: proxy }, 'http://proxy:3128/'],
  [plain, { all_proxy: 'http://other', http_proxy: proxy }, 'http://proxy:3128/'],
  [plain, { all_proxy: proxy, http_proxy: '' }, null],
  [plain, { http_proxy: proxy, no_proxy: 'other, *' }, null],
  [plain, { http_proxy: proxy, no_proxy: '*.example' }, null],
  [plain, { http_proxy: proxy, no_proxy: 'llm.example:8000' }, null],
  [plain, { http_proxy: proxy, no_proxy: 'llm.example:8001' }, 'http://proxy:3128/'],
  ['http://10.1.2.3:8000', { http_proxy: proxy, no_proxy: '10.0.0.0/8' }, null],
  ['http://11.1.2.3:8000', { http_proxy: proxy, no_proxy: '10.0.0.0/8' }, 'http://proxy:3128/'],
  ['http://10.0.0.7', { http_proxy: proxy, no_proxy: 'other, 10.0.0.*' }, null],
  ['http://10.0.0.7', { http_proxy: proxy, no_proxy: '10.0.*.*' }, null],
  ['http://10.0.0.7', { http_proxy: proxy, no_proxy: '10.0.0.' }, null],
  ['http://10.0.1.7', { http_proxy: proxy, no_proxy: '10.0.0.*' }, 'http://proxy:3128/'],
  ['http://10.0.0.example', { http_proxy: proxy, no_proxy: '10.0.0.' }, 'http://proxy:3128/'],
  ['http://110.0.0.7', { http_proxy: proxy, no_proxy: '10.*' }, 'http://proxy:3128/'],
  ['http://10.1.2.3', { http_proxy: proxy, no_proxy: '10.1.2.3:80' }, null],
  ['http://[fd00::1]:8000', { http_proxy: proxy, no_proxy: 'fd00::/8' }, null],
  ['http://[fd00::1]:8000', { http_proxy: proxy, no_proxy: 'fd00::1 other' }, null],
  ['http://[fd00::1]:8000', { http_proxy: proxy, no_proxy: '[fd00::1]:8000' }, null],
  [
    'http://[fd00::1]:8000',
    { http_proxy: proxy, no_proxy: '[fd00::1]:9000' },
    'http://proxy:3128/',
  ],
])('for %s with %j', (url, environment, expected) => {
  expect(environmentProxy(new URL(url), environment)?.href ?? null).toBe(expected)
})

test.each(['https://proxy:3128', 'socks5://proxy', 'http://'])('%s is refused by name', (value) => {
  expect(() => environmentProxy(new URL(plain), { http_proxy: value })).toThrow(
    'which names no proxy that can be reached over HTTP',
  )
})
