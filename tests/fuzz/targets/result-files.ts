// Result files of other clients and other days.
import { readFileSync } from 'node:fs'
import { importResults } from '#node/result-files/import-results.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { removeRuns } from '#node/storage/runs.ts'
import { fuzzFile } from '../fuzz-file.ts'
import type { FuzzTarget } from '../fuzz-target.ts'

let opened: Database | null = null
const database = () => (opened ??= openDatabase(fuzzFile('results.db')))

const detailed = {
  ...{
    date: '20261121-190000',
    endpoint_type: 'vllm',
    label: null,
    model_id: 'a/b',
    num_prompts: 2,
  },
  ...{
    request_rate: 'inf',
    burstiness: 1,
    max_concurrency: null,
    duration: 2.5,
    completed: 1,
    failed: 1,
  },
  ...{
    total_input_tokens: 10,
    total_output_tokens: 4,
    request_throughput: 0.4,
    mean_ttft_ms: 20.5,
  },
  ...{ input_lens: [5, 5], output_lens: [4, 0], ttfts: [0.02, 0], itls: [[0.1, 0.1], []] },
  ...{ start_times: [100.5, 101], generated_texts: ['a', ''], errors: ['', 'boom'] },
}

const results: FuzzTarget = {
  name: 'a file of results',
  samples: [
    JSON.stringify(detailed),
    `[${JSON.stringify(detailed, null, 1)}, {"duration": 1}]\n{"completed": Infinity}`,
    JSON.stringify([
      {
        benchmark: { extra_info: { args: { backend: 'vllm', request_rate: 4, header: ['A=b'] } } },
        model: { name: 'a/b' },
        metric: { name: 'duration', benchmark_values: [1], extra_info: detailed },
      },
    ]),
    readFileSync(new URL('../../vllm/fixtures/results.json', import.meta.url), 'utf8').slice(
      0,
      8000,
    ),
  ],
  words: [
    ...Object.keys(detailed).map((key) => `"${key}":`),
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      '\n',
      '1',
      '-1',
      'NaN',
      'Infinity',
      '1e308',
      '"text"',
      '"\\u0000"',
    ],
    ...['{"benchmark":', '"p99_ttft_ms":', '"request_goodput:":'],
  ],
  weight: 6,
  read(text) {
    const { imported, problems } = importResults(database(), { name: 'x.json', text }, 0)
    removeRuns(
      database(),
      imported.map(({ id }) => id),
    )
    return problems
  },
}

export const resultFileTargets: readonly FuzzTarget[] = [results]
