// Requests of a workload whose prompts are in a file are those of one whose prompts are in memory.
import { expect, onTestFinished, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { toyTokenizer } from '#core/workload/fixtures/toy-tokenizer.ts'
import { repetitions } from '#core/workload/random/repeated-tokens.ts'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { PrivateFile } from '#node/files/private-file.ts'
import { TextSpool } from '#node/files/text-spool.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import { closeStored } from '#node/load/stored-bodies.ts'
import { buildLoadPlan } from './build-load-plan.ts'

const conversations = Array.from({ length: 300 }, (_, index) => ({
  conversations: [
    { value: `Entry ${index}, "quoted" \\ ünïcødé 语言 🌍\n`.repeat(30 + (index % 7)) },
    { value: 'An answer. '.repeat(60) },
  ],
}))

const random: Partial<BenchmarkConfig> = {
  datasetName: 'random',
  randomInputLen: 700,
  randomRangeRatio: 0.1,
  randomPrefixLen: 5,
}

test.each<[string, () => Promise<Partial<BenchmarkConfig>>]>([
  ['random prompts', () => Promise.resolve(random)],
  ['random prompts in a chat', () => Promise.resolve({ ...random, backend: 'openai-chat' })],
  [
    'recorded conversations',
    async () => ({
      datasetName: 'sharegpt',
      datasetPath: await temporaryFile('sharegpt.json', JSON.stringify(conversations)),
    }),
  ],
])('%s', async (_, changes) => {
  const config: BenchmarkConfig = {
    ...{ ...defaultBenchmarkConfig, numPrompts: 40, numWarmups: 1 },
    ...(await changes()),
  }
  const file = new PrivateFile()
  const spool = new TextSpool(file, 10_000)
  onTestFinished(() => {
    closeStored()
    file.close()
  })
  const inMemory = await planOf(config)
  const stored = await planOf(config, spool, file)
  const inFile = stored.plan.bodies.texts.filter((text) => !(text instanceof Uint8Array))
  expect(inFile).toHaveLength(1)
  expect(stored.sent).toHaveLength(40)
  expect(stored.sent).toEqual(inMemory.sent)
  expect(stored.plan.warmups).toEqual(inMemory.plan.warmups)
  expect(stored.repetitions).toEqual(inMemory.repetitions)
})

async function planOf(config: BenchmarkConfig, spool?: TextSpool, file?: PrivateFile) {
  const sources = {
    tokenizer: toyTokenizer,
    requestIdPrefix: '',
    ...(spool && { keepText: spool.keep }),
  }
  const workload = await prepareWorkload(config, sources)
  file?.flush()
  const parts = { runId: 'r', config, model: 'm', baseUrl: 'http://127.0.0.1', apiKey: null }
  const plan = buildLoadPlan(workload, parts)
  const bytes = new RequestBytes(plan)
  const places = Array.from({ length: bodyCount(plan.bodies) }, (_, place) => place)
  const { requests } = workload
  return {
    plan,
    sent: places.map((place) => Buffer.from(bytes.of({ place, requestId: null })).toString()),
    repetitions: repetitions(requests, []),
  }
}
