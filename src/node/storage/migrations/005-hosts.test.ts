import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { listHosts } from '../hosts.ts'
import { migrate } from '../migrations.ts'
import { listServers } from '../servers.ts'
import { initial } from './001-initial.ts'

test('servers of before stay, and this computer becomes the first host', () => {
  const database = new Sqlite(':memory:')
  database.pragma('foreign_keys = ON')
  migrate(database, [initial])
  database.exec(`
    INSERT INTO hosts VALUES ('gpu-03');
    INSERT INTO servers VALUES
      ('a', 'gpu-03', 'far', '{"kind":"attached","baseUrl":"http://gpu-03:8000"}', 5);`)
  migrate(database)

  expect(listServers(database)).toEqual([
    {
      id: 'a',
      name: 'far',
      spec: { kind: 'attached', baseUrl: 'http://gpu-03:8000' },
      createdAtEpochMs: 5,
    },
  ])
  expect(listHosts(database)).toMatchObject([{ id: 'local', spec: { kind: 'local' } }])
})
