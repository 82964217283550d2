// A workload that is kept is sent again bit for bit, and prepared again whenever anything it depends on changes.
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { Preparation, PreparationOrder } from '#contract/preparation-protocol.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { KeptFiles } from '#node/files/kept-files.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import { closeStored } from '#node/load/stored-bodies.ts'
import { preparationOrder } from './preparation-order.test-support.ts'
import { prepareRun } from './prepare-run.ts'
import { KeptWorkloads } from './kept-workloads.ts'

const conversations = Array.from({ length: 60 }, (_, index) => ({
  conversations: [
    { value: `Entry ${index} "quoted" 语言\n`.repeat(20) },
    { value: 'Fine. '.repeat(9) },
  ],
}))

const kinds: readonly [string, Partial<BenchmarkConfig>][] = [
  ['random text', {}],
  ['random text in a chat', { backend: 'openai-chat' }],
  ['random ids', { promptTokenIds: true }],
  ['a warm-up of its own and probes', { warmUpSeconds: 2, requestRate: 20, probeRequestRate: 1 }],
  ['adapters', { loraModules: ['one', 'two'] }],
  ['recorded conversations', { datasetName: 'sharegpt', numPrompts: 20 }],
]

describe.each(kinds)('%s', (_, changes) => {
  test('is sent again bit for bit, with ids of the new run', async () => {
    const store = storeIn(temporaryFolder())
    const order = orderOf({ ...changes, datasetPath: datasetOf(changes) })
    const first = await prepared(order, store)
    expect(store.files.usage().files).toBe(1)
    const again = await prepared(order, store)
    expect(again.steps).toEqual(['loading-tokenizer'])
    expect(again.all).toEqual(first.all)
    const other = { ...order, requestIdPrefix: 'other-', runId: 'r2', apiKey: 'key' }
    const renamed = await prepared(other, store)
    expect(renamed.steps).toEqual(['loading-tokenizer'])
    expect(renamed.all).toEqual((await prepared(other, null)).all)
  })
})

test('keeps the requests, nothing of the server, no key', async () => {
  const store = storeIn(temporaryFolder())
  const limits = { maxErrors: 3, maxErrorRate: 0.1 }
  const first = orderOf({ host: 'one', header: { 'x-key': 'secret' }, ...limits })
  await prepared({ ...first, baseUrl: 'http://one:1', loadBaseUrl: 'http://one:1' }, store)
  const second = await prepared({ ...orderOf({ host: 'two', label: 'other' }), apiKey: 'k' }, store)
  expect(second.steps).toEqual(['loading-tokenizer'])
  expect(store.files.usage().files).toBe(1)
  const [name = ''] = readdirSync(store.files.folder)
  if (process.platform === 'win32') return
  expect(statSync(join(store.files.folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(store.files.folder).mode & 0o777).toBe(0o700)
})

test.each<[string, Partial<BenchmarkConfig>]>([
  ['seed', { seed: 7 }],
  ['length', { randomInputLen: 31 }],
  ['number', { numPrompts: 21 }],
  ['rate', { requestRate: 3 }],
  ['sampling', { temperature: 0.5 }],
  ['body', { extraBody: { user: 'me' } }],
])('another %s is another workload', async (_, changes) => {
  const store = storeIn(temporaryFolder())
  await prepared(orderOf(), store)
  const other = await prepared(orderOf(changes), store)
  expect(other.steps).toContain('preparing-workload')
  expect(store.files.usage().files).toBe(2)
})

test('a body with a secret, and load that another host sends, are not kept', async () => {
  const store = storeIn(temporaryFolder())
  await prepared(orderOf({ extraBody: { api_key: 'secret' } }), store)
  await prepared(orderOf({ on: 'host' }), store)
  expect(store.files.usage().files).toBe(0)
})

test('a changed dataset is read again', async () => {
  const store = storeIn(temporaryFolder())
  const changes = { datasetName: 'sharegpt', numPrompts: 5 } as const
  const order = orderOf({ ...changes, datasetPath: datasetOf(changes) })
  const first = await prepared(order, store)
  writeFileSync(order.config.datasetPath ?? '', JSON.stringify(conversations.slice(30)))
  const second = await prepared(order, store)
  expect(second.steps).toContain('preparing-workload')
  expect(second.all).not.toEqual(first.all)
})

test.each<[string, (path: string) => void]>([
  ['cut short', (path) => truncateSync(path, statSync(path).size - 9)],
  ['longer', (path) => appendFileSync(path, 'x')],
  ['empty', (path) => truncateSync(path)],
  ['changed in one byte of a prompt', (path) => writeFileSync(path, changedAt(path, 40))],
  ['other bytes', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, 1))],
])('a kept file that is %s is made anew', async (_, damage) => {
  const store = storeIn(temporaryFolder())
  const first = await prepared(orderOf(), store)
  const [name = ''] = readdirSync(store.files.folder)
  damage(join(store.files.folder, name))
  const again = await prepared(orderOf(), store)
  expect(again.steps).toContain('preparing-workload')
  expect(again.all).toEqual(first.all)
  expect((await prepared(orderOf(), store)).steps).not.toContain('preparing-workload')
})

