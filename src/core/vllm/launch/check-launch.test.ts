import { inEnglish, message } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import type { ServeConfig } from '#core/model/launch-profile.ts'
import { llama8b } from '../example-model.test-support.ts'
import { exampleFlagIndex } from '../example-flags.test-support.ts'
import { checkLaunch } from './check-launch.ts'
import type { LaunchSurroundings } from './launch-plan.ts'

const h100 = { name: 'H100', totalMiB: 81_920, freeMiB: 81_000 }
const surroundings: LaunchSurroundings = {
  gpus: [h100, h100],
  model: llama8b,
  flagIndex: exampleFlagIndex,
  version: null,
  sampledVersions: ['0.10.0', '0.17', '0.20', '0.22', '0.24', '0.28'],
}

type Case = {
  remark: string
  flags: ServeConfig['flags']
  changes?: Partial<LaunchSurroundings>
  found: string[]
}

test.each<Case>([
  { remark: 'nothing is wrong with defaults', flags: {}, found: [] },
  {
    remark: 'one GPU too many',
    flags: { 'tensor-parallel-size': 4 },
    found: ['error tensor-parallel-size'],
  },
  {
    remark: 'other hosts may have them',
    flags: { 'tensor-parallel-size': 4, 'distributed-executor-backend': 'ray' },
    found: ['warning distributed-executor-backend'],
  },
  {
    remark: 'heads that cannot be shared',
    flags: { 'tensor-parallel-size': 2 },
    changes: { model: { ...llama8b, attentionHeads: 27 } },
    found: ['error tensor-parallel-size'],
  },
  {
    remark: 'memory taken by others',
    flags: {},
    changes: { gpus: [{ ...h100, freeMiB: 40_000 }] },
    found: ['error gpu-memory-utilization'],
  },
  {
    remark: 'memory taken, but asked for less',
    flags: { 'gpu-memory-utilization': 0.4 },
    changes: { gpus: [{ ...h100, freeMiB: 40_000 }] },
    found: [],
  },
  {
    remark: 'weights too large for one',
    flags: {},
    changes: { model: { ...llama8b, weightsBytes: 140 * 2 ** 30 } },
    found: ['error model'],
  },
  {
    remark: 'the same over two',
    flags: { 'tensor-parallel-size': 2, 'max-model-len': 4096 },
    changes: { model: { ...llama8b, weightsBytes: 140 * 2 ** 30 } },
    found: [],
  },
  {
    remark: 'a context too long for the memory',
    flags: {},
    changes: { gpus: [{ name: 'L4', totalMiB: 24_576, freeMiB: 24_000 }] },
    found: ['error max-model-len'],
  },
  {
    remark: 'the same with an fp8 cache and a shorter context',
    flags: { 'kv-cache-dtype': 'fp8', 'max-model-len': '64k' },
    changes: { gpus: [{ name: 'L4', totalMiB: 24_576, freeMiB: 24_000 }] },
    found: [],
  },
  {
    remark: 'whatever fits',
    flags: { 'max-model-len': 'auto' },
    changes: { gpus: [{ name: 'L4', totalMiB: 24_576, freeMiB: 24_000 }] },
    found: [],
  },
  {
    remark: 'longer than the model',
    flags: { 'max-model-len': 200_000 },
    found: ['error max-model-len'],
  },
  {
    remark: 'fewer tokens than sequences',
    flags: { 'max-num-batched-tokens': 64, 'max-num-seqs': 128 },
    found: ['error max-num-batched-tokens'],
  },
  {
    remark: 'no chunks and small steps',
    flags: {
      'enable-chunked-prefill': false,
      'max-num-batched-tokens': '2k',
      'max-model-len': '8k',
    },
    found: ['error max-num-batched-tokens'],
  },
  {
    remark: 'tool choice without a parser',
    flags: { 'enable-auto-tool-choice': true },
    found: ['error enable-auto-tool-choice'],
  },
  {
    remark: 'tool choice with an unlisted parser',
    flags: { 'enable-auto-tool-choice': true, 'tool-call-parser': 'mine' },
    found: [],
  },
  {
    remark: 'two sizes of the cache',
    flags: { 'kv-cache-memory-bytes': 1000, 'gpu-memory-utilization': 0.5 },
    found: ['warning kv-cache-memory-bytes'],
  },
  {
    remark: 'speculation by nothing',
    flags: { 'speculative-config': { num_speculative_tokens: 4 } },
    found: ['error speculative-config'],
  },
  {
    remark: 'out of range',
    flags: { 'gpu-memory-utilization': 1.5 },
    changes: { gpus: null },
    found: ['error gpu-memory-utilization'],
  },
  { remark: 'not a number', flags: { 'max-num-seqs': 'many' }, found: ['error max-num-seqs'] },
  { remark: 'no such choice', flags: { 'kv-cache-dtype': 'fp9' }, found: ['error kv-cache-dtype'] },
  { remark: 'a secret among the arguments', flags: { 'api-key': ['k'] }, found: ['error api-key'] },
  { remark: 'an unknown flag', flags: { 'brand-new': 1 }, found: ['warning brand-new'] },
  {
    remark: 'a flag the installation does not list',
    flags: { 'brand-new': 1 },
    changes: { sampledVersions: null },
    found: ['error brand-new'],
  },
  {
    remark: 'a flag that is gone',
    flags: { 'swap-space': 4 },
    changes: { version: '0.28.0' },
    found: ['error swap-space'],
  },
  {
    remark: 'a flag that may be gone',
    flags: { 'swap-space': 4 },
    changes: { version: '0.18.1' },
    found: [],
  },
  {
    remark: 'a flag that is still there',
    flags: { 'swap-space': 4 },
    changes: { version: '0.10.2' },
    found: [],
  },
  {
    remark: 'a flag that is not there yet',
    flags: { 'device-ids': [0] },
    changes: { version: '0.22.0' },
    found: ['error device-ids'],
  },
])('$remark', ({ flags, changes, found }) => {
  const config = { model: 'm', flags, rawArguments: [] }
  const findings = checkLaunch({ config, surroundings: { ...surroundings, ...changes } })
  expect(findings.map(({ severity, flag }) => `${severity} ${flag}`)).toEqual(found)
})

test('findings give the numbers', () => {
  const gpus = [{ name: 'L4', totalMiB: 24_576, freeMiB: 24_000 }]
  const plan = {
    config: { model: 'm', flags: {}, rawArguments: [] },
    surroundings: { ...surroundings, gpus },
  }
  const [finding] = checkLaunch(plan)
  expect(inEnglish(finding?.message ?? '')).toBe(
    'One request of full length needs 16.0 GiB of KV cache on each GPU, but only 6.1 GiB are left beside the weights.',
  )
  expect(inEnglish(finding?.remedy ?? '')).toContain('to 49807 or less')
})

test('an unknown flag is reported where it is among raw arguments, too', () => {
  const rawArguments = ['--max-model-length', '8k', '-x', 'a --b']
  const config = { model: 'm', flags: {}, rawArguments }
  expect(checkLaunch({ config, surroundings })).toEqual([
    {
      flag: 'max-model-length',
      severity: 'warning',
      remedy: message('launch.didYouMean', { flag: 'max-model-len' }),
      message: message('launch.unknownFlagAnywhere', { name: 'max-model-length' }),
    },
  ])
})
