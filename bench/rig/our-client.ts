// Our own client as it runs in the product: the load generator in a process of its own, fresh for each load.
import { fileURLToPath } from 'node:url'
import type { FromLoadGenerator, LoadOutcome, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/model/request-record.ts'
import { forkChild } from '#node/load/fork-port.ts'
import { createProcessLoadRunner } from '#node/load/load-process.ts'

const entry = fileURLToPath(new URL('../../src/utility/load-generator.ts', import.meta.url))
const run = createProcessLoadRunner(() => forkChild<ToLoadGenerator, FromLoadGenerator>(entry))

export type OurLoad = Readonly<{
  requests: number
  tokens: number
  /** All at once up to this many, or… */
  concurrency?: number
  /** …spread at random at this many per second. */
  ratePerS?: number
  model?: string
}>

export type OurFigures = Readonly<{
  records: readonly RequestRecord[]
  outcome: LoadOutcome
  cpuS: number
}>

export async function runOurClient(url: string, load: OurLoad): Promise<OurFigures> {
  const records: RequestRecord[] = []
  const { requests, tokens, concurrency = null, ratePerS = Infinity, model = 'mock' } = load
  const body = Buffer.from(
    JSON.stringify({
      ...{ model, prompt: 'hello there', max_tokens: tokens, ignore_eos: true },
      ...{ stream: true, stream_options: { include_usage: true } },
    }),
  )
  const bodies = new Array<Uint8Array>(requests).fill(body)
  const outcome = await run(
    {
      ...{ runId: 'bench', url, method: 'POST', insecure: false, protocol: 'completions', bodies },
      headers: { 'Content-Type': 'application/json' },
      requestIds: bodies.map((_, i) => `r-${i}`),
      promptTokens: bodies.map(() => 2),
      offsetsS: randomArrivals(requests, ratePerS),
      maxConcurrency: concurrency,
      ...{ warmups: [], keepText: false, requestTimeoutS: 60 },
    },
    {
      onPhase: () => undefined,
      onProgress: () => undefined,
      onRecords: (batch) => records.push(...batch),
    },
    new AbortController().signal,
  )
  const failed = records.find(({ error }) => error !== null)
  if (failed !== undefined) throw new Error(`a request failed: ${failed.error?.message}`)
  return { records, outcome, cpuS: (outcome.client.cpuShare * outcome.durationUs) / 1e6 }
}

function randomArrivals(count: number, ratePerS: number): Float64Array {
  let atS = 0
  return Float64Array.from({ length: count }, () => {
    atS += -Math.log(1 - Math.random()) / ratePerS
    return atS
  })
}
