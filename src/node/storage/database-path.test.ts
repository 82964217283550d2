import path from 'node:path'
import { expect, test } from 'vitest'
import { databasePath } from './database-path.ts'

const home = path.resolve('/home/ada')

test.each([
  {
    remark: 'a folder of the reader wins everywhere',
    platform: 'darwin',
    environment: { KNEEPOINT_DATA: path.resolve('/data') },
    expected: path.resolve('/data', 'kneepoint.db'),
  },
  {
    remark: 'an empty choice is no choice',
    platform: 'linux',
    environment: { KNEEPOINT_DATA: '' },
    expected: path.join(home, '.local', 'share', 'kneepoint', 'kneepoint.db'),
  },
  {
    remark: 'Linux follows XDG',
    platform: 'linux',
    environment: { XDG_DATA_HOME: path.resolve('/xdg') },
    expected: path.resolve('/xdg', 'kneepoint', 'kneepoint.db'),
  },
  {
    remark: 'macOS keeps it in the library',
    platform: 'darwin',
    environment: {},
    expected: path.join(home, 'Library', 'Application Support', 'Kneepoint', 'kneepoint.db'),
  },
  {
    remark: 'Windows roams',
    platform: 'win32',
    environment: { APPDATA: path.resolve('/roaming') },
    expected: path.resolve('/roaming', 'Kneepoint', 'kneepoint.db'),
  },
] as const)('$remark', ({ platform, environment, expected }) => {
  expect(databasePath({ platform, home, environment })).toBe(expected)
})
