// A sweep on the command line from its plan to its files: checks, starts or resumes it, shows its progress and its result.
import { failureContent, type Message, message, type Text } from '#core/messages/message.ts'
import path from 'node:path'
import type { SweepPreview } from '#contract/sweep-api.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { flagName } from '#core/flags/flag.ts'
import type { Sweep, SweepFile } from '#core/model/sweep.ts'
import { fileNameOf } from '#core/base/printable.ts'
import { sweepPlanText } from '#core/report/sweep-plan-text.ts'
import { fileServerName } from '#core/sweep/file/file-server-name.ts'
import { describeServer, findServer } from '#node/application/sweeps/file-servers.ts'
import { writeSweepText } from '#node/application/sweeps/sweep-text.ts'
import { writeWholeFile } from '#node/files/write-file.ts'
import { exitCodes } from '../exit.ts'
import { bringUp, placesOf } from '#node/application/services/bring-up.ts'
import { willBeSent } from '../bench/sending-display.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { stopStarted } from './stop-started.ts'
import { rowsOf, watchSweep, type WatchTools } from './sweep-watch.ts'
import type { Run } from '#core/model/run/run.ts'
import type { SearchEnding } from '#core/model/sweep-search.ts'
import { countedRuns } from '#core/judgement/judge-point.ts'
import { answerLines, sweepAnswers } from '#core/answers/sweep-answers.ts'
import { limitsState } from '#core/sweep/limits.ts'
import { sweepColumns, type SweepTextRow } from '#core/documents/sweep-rows.ts'
import { textTable } from '#core/documents/table.ts'
import { cellKey, configurationKey } from '#core/sweep/configurations.ts'
import { isUnsuccessful } from '#core/stats/genuine-failures.ts'
import type { Terminal } from '../command.ts'

type Wishes = Readonly<{ dryRun: boolean; resume: string | null; outputDir: string | null }>

/** `ordered` is null to resume a sweep. */
export async function conductOrder(
  ordered: SweepFile | null,
  { dryRun, resume, outputDir }: Wishes,
  tools: WatchTools,
): Promise<number> {
  const { terminal } = tools
  if (ordered !== null && !(await isSound(ordered, tools))) return exitCodes.badInput
  if (dryRun) return exitCodes.done
  const begun =
    ordered === null
      ? await resumeSweep(await storedSweep(resume ?? '', tools.client), tools)
      : await started(ordered, tools)
  terminal.note(message('cli.itIsSweep', { id: begun.id }))
  const { sweep: ended, runs } = await watchSweep(begun, tools)
  const code = concludeSweep(ended, runs, terminal)
  await stopStarted(ended, tools)
  if (outputDir !== null) await writeFiles(ended, outputDir, tools)
  if (code === exitCodes.interrupted) terminal.note(resumeSentence(ended))
  return code
}

/** Shows a summary of the sweep, and its problems. */
async function isSound(
  { plan, servers }: SweepFile,
  { client, terminal }: WatchTools,
): Promise<boolean> {
  if (servers.length === 0) throw appError('invalid-input', 'cli.noServerInFile')
  const places = await placesOf(client)
  const known = servers.flatMap((server) => findServer(server, places)?.id ?? [])
  const serverIds = known.length === servers.length ? known : []
  const previewed = await client.sweeps.preview({ serverIds, plan })
  const estimate = serverIds.length > 0 ? previewed : onEach(servers.length, previewed)
  const names = servers.map(fileServerName)
  terminal.print(sweepPlanText({ plan, servers: names, estimate }, terminal.outputLanguage))
  for (const { field, message: problem } of estimate.problems) {
    const text =
      field === null ? problem : message('common.at', { place: flagName(field), text: problem })
    terminal.note(message('cli.problem', { text }))
  }
  return (
    estimate.problems.length === 0 && (await canSend({ serverIds, plan }, { client, terminal }))
  )
}

