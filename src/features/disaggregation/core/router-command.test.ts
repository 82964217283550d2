import { expect, test } from 'vitest'
import { missingPlaceholders, routerWords, unknownPlaceholders } from './router-command.ts'

const place = {
  ...{ host: '0.0.0.0', port: 8000, metricsPort: 8001 },
  instances: [
    { pool: 'prefill', port: 8002 },
    { pool: 'prefill', port: 8004 },
    { pool: 'decode', port: 8006 },
  ],
} as const

test.each([
  {
    router: 'r --port {port} --host {host} --prefill {prefill-url} --decode {decode-url} -v',
    words:
      'r --port 8000 --host 0.0.0.0 --prefill http://127.0.0.1:8002 --prefill http://127.0.0.1:8004 --decode http://127.0.0.1:8006 -v',
  },
  {
    router: 'python proxy.py --prefiller-hosts {prefill-hosts} --prefiller-ports {prefill-ports}',
    words: 'python proxy.py --prefiller-hosts 127.0.0.1 127.0.0.1 --prefiller-ports 8002 8004',
  },
  {
    router: 'r --to={prefill-host}:{port} --metrics {metrics-port}',
    words: 'r --to=127.0.0.1:8000 --to=127.0.0.1:8000 --metrics 8001',
  },
])('$router', ({ router, words }) => {
  expect(routerWords(router, place).join(' ')).toBe(words)
})

test('a router that reaches no decode pool, and one with a slip of the pen', () => {
  expect(missingPlaceholders('r --port {port} --prefill {prefill-urls}')).toEqual(['{decode-url}'])
  expect(missingPlaceholders('r {prefill-url} {decode-port}')).toEqual(['{port}'])
  expect(unknownPlaceholders(`r {prefill-uri} {port} '{"a":1}'`)).toEqual(['{prefill-uri}'])
})
