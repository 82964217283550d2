// Short bursts beside a busy server: ten requests at once, six tokens each, by each client in turns. What a client reports
// less what the server measured of the same requests is what reading late, and the way between the two, add.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { resetCaches } from '#node/experiment/reset-caches.ts'
import { readServerHistograms, serverLatenciesBetween } from '#core/vllm/server-latencies.ts'
import {
  detailedBenchmarkBy,
  installedClients,
  type Circumstances,
  type ClientName,
} from './bench-clients.ts'
import { markdownTable } from './markdown-table.ts'

/** Means of one burst: reported less measured by the server, in ms. */
type Burst = Readonly<{ ttftMs: number; tpotMs: number; readAtOnce: number }>

export type BurstPlace = Readonly<{ baseUrl: string; model: string; circumstances: Circumstances }>

const requests = 10
const turns = 9
/** Events closer together than this were read at the same time. */
const sameReadS = 10e-6

/** Two tables: alone with the server, and beside a busy process per core. */
export async function compareBursts(place: BurstPlace): Promise<readonly string[]> {
  const alone = await inTurns(place)
  const hogs = Array.from({ length: availableParallelism() }, startHog)
  try {
    const beside = await inTurns(place)
    return [
      '#### Nothing else running',
      tableOf(alone),
      `#### Beside ${hogs.length} busy processes`,
      tableOf(beside),
    ]
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL')
  }
}

type Bursts = ReadonlyMap<ClientName, readonly Burst[]>

async function inTurns(place: BurstPlace): Promise<Bursts> {
  const bursts = new Map<ClientName, Burst[]>()
  const clients = installedClients(place.circumstances.vllm)
  for (let turn = 0; turn < turns; turn++) {
    for (const client of clients) {
      bursts.set(client, [...(bursts.get(client) ?? []), await burstBy(client, place)])
    }
  }
  return bursts
}

async function burstBy(
  client: ClientName,
  { baseUrl, model, circumstances }: BurstPlace,
): Promise<Burst> {
  const reset = await resetCaches({ access: { baseUrl, headers: {}, insecure: false } })
  assert.deepEqual(reset, { done: true })
  const before = await histograms(baseUrl)
  const result = await detailedBenchmarkBy(
    client,
    { args: burstArgs(model, circumstances.folder), baseUrl },
    circumstances,
  )
  const { ttft, tpot } = serverLatenciesBetween({ before, after: await histograms(baseUrl) })
  assert.equal(result.completed, requests)
  assert.equal(ttft?.count, requests, `${client}: requests that the server counted`)
  return {
    ttftMs: result.mean_ttft_ms - ttft.meanMs,
    tpotMs: result.mean_tpot_ms - (tpot?.meanMs ?? 0),
    readAtOnce: result.itls.filter(mostlyAtOnce).length,
  }
}

function burstArgs(model: string, folder: string): readonly string[] {
  return [
    ...['--backend', 'vllm', '--model', model, '--seed', '7', '--ignore-eos'],
    ...['--dataset-name', 'sharegpt', '--dataset-path', path.join(folder, 'sharegpt.json')],
    ...['--sharegpt-output-len', '6', '--num-prompts', String(requests), '--request-rate', 'inf'],
  ]
}

async function histograms(baseUrl: string) {
  return readServerHistograms(await (await fetch(`${baseUrl}/metrics`)).text())
}

function mostlyAtOnce(gapsS: readonly number[]): boolean {
  return 2 * gapsS.filter((gap) => gap < sameReadS).length > gapsS.length
}

/** Keeps a core busy, in a session of its own as a program of another terminal is. */
function startHog(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { detached: true, stdio: 'ignore' })
}

function tableOf(bursts: Bursts): string {
  const rows = [
    ['TTFT less the server’s, ms', ({ ttftMs }: Burst) => ttftMs],
    ['TPOT less the server’s, ms', ({ tpotMs }: Burst) => tpotMs],
    [`responses of ${requests} read at once`, ({ readAtOnce }: Burst) => readAtOnce],
  ] as const
  return markdownTable([
    ['', ...bursts.keys()],
    ...rows.map(([label, of]) => [
      label,
      ...[...bursts.values()].map((all) => spread(all.map(of))),
    ]),
  ])
}

/** Median, and in brackets the quartiles. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.round(share * (sorted.length - 1))] ?? NaN).toFixed(1)
  return `${at(0.5)} (${at(0.25)} … ${at(0.75)})`
}
