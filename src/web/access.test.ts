import { expect, test } from 'vitest'
import { foreignHost, holdsAccess, newToken } from './access.ts'
import { sessionCookie } from './session-cookie.ts'

test('every token is new and fits a subprotocol', () => {
  const tokens = Array.from({ length: 50 }, newToken)
  expect(new Set(tokens).size).toBe(50)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
})

const ownKey = 'a-key_that-only-the-browser-has'
const place = { path: '/', isSecure: false }
const cookieOf = (token: string, browserKey: string, nowMs?: number) =>
  sessionCookie({ token, browserKey }, place, nowMs).split(';')[0] ?? ''
const cookie = cookieOf('secret', ownKey)
const [name = '', value = ''] = cookie.split('=')
const ended = cookieOf('secret', ownKey, Date.now() - 31 * 24 * 3_600_000)
const later = value.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
const key = `kneepoint, browser.${ownKey}`
const otherKey = 'kneepoint, browser.another-key-than-that-of-the-cookie'

test.each([
  { remark: 'the name and the token', protocols: 'kneepoint, secret', holds: true },
  { remark: 'without a space', protocols: 'kneepoint,secret', holds: true },
  { remark: 'the token after a key', protocols: `${key}, secret`, holds: true },
  { remark: 'a wrong token', protocols: 'kneepoint, secreT', holds: false },
  { remark: 'a token that only begins well', protocols: 'kneepoint, secret1', holds: false },
  { remark: 'no token', protocols: 'kneepoint', holds: false },
  { remark: 'another protocol', protocols: 'chat, secret', holds: false },
  { remark: 'nothing', protocols: undefined, holds: false },
  { remark: 'cookie and key', protocols: key, cookie, holds: true },
  { remark: 'among others', protocols: key, cookie: `a=b; ${cookie}; c`, holds: true },
  { remark: 'beside a planted one', protocols: key, cookie: `${name}=x; ${cookie}`, holds: true },
  { remark: 'replayed without the key', protocols: 'kneepoint', cookie, holds: false },
  { remark: 'replayed with another key', protocols: otherKey, cookie, holds: false },
  { remark: 'the cookie as a token', protocols: `kneepoint, ${value}`, holds: false },
  { remark: 'the token as a cookie', protocols: key, cookie: `${name}=secret`, holds: false },
  { remark: 'of another server', protocols: key, cookie: cookieOf('secreT', ownKey), holds: false },
  { remark: 'ended', protocols: key, cookie: ended, holds: false },
  { remark: 'with a later end', protocols: key, cookie: `${name}=${later}`, holds: false },
  { remark: 'without a value', protocols: key, cookie: `${name}=`, holds: false },
  { remark: 'for another protocol', protocols: `chat, browser.${ownKey}`, cookie, holds: false },
])(
  'subprotocols "$protocols" and cookie "$cookie" give access: $holds ($remark)',
  ({ protocols, cookie: sent, holds }) => {
    const headers = {
      ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }),
      ...(sent !== undefined && { cookie: sent }),
    }
    expect(holdsAccess(headers, 'secret')).toBe(holds)
  },
)

test('no script reads the cookie, no other site sends it, and it is not the token', () => {
  expect(sessionCookie({ token: 'secret', browserKey: ownKey }, place)).toMatch(
    /^kneepoint-[0-9a-f]{8}=\d+\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  expect(cookie).not.toContain('secret')
})

test('behind a proxy the cookie is sent below its path, and only over TLS', () => {
  const at = { path: '/user/ada/', isSecure: true }
  const sent = sessionCookie({ token: 'secret', browserKey: '' }, at)
  expect(sent).toContain('; Path=/user/ada/; ')
  expect(sent).toMatch(/; Secure$/)
})

test('the refusal of a host names the flag to set, and repeats plain names only', () => {
  expect(foreignHost('lab.example:8443')).toContain('--public-url https://lab.example:8443/')
  expect(foreignHost('<b>lab</b>')).not.toContain('<b>')
  expect(foreignHost(undefined)).toContain('--public-url URL')
})
