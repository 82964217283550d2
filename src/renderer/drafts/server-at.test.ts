import { expect, test } from 'vitest'
import type { Server } from '#core/model/server.ts'
import { serverAt } from './server-at.ts'

const attached: Server = {
  id: 'gpu',
  name: 'gpu-03',
  spec: { kind: 'attached', baseUrl: 'http://gpu-03:8000' },
  state: { state: 'stopped' },
  createdAtEpochMs: 0,
  launch: null,
}
const simulator: Server = {
  id: 'sim',
  name: 'Simulator',
  spec: { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 },
  state: {
    state: 'ready',
    baseUrl: 'http://127.0.0.1:8100',
    facts: { model: 'sim', maxModelLen: null, version: null, kvCacheTokens: null, simulated: true },
    sinceEpochMs: 0,
  },
  createdAtEpochMs: 0,
  launch: null,
}

test.each([
  ['http://gpu-03:8000', 'gpu'],
  ['http://gpu-03:8000/v1/', 'gpu'],
  ['http://localhost:8100', 'sim'],
  ['http://0.0.0.0:8100', 'sim'],
  ['http://127.0.0.1:8000', null],
  ['https://gpu-03:8000', null],
  ['gpu-03', null],
])('%s is the server %j', (baseUrl, id) => {
  expect(serverAt(baseUrl, [attached, simulator])?.id ?? null).toBe(id)
})
