import { expect, test } from 'vitest'
import { socketUrl } from './web-transport.ts'

test.each([
  { page: 'http://127.0.0.1:8201/#/servers', socket: 'ws://127.0.0.1:8201/api' },
  { page: 'https://bench.example/', socket: 'wss://bench.example/api' },
])('the page $page talks to $socket', ({ page, socket }) => {
  expect(socketUrl(page)).toBe(socket)
})
