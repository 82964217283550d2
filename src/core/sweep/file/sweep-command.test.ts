import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { pointConfig, sweepPoints } from '../sweep-points.ts'
import { readParams } from './read-params.ts'
import { equivalentSweepCommand } from './sweep-command.ts'
import { withParams } from './with-params.ts'

const plan = sweepPlanSchema.parse({
  name: 'sweep',
  config: { ...defaultBenchmarkConfig, datasetName: 'random', model: 'm' },
  requestRates: [2, 'inf'],
  maxConcurrencies: [8, null],
  secondsPerPoint: 10,
  axes: [
    {
      name: 'batch',
      settings: [{ server: { 'max-num-seqs': 64 } }, { server: { 'max-num-seqs': 256 } }],
    },
  ],
  retries: 0,
})
const server = { command: 'vllm serve m --port 8000' }

describe('the equivalent command of a sweep', () => {
  test('is one a shell and vLLM read', () => {
    const { commands, files, gaps } = equivalentSweepCommand(plan, [server])
    expect(gaps).toEqual([])
    expect(commands).toEqual([
      [
        'vllm bench sweep serve',
        "--serve-cmd 'vllm serve m --port 8000'",
        "--bench-cmd 'vllm bench serve --backend openai --endpoint /v1/completions --model m --dataset-name random'",
        '--serve-params serve-params.json',
        '--bench-params bench-params.json',
        '--num-runs 1',
      ].join(' \\\n  '),
    ])
    expect(files.map(({ name, text }) => [name, JSON.parse(text) as unknown])).toEqual([
      ['serve-params.json', [{ max_num_seqs: 64 }, { max_num_seqs: 256 }]],
      [
        'bench-params.json',
        [
          { num_prompts: 20, request_rate: 2, max_concurrency: 8 },
          { max_concurrency: 8, seed: 1 },
          { num_prompts: 20, request_rate: 2, seed: 2 },
          { seed: 3 },
        ].map((params) => expect.objectContaining(params) as unknown),
      ],
    ])
  })

  test('means the same cells when its files are read again', () => {
    const { files } = equivalentSweepCommand(plan, [server])
    const read = (name: string, side: 'serve' | 'bench') =>
      readParams(
        JSON.parse(files.find((file) => file.name === name)?.text ?? ''),
        side,
        exampleFlagIndex,
      )
    const base = {
      ...plan,
      axes: [],
      requestRates: ['inf' as const],
      maxConcurrencies: [null],
      secondsPerPoint: null,
    }
    const again = withParams(base, {
      serve: read('serve-params.json', 'serve'),
      bench: read('bench-params.json', 'bench'),
      links: [],
    })
    const loads = (sweep: SweepPlan) =>
      sweepPoints(sweep).map((point) => {
        const { requestRate, maxConcurrency, numPrompts } = pointConfig(sweep, point)
        return JSON.stringify([point.settings[0], requestRate, maxConcurrency, numPrompts])
      })
    expect(loads(again).sort()).toEqual(loads(plan).sort())
  })

  test.each<[Partial<SweepPlan>, string]>([
    [{ repeats: 2 }, 'same-prompts'],
    [{ order: 'shuffled' }, 'order'],
    [{ warmUpS: 5 }, 'warm-up'],
    [
      { excluded: [{ benchmark: { requestRate: 2 }, server: { 'max-num-seqs': 64 } }] },
      'all-combinations',
    ],
    [
      {
        axes: [
          { name: 'g', settings: [{ benchmark: { goodput: { ttft: 1, tpot: 2 } }, server: {} }] },
        ],
      },
      'several-words',
    ],
  ])('%j is more than it can say: %s', (changes, gap) => {
    expect(equivalentSweepCommand({ ...plan, ...changes }, [server]).gaps).toEqual([gap])
  })

  test('needs to know how a server is started', () => {
    const { gaps, commands } = equivalentSweepCommand(plan, [server, { command: null }])
    expect(gaps).toEqual(['server-command'])
    expect(commands).toHaveLength(2)
  })
})
