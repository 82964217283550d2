import { expect, test } from 'vitest'
import { isRunOn } from './is-run-on.ts'

const facts = {
  model: 'qwen',
  maxModelLen: null,
  version: null,
  kvCacheTokens: null,
  simulated: false,
}
const attached = {
  name: 'gpu-03',
  spec: { kind: 'attached' as const, baseUrl: 'http://localhost:8000' },
  state: { state: 'ready' as const, baseUrl: 'http://localhost:8000', facts, sinceEpochMs: 0 },
}
const simulator = {
  name: 'My simulator',
  spec: { kind: 'simulator' as const, preset: 'quick', port: null, startupS: 0, seed: 0 },
  state: { state: 'stopped' as const },
}
const run = {
  baseUrl: 'http://127.0.0.1:8000/',
  serverName: 'an earlier name',
  facts: { model: 'qwen', simulated: false },
  config: { backend: 'openai' as const, model: null },
  imported: null,
}

test('an attached server is known by its address and model, whatever it is called', () => {
  expect(isRunOn(run, attached)).toBe(true)
  expect(isRunOn({ ...run, baseUrl: 'http://127.0.0.1:8001' }, attached)).toBe(false)
  expect(isRunOn({ ...run, baseUrl: null, serverName: 'gpu-03' }, attached)).toBe(false)
  expect(isRunOn({ ...run, facts: { model: 'llama', simulated: false } }, attached)).toBe(false)
})

test('servers behind one gateway differ by their paths', () => {
  const behind = { ...attached, spec: { ...attached.spec, baseUrl: 'http://localhost:8000/a' } }
  expect(isRunOn(run, behind)).toBe(false)
  expect(isRunOn({ ...run, baseUrl: 'http://localhost:8000/a/' }, behind)).toBe(true)
})

test('a server that is started here keeps its runs when its port changes', () => {
  expect(isRunOn({ ...run, serverName: 'My simulator' }, simulator)).toBe(true)
  expect(isRunOn(run, simulator)).toBe(false)
})

test('an imported run belongs to no server', () => {
  const imported = { fileName: 'result.json', knownFields: [] }
  expect(isRunOn({ ...run, imported }, attached)).toBe(false)
})
