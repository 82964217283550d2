import { describe, expect, test } from 'vitest'
import { installationSchema } from '#core/model/host-facts.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { indexFlags, type ServeFlag } from '#core/vllm/flag-index.ts'
import { flagText, readFlagText } from '../flag-text.ts'
import {
  argumentText,
  asJob,
  emptyLaunch,
  launchDraftOf,
  type LaunchDraft,
  readArgumentText,
  readLaunch,
  withCommand,
  withConfig,
} from './launch-draft.ts'
import { jobWay } from './job-text.ts'
import { installedRuntime } from './runtime-forms.ts'

const size: ServeFlag = {
  name: 'tensor-parallel-size',
  group: 'ParallelConfig',
  kind: 'integer',
  default: 1,
  short: '-tp',
}
const caching: ServeFlag = {
  name: 'enable-prefix-caching',
  group: 'CacheConfig',
  kind: 'switch',
  default: null,
  isNegatable: true,
}
const adapters: ServeFlag = { name: 'lora-modules', group: 'LoRA', kind: 'list', default: null }
const extra: ServeFlag = { name: 'compilation-config', group: 'C', kind: 'json', default: null }
const flagIndex = indexFlags([size, caching, adapters, extra])

const model = 'Qwen/Qwen3-8B'
const written = (text: Partial<LaunchDraft['text']>) => ({
  ...emptyLaunch,
  text: { ...emptyLaunch.text, ...text },
  config: { ...emptyLaunch.config, model },
})

test('a command that is pasted twice names each of its variables once', () => {
  const before = written({ environment: 'HF_HOME=/old\nTZ=UTC', secretNames: 'HF_TOKEN PROXY' })
  const taken = {
    config: { model, flags: { port: 8123 }, rawArguments: [] },
    environment: { HF_HOME: '/data' },
    secrets: { HF_TOKEN: 'a', VLLM_API_KEY: 'b' },
  }
  const once = withCommand(before, taken)
  expect(once.text).toMatchObject({
    environment: 'TZ=UTC\nHF_HOME=/data',
    secretNames: 'HF_TOKEN, PROXY, VLLM_API_KEY',
    port: '8123',
  })
  expect(withCommand(once, taken)).toEqual(once)
})

test.each([
  { name: model, follows: 'acme/oom-7b', remark: 'a profile that was named after its model' },
  { name: 'Qwen3-8B', follows: 'oom-7b', remark: 'the model without its organisation' },
  { name: 'nightly', follows: 'nightly', remark: 'a name that the user typed' },
])('a launch named $name becomes $follows with another model: $remark', ({ name, follows }) => {
  const { profile } = readLaunch(written({ name }))
  const before = launchDraftOf(profile ?? launchProfileSchema.parse({}))
  const after = withConfig(before, { ...before.config, model: 'acme/oom-7b' })
  expect(readLaunch(after).profile?.name).toBe(follows)
})

test('an installation that the host has is run as what it is', () => {
  const kinds = {
    path: '/usr/bin/vllm',
    environment: '/opt/v/.venv/bin/vllm',
    image: 'vllm/vllm-openai:v1',
  }
  const runtimes = Object.entries(kinds).map(([kind, place]) =>
    installedRuntime(installationSchema.parse({ kind, place, version: null })),
  )
  expect(runtimes).toEqual([
    { runtime: 'program', place: '/usr/bin/vllm' },
    { runtime: 'environment', place: '/opt/v/.venv' },
    { runtime: 'docker', place: 'vllm/vllm-openai:v1' },
  ])
})

