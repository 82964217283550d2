import { expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { compareProfiles } from './compare-profiles.ts'

const base = launchProfileSchema.parse({
  name: 'a',
  config: { model: 'm', flags: { 'tensor-parallel-size': 2, dtype: 'auto' } },
  gpus: ['0', '1'],
})

test('equal profiles differ in nothing, whatever they are called', () => {
  expect(compareProfiles(base, { ...base, name: 'b' })).toEqual([])
})

test('settings come first, then flags by name; what is not set is null', () => {
  const other = launchProfileSchema.parse({
    ...base,
    config: { model: 'n', flags: { 'tensor-parallel-size': 4, 'async-scheduling': false } },
    gpus: null,
  })
  expect(
    compareProfiles(base, other).map(({ name, isFlag, first, second }) => [
      ...[isFlag ? `--${name}` : name, first, second],
    ]),
  ).toEqual([
    ['model', 'm', 'n'],
    ['gpus', '0, 1', null],
    ['--async-scheduling', null, 'false'],
    ['--dtype', 'auto', null],
    ['--tensor-parallel-size', '2', '4'],
  ])
})

test('runtime and variables read as a person would write them', () => {
  const other = launchProfileSchema.parse({
    ...base,
    runtime: { kind: 'docker', image: 'vllm/vllm-openai:v0.28.0', options: ['--shm-size', '16g'] },
    environment: { HF_HOME: '/models', EMPTY: '' },
    secretNames: ['HF_TOKEN', 'VLLM_API_KEY'],
  })
  expect(
    compareProfiles(base, other).map(({ name, first, second }) => [name, first, second]),
  ).toEqual([
    ['runtime', 'program vllm', 'docker vllm/vllm-openai:v0.28.0 --shm-size 16g'],
    ['secretNames', null, 'HF_TOKEN, VLLM_API_KEY'],
    ['environment.HF_HOME', null, '/models'],
    ['environment.EMPTY', null, "''"],
  ])
})
