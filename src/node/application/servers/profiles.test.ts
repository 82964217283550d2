// Launch profiles through the contract: kept without secrets, cloned, compared, shown as a command, checked.
import { readable } from '#core/messages/readable.test-support.ts'
import { expect, test } from 'vitest'
import { clientOf } from '#node/application/services/client-of.ts'
import { openApplication } from '../application.test-support.ts'

const profile = {
  name: 'qwen',
  config: { model: 'Qwen/Qwen3-8B', flags: { 'api-key': 'k1', 'tensor-parallel-size': 2 } },
  environment: { HF_TOKEN: 't1' },
}

test('what is saved holds no secret, can be changed, and is cloned under a name of its own', async () => {
  const client = clientOf(openApplication())
  const saved = await client.profiles.save({ id: null, profile })
  expect(saved.profile.secretNames).toEqual(['HF_TOKEN', 'VLLM_API_KEY'])
  expect(JSON.stringify(saved)).not.toMatch(/k1|t1/)
  const changed = await client.profiles.save({
    id: saved.id,
    profile: { ...saved.profile, gpus: ['0'] },
  })
  const clone = await client.profiles.clone({ id: saved.id, name: null })
  expect(clone.profile).toEqual({ ...changed.profile, name: 'qwen 2' })
  expect((await client.profiles.clone({ id: clone.id, name: null })).profile.name).toBe('qwen 3')
  expect(await client.profiles.list()).toHaveLength(3)
  const differences = { firstId: saved.id, secondId: clone.id }
  expect(await client.profiles.compare(differences)).toEqual([])
  await client.profiles.remove({ id: saved.id })
  await expect(client.profiles.compare(differences)).rejects.toMatchObject({
    data: { code: 'not-found' },
  })
})

test('a preview is the exact command, with its problems', async () => {
  const client = clientOf(openApplication())
  const { command, findings } = await client.profiles.preview({
    profile: { ...profile, config: { model: 'm', flags: { 'max-num-seq': 8, seed: 1 } } },
    hostId: null,
  })
  expect(command).toBe(
    'vllm serve m \\\n  --max-num-seq 8 \\\n  --seed 1 \\\n  --host 127.0.0.1 \\\n  --port 8000',
  )
  expect(readable(findings)).toMatchObject([
    { flag: 'max-num-seq', remedy: 'Did you mean --max-num-seqs?' },
  ])
})

test('a preflight looks at the host: a port that is free, a model that is not there', async () => {
  const client = clientOf(openApplication())
  const found = await client.profiles.preflight({
    profile: { name: 'a', config: { model: '/no/such/model' } },
    hostId: 'local',
  })
  expect(found).toMatchObject({ isModelThere: false, model: null, version: null })
  expect(found.command).toContain(`--port ${found.port}`)
  expect(readable(found.findings)).toContainEqual({
    flag: 'model',
    severity: 'error',
    message: 'There is no model at /no/such/model on this host.',
    remedy: 'Check the path: the folder must contain a config.json.',
  })
})

test('a pasted command line and a configuration file are read, and a file is written', async () => {
  const client = clientOf(openApplication())
  const imported = await client.profiles.importCommand({
    text: 'HF_TOKEN=t1 HF_HOME=/data vllm serve m --tensor-parallel-size 2 --api-key k1',
  })
  expect(imported).toEqual({
    config: { model: 'm', flags: { 'tensor-parallel-size': 2 }, rawArguments: [] },
    environment: { HF_HOME: '/data' },
    notes: [],
    secrets: { HF_TOKEN: 't1', VLLM_API_KEY: 'k1' },
  })
  const text = await client.profiles.exportFile({ profile: { name: 'a', ...imported } })
  expect(await client.profiles.importFile({ text })).toEqual(imported.config)
  await expect(client.profiles.importFile({ text: 'a: [' })).rejects.toMatchObject({
    data: { code: 'invalid-input', field: 'text' },
  })
})

test('a configuration file need not name a model', async () => {
  const { profiles } = clientOf(openApplication())
  expect(await profiles.importFile({ text: 'tensor-parallel-size: 2' })).toEqual({
    model: '',
    flags: { 'tensor-parallel-size': 2 },
    rawArguments: [],
  })
})

test('the catalogue of flags comes with the program', async () => {
  const { flags, versions } = await clientOf(openApplication()).profiles.catalogue()
  expect(flags.length).toBeGreaterThan(200)
  expect(versions).toContain('0.28')
})