function changedAt(path: string, at: number): Buffer {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

test('a run keeps what it reads, whatever is removed meanwhile', async () => {
  const store = storeIn(temporaryFolder())
  const first = await prepared(orderOf(), store)
  const running = await prepareRun(orderOf(), { onStep: () => undefined, kept: store }, never)
  onTestFinished(running.close)
  store.files.clear()
  expect(sentBy(running.preparation.plan)).toEqual(first.all.sent)
  expect(store.files.usage()).toEqual({ files: 0, bytes: 0 })
})

test('what was used longest ago makes room', async () => {
  const folder = temporaryFolder()
  await prepared(orderOf({ seed: 1 }), storeIn(folder))
  const [oldest = ''] = readdirSync(folder)
  utimesSync(join(folder, oldest), 1, 1)
  const { size } = statSync(join(folder, oldest))
  const small = storeIn(folder, 2.5 * size)
  await prepared(orderOf({ seed: 2 }), small)
  await prepared(orderOf({ seed: 3 }), small)
  expect(small.files.usage().files).toBe(2)
  expect(readdirSync(folder)).not.toContain(oldest)
})

const never = new AbortController().signal

function storeIn(folder: string, mostBytes?: number): KeptWorkloads {
  return new KeptWorkloads(new KeptFiles(folder, mostBytes), 'test', 0)
}

function orderOf(changes: Partial<BenchmarkConfig> = {}): PreparationOrder {
  return preparationOrder({ readyCheckTimeoutSec: 1, vocabSize: 100, ...changes })
}

async function prepared(order: PreparationOrder, kept: KeptWorkloads | null) {
  const steps: string[] = []
  const run = await prepareRun(order, { onStep: (step) => steps.push(step), kept }, never)
  try {
    return { steps, all: await comparable(run.preparation, run.repeatedTokens) }
  } finally {
    closeStored()
    run.close()
  }
}

/** Bodies as bytes, because their parts may be elsewhere. */
async function comparable(
  { plan, testPlans, ...preparation }: Preparation,
  repeatedTokens: (sent: number) => Promise<number>,
) {
  const { warmUp, ...rest } = plan
  return {
    ...preparation,
    rest: { ...rest, bodies: null },
    sent: sentBy(plan),
    warmUp: warmUp && { ...warmUp, bodies: sentBy({ ...plan, bodies: warmUp.bodies }) },
    tests: testPlans.map(sentBy),
    repeated: await Promise.all([5, 20, 47].map(repeatedTokens)),
  }
}

function sentBy(plan: LoadPlan): readonly string[] {
  const bytes = new RequestBytes(plan)
  return Array.from({ length: bodyCount(plan.bodies) }, (_, place) =>
    Buffer.from(bytes.of({ place, requestId: null })).toString(),
  )
}

function datasetOf({ datasetName }: Partial<BenchmarkConfig>): string | null {
  if (datasetName !== 'sharegpt') return null
  const path = join(temporaryFolder(), 'conversations.json')
  writeFileSync(path, JSON.stringify(conversations))
  return path
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
