import { expect, test } from 'vitest'
import { LogLines } from './servers/servers.ts'

test('lines come back oldest first', () => {
  const log = new LogLines()
  log.add('a')
  log.add('b')
  expect(log.newest()).toEqual(['a', 'b'])
  log.clear()
  expect(log.newest()).toEqual([])
})

test('only the newest two thousand are kept', () => {
  const log = new LogLines()
  for (let line = 0; line < 10_001; line++) log.add(String(line))
  const newest = log.newest()
  expect(newest).toHaveLength(2000)
  expect([newest[0], newest.at(-1)]).toEqual(['8001', '10000'])
})
