// A tuning on the command line: starts or resumes it, watches it, and prints its answer.
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { tuneJson } from '#core/report/tune-json.ts'
import { tuneStoryOf } from '#core/report/tune-story.ts'
import { tuneConclusion, tuneSummary } from '#core/report/tune-summary.ts'
import { summariesOf, tuneReportOf, type TuneReport } from '#core/tune/tune-report.ts'
import type { Client } from '#node/application/client-of.ts'
import { writeWholeFile } from '#node/files/write-file.ts'
import type { Terminal } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { bringUp } from '#node/application/services/bring-up.ts'
import { resumeSweep, storedSweep } from './conduct-order.ts'
import type { News } from '#node/application/services/news.ts'
import { stopStarted } from './stop-started.ts'
import { watchSweep } from './sweep-watch.ts'
import type { TuneOrder } from './read-tune.ts'

export type TuneTools = Readonly<{
  client: Client
  news: News
  terminal: Terminal
  interrupt(): Promise<void>
}>

/** Starts a tuning, or resumes the one whose id has this prefix. */
export async function conductTune(
  order: TuneOrder | string,
  json: string | null,
  tools: TuneTools,
): Promise<number> {
  const { client, terminal } = tools
  const begun =
    typeof order === 'string'
      ? await resumeSweep(tuning(await storedSweep(order, client)), tools)
      : await started(order, tools)
  terminal.note(message('cli.itIsSweep', { id: begun.id }))
  const { sweep, runs } = await watchSweep(begun, tools)
  const report = await reportOf(sweep, runs, client)
  const story = tuneStoryOf(report, sweep.plan)
  terminal.print(`\n${tuneSummary(story, terminal.outputLanguage)}\n`)
  tuneConclusion(story).forEach((line) => terminal.print(line))
  await stopStarted(sweep, tools)
  if (json !== null) {
    await writeWholeFile(json, tuneJson(report, sweep, story))
    terminal.note(message('cli.written', { file: json }))
  }
  return concluded(sweep, report, terminal)
}

async function started({ plan, server }: TuneOrder, tools: TuneTools): Promise<Sweep> {
  const serverIds = await bringUp([server], tools)
  return tools.client.sweeps.start({ serverIds: [...serverIds], plan })
}

function tuning(sweep: Sweep): Sweep {
  if (sweep.plan.tune !== null) return sweep
  throw appError('invalid-input', 'tune.notATuning', { name: sweep.plan.name })
}

async function reportOf(sweep: Sweep, runs: readonly Run[], client: Client): Promise<TuneReport> {
  const summaries = summariesOf(sweep, runs)
  const report = tuneReportOf({ sweep, summaries, log: await client.sweeps.log({ id: sweep.id }) })
  if (report === null) throw new TypeError('The sweep tunes nothing.')
  return report
}

function concluded(
  { status, points, id }: Sweep,
  { answer }: TuneReport,
  { note }: Pick<Terminal, 'note'>,
): number {
  if (status !== 'completed' && status !== 'failed') {
    const done = points.filter((point) => point.status === 'completed').length
    note(message('tune.goOnWith', { done, id }))
    return exitCodes.interrupted
  }
  if (status === 'failed') return exitCodes.notValid
  return answer.confirmation === null ? exitCodes.limitsBroken : exitCodes.done
}
