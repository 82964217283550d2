// `kneepoint tune FILE`: flags with which a server has the highest capacity within limits, the certainty of that, and its cost.
import { z } from 'zod'
import { switchFlag, textFlag } from '#core/flags/flag.ts'
import { tunePresets } from '#features/tune/core/file/usual-suspects.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { exitCodes } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { openOwnApplication } from '#cli/own-application.ts'
import { answerQuestions } from '#cli/sweep/answer-questions.ts'
import { type WatchTools, watchSweep } from '#cli/sweep/sweep-watch.ts'
import { fileOrResume, resumeSweep, storedSweep } from '#cli/sweep/conduct-order.ts'
import { type Client, clientOf, followNews } from '#node/application/services/client-of.ts'
import { listed, message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep, SweepFileServer, SweepPlan, Tune } from '#core/model/sweep.ts'
import { tuneStoryOf } from '#features/tune/core/tune-story.ts'
import { tuneConclusion, tuneJson, tuneSummary } from '#features/tune/core/tune-summary.ts'
import { summariesOf } from '#core/sweep/sweep-move.ts'
import { tuneReportOf, type TuneReport } from '#features/tune/core/tune-report.ts'
import type { Terminal } from '#cli/command.ts'
import { bringUp, placesOf } from '#node/application/services/bring-up.ts'
import { stopStarted } from '#cli/sweep/stop-started.ts'
import { durationText } from '#core/base/duration-text.ts'
import { settingValues } from '#core/sweep/configurations.ts'
import { settingText, tuneLimitTexts } from '#features/tune/core/tune-text.ts'
import { poolOf } from '#features/tune/core/pool.ts'
import { firstSettings } from '#features/tune/core/propose/filling.ts'
import { tuneTime } from '#features/tune/core/tune-time.ts'
import { settingsOf, sizeOf, mostListed } from '#features/tune/core/space.ts'
import type { TuneFile } from '#features/tune/core/file/read-tune-file.ts'
import type { TunedServer } from '#features/tune/core/file/tuned-server.ts'
import { hostIdOf } from '#node/application/sweeps/file-servers.ts'
import {
  readTuneText,
  tunedServerIn,
  tuneOfFile,
  type TuneOfFile,
} from '#features/tune/node/tune-of-file.ts'
import { tuneCommandZh } from '../messages/command-zh.ts'
import { textOf } from '#cli/sweep/sweep-order.ts'

export const tune = featureCommand(
  {
    name: 'kneepoint tune',
    words: '[FILE]',
    about:
      'Searches the flags of a server for the setting that serves the most load within limits, as described by FILE in YAML or ' +
      'JSON (docs/tuning.md). Settings are chosen on the way by a model of what was measured; the best is confirmed against ' +
      'the defaults. Ctrl-C pauses after the current point and keeps what was measured; --resume continues. Exit ' +
      'codes: 0 confirmed, also where nothing is better than the defaults; 2 the file or a flag is invalid; 3 nothing ' +
      'was confirmed; 4 nothing was measured; 130 paused or cancelled.',
    flags: {
      dryRun: switchFlag(
        'Show the settings, the first ones to try, the time and the budget, without starting anything.',
      ),
      preset: {
        schema: z.enum(tunePresets).nullable().default(null),
        kind: 'choice',
        choices: tunePresets,
        summary:
          'Vary the flags that most often matter, besides those of FILE, as far as the installed version takes them.',
      },
      resume: textFlag('ID', 'Continue a paused or interrupted tuning, instead of FILE.'),
      json: textFlag('FILE', 'Write the answer as JSON.'),
    },
    async run({ dryRun, preset, resume, json }, terminal, [file]) {
      if ((file === undefined) === (resume === null)) throw fileOrResume('kneepoint tune')
      if (json !== null) requireWritableFile(json)
      const application = openOwnApplication()
      const client = clientOf(application)
      const news = await followNews(client)
      try {
        const order = file === undefined ? (resume ?? '') : await readTune(file, preset, client)
        if (typeof order !== 'string') tunePlanLines(order).forEach((line) => terminal.print(line))
        if (dryRun) return exitCodes.done
        answerQuestions(client, news)
        const interrupt = () => application.interrupt()
        return await conductTune(order, json, { client, news, terminal, interrupt })
      } finally {
        news.close()
        await application.close()
      }
    },
  },
  { zh: tuneCommandZh },
)

