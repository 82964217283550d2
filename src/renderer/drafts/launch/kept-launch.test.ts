import { expect, test } from 'vitest'
import { jobWay } from './job-text.ts'
import { keptLaunchSchema, withoutSecretText } from './kept-launch.ts'
import { emptyLaunch, type LaunchDraft } from './launch-draft.ts'

const written: LaunchDraft = {
  ...emptyLaunch,
  runtime: 'docker',
  ways: ['job'],
  wayTexts: {
    ...emptyLaunch.wayTexts,
    job: { ...jobWay.empty, partition: 'gpu', setup: 'export HF_TOKEN="s1 s1"\nmodule load cuda' },
  },
  text: {
    ...emptyLaunch.text,
    place: 'vllm/vllm-openai:v0.28.0',
    options: "--memory 64g -e WANDB_API_KEY='s2 s2'",
    environment: 'HF_HOME=/data\nHF_TOKEN=s3',
    secretNames: 'VLLM_API_KEY',
  },
  config: {
    model: 'org/tiny',
    flags: { 'api-key': 's4', 'hf-token': 's5', seed: 3 },
    rawArguments: ['--api_key=s6'],
  },
}

test('all that was written is kept, but no secret', () => {
  const kept = withoutSecretText(written)
  expect(JSON.stringify(kept)).not.toMatch(/s[1-6]/)
  expect(kept).toMatchObject({
    ...{ runtime: 'docker', ways: ['job'] },
    wayTexts: { job: { partition: 'gpu', setup: 'export HF_TOKEN=\nmodule load cuda' } },
    text: {
      place: 'vllm/vllm-openai:v0.28.0',
      options: '--memory 64g -e WANDB_API_KEY=',
      environment: 'HF_HOME=/data\nHF_TOKEN=',
      secretNames: 'VLLM_API_KEY',
    },
    config: { model: 'org/tiny', flags: { seed: 3 } },
  })
})

test('what is kept is read back as it was', () => {
  const kept = { hostId: 'h', profileId: null, draft: withoutSecretText(written) }
  expect(keptLaunchSchema.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
})

test('a draft that an earlier version kept is still a job', () => {
  const { draft } = keptLaunchSchema.parse({ draft: { isJob: true, job: { partition: 'gpu' } } })
  expect(draft).toEqual({
    ...emptyLaunch,
    ways: ['job'],
    wayTexts: { ...emptyLaunch.wayTexts, job: { ...jobWay.empty, partition: 'gpu' } },
  })
})

test('nothing kept is an empty launch, and fields of another version are left out', () => {
  expect(keptLaunchSchema.parse({})).toEqual({ hostId: null, profileId: null, draft: emptyLaunch })
  const strange = { draft: { text: { address: '::1', gone: 'x' } } }
  expect(keptLaunchSchema.parse(strange).draft.text).toEqual({
    ...emptyLaunch.text,
    address: '::1',
  })
})
