import { equivalentCommand } from '#core/command-line/equivalent-command.ts'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { runNameOf } from '#core/model/run/run-name.ts'
import { expect, test } from 'vitest'

test('further addresses are part of the name of a run, without credentials', () => {
  const config = {
    ...{ ...defaultsOf('none'), maxConcurrency: 64, randomInputLen: 256 },
    ...{ otherBaseUrls: ['http://u:p@gpu-04:8000/'], urlStrategy: 'least-in-flight' as const },
  }
  expect(runNameOf(config, null)).toMatch(/ · base-url gpu-04:8000 · url-strategy least-in-flight$/)
})

test('only the command of this program names several servers', () => {
  const several = benchmarkFieldsSchema.parse({
    ...{ baseUrl: 'http://a:1', otherBaseUrls: ['http://b:1', 'http://c:1'] },
    urlStrategy: 'least-in-flight',
  })
  const end = '--endpoint /v1/completions --dataset-name random'
  expect(equivalentCommand(several, 'kneepoint')).toBe(
    `kneepoint bench serve --backend openai --base-url http://a:1 --base-url http://b:1 --base-url http://c:1 --url-strategy least-in-flight ${end}`,
  )
  expect(equivalentCommand(several)).toBe(
    `vllm bench serve --backend openai --base-url http://a:1 ${end}`,
  )
})
