// The speech datasets make the requests of vLLM-Omni's own classes from the same folders (make-omni-speech.py), and their
// bodies are those of its client.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { asText } from '#core/protocol/requests/body-text.test-support.ts'
import { buildRequestBody } from '#core/protocol/requests/request-body.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import type { SpeechDataset } from '#features/omni/core/datasets.ts'
import { omniSamplers } from '#features/omni/node/feature.ts'

type Case = Readonly<{
  dataset: SpeechDataset
  locale: 'en' | 'zh'
  count: number
  seed: number
  shuffle: boolean
  fileUris: boolean
  systemPrompt: string | null
  outputLen: number
  requests: readonly Readonly<{
    id: string
    prompt: string
    promptLen: number
    outputLen: number
    /** In their order. */
    extra: readonly (readonly [string, string | number])[]
    systemPrompt: string
  }>[]
}>

const fixtures = path.join(import.meta.dirname, 'fixtures')
const root = path.join(fixtures, 'speech')
const cases = JSON.parse(readFileSync(path.join(fixtures, 'omni-speech.json'), 'utf8')) as Case[]

/** Words, and one token more. */
const tokenizer: Tokenizer = {
  ...{ vocabSize: 0, wholeVocabSize: 0, specialTokenIds: [], markIds: [], specialTokensAdded: 1 },
  wordCuts: () => null,
  encode: (texts) =>
    Promise.resolve(
      texts.map((text) => new Uint32Array(1 + text.split(/\s+/).filter(Boolean).length)),
    ),
  decode: () => Promise.reject(new Error('Nothing is decoded.')),
  renderChats: () => Promise.resolve(null),
}

async function sampled(each: Case, changes: Partial<BenchmarkConfig> = {}) {
  const config: BenchmarkConfig = {
    ...defaultBenchmarkConfig,
    ...{ backend: 'openai-audio-speech', endpoint: '/v1/audio/speech', model: 'm' },
    ...{ datasetName: each.dataset, datasetPath: path.join(root, each.dataset), seed: each.seed },
    ...{ numPrompts: each.count, disableShuffle: !each.shuffle, outputLen: each.outputLen },
    ...{ seedTtsLocale: each.locale, seedTtsFileRefAudio: each.fileUris },
    ...{ seedTtsSystemPrompt: each.systemPrompt, ...changes },
  }
  const randoms = {
    numpyRandom: new NumpyRandomState(each.seed),
    pythonRandom: new PythonRandom(each.seed),
  }
  const sample = await omniSamplers[config.datasetName as SpeechDataset]()
  const requests = await sample(config, { tokenizer, requestIdPrefix: 'r-', ...randoms })
  return { config, requests }
}

test.each(cases)(
  '$dataset of $locale, $count of seed $seed, shuffled $shuffle, by address $fileUris',
  async (each) => {
    const { requests } = await sampled(each)
    expect(
      requests.map(({ requestId, prompt, promptTokens, expectedOutputTokens, bodyOverrides }) => ({
        ...{ id: requestId, prompt, promptLen: promptTokens, outputLen: expectedOutputTokens },
        extra: Object.entries(bodyOverrides ?? {}).map(([name, value]) => [name, withRoot(value)]),
      })),
    ).toEqual(
      each.requests.map(({ id, prompt, promptLen, outputLen, extra }) => ({
        ...{ id, prompt, promptLen, outputLen, extra },
      })),
    )
  },
)

function bodyJson(request: SampledRequest, config: BenchmarkConfig): Record<string, unknown> {
  const pieces = buildRequestBody(request, { config, model: 'm', boundary: 'b' })
  return JSON.parse(asText(pieces)) as Record<string, unknown>
}

function withRoot(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(`file://${root}`, 'file://ROOT') : value
}

test.each(cases.filter(({ count }) => count === 4))(
  'a chat of $dataset has its system prompt, and asks for sound beside text',
  async (each) => {
    const chat = { backend: 'openai-chat-omni', endpoint: '/v1/chat/completions' } as const
    const { config, requests } = await sampled(each, chat)
    const bodies = requests.map((request) => bodyJson(request, config))
    expect(bodies).toMatchObject(
      each.requests.map(({ prompt, systemPrompt, outputLen, extra }) => ({
        messages: [
          { role: 'system', content: [{ type: 'text', text: systemPrompt }] },
          { role: 'user', content: [{ type: 'text', text: prompt }] },
        ],
        ...{ max_tokens: outputLen, modalities: ['text', 'audio'], ...Object.fromEntries(extra) },
      })),
    )
    const asked = { ...chat, extraBody: { modalities: ['audio'] } }
    const own = await sampled(each, asked)
    expect(own.requests.map((request) => bodyJson(request, own.config)['modalities'])).toEqual(
      requests.map(() => ['audio']),
    )
  },
)

const usual: Case = {
  ...{ dataset: 'seed-tts', locale: 'en', count: 1, seed: 0, shuffle: false, fileUris: false },
  ...{ systemPrompt: null, outputLen: 8, requests: [] },
}

test.each<[Partial<BenchmarkConfig>, RegExp]>([
  [{ datasetPath: '/nowhere/at/all' }, /nowhere\/at\/all\/en\/meta\.lst cannot be read/],
  [{ datasetPath: path.join(root, 'ttsd'), seedTtsLocale: 'zh' }, /zh\/meta\.lst cannot be read/],
  [
    { datasetName: 'seed-tts-design', datasetPath: path.join(root, 'ttsd') },
    /meta\.lst contains no line of this dataset/,
  ],
  [{ datasetPath: path.join(root, 'seed-tts-text') }, /contains none of the recordings/],
])('of %o, no requests are made', async (changes, says) => {
  await expect(sampled(usual, changes)).rejects.toThrow(says)
})

test('another root than the dataset path holds the files', async () => {
  const changes = { datasetPath: 'an/id', seedTtsRoot: path.join(root, 'seed-tts') }
  const { requests } = await sampled(usual, changes)
  expect(requests).toHaveLength(1)
})