describe('a job', () => {
  test('listens for other machines, asks for a key, and leaves GPUs to Slurm', () => {
    const draft = asJob(written({ gpus: '0,1', secretNames: 'HF_TOKEN' }))
    const job = { ...jobWay.empty, gpusPerNode: ' h100:2 ', options: "--comment 'for us'" }
    const { profile } = readLaunch({ ...draft, wayTexts: { job } })
    expect(profile).toMatchObject({
      ...{ address: '0.0.0.0', gpus: null, secretNames: ['HF_TOKEN', 'VLLM_API_KEY'] },
      job: { partition: null, gpusPerNode: 'h100:2', options: ['--comment', 'for us'] },
    })
    expect(profile && readLaunch(launchDraftOf(profile)).profile).toEqual(profile)
  })

  test.each([
    { job: { timeLimit: 'long' }, problem: 'job.timeLimit' },
    { job: { options: "--comment 'open" }, problem: 'job.options' },
  ])('with $job says what is wrong with it', ({ job, problem }) => {
    const draft = asJob(written({}))
    expect(
      readLaunch({ ...draft, wayTexts: { job: { ...jobWay.empty, ...job } } }).problems,
    ).toEqual([problem])
  })

  test('is none any more when a process is wanted again', () => {
    expect(readLaunch({ ...asJob(written({})), ways: [] }).profile?.job).toBeNull()
  })
})

describe('readLaunch', () => {
  test('a model alone is enough, and gives the name', () => {
    expect(readLaunch(written({})).profile).toMatchObject({
      name: model,
      runtime: { kind: 'program', program: 'vllm' },
      gpus: null,
      port: null,
      address: '127.0.0.1',
    })
  })

  test('nothing written yet is no mistake', () => {
    expect(readLaunch(emptyLaunch)).toEqual({ profile: null, problems: [] })
  })

  test.each([
    { text: { port: '70000' }, problems: ['port'], remark: 'no such port' },
    { text: { place: '' }, problems: ['runtime'], remark: 'nothing to run' },
    { text: { environment: 'HF_HOME' }, problems: ['environment'], remark: 'no value' },
    { text: { secretNames: 'HF-TOKEN' }, problems: ['secretNames'], remark: 'no variable' },
    { text: { readyTimeoutS: 'long' }, problems: ['readyTimeoutS'], remark: 'no number' },
  ])('cannot be launched with $text: $remark', ({ text, problems }) => {
    expect(readLaunch(written(text))).toEqual({ profile: null, problems })
  })

  test.each([
    { runtime: 'docker' as const, place: 'vllm/vllm-openai:v0.28.0', options: '--shm-size 16g' },
    { runtime: 'command' as const, place: "python -m 'my vllm'", options: '' },
    { runtime: 'environment' as const, place: '~/vllm/.venv', options: '' },
  ])('what is read is written again: $runtime', ({ runtime, ...text }) => {
    const environment = 'HF_HOME=/models\nEMPTY='
    const { profile } = readLaunch({ ...written({ ...text, environment, gpus: '0,1' }), runtime })
    const again = profile && launchDraftOf(profile)
    expect(again?.runtime).toBe(runtime)
    expect(profile && readLaunch(launchDraftOf(profile)).profile).toEqual(profile)
  })
})

test('raw arguments and the form say the same', () => {
  const config = readArgumentText(
    "-tp 2 --no-enable-prefix-caching --new-flag 'a b'",
    model,
    flagIndex,
  )
  expect(config.flags).toEqual({ 'tensor-parallel-size': 2, 'enable-prefix-caching': false })
  expect(config.rawArguments).toEqual(['--new-flag', 'a b'])
  expect(readArgumentText(argumentText(config, flagIndex), model, flagIndex)).toEqual(config)
})

test.each([
  { flag: size, text: '4', value: 4 },
  { flag: size, text: 'four', value: 'four' },
  { flag: caching, text: 'false', value: false },
  { flag: adapters, text: 'a=b c=d', value: ['a=b', 'c=d'] },
  { flag: extra, text: '{"level":3}', value: { level: 3 } },
])('$flag.name takes "$text" for $value', ({ flag, text, value }) => {
  expect(readFlagText(text, flag)).toEqual(value)
  expect(flagText(value, flag)).toBe(text)
})

test('where it listens is written into its own fields, whatever the source', () => {
  const draft = withConfig(written({ address: '127.0.0.1' }), {
    ...{ model, rawArguments: [] },
    flags: { host: '0.0.0.0', port: 9000, 'tensor-parallel-size': 2 },
  })
  expect(draft.config.flags).toEqual({ 'tensor-parallel-size': 2 })
  expect(readLaunch(draft).profile).toMatchObject({ address: '0.0.0.0', port: 9000 })
})
