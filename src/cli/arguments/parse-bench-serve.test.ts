import { describe, expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { parseBenchServe } from './parse-bench-serve.ts'

describe('the command line of bench serve', () => {
  test('means the defaults when it is empty', () => {
    expect(parseBenchServe([]).config).toEqual(defaultBenchmarkConfig)
  })

  test.each<[string[], object]>([
    [['--num-prompts', '5'], { numPrompts: 5 }],
    [['--num_prompts=5'], { numPrompts: 5 }],
    [['--num-p', '5'], { numPrompts: 5 }],
    [['--trust-remote-code', '--use-beam-search'], {}],
    [['--tokenizer_mode=slow'], { tokenizerMode: 'slow' }],
    [['--endpoint-type', 'vllm'], { backend: 'vllm' }],
    [
      ['--dataset-name=custom', '--dataset=x', '--custom_skip_chat_template'],
      { skipChatTemplate: true },
    ],
    [['--request-rate', 'inf'], { requestRate: 'inf' }],
    [['--request-rate', '2.5', '--burstiness', 'inf'], { requestRate: 2.5, burstiness: 'inf' }],
    [['--request-rate', '1', '--request-rate', '2'], { requestRate: 2 }],
    [['--ignore-eos'], { ignoreEos: true }],
    [['--ignore-eos', '--no-ignore-eos'], { ignoreEos: false }],
    [['--no-oversample'], { noOversample: true }],
    [['--metadata', 'a=1', 'b=2=3'], { metadata: { a: '1', b: '2=3' } }],
    [['--goodput', 'ttft:200', 'e2el:3000'], { goodput: { ttft: 200, e2el: 3000 } }],
    [['--percentile-metrics', 'ttft,e2el'], { percentileMetrics: ['ttft', 'e2el'] }],
    [['--duration_minutes=20.0', '--request-rate=4'], { durationMinutes: 20, requestRate: 4 }],
    [['--percentile-metrics', 'token_latency'], { percentileMetrics: ['token_latency'] }],
    [['--metric-percentiles=50,99.9'], { metricPercentiles: [50, 99.9] }],
    [['--random-range-ratio', '0.5'], { randomRangeRatio: 0.5 }],
    [
      ['--random-range-ratio', '{"input": 0.1, "output": 0}'],
      { randomRangeRatio: { input: 0.1, output: 0 } },
    ],
    [
      ['--extra-body', '{"a": {"b": 1}}', '--top-p', '0.9'],
      { extraBody: { a: { b: 1 } }, topP: 0.9 },
    ],
    [
      ['--extra-body.a.b', '1', '--extra-body.a.c=x', '--extra-body.stop+', 'END'],
      { extraBody: { a: { b: 1, c: 'x' }, stop: ['END'] } },
    ],
    [['--extra-body', '{"a": 1, "b": 2}', '--extra-body.b', '3'], { extraBody: { a: 1, b: 3 } }],
    [
      ['--dataset-name=custom', '--dataset-path=x', '--custom-output-len', '-1'],
      { customOutputLen: -1 },
    ],
    [
      ['--dataset-name=custom', '--dataset-path=x', '--chat-template-kwargs.enable_thinking=false'],
      { chatTemplateKwargs: { enable_thinking: false } },
    ],
    [['--temperature', '-0.5'], { temperature: -0.5 }],
    [
      ['--compat', 'vllm-0.11'],
      {
        compat: 'vllm-0.11',
        maxConnectionErrors: 0,
        readyCheckTimeoutSec: 600,
        requestIdPrefix: 'benchmark-serving',
        percentileMetrics: ['ttft', 'tpot', 'itl'],
      },
    ],
    [
      ['--compat=v0.8', '--dataset-name=random', '--random-range-ratio=1'],
      { compat: 'vllm-0.7', backend: 'vllm', maxConnectionErrors: 0, randomRangeRatio: 1 },
    ],
    [
      ['--compat=newest', '--best-of=1', '--compat=2024', '--dataset-name=random'],
      {
        ...{ compat: 'vllm-0.5', backend: 'vllm', host: 'localhost', maxConnectionErrors: 0 },
        ...{ randomRangeRatio: 1, bestOf: 1 },
      },
    ],
  ])('%j', (args, expected) => {
    expect(parseBenchServe(args).config).toEqual({
      ...defaultBenchmarkConfig,
      ...withFile(args),
      ...expected,
    })
  })

  test.each([
    ['random', 'random-multi-turn'],
    ['sharegpt --dataset-path x', 'multi_turn'],
    ['custom --dataset-path x', 'multi_turn'],
    ['multi_turn --dataset-path x', 'multi_turn'],
  ])('holds conversations of %s where the switch says so', (dataset, datasetName) => {
    const { config } = parseBenchServe([
      ...['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions'],
      ...['--multi-turn', '--multi-turn-concurrency', '3', '--multi_turn_delay_ms=250'],
      ...['--dataset-name', ...dataset.split(' ')],
    ])
    expect(config).toMatchObject({ datasetName, maxConcurrency: 3, multiTurnDelayMs: 250 })
  })

  test('takes the profile from the environment where it names none', () => {
    const surroundings = { KNEEPOINT_COMPAT: '0.11' }
    expect(parseBenchServe([], surroundings).config.compat).toBe('vllm-0.11')
    expect(parseBenchServe(['--compat=newest'], surroundings).config.compat).toBe('vllm-0.33')
    expect(() => parseBenchServe([], { KNEEPOINT_COMPAT: '0.1' })).toThrow('--compat must be')
  })

  test('holds what becomes of the result as well', () => {
    const { output } = parseBenchServe(['--save-result', '--result-dir', 'there'])
    expect(output).toMatchObject({ saveResult: true, saveDetailed: false, resultDir: 'there' })
  })

  test.each<[string[], string]>([
    [['--frobnicate'], 'There is no flag --frobnicate.'],
    [
      ['--tokenizer-mode', 'custom'],
      '--tokenizer-mode must be auto, hf, slow, mistral, deepseek_v32, deepseek_v4, cohere, grok2, inkling, kimi_audio, kimi_k3 or qwen_vl, not "custom".',
    ],
    [['--endpoint-typ', 'vllm'], 'There is no flag --endpoint-typ.'],
    [['--top', '1'], '--top could be --top-p, --top-k.'],
    [['--random', '1'], '--random could be --random-input-len, '],
    [['--request-rate'], '--request-rate needs a value: RATE.'],
    [['--request-rate', '--ignore-eos'], '--request-rate needs a value: RATE.'],
    [['--goodput'], '--goodput needs a value: METRIC:MS.'],
    [['--backend'], '--backend needs a value: NAME.'],
    [['--ignore-eos=yes'], '--ignore-eos takes no value, but "yes" was given.'],
    [['--port.x', '1'], '--port has no parts'],
    [['stray'], '"stray" does not belong to any flag.'],
    [['--request-rate', '0'], '--request-rate must be above 0, not "0".'],
    [['--request-rate', 'fast'], '--request-rate must be a number or inf, not "fast".'],
    [['--num-prompts', '1.5'], '--num-prompts must be a whole number, not "1.5".'],
    [['--goodput', 'itl:1'], '--goodput does not know itl; it takes ttft, tpot, e2el, '],
    [
      ['--ramp-up-strategy', 'steps'],
      '--ramp-up-strategy must be linear or exponential, not "steps".',
    ],
    [['--backend', 'openai-chat'], '--endpoint: openai-chat talks to /v1/chat/completions'],
    [['--self-timed'], '--self-timed: this dataset has no recorded times'],
    [['--no-self-timed'], '--self-timed: this dataset has no recorded times'],
    [
      ['--dataset-name=timed_trace', '--dataset-path=t', '--request-rate=4'],
      '--request-rate: requests are sent at the times of the trace',
    ],
    [
      ['--dataset-name=spec_bench', '--dataset-path=q', '--skip-chat-template'],
      '--skip-chat-template: spec_bench always goes into the chat template',
    ],
    [
      ['--chat-template-kwargs.enable_thinking', 'false'],
      '--chat-template-kwargs: reaches the template of custom and speed_bench only',
    ],
    [
      ['--dataset-name=burstgpt', '--dataset-path=b', '--output-len=4'],
      '--output-len: has no effect on this dataset',
    ],
    [
      ['--dataset-name=prefix_repetition', '--num-prompts=5'],
      '--prefix-repetition-num-prefixes: must not exceed the number of prompts',
    ],
    [['--random-batch-size', '2'], '--random-batch-size: must be 1: openai takes one prompt'],
    [['--compat', 'vllm-0.15'], '--compat must be kneepoint, vllm-0.33, vllm-0.30, '],
    [['--random-range-ratio', '1'], '--random-range-ratio: must be below 1'],
    [['--random-range-ratio', '1.5'], '--random-range-ratio must be'],
    [
      ['--compat=v0.8', '--dataset-name=random', '--random-range-ratio={"input":0.5,"output":1}'],
      '--random-range-ratio: is one number for both lengths',
    ],
    [
      [
        '--compat=v0.9',
        '--dataset-name=random',
        '--ramp-up-strategy=linear',
        '--ramp-up-start-rps=1',
        '--ramp-up-end-rps=2',
      ],
      '--ramp-up-strategy: that --compat profile has no ramp',
    ],
    [['--duration-minutes', '1'], '--duration-minutes: at rate inf nothing limits the requests'],
    [['--duration_minutes', '0'], '--duration-minutes must be above 0, not "0".'],
    [
      [
        ...['--duration-minutes=1', '--max-concurrency=4', '--ramp-up-strategy=linear'],
        ...['--ramp-up-start-rps=1', '--ramp-up-end-rps=2'],
      ],
      '--duration-minutes: a ramp or a trace already sets the end',
    ],
    [
      ['--compat', '2024', '--dataset-name=burstgpt'],
      '--dataset-path: this dataset is read from a file',
    ],
    [['--best-of', '2'], '--best-of: vLLM removed it in 2025'],
    [['--multi-turn', '--dataset-name=sonnet'], '--multi-turn: sonnet has no conversations'],
    [['--multi-turn'], '--backend: conversations are sent as chat messages'],
    [
      [...chat, '--multi-turn', '--compat=2024'],
      '--compat: clients of that profile sent single messages',
    ],
    [
      [...chat, '--multi-turn', '--multi-turn-min-turns=4'],
      '--multi-turn-min-turns: asks for more turns than conversations may have',
    ],
    [
      [...chat, '--multi-turn', '--multi-turn-history=recorded'],
      '--multi-turn-history: generated conversations have no recorded answers',
    ],
    [['--enable-multimodal-chat'], '--enable-multimodal-chat: has no effect on this dataset'],
    // benchmarks/benchmark_lib.sh of InferenceX, and TensorRT-LLM's tests/integration.
    [['--use-chat-template'], "--use-chat-template cannot be used: it belongs to InferenceX's"],
    [['--run_eval'], '--run-eval cannot be used: it scores responses'],
    [
      ['--port', '0', '--seed', '-1'],
      '--port must be at least 1, not "0". --seed must be at least 0',
    ],
  ])('%j is refused: %s', (args, sentence) => {
    expect(() => parseBenchServe(args)).toThrow(sentence)
  })
})

const chat = ['--backend=openai-chat', '--endpoint=/v1/chat/completions']

/** The custom dataset is only taken with a file; the rows above that choose it are about another flag. */
function withFile(args: readonly string[]): object {
  return args.includes('--dataset-name=custom') ? { datasetName: 'custom', datasetPath: 'x' } : {}
}

test('unknown names of metrics are left out, with a warning', () => {
  const { config, warnings } = parseBenchServe(['--percentile-metrics', 'ttft,latency,foo'])
  expect(config.percentileMetrics).toEqual(['ttft'])
  expect(warnings.map(inEnglish).join()).toContain('no metric is named latency, foo')
  expect(parseBenchServe(['--percentile-metrics', 'ttft']).warnings).toEqual([])
})

test('states one limit of a seed that is beyond every number', () => {
  expect(() => parseBenchServe(['--seed', '10487924139932647040'])).toThrow(
    /^--seed must be at most 4294967295, not "10487924139932647040".$/,
  )
})
