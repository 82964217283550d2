// `kneepoint bench sweep FILE`: a sweep as a file says it, in the window's own database, shown as it goes.
import { switchFlag, textFlag } from '#core/flags/flag-shapes.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { attachedSpecSchema } from '#core/model/server/server.ts'
import { requireWritableFolder } from './bench/output-file.ts'
import { flagCommand } from './flag-command.ts'
import { openOwnApplication } from './own-application.ts'
import { answerQuestions } from './sweep/answer-questions.ts'
import { conductOrder } from './sweep/conduct-order.ts'
import { clientOf } from '#node/application/client-of.ts'
import { followNews } from './sweep/news.ts'
import { readOrder } from './sweep/sweep-order.ts'

export const benchSweep = flagCommand({
  name: 'kneepoint bench sweep',
  words: '[FILE]',
  about:
    'Runs a sweep: servers × settings × loads × repeats, as FILE says it in YAML or JSON (docs/sweeps.md). Every run ' +
    'is kept where the window finds it. Ctrl-C pauses after the point that is running, a second one ends at once; ' +
    'either way --resume goes on. Exit codes: 0 all done; 1 a point failed; 2 the file or a flag cannot be taken; 3 ' +
    'no load held the limits; 130 paused or given up.',
  flags: {
    dryRun: switchFlag('Show what it amounts to, and start nothing.'),
    resume: textFlag('ID', 'Go on with a sweep that was paused or interrupted, instead of FILE.'),
    baseUrl: {
      schema: attachedSpecSchema.shape.baseUrl.nullable().default(null),
      kind: 'text',
      metavar: 'URL',
      summary: 'The server to measure, instead of those of FILE.',
    },
    gpus: {
      schema: attachedSpecSchema.shape.gpuCount.nullable().default(null),
      kind: 'integer',
      metavar: 'N',
      summary: 'GPUs of the server at --base-url, for figures per GPU.',
    },
    serveParams: textFlag(
      'FILE',
      'Flags of the server to vary, as "vllm bench sweep serve" reads them.',
    ),
    benchParams: textFlag(
      'FILE',
      'Flags of the benchmark to vary, likewise; loads among them replace those of FILE.',
    ),
    linkVars: textFlag(
      'PAIRS',
      'Only combinations of the two in which these are equal: SERVE=BENCH,…',
    ),
    outputDir: textFlag('DIR', 'Folder for the results as CSV and JSON; made if it is not there.'),
  },
  async run(values, terminal, [file]) {
    const { outputDir, resume } = values
    if ((file === undefined) === (resume === null)) throw oneOfBoth()
    if (values.gpus !== null && values.baseUrl === null) throw gpusOfWhat(values.gpus)
    if (outputDir !== null) await requireWritableFolder(outputDir)
    const ordered = file === undefined ? null : await readOrder(file, values)
    const application = openOwnApplication()
    const client = clientOf(application)
    const news = await followNews(client)
    try {
      answerQuestions(client, news)
      return await conductOrder(ordered, values, { client, news, terminal })
    } finally {
      news.close()
      await application.close()
    }
  },
})

function oneOfBoth(): AppError {
  return new AppError('invalid-input', message('cli.fileOrResume'), {
    remedy: message('cli.seeHelp', { command: 'kneepoint bench sweep --help' }),
  })
}

function gpusOfWhat(gpus: number): AppError {
  return new AppError('invalid-input', message('cli.gpusOfWhat', { gpus }), {
    field: 'gpus',
    remedy: message('cli.gpusOfWhat.remedy'),
  })
}
