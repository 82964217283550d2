import { expect, test } from 'vitest'
import { isOurHost, isOurOrigin } from './own-address.ts'

const proxy = new URL('https://lab.example/user/ada/')

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
  { host: 'lab.example', on: '127.0.0.1', ours: true, remark: 'of --public-url', behind: true },
  { host: 'LAB.example:443', on: '::1', ours: true, remark: 'of --public-url', behind: true },
  { host: 'evil.example', on: '127.0.0.1', ours: false, remark: 'not of it', behind: true },
  { host: 'me@127.0.0.1', on: '127.0.0.1', ours: false, remark: 'with a user' },
  { host: '127.0.0.1/evil.example', on: '127.0.0.1', ours: false, remark: 'with a path' },
  { host: '127.0.0.1, evil.example', on: '127.0.0.1', ours: false, remark: 'two' },
  { host: '', on: '127.0.0.1', ours: false, remark: 'empty' },
  { host: undefined, on: '127.0.0.1', ours: false, remark: 'absent' },
])('Host "$host" while listening on $on is ours: $ours ($remark)', ({ host, on, ours, behind }) => {
  expect(isOurHost(host, { host: on, publicUrl: behind ? proxy : null })).toBe(ours)
})

test.each([
  { origin: 'http://127.0.0.1:8123', host: '127.0.0.1:8123', ours: true },
  { origin: 'http://127.0.0.1:9999', host: '127.0.0.1:8123', ours: false },
  { origin: 'http://evil.example', host: '127.0.0.1:8123', ours: false },
  { origin: 'null', host: '127.0.0.1:8123', ours: false },
  { origin: undefined, host: '127.0.0.1:8123', ours: false },
  { origin: 'http://undefined', host: undefined, ours: false },
  { origin: 'https://lab.example', host: '127.0.0.1:8123', ours: true, behind: true },
  { origin: 'https://lab.example', host: 'lab.example', ours: true, behind: true },
  { origin: 'http://lab.example', host: 'lab.example', ours: false, behind: true },
  { origin: 'https://lab.example:444', host: 'lab.example:444', ours: false, behind: true },
  { origin: 'null', host: 'lab.example', ours: false, behind: true },
])('Origin $origin towards $host is ours: $ours', ({ origin, host, ours, behind }) => {
  expect(isOurOrigin(origin, host, { publicUrl: behind ? proxy : null })).toBe(ours)
})
