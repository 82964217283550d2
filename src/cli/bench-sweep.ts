// `kneepoint bench sweep FILE`: runs the sweep of a file, stores it in the database that the window uses, and shows its progress.
import { count, switchFlag, textFlag } from '#core/flags/flag.ts'
import { message, type Message } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import { observerFlags } from '#core/flags/output.ts'
import { senderCount } from '#core/flags/load-senders.ts'
import { attachedSpecSchema } from '#core/model/server.ts'
import { requireWritableFolder } from '#node/files/write-file.ts'
import { flagCommand } from './flag-command.ts'
import { openOwnApplication } from './own-application.ts'
import { answerQuestions } from './sweep/answer-questions.ts'
import { conductOrder, fileOrResume } from './sweep/conduct-order.ts'
import type { SweepFile } from '#core/model/sweep.ts'
import { closeObservers, followRuns, openObservers } from './bench/run-observers.ts'
import { type Client, clientOf, followNews } from '#node/application/services/client-of.ts'
import { parameterFlags, readOrder } from './sweep/sweep-order.ts'

/** A sweep's file specifies its load sender. */
const senderFlags = ['--on', '--load-nodes', '--load-tasks-per-node', '--load-pods']

export const benchSweep = flagCommand({
  name: 'kneepoint bench sweep',
  words: '[FILE]',
  about:
    'Runs a sweep: servers × settings × loads × repeats, as described by FILE in YAML or JSON (docs/sweeps.md). Every run ' +
    'is stored, and the window shows it. Ctrl-C pauses after the current point, a second Ctrl-C ends at once; ' +
    '--resume continues after either. Exit codes: 0 completed; 1 a point failed; 2 the file or a flag is invalid; 3 ' +
    'no load met the limits; 130 paused or cancelled.',
  flags: {
    dryRun: switchFlag('Show the points, their requests and duration, without starting anything.'),
    resume: textFlag('ID', 'Continue a paused or interrupted sweep, instead of FILE.'),
    baseUrl: {
      schema: attachedSpecSchema.shape.baseUrl.nullable().default(null),
      metavar: 'URL',
      summary: 'The server to measure, instead of those of FILE.',
    },
    gpus: {
      schema: attachedSpecSchema.shape.gpuCount.nullable().default(null),
      ...count,
      summary: 'GPUs of the server at --base-url, for figures per GPU.',
    },
    ...parameterFlags,
    outputDir: textFlag('DIR', 'Folder for the results as CSV and JSON; created if missing.'),
    ...observerFlags,
  },
  elsewhere: new Map(
    senderFlags.map((flag) => [flag, message('cli.sweepSenders.remedy')] as const),
  ),
  async run(values, terminal, [file]) {
    const { outputDir, resume } = values
    if (file === undefined && resume === null) throw fileOrResume('kneepoint bench sweep')
    if (values.gpus !== null && values.baseUrl === null) throw gpusOfWhat(values.gpus)
    if (outputDir !== null) requireWritableFolder(outputDir)
    const ordered = file === undefined ? null : await readOrder(file, values)
    const application = openOwnApplication()
    const client = clientOf(application)
    const news = await followNews(client)
    const observers = await openObservers(values, terminal)
    followRuns(news, observers)
    try {
      if (ordered !== null && file !== undefined && resume !== null) {
        throw await resumedWithFile({ file, ordered, resume }, client)
      }
      answerQuestions(client, news)
      return await conductOrder(ordered, values, {
        ...{ client, news, terminal },
        interrupt: () => application.interrupt(),
      })
    } finally {
      news.close()
      await closeObservers(observers)
      await application.close()
    }
  },
})

type ResumedWithFile = Readonly<{ file: string; ordered: SweepFile; resume: string }>

/** The file may only appear to change the number of workers that send the load. */
async function resumedWithFile(
  { file, ordered, resume }: ResumedWithFile,
  client: Client,
): Promise<AppError> {
  const sweep = (await client.sweeps.list()).find(({ id }) => id.startsWith(resume))
  const begun = sweep && senderCount(sweep.plan.config)
  const asked = senderCount(ordered.plan.config)
  if (begun === undefined || begun === asked) return fileOrResume('kneepoint bench sweep')
  const params = { id: resume, file, begun: sendersText(begun), asked: sendersText(asked) }
  return appError('invalid-input', 'cli.sendersChanged', { ...params, id: resume, file })
}

function sendersText(count: number): Message {
  return count === 0 ? message('hosts.thisComputer') : message('cli.senders', { count })
}

function gpusOfWhat(gpus: number): AppError {
  return appError('invalid-input', 'cli.gpusOfWhat', { gpus }, { field: 'gpus' })
}