/** Starts a tuning, or resumes the one whose id has this prefix. */
async function conductTune(
  order: TuneOrder | string,
  json: string | null,
  tools: WatchTools,
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

async function started({ plan, server }: TuneOrder, tools: WatchTools): Promise<Sweep> {
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

/** Trials and budget of a tuning, printed before it starts. */
function tunePlanLines({ plan, startS, leftOut }: TuneOrder): Text[] {
  const { tune, search, price } = plan
  if (tune === null || search === null) return []
  const pool = poolOf(plan, tune)
  const size = sizeOf(tune.flags)
  const all = size <= mostListed ? settingsOf(tune.flags).length : size
  const { gpuMinutes, runs, minutes } = tune.budget
  const hours = longestHours(minutes, gpuMinutes, tune.gpus)
  return [
    message('tune.plan.space', {
      ...{ name: plan.name, settings: all, flags: plan.axes.length },
      refused: size <= mostListed ? all - pool.length : 0,
    }),
    ...plan.axes.map(({ name, settings }) => {
      const values = settings.slice(1).map(settingValues).join(', ')
      return message('common.indented', { text: `${name}: ${values}` })
    }),
    ...leftOut.map((text) => message('common.indented', { text })),
    message('common.indented', { text: tuneLimitTexts(plan).join(', ') }),
    message('tune.plan.start', {
      settings: listed(firstSettings(plan, tune).map((choice) => settingText(plan, choice))),
    }),
    message('tune.plan.budget', {
      budget: listed([
        ...(gpuMinutes === null ? [] : [message('tune.plan.gpuMinutes', { minutes: gpuMinutes })]),
        ...(runs === null ? [] : [message('searches.runs', { count: runs })]),
        ...(minutes === null ? [] : [durationText(minutes * 60)]),
      ]),
    }),
    timeText(plan, tune, startS),
    ...(price === null || hours === null
      ? []
      : [
          message('tune.plan.cost', {
            amount: (price.perHour * hours).toFixed(2),
            currency: price.currency,
          }),
        ]),
  ]
}

function timeText(plan: SweepPlan, tune: Tune, knownStartS: number | null): Text {
  const { seconds, starts, startS, runS } = tuneTime(plan, tune, knownStartS)
  return message('tune.plan.time', {
    ...{ duration: rangeText([seconds.fewest, seconds.most]), starts },
    ...{ start: rangeText(startS), run: rangeText(runS) },
  })
}

function rangeText(range: readonly [number, number]): string {
  const [quick, slow] = range.map(durationText)
  return quick === slow ? `${quick}` : `${quick}–${slow}`
}

/** Null if only the number of runs is limited. */
function longestHours(minutes: number | null, gpuMinutes: number | null, gpus: number) {
  const limits = [minutes, gpuMinutes === null ? null : gpuMinutes / gpus]
  const known = limits.flatMap((limit) => limit ?? [])
  return known.length === 0 ? null : Math.min(...known) / 60
}

type TuneOrder = TuneOfFile &
  Readonly<{
    server: SweepFileServer
    /** Duration of a server start; null if unknown. */
    startS: number | null
  }>

async function readTune(
  path: string,
  preset: TuneFile['preset'],
  client: Client,
): Promise<TuneOrder> {
  const file = readTuneText(await textOf(path), preset)
  const [server, ...others] = file.sweep.servers
  if (server === undefined || others.length > 0) {
    throw new AppError(
      'invalid-input',
      message('tune.oneServer', { count: file.sweep.servers.length }),
      { field: 'servers' },
    )
  }
  const places = await placesOf(client)
  const hostId = server.kind === 'launched' ? hostIdOf(server.host, places) : null
  const tuned = await withGpus(tunedServerIn(server, places), hostId, client)
  const runtime = tuned?.runtime ?? null
  const installed =
    file.preset === null || runtime === null || hostId === null
      ? null
      : await client.profiles.installedFlags({ hostId, runtime })
  return { ...tuneOfFile(file, tuned, installed), server, startS: tuned?.startS ?? null }
}

/** Adds the GPUs of its host, if its profile selects none. */
async function withGpus(
  tuned: TunedServer | null,
  hostId: string | null,
  client: Client,
): Promise<TunedServer | null> {
  if (tuned === null || hostId === null || tuned.gpusThere !== null) return tuned
  const facts = await client.hosts.facts({ id: hostId, withInstallations: false })
  return { ...tuned, gpusThere: facts.gpus.length || null }
}
