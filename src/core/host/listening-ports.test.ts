import { expect, test } from 'vitest'
import { freePort, listeningPorts } from '#core/command-line/launch-functions.ts'

const tables = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000
  sl  local_address                         remote_address                        st
   0: 00000000000000000000000000000000:4650 00000000000000000000000000000000:0000 0A`

test('listening ports of both families; connections do not count', () => {
  expect([...listeningPorts(tables)]).toEqual([8080, 18_000])
})

test('a free port is looked for from a random place on, and round', () => {
  expect(freePort(new Set(), 0)).toBe(18_000)
  expect(freePort(new Set([18_000, 18_001]), 0)).toBe(18_002)
  expect(freePort(new Set([27_999]), 0.99995)).toBe(18_000)
  const all = new Set(Array.from({ length: 10_000 }, (_, index) => 18_000 + index))
  expect(freePort(all, 0.5)).toBeNull()
})
