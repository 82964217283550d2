import type { Server } from '#core/model/server.ts'
import { expect, test } from 'vitest'
import { serverFacts } from './server-facts.ts'

const simulator: Server = {
  id: 's',
  name: 'sim',
  spec: { kind: 'simulator', preset: 'quick', port: null, startupS: 4, seed: 0 },
  state: { state: 'stopped' },
  createdAtEpochMs: 0,
  launch: null,
}

const facts = {
  model: 'Llama',
  maxModelLen: 32768,
  version: null,
  kvCacheTokens: null,
  simulated: true,
}

test('a stopped server has its settings only', () => {
  expect(serverFacts(simulator)).toEqual([{ name: 'preset', value: 'quick' }])
})

test('an attached server that does not answer still has its address', () => {
  const attached: Server = {
    ...simulator,
    spec: { kind: 'attached', baseUrl: 'http://gpu-03:8000' },
    state: { state: 'failed', message: 'refused', remedy: null },
  }
  expect(serverFacts(attached)).toEqual([{ name: 'baseUrl', value: 'http://gpu-03:8000' }])
})

test('a ready server says the rest, with a dash for what it does not know', () => {
  const baseUrl = 'http://127.0.0.1:1'
  const ready: Server = {
    ...simulator,
    state: { state: 'ready', baseUrl, facts, sinceEpochMs: 0 },
  }
  const shown = new Map(serverFacts(ready).map(({ name, value }) => [name, value]))
  expect(Object.fromEntries(shown)).toMatchObject({
    baseUrl,
    model: 'Llama',
    preset: 'quick',
    engine: '–',
    kvCacheTokens: '–',
    maxModelLen: '32,768',
  })
})
