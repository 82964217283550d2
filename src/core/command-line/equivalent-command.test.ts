import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { equivalentCommand } from './equivalent-command.ts'
import { shellArgument } from './launch-functions.ts'

function commandOf(config: object): string {
  return equivalentCommand(benchmarkFieldsSchema.parse(config))
}

const essentials = '--backend openai --endpoint /v1/completions'

describe('the command a benchmark amounts to', () => {
  test.each<[object, string, string]>([
    [{}, `vllm bench serve ${essentials} --dataset-name random`, 'defaults are left out'],
    [
      { model: 'a/b', baseUrl: 'http://10.0.0.1:8000', port: 9000 },
      'vllm bench serve --backend openai --base-url http://10.0.0.1:8000 --endpoint /v1/completions --model a/b --dataset-name random',
      'an address stands for host and port',
    ],
    [
      { goodput: { ttft: 200, e2el: 3000 }, ignoreEos: true, metricPercentiles: [50, 99.9] },
      `vllm bench serve ${essentials} --dataset-name random --ignore-eos --metric-percentiles 50,99.9 --goodput ttft:200 e2el:3000`,
      'lists are written as the original reads them',
    ],
    [
      { extraBody: { stop: ["it's"] }, metadata: { note: 'two words' } },
      `vllm bench serve ${essentials} --dataset-name random --extra-body '{"stop":["it'\\''s"]}' --metadata 'note=two words'`,
      'a shell reads the words back',
    ],
    [
      { header: { Authorization: 'Bearer secret' } },
      "vllm bench serve --backend openai --endpoint /v1/completions --header 'Authorization=***' --dataset-name random",
      'values of headers stay here',
    ],
    [
      { customOutputLen: -1, datasetName: 'custom', datasetPath: 'rows.jsonl' },
      `vllm bench serve ${essentials} --dataset-name custom --dataset-path rows.jsonl --custom-output-len=-1`,
      'a negative number is tied to its flag',
    ],
    [
      { datasetName: 'timed_trace', datasetPath: 'trace.jsonl', selfTimed: false },
      `vllm bench serve ${essentials} --dataset-name timed_trace --dataset-path trace.jsonl --no-self-timed`,
      'what is on by itself is turned off',
    ],
    [
      {
        datasetName: 'random-multi-turn',
        multiTurnNumTurns: 5,
        multiTurnHistory: 'answers',
        multiTurnDelayMs: 500,
        multiTurnDelayShape: 'exponential',
      },
      `VLLM_USE_RUST_BENCH=1 vllm bench serve ${essentials} --dataset-name random --multi-turn-num-turns 5 --multi-turn-delay-ms 500 --multi-turn`,
      'conversations are a switch to it',
    ],
    [
      { promptTokenIds: true },
      `VLLM_USE_RUST_BENCH=1 vllm bench serve ${essentials} --dataset-name random --prompt-token-ids`,
      'only one of its clients sends token ids',
    ],
    [
      { compat: 'vllm-0.7', backend: 'vllm', randomRangeRatio: 0.5 },
      'python3 benchmark_serving.py --backend vllm --endpoint /v1/completions --dataset-name random --random-range-ratio 0.5',
      'the client of a compatibility profile is named as it was, and has its own defaults',
    ],
    [
      { durationMinutes: 2, requestRate: 4, promptTokenIds: true, vocabSize: 50_000 },
      `VLLM_USE_RUST_BENCH=1 vllm bench serve ${essentials} --dataset-name random --prompt-token-ids --request-rate 4`,
      'what is our own has no words there',
    ],
    [
      { steadyState: false },
      `VLLM_USE_RUST_BENCH=1 vllm bench serve ${essentials} --dataset-name random --no-steady-state`,
      'and looks for a steady state',
    ],
  ])('%j is %s: %s', (config, command) => {
    expect(commandOf(config)).toBe(command)
  })

  test('can name this program instead', () => {
    const config = benchmarkFieldsSchema.parse({ promptTokenIds: true })
    expect(equivalentCommand(config, 'kneepoint')).toBe(
      `kneepoint bench serve ${essentials} --dataset-name random --prompt-token-ids`,
    )
    const early = benchmarkFieldsSchema.parse({
      compat: 'vllm-0.11',
      maxConnectionErrors: 0,
      readyCheckTimeoutSec: 0,
    })
    expect(equivalentCommand(early, 'kneepoint')).toBe(
      `kneepoint bench serve ${essentials} --dataset-name random --ready-check-timeout-sec 0 --compat vllm-0.11`,
    )
  })
})

test.each([
  ['plain-1.5/x', 'plain-1.5/x'],
  ['', "''"],
  ['$HOME', "'$HOME'"],
  ['*', "'*'"],
])('the word %j is %s to a shell', (word, text) => {
  expect(shellArgument(word)).toBe(text)
})
