import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { demoPlan, demoSimulator } from '#core/sweep/demo-sweep.ts'
import { describe, expect, test } from 'vitest'
import { demoServer, demoSweep } from './demo-choice.ts'

function simulator(id: string, changes: Partial<Pick<Server, 'spec' | 'state'>> = {}): Server {
  const state: Server['state'] = { state: 'stopped' }
  return { id, name: id, spec: demoSimulator, state, launch: null, createdAtEpochMs: 0, ...changes }
}

const ready: Server['state'] = {
  state: 'ready',
  baseUrl: 'http://127.0.0.1:8000',
  sinceEpochMs: 0,
  facts: {
    ...{ model: 'sim', maxModelLen: null, version: null, kvCacheTokens: null, simulated: true },
  },
}
const starting: Server['state'] = { state: 'starting', phase: '', progress: 0, sinceEpochMs: 0 }
const slow = { spec: { ...demoSimulator, startupS: 600 } }

describe('the simulator of the demonstration', () => {
  test.each<[string, readonly Server[], string | null]>([
    ['a new one where there is none', [], null],
    ['one that is ready before any other', [simulator('a'), simulator('b', { state: ready })], 'b'],
    ['one that starts', [simulator('a', { state: starting })], 'a'],
    ['one that is stopped', [simulator('a')], 'a'],
    ['not one that takes minutes to start', [simulator('a', slow)], null],
    ['a slow one that is ready', [simulator('a', { ...slow, state: ready })], 'a'],
    [
      'not one with another preset',
      [simulator('a', { spec: { ...demoSimulator, preset: 'a100-llama-8b' }, state: ready })],
      null,
    ],
    [
      'not one with flags of its own',
      [simulator('a', { spec: { ...demoSimulator, flags: { 'max-num-seqs': 4 } }, state: ready })],
      null,
    ],
    [
      'not a server that is no simulator',
      [simulator('a', { spec: { kind: 'attached', baseUrl: 'http://gpu-03:8000' }, state: ready })],
      null,
    ],
  ])('is %s', (_, servers, id) => {
    expect(demoServer(servers)?.id ?? null).toBe(id)
  })
})

test('its sweep is found only while it is in progress', () => {
  const sweep: Sweep = {
    ...{ id: 's', plan: demoPlan('First knee'), servers: [{ id: 'a', name: 'a' }], points: [] },
    ...{ answers: [], createdAtEpochMs: 0, status: 'running' },
  }
  expect(demoSweep([{ ...sweep, status: 'completed' }])).toBeNull()
  expect(demoSweep([{ ...sweep, plan: { ...sweep.plan, secondsPerPoint: 10 } }])).toBeNull()
  expect(demoSweep([{ ...sweep, status: 'completed' }, sweep])).toBe(sweep)
})
