// What runs were measured on, as far as it was kept with them: server, model, launch, GPUs, and the client.
import type { RunLaunch } from '../model/server/launch.ts'
import { isLost, type LoadWorker } from '#core/model/run/load-worker.ts'
import type { Run } from '../model/run/run.ts'
import type { ReportEnvironment } from './report.ts'

type Row = readonly [name: string, value: string]
type Environment = Omit<ReportEnvironment, 'points'>

/** Runs with the same one share it. */
export function environmentOf(run: Run): Environment {
  const { facts, launch } = run
  return {
    rows: [...serverRows(run), ...(launch === null ? [] : launchRows(launch)), ...clientRows(run)],
    command: launch?.command ?? null,
    isSimulated: facts?.simulated ?? false,
  }
}

function serverRows({ serverName, baseUrl, facts, config, imported }: Run): Row[] {
  return rows([
    ['Server', serverName],
    ['Address', baseUrl],
    ['Model', facts?.model ?? config.model],
    ['Server version', facts?.version],
    ['Longest context', facts?.maxModelLen, 'tokens'],
    ['KV cache', facts?.kvCacheTokens, 'tokens'],
    ['GPUs', facts?.gpuCount],
    ['API', imported?.backend ?? config.backend],
  ])
}

function launchRows({
  hostName,
  gpus,
  driverVersion,
  startedInMs,
  reach,
  startup,
}: RunLaunch): Row[] {
  const roundTrip = reach?.roundTripMs
  return rows([
    ['Host', hostName],
    ['GPUs', countedNames(gpus)],
    ['Driver', driverVersion],
    ['Started in', startedInMs === null ? null : seconds(startedInMs / 1000)],
    ['Reached', reach && (reach.isForwarded ? 'through the SSH connection' : 'directly')],
    [
      'Round trip',
      roundTrip && `${roundTrip.median.toFixed(2)} ms, at most ${roundTrip.max.toFixed(2)} ms`,
    ],
    ...startupRows(startup),
  ])
}

function startupRows(startup: RunLaunch['startup']): MaybeRow[] {
  return [
    ['vLLM', startup.version],
    ['Architecture', startup.architecture],
    ['Attention', startup.attentionBackend],
    ['Longest batch', startup.maxNumBatchedTokens, 'tokens'],
    ['Weights per GPU', startup.weightsGiB, 'GiB'],
    ['KV cache', startup.kvCacheGiB, 'GiB'],
    ['KV cache', startup.kvCacheTokens, 'tokens'],
    ['Full requests at once', startup.maxConcurrency],
    ['Graphs', startup.graphsGiB, 'GiB'],
    ['Loading', startup.loadS, 's'],
    ['Compiling', startup.compileS, 's'],
  ]
}

function clientRows({ clientVersion, imported, config, summary }: Run): Row[] {
  return rows([
    ['Client', clientVersion === null ? null : `Kneepoint ${clientVersion}`],
    ['Sent from', summary?.origin?.hostName ?? config.on],
    ['Node there', summary?.origin?.nodeVersion],
    ...(summary?.workers ?? []).map(workerRow),
    ['From file', imported?.fileName],
  ])
}

function workerRow(worker: LoadWorker): MaybeRow {
  const { hostName, requests, missingRequests, placedWithinMs } = worker
  const within = `times within ±${(placedWithinMs ?? 0).toFixed(2)} ms`
  const end = isLost(worker) ? `lost, ${missingRequests} without a result` : within
  return [hostName, `${requests} requests, ${end}`]
}

type MaybeRow = readonly [name: string, value: string | number | null | undefined, unit?: string]

/** Only what is known. */
function rows(all: readonly MaybeRow[]): Row[] {
  return all.flatMap(([name, value, unit]) =>
    value === null || value === undefined || value === ''
      ? []
      : [[name, unit === undefined ? String(value) : `${numberText(value)} ${unit}`]],
  )
}

function numberText(value: string | number): string {
  return typeof value === 'number'
    ? value.toLocaleString('en-US', { maximumFractionDigits: 2 })
    : value
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}

/** `2 × NVIDIA H100` */
function countedNames(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}
