import { expect, test } from 'vitest'
import { hostFactsSchema } from '#core/model/host-facts.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { hostFindings } from '#core/vllm/launch/host-findings.ts'
import { gpusOfPair, instancesOf, routerMetricsPort } from './pool-instances.ts'

const profile = launchProfileSchema.parse({
  name: 'pair',
  config: { model: 'm', flags: { 'max-model-len': 8192, 'max-num-seqs': 64 } },
  gpus: ['0', '1', '2', '3', '4', '5'],
  environment: { UCX_NET_DEVICES: 'all' },
  disaggregation: {
    prefill: { instances: 2, flags: { 'max-num-seqs': 8 } },
    decode: { flags: { 'tensor-parallel-size': 2, 'data-parallel-size': 2 } },
  },
})

test('each instance has its own GPUs, ports and side channel', () => {
  const place = { port: 8000, takenPorts: new Set([8001, 8004]) }
  const found = instancesOf(profile, place).map(({ name, port, profile: own }) => [
    name,
    port,
    own.gpus?.join(','),
    own.environment['VLLM_NIXL_SIDE_CHANNEL_PORT'],
  ])
  expect(routerMetricsPort(place)).toBe(8002)
  expect(found).toEqual([
    ['prefill-0', 8005, '0', '8006'],
    ['prefill-1', 8007, '1', '8008'],
    ['decode-0', 8009, '2,3,4,5', '8010'],
  ])
  expect(gpusOfPair(profile)).toBe(6)
})

test('flags of a pool go over those of the server, and the connector is named where none is', () => {
  const [prefill, , decode] = instancesOf(profile, { port: 8000 })
  expect(prefill?.profile.config.flags).toEqual({
    'max-model-len': 8192,
    'max-num-seqs': 8,
    'kv-transfer-config': { kv_connector: 'NixlConnector', kv_role: 'kv_producer' },
  })
  expect(decode?.profile).toMatchObject({
    address: '127.0.0.1',
    environment: { UCX_NET_DEVICES: 'all' },
    config: { flags: { 'max-num-seqs': 64, 'kv-transfer-config': { kv_role: 'kv_consumer' } } },
  })
})

test('a pool whose flags cap the power is refused', () => {
  const facts = hostFactsSchema.parse({
    ...{ takenAtEpochMs: 0, hostname: 'gpu-03', user: 'ada', system: 'Linux', cpuName: null },
    ...{ cpuCount: 8, load1: 0, memoryTotalMiB: 1, memoryAvailableMiB: 1, hasSlurm: false },
    ...{ gpus: [], gpuProblem: null, cudaVersion: null, gpuTopology: null, gpuProcesses: [] },
    ...{ modelCache: { path: '/hub', totalMiB: 9, freeMiB: 9 }, cachedModels: [] },
    installations: [],
  })
  const found = hostFindings({
    profile: {
      ...profile,
      disaggregation: profile.disaggregation && {
        ...profile.disaggregation,
        decode: { instances: 1, flags: { 'power-cap': 300 } },
      },
    },
    ...{ facts, isPortTaken: false, isModelThere: true, program: null, canSubmit: true },
  })
  expect(found.map(({ flag }) => flag)).toContain('power-cap')
})
