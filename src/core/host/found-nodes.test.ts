import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { noUsableNode, usableNode } from './found-nodes.ts'

const found = (...versions: readonly string[]) =>
  versions.map((version) => ({ version, program: `/opt/${version}/node` }))

test.each([
  [['v20.18.0'], 'v20.18.0'],
  [['v18.20.8', 'v20.17.0', 'v21.7.3', 'v22.7.0', 'v22.8.0', 'v26.1.0'], 'v22.8.0'],
  [['v24.1.0', 'v20.19.2'], 'v24.1.0'],
  [['v23.0.0-nightly'], 'v23.0.0-nightly'],
])('of %j it is %s: the first one that is new enough', (versions, version) => {
  expect(usableNode(found(...versions))?.version).toBe(version)
})

test.each([
  [[], 'Node is missing on gpu-03; the load generator runs on it'],
  [
    ['v18.20.8', 'nonsense'],
    'The load generator needs Node 20.18, 22.8 or newer; gpu-03 has v18.20.8 at /opt/v18.20.8/node, nonsense at /opt/nonsense/node',
  ],
])('of %j it is none', (versions, message) => {
  expect(usableNode(found(...versions))).toBeNull()
  expect(inEnglish(noUsableNode(found(...versions), 'gpu-03'))).toBe(message)
})