/** Checks that the hosts can send the load; reports what will be copied to a host before it is copied. */
async function canSend(
  asked: Parameters<Client['sweeps']['checkHosts']>[0],
  { client, terminal }: Pick<WatchTools, 'client' | 'terminal'>,
): Promise<boolean> {
  const checks = await client.sweeps.checkHosts(asked)
  for (const { hostName, problem, nodeBytes } of checks) {
    if (problem !== null)
      terminal.note(
        message('cli.problem', {
          text: message('common.at', { place: flagName('on'), text: problem.message }),
        }),
      )
    if (nodeBytes !== null) terminal.note(willBeSent(hostName, nodeBytes))
  }
  return checks.every(({ problem }) => problem === null)
}

/** Servers that are not running yet are treated like running ones: each measures the same. */
function onEach(servers: number, estimate: SweepPreview): SweepPreview {
  const { points, requests, estimatedDurationS, cost, shortage } = estimate
  return {
    ...estimate,
    points: points * servers,
    requests: requests === null ? null : requests * servers,
    estimatedDurationS: estimatedDurationS === null ? null : estimatedDurationS * servers,
    shortage: shortage === null ? null : { ...shortage, runs: shortage.runs * servers },
    cost: cost === null ? null : { ...cost, amount: cost.amount * servers },
  }
}

async function started({ plan, servers }: SweepFile, tools: WatchTools): Promise<Sweep> {
  const serverIds = await bringUp(servers, tools)
  return tools.client.sweeps.start({ serverIds: [...serverIds], plan })
}

/** By prefix of its id. */
export async function storedSweep(id: string, client: Client): Promise<Sweep> {
  const found = (await client.sweeps.list()).filter((sweep) => sweep.id.startsWith(id))
  const [sweep] = found
  if (sweep === undefined || found.length > 1) throw notOne(id, found)
  return sweep
}

/** Starts its servers first. */
export async function resumeSweep(
  sweep: Sweep,
  tools: Omit<WatchTools, 'interrupt'>,
): Promise<Sweep> {
  const { client } = tools
  const places = await placesOf(client)
  const servers = places.servers.filter((server) =>
    sweep.servers.some((own) => own.id === server.id),
  )
  await bringUp(
    servers.map((server) => describeServer(server, places)),
    tools,
  )
  return client.sweeps.resume({ id: sweep.id })
}

async function writeFiles(
  sweep: Sweep,
  folder: string,
  { client, terminal }: WatchTools,
): Promise<void> {
  // The caller chooses the folder, so the names need no id.
  const stem = fileNameOf(sweep.plan.name)
  const exported = await Promise.all(
    (['csv', 'json'] as const).map(async (format) => {
      const { text } = await client.sweeps.export({ id: sweep.id, format })
      return { fileName: `${stem}.${format}`, text }
    }),
  )
  const plan = {
    fileName: 'sweep.yaml',
    text: writeSweepText({ plan: sweep.plan, servers: [] }, 'yaml'),
  }
  for (const { fileName, text } of [...exported, plan]) {
    const file = path.join(folder, fileName)
    await writeWholeFile(file, text)
    terminal.print(message('cli.written', { file }))
  }
}

function resumeSentence({ id, points }: Sweep): Message {
  const done = points.filter(({ status }) => status === 'completed').length
  return message('cli.goOnWith', { done, all: points.length, id })
}

function notOne(id: string, found: readonly Sweep[]): AppError {
  const named = found.map((sweep) => `${sweep.id} (${sweep.plan.name})`).join(', ')
  return found.length === 0
    ? appError('not-found', 'cli.noSweep', { id })
    : appError('invalid-input', 'cli.sweepCouldBe', { id, names: named })
}

