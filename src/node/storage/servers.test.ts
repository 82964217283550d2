import { expect, test } from 'vitest'
import { temporaryDatabase } from './storage.test-support.ts'
import { listServers, removeServer, saveServer } from './hosts-and-servers.ts'

test('servers are listed oldest first and can be renamed', () => {
  const database = temporaryDatabase()
  const attached = {
    id: 'b',
    name: 'remote',
    spec: { kind: 'attached', baseUrl: 'http://gpu-03:8000' },
    createdAtEpochMs: 1,
    ended: null,
  } as const
  const simulator = {
    id: 'a',
    name: 'built-in',
    spec: { kind: 'simulator', preset: 'h100-8b', port: null, startupS: 4, seed: 0 },
    createdAtEpochMs: 2,
    ended: null,
  } as const
  saveServer(database, simulator)
  saveServer(database, attached)
  saveServer(database, { ...attached, name: 'renamed' })
  expect(listServers(database)).toEqual([{ ...attached, name: 'renamed' }, simulator])
  removeServer(database, 'a')
  expect(listServers(database)).toHaveLength(1)
})
