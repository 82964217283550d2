import { expect, test } from 'vitest'
import { listHosts, removeHost, saveHost } from './hosts-and-servers.ts'
import { temporaryDatabase } from './storage.test-support.ts'

const gpu03 = {
  id: 'h1',
  name: 'gpu-03',
  spec: { kind: 'ssh', destination: 'gpu-03', user: null, port: 2222, identityFile: null },
  createdAtEpochMs: 7,
  facts: null,
} as const

test('hosts are listed after this computer, can be edited and removed', () => {
  const database = temporaryDatabase()
  saveHost(database, gpu03)
  saveHost(database, { ...gpu03, name: 'lab', spec: { ...gpu03.spec, port: 22 } })
  const [here, ...others] = listHosts(database)
  expect(here?.spec).toEqual({ kind: 'local' })
  expect(others).toEqual([{ ...gpu03, name: 'lab', spec: { ...gpu03.spec, port: 22 } }])
  removeHost(database, 'h1')
  expect(listHosts(database)).toHaveLength(1)
})

test('facts of another form are left out', () => {
  const database = temporaryDatabase()
  saveHost(database, gpu03)
  database.prepare(`UPDATE hosts SET facts = '{"gpus":7}' WHERE id = 'h1'`).run()
  expect(listHosts(database).at(-1)).toEqual(gpu03)
})