/** Prints the end of a sweep: its table by cells, the findings of searches, and the exit code. Exported for tests. */
export function concludeSweep(
  sweep: Sweep,
  runs: readonly Run[],
  { print, note, outputLanguage }: Pick<Terminal, 'print' | 'note' | 'outputLanguage'>,
): number {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const cells = cellRows(rowsOf(sweep.points, byId))
  if (cells.length > 0) print(`\n${textTable(sweepColumns(sweep), cells, outputLanguage)}\n`)
  answerLines(sweepAnswers(sweep, runs)).forEach((line) => print(line))
  failureLines(runs).forEach((line) => note(line))
  return exitCodeOf(sweep, { cells, runs })
}

/** Distinct reasons why runs failed. */
function failureLines(runs: readonly Run[]): Text[] {
  const failures = runs.flatMap(({ status, failure }) =>
    status === 'failed' ? (failure ?? []) : [],
  )
  const reasons = new Map(
    failures.map((failure) => [`${failure.message}\n${failure.remedy}`, failure]),
  )
  return [...reasons.values()]
    .map(failureContent)
    .flatMap(({ message: text, remedy }) => [
      message('cli.problem', { text }),
      ...(remedy === null ? [] : [message('common.indented', { text: remedy })]),
    ])
}

/** Merges the repeats of a cell into one row. */
function cellRows(rows: readonly SweepTextRow[]): SweepTextRow[] {
  const cells = Map.groupBy(rows, ({ point }) => cellKey(point)).values()
  return [...cells].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(joined, first)],
  )
}

function joined(one: SweepTextRow, other: SweepTextRow): SweepTextRow {
  return {
    point: one.runs.length > 0 ? one.point : other.point,
    runs: [...one.runs, ...other.runs],
  }
}

type SweepResults = Readonly<{ cells: readonly SweepTextRow[]; runs: readonly Run[] }>

function exitCodeOf(sweep: Sweep, { cells, runs }: SweepResults): number {
  if (sweep.status !== 'completed' && sweep.status !== 'failed') return exitCodes.interrupted
  const isBroken = sweep.points.some(({ status }) => status === 'failed')
  if (isBroken || sweep.status === 'failed' || lacksSuccess(sweep, runs)) return exitCodes.broken
  return meetsLimits(sweep, cells) ? exitCodes.done : exitCodes.limitsBroken
}

/** A search may overload the server along the way; every listed load must have a success. */
function lacksSuccess({ points, plan }: Sweep, runs: readonly Run[]): boolean {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const unsuccessful = points
    .filter(({ status }) => status === 'completed')
    .map(({ runId }) => {
      const summary = byId.get(runId ?? '')?.summary ?? null
      return summary !== null && isUnsuccessful(summary)
    })
  const isLost = (one: boolean) => one
  if (plan.search === null) return unsuccessful.some(isLost)
  return unsuccessful.length > 0 && unsuccessful.every(isLost)
}

const unanswered: readonly SearchEnding[] = [
  'never-held',
  'not-together',
  'not-known',
  'not-usable',
]

/** True if a load in every configuration certainly meets all limits; a search's result decides that. */
function meetsLimits({ plan, answers }: Sweep, cells: readonly SweepTextRow[]): boolean {
  const lacksAnswer = answers.some(
    ({ answer }) => answer.kind !== 'setting' && unanswered.includes(answer.ending),
  )
  if (lacksAnswer) return false
  if (plan.limits.length === 0) return true
  const isFound = plan.search?.kind === 'capacity' && answers.length > 0
  const configurations = Map.groupBy(cells, ({ point }) => configurationKey(point)).values()
  return [...configurations].every((configuration) =>
    configuration.some(({ runs }) => {
      const state = limitsState(plan.limits, countedRuns(runs))
      return state === 'held' || (isFound && state === 'undecided')
    }),
  )
}

export function fileOrResume(command: string): AppError {
  return new AppError('invalid-input', message('cli.fileOrResume'), {
    remedy: message('cli.seeHelp', { command: `${command} --help` }),
  })
}
