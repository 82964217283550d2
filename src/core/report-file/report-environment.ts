// Environment of a run, as stored with it: server, model, launch, GPUs, and the client.
import { listed, message, type Message, type Text } from '../messages/message.ts'
import { isLost, type LoadWorker } from '../model/run/run-summary.ts'
import type { Run } from '../model/run/run.ts'
import type { RunLaunch } from '#core/model/launch.ts'
import { furtherUrls } from '#core/flags/server-urls.ts'
import type { ReportEnvironment } from './report.ts'

type Row = ReportEnvironment['rows'][number]
type Environment = Omit<ReportEnvironment, 'points'>

/** Runs with equal environments share one. */
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
    [message('report.server'), serverName],
    [message('report.address'), baseUrl && [baseUrl, ...furtherUrls(config)].join(', ')],
    [message('report.model'), facts?.model ?? config.model],
    [message('report.serverVersion'), facts?.version],
    [message('report.longestContext'), tokens(facts?.maxModelLen)],
    [message('report.kvCache'), tokens(facts?.kvCacheTokens)],
    [message('tables.gpus'), facts?.gpuCount],
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
    [message('report.host'), hostName],
    [message('tables.gpus'), countedNames(gpus)],
    [message('report.driver'), driverVersion],
    [
      message('report.startedIn'),
      startedInMs === null ? null : `${(startedInMs / 1000).toFixed(1)} s`,
    ],
    [
      message('report.reached'),
      reach && message(reach.isForwarded ? 'report.reached.forwarded' : 'report.reached.directly'),
    ],
    [
      message('report.roundTrip'),
      roundTrip &&
        message('report.roundTripOf', {
          median: roundTrip.median.toFixed(2),
          most: roundTrip.max.toFixed(2),
        }),
    ],
    ['vLLM', startup.version],
    [message('report.architecture'), startup.architecture],
    [message('report.attention'), startup.attentionBackend],
    [message('report.longestBatch'), tokens(startup.maxNumBatchedTokens)],
    [message('report.weights'), inUnit(startup.weightsGiB, 'GiB')],
    [message('report.kvCache'), inUnit(startup.kvCacheGiB, 'GiB')],
    [message('report.kvCache'), tokens(startup.kvCacheTokens)],
    [message('report.fullRequests'), startup.maxConcurrency],
    [message('report.graphs'), inUnit(startup.graphsGiB, 'GiB')],
    [message('report.loading'), inUnit(startup.loadS, 's')],
    [message('launch.phase.compile'), inUnit(startup.compileS, 's')],
  ])
}

function clientRows({ clientVersion, imported, config, summary }: Run): Row[] {
  return rows([
    [message('report.client'), clientVersion === null ? null : `Kneepoint ${clientVersion}`],
    [message('report.sentFrom'), summary?.origin?.hostName ?? config.on],
    [message('report.nodeThere'), summary?.origin?.nodeVersion],
    ...(summary?.workers ?? []).map(workerRow),
    [message('report.fromFile'), imported?.fileName],
  ])
}

function workerRow(worker: LoadWorker): Row {
  const { hostName, requests, missingRequests: missing, placedWithinMs } = worker
  const ms = (placedWithinMs ?? 0).toFixed(2)
  return [
    hostName,
    isLost(worker)
      ? message('report.lostWorker', { requests, missing })
      : message('report.worker', { requests, ms }),
  ]
}

type MaybeRow = readonly [name: Text, value: Text | number | null | undefined]

/** Rows with a known value. */
function rows(all: readonly MaybeRow[]): Row[] {
  return all.flatMap(([name, value]): Row[] =>
    value === null || value === undefined || value === ''
      ? []
      : [[name, typeof value === 'number' ? String(value) : value]],
  )
}

type Amount = number | null | undefined

function tokens(count: Amount): Message | null {
  return count === null || count === undefined
    ? null
    : message('report.tokens', { count: amountText(count) })
}

function inUnit(value: Amount, unit: string): string | null {
  return value === null || value === undefined ? null : `${amountText(value)} ${unit}`
}

function amountText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** `2 × NVIDIA H100` */
function countedNames(names: readonly string[]): Text {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return listed([...counts].map(([name, count]) => `${count} × ${name}`))
}
