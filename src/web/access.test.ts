import { expect, test } from 'vitest'
import { accessCookie, holdsToken, isOurHost, isOurOrigin, newToken } from './access.ts'

test('every token is new and fits a subprotocol', () => {
  const tokens = Array.from({ length: 50 }, newToken)
  expect(new Set(tokens).size).toBe(50)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
})

const [cookie = ''] = accessCookie('secret').split(';')
const [otherCookie = ''] = accessCookie('secreT').split(';')
const [name = ''] = cookie.split('=')

test.each([
  { remark: 'the name and the token', protocols: 'kneepoint, secret', holds: true },
  { remark: 'without a space', protocols: 'kneepoint,secret', holds: true },
  { remark: 'a wrong token', protocols: 'kneepoint, secreT', holds: false },
  { remark: 'a token that only begins well', protocols: 'kneepoint, secret1', holds: false },
  { remark: 'no token', protocols: 'kneepoint', holds: false },
  { remark: 'another protocol', protocols: 'chat, secret', holds: false },
  { remark: 'nothing', protocols: undefined, holds: false },
  { remark: 'the cookie', protocols: 'kneepoint', cookie, holds: true },
  { remark: 'among others', protocols: 'kneepoint', cookie: `a=b; ${cookie}; c`, holds: true },
  { remark: 'of another token', protocols: 'kneepoint', cookie: otherCookie, holds: false },
  { remark: 'a forged value', protocols: 'kneepoint', cookie: `${name}=guess`, holds: false },
  { remark: 'without a value', protocols: 'kneepoint', cookie: `${name}=`, holds: false },
  { remark: 'for another protocol', protocols: 'chat', cookie, holds: false },
])(
  'subprotocols "$protocols" and cookie "$cookie" hold the token: $holds ($remark)',
  ({ protocols, cookie: sent, holds }) => {
    const headers = {
      ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }),
      ...(sent !== undefined && { cookie: sent }),
    }
    expect(holdsToken(headers, 'secret')).toBe(holds)
  },
)

test('no script reads the cookie, and no other site sends it', () => {
  expect(accessCookie('secret')).toMatch(
    /^kneepoint-[0-9a-f]{8}=secret; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
})

test.each([
  { host: '127.0.0.1:8123', on: '127.0.0.1', ours: true, remark: 'as printed' },
  { host: 'localhost:8123', on: '127.0.0.1', ours: true, remark: 'by its usual name' },
  { host: '[::1]:8123', on: '::1', ours: true, remark: 'IPv6' },
  { host: '127.0.0.1:9000', on: '127.0.0.1', ours: true, remark: 'a port forwarded by SSH' },
  { host: 'evil.example:8123', on: '127.0.0.1', ours: false, remark: 'a rebound name' },
  { host: '127.0.0.1.evil.example', on: '127.0.0.1', ours: false, remark: 'a name that looks so' },
  { host: '192.168.1.7:8123', on: '127.0.0.1', ours: false, remark: 'an address we do not hold' },
  { host: '192.168.1.7:8123', on: '0.0.0.0', ours: true, remark: 'open to the network' },
  { host: 'evil.example:8123', on: '0.0.0.0', ours: false, remark: 'rebound, open to the network' },
  { host: 'gpu-03:8123', on: 'GPU-03', ours: true, remark: 'the name of --host' },
  { host: '', on: '127.0.0.1', ours: false, remark: 'empty' },
  { host: undefined, on: '127.0.0.1', ours: false, remark: 'absent' },
])('Host "$host" while listening on $on is ours: $ours ($remark)', ({ host, on, ours }) => {
  expect(isOurHost(host, on)).toBe(ours)
})

test.each([
  { origin: 'http://127.0.0.1:8123', host: '127.0.0.1:8123', ours: true },
  { origin: 'http://127.0.0.1:9999', host: '127.0.0.1:8123', ours: false },
  { origin: 'http://evil.example', host: '127.0.0.1:8123', ours: false },
  { origin: 'null', host: '127.0.0.1:8123', ours: false },
  { origin: undefined, host: '127.0.0.1:8123', ours: false },
  { origin: 'http://undefined', host: undefined, ours: false },
])('Origin $origin towards $host is ours: $ours', ({ origin, host, ours }) => {
  expect(isOurOrigin(origin, host)).toBe(ours)
})
