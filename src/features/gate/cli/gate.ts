// `kneepoint gate FILE`: compares a server with its baseline, for continuous integration.
import { z } from 'zod'
import { allowable } from '#features/gate/core/evidence.ts'
import type { GateVerdict } from '#features/gate/core/gate-result.ts'
import { repeatsSchema } from '#features/gate/core/read-gate-file.ts'
import { switchFlag, textFlag } from '#core/flags/value-schemas.ts'
import { AppError } from '#core/model/app-error.ts'
import { attachedSpecSchema } from '#core/model/server.ts'
import { gateConclusion, gateSummary } from '#features/gate/core/gate-table.ts'
import { clientOf } from '#node/application/client-of.ts'
import { exitCodes, reportFailure } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { gateCommandZh } from '../messages/command-zh.ts'
import { conductGate } from '#features/gate/node/conduct-gate.ts'
import type { GateTools } from '#features/gate/node/measure-run.ts'
import { planText } from '#features/gate/core/gate-order.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { progressDisplay } from '#cli/bench/progress-display.ts'
import type { Terminal } from '#cli/command.ts'
import { readGate } from './read-gate.ts'
import { requireWritableFiles, writeGateFiles } from './write-gate-files.ts'
import { openOwnApplication } from '#cli/own-application.ts'
import { answerQuestions } from '#cli/sweep/answer-questions.ts'
import { followNews, type News } from '#node/application/services/news.ts'

const codes: Readonly<Record<GateVerdict, number>> = {
  pass: exitCodes.done,
  worse: exitCodes.broken,
  undecided: exitCodes.limitsBroken,
  'not-valid': exitCodes.notValid,
}

/** Errors that the user can fix before anything is measured. */
const usageErrors = ['invalid-input', 'not-found', 'output-unwritable']

export const gate = featureCommand(
  {
    name: 'kneepoint gate',
    words: 'FILE',
    about:
      'Compares a server with a baseline in the figures that FILE names, each with its tolerance (docs/ci.md), and repeats ' +
      'the benchmark only while the answer is open. Exit codes: 0 every figure is surely within its tolerance; 1 a figure is ' +
      'surely worse; 2 the file or a flag is invalid; 3 undecided after the last repeat; 4 no valid measurement; 130 ' +
      'interrupted. In GitHub Actions the result is added to the summary of the job.',
    flags: {
      baseline: textFlag(
        'RUNS',
        'What to compare with: stored runs by the beginning of their id or by name, a bundle or result file (several ' +
          'separated by commas), or last:N for the newest N usable runs of this benchmark.',
      ),
      baselineUrl: {
        schema: attachedSpecSchema.shape.baseUrl.nullable().default(null),
        kind: 'text',
        metavar: 'URL',
        summary:
          'Measure the baseline on this server, in turns with the candidate and with the same prompts.',
      },
      baseUrl: {
        schema: attachedSpecSchema.shape.baseUrl.nullable().default(null),
        kind: 'text',
        metavar: 'URL',
        summary: 'The candidate, instead of the server of FILE.',
      },
      candidate: textFlag(
        'RUNS',
        'Judge these stored runs, bundles or result files instead of measuring; at least 3.',
      ),
      repeats: {
        schema: repeatsSchema.nullable().default(null),
        kind: 'integer',
        metavar: 'N',
        summary: 'Maximum number of repeats, instead of that of FILE.',
      },
      allow: {
        schema: z.array(z.enum(allowable)).default([]),
        kind: 'words',
        metavar: 'WHAT',
        summary: `Accept runs as evidence although they differ or were disturbed: ${allowable.join(', ')}.`,
      },
      markdown: textFlag('FILE', 'Write the result as Markdown.'),
      junit: textFlag('FILE', 'Write the result as JUnit XML.'),
      bencher: textFlag('FILE', 'Write the figures in the metric format of Bencher.'),
      json: textFlag('FILE', 'Write everything as JSON.'),
      dryRun: switchFlag('Show what would be compared, without measuring.'),
    },
    async run(values, terminal, [file = '']) {
      const order = await readGate(file, values)
      requireWritableFiles(values)
      if (values.dryRun) {
        terminal.print(planText(order, terminal.outputLanguage))
        return exitCodes.done
      }
      const application = openOwnApplication()
      const client = clientOf(application)
      const news = await followNews(client)
      const database = openDatabase(databasePath())
      try {
        answerQuestions(client, news)
        const isMeasured = order.candidate.kind === 'server'
        if (isMeasured) terminal.note(planText(order, terminal.outputLanguage))
        const result = await conductGate(order, {
          ...{ client, news, database, terminal, language: terminal.outputLanguage },
          follow: ({ id }) => shownProgress(id, news, terminal),
        })
        terminal.print(`\n${gateSummary(result, terminal.outputLanguage)}\n`)
        gateConclusion(result, terminal.outputLanguage).forEach((line) => terminal.print(line))
        await writeGateFiles(result, values, terminal)
        return codes[result.verdict]
      } catch (error) {
        if (error instanceof AppError && usageErrors.includes(error.code)) throw error
        const code = reportFailure(error, terminal)
        return code === exitCodes.interrupted ? code : codes['not-valid']
      } finally {
        news.close()
        database.close()
        await application.close()
      }
    },
  },
  { zh: gateCommandZh },
)

function shownProgress(id: string, news: News, terminal: Terminal): ReturnType<Follow> {
  const display = progressDisplay(terminal)
  const stop = news.on((event) => {
    if (event.type === 'live' && event.snapshot.runId === id) display.show(event.snapshot)
  })
  return () => {
    stop()
    display.end()
  }
}

type Follow = NonNullable<GateTools['follow']>
