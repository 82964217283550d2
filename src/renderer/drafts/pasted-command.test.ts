import { inEnglish } from '#core/messages/message.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { benchmarkConfigSchema, defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { equivalentCommand } from '#core/command-line/equivalent-command.ts'
import { readDraft } from './benchmark-draft.ts'
import { readPastedCommand } from './pasted-command.ts'

describe('a pasted command', () => {
  test('fills the form, and says which flags have no place in it', () => {
    const pasted = readPastedCommand(`
      vllm bench serve --backend openai-chat --base-url http://gpu-03:8000 \\
        --model org/llama --dataset_name sharegpt --dataset-path 'my data.json' --num-prompts=64 \\
        --request-rate 4 --header "Authorization=Bearer x" --goodput ttft:200 e2el:3000 \\
        --extra-body.seed 1 --ignore-eos --save-result --result-dir out \\
        --trust-remote-code --goodness 1 --frobnicate 3`)
    expect(pasted.draft).toEqual({
      backend: 'openai-chat',
      endpoint: '/v1/chat/completions',
      model: 'org/llama',
      datasetName: 'sharegpt',
      datasetPath: 'my data.json',
      numPrompts: '64',
      requestRate: '4',
      header: 'Authorization=Bearer x',
      goodput: 'ttft:200 e2el:3000',
      extraBody: '{"seed":1}',
      ignoreEos: 'true',
    })
    expect(pasted).toMatchObject({ taken: 10, baseUrl: 'http://gpu-03:8000' })
    expect(pasted.fileFlags).toEqual(['--save-result', '--result-dir'])
    expect(pasted.idleFlags).toEqual(['--trust-remote-code'])
    expect(pasted.notTaken.map(({ message }) => inEnglish(message))).toEqual([
      'There is no flag --goodness.',
      'There is no flag --frobnicate.',
    ])
  })

  test.each([
    ['--host gpu --port 9000', 'http://gpu:9000'],
    ['--port 9000', 'http://127.0.0.1:9000'],
    ['', null],
  ])('with %j names the server %j', (flags, baseUrl) => {
    expect(readPastedCommand(`python benchmark_serving.py ${flags}`).baseUrl).toBe(baseUrl)
  })

  test('keeps a wrong value for its field to complain about', () => {
    const { draft } = readPastedCommand('vllm bench serve --num-prompts many --dataset-name mine')
    expect(draft).toEqual({ numPrompts: 'many', datasetName: 'mine' })
    expect(readDraft(draft).problems.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['numPrompts', 'datasetName']),
    )
  })

  test('with a compatibility profile leaves out what is that profile’s default', () => {
    const { draft } = readPastedCommand('kneepoint bench serve --temperature 0 --compat vllm-0.5')
    expect(draft['compat']).toBe('vllm-0.5')
    expect(readDraft(draft).config?.temperature).toBe(0)
  })

  test('that we wrote ourselves comes back as the same benchmark', () => {
    const configs = fc.record({
      numPrompts: fc.integer({ min: 1, max: 1e6 }),
      requestRate: fc.oneof(fc.constant('inf' as const), fc.double({ min: 0.01, max: 1e4 })),
      label: fc.option(fc.string({ minLength: 1 }).map((text) => text.trim() || 'x')),
      temperature: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
      metadata: fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.stringMatching(/^[ -~]*$/)),
      promptTokenIds: fc.boolean(),
    })
    fc.assert(
      fc.property(configs, (changes) => {
        const asked = benchmarkConfigSchema.safeParse({ ...defaultBenchmarkConfig, ...changes })
        if (!asked.success || /[\0\n]/.test(changes.label ?? '')) return
        const { draft, notTaken } = readPastedCommand(equivalentCommand(asked.data, 'kneepoint'))
        expect(notTaken).toEqual([])
        expect(readDraft(draft).config).toEqual({
          ...asked.data,
          metadata: Object.fromEntries(
            Object.entries(asked.data.metadata).map(([name, value]) => [name, value.trim()]),
          ),
        })
      }),
    )
  })
})
