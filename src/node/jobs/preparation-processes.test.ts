import { expect, onTestFinished, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import { gapTally } from '#core/stats/durations/gap-tally.ts'
import { quietClient } from '#core/stats/fixtures/client-health.ts'
import { record, refused } from '#core/stats/fixtures/requests.ts'
import { preparationOrder } from '#node/experiment/preparation-order.test-support.ts'
import { prepareRun } from '#node/experiment/prepare-run.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { PreparationProcesses, type SpawnPreparation } from './preparation-processes.ts'

const never = new AbortController().signal
const silent = { onStep: () => undefined }

function order(changes: Partial<BenchmarkConfig> = {}) {
  return preparationOrder({ numPrompts: 50, randomInputLen: 200, ...changes })
}

/** `ports` holds those of all processes that were started. */
function processes() {
  const ports: ReturnType<SpawnPreparation>[] = []
  const preparations = new PreparationProcesses(() => {
    const port: ReturnType<SpawnPreparation> = forkChild(processEntry('job'))
    ports.push(port)
    return port
  })
  onTestFinished(() => {
    for (const port of ports) port.kill()
  })
  return { ports, preparations }
}

test('prepares what this process would, counts and finds repetitions in it', async () => {
  const { preparations } = processes()
  const prepared = await preparations.prepare(order(), silent, never)
  const here = await prepareRun(order(), silent, never)
  expect(prepared.preparation).toEqual(here.preparation)
  const texts = ['the rows', 'of the']
  expect(await prepared.countTokens?.(texts)).toEqual(await here.countTokens?.(texts))
  expect(await prepared.repeatedTokens(60)).toBe(await here.repeatedTokens(60))
  expect(await here.repeatedTokens(60)).toBeGreaterThan(10 * 200)
})

const circumstances = {
  config: { ...defaultBenchmarkConfig, maxConcurrency: 4, goodput: { ttft: 105 } },
  durationUs: 2_600_000,
  client: quietClient,
}

/** More than fit in one message. */
const records = Array.from({ length: 2500 }, (_, index) => {
  const sentAtUs = 1000 * index
  const firstTokenAtUs = sentAtUs + 100_000 + (index % 17) * 500
  const error = index % 50 === 0 ? refused : null
  const times = { sentAtUs, firstTokenAtUs, endedAtUs: sentAtUs + 300_000 }
  return record({ index, ...times, error, generatedText: 'text' })
})

test('summarises a run as this process would, also when it crashed meanwhile', async () => {
  const { preparations, ports } = processes()
  const prepared = await preparations.prepare(order(), silent, never)
  const here = summarizeRecords(records, { ...circumstances, gaps: gapTally(records) })
  expect(await prepared.summarize?.(records, circumstances)).toEqual(here)
  const ended = Promise.all(ports.map((port) => new Promise((resolve) => port.onExit(resolve))))
  for (const port of ports) port.kill()
  await ended
  expect(await prepared.summarize?.(records, circumstances)).toEqual(here)
})

test('reports its steps, and a refusal with its field', async () => {
  const { preparations } = processes()
  const steps = new Set<string>()
  const prepared = preparations.prepare(
    order({ maxModelLen: 10 }),
    { onStep: (step) => steps.add(step) },
    never,
  )
  await expect(prepared).rejects.toMatchObject({ code: 'invalid-input', field: 'maxModelLen' })
  expect([...steps]).toEqual(['loading-tokenizer', 'preparing-workload'])
})

test('reports how many prompts are prepared', async () => {
  const { preparations } = processes()
  const details: StepDetail[] = []
  const prepared = await preparations.prepare(
    // Long enough for several reports.
    order({ numPrompts: 6000 }),
    { onStep: (_, detail) => detail && details.push(detail) },
    never,
  )
  prepared.close()
  expect(details.length).toBeGreaterThan(0)
  for (const detail of details) {
    const { done, all } = 'prepared' in detail ? detail.prepared : { done: 0, all: 0 }
    expect(all).toBe(6000)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThanOrEqual(all)
  }
})

test('a process is kept for the next workload, but not a second one beside it', async () => {
  const { ports, preparations } = processes()
  const first = await preparations.prepare(order(), silent, never)
  first.close()
  const [second, beside] = await Promise.all([
    preparations.prepare(order(), silent, never),
    preparations.prepare(order({ promptTokenIds: true, vocabSize: 9 }), silent, never),
  ])
  expect(ports.length).toBe(2)
  expect(second.preparation.plan).toEqual(first.preparation.plan)
  expect(beside.countTokens).toBeNull()
  const ended = Promise.all(ports.map((port) => new Promise((resolve) => port.onExit(resolve))))
  second.close()
  beside.close()
  preparations.close()
  await ended
})

test('cancelling ends the process', async () => {
  const { ports, preparations } = processes()
  const cancel = new AbortController()
  const prepared = preparations.prepare(order(), silent, cancel.signal)
  await expect.poll(() => ports.length).toBe(1)
  const ended = new Promise((resolve) => ports[0]?.onExit(resolve))
  cancel.abort()
  await expect(prepared).rejects.toMatchObject({ code: 'cancelled' })
  await ended
})

test('a process that ends is reported and replaced', async () => {
  const { ports, preparations } = processes()
  const first = await preparations.prepare(order(), silent, never)
  const ended = new Promise((resolve) => ports[0]?.onExit(resolve))
  ports[0]?.kill()
  await ended
  await expect(first.countTokens?.(['the'])).rejects.toMatchObject({ code: 'process-ended' })
  first.close()
  const second = await preparations.prepare(order(), silent, never)
  expect(second.preparation.plan).toEqual(first.preparation.plan)
})
