// `kneepoint gate FILE`: compares a server with its baseline, for continuous integration.
import { z } from 'zod'
import { allowable, type Allowable } from '#features/gate/core/evidence.ts'
import type { GateResult, GateVerdict } from '#features/gate/core/gate-result.ts'
import { repeatsSchema } from '#features/gate/core/gate-record.ts'
import { type GateFile, readGateFile } from '#features/gate/core/read-gate-file.ts'
import { count, switchFlag, textFlag } from '#core/flags/flag.ts'
import { AppError, appError } from '#core/model/app-error.ts'
import { attachedSpecSchema } from '#core/model/server.ts'
import { gateConclusion, gateSummary } from '#features/gate/core/gate-table.ts'
import { exitCodes, reportFailure } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { gateCommandZh } from '../messages/command-zh.ts'
import { conductGate } from '#features/gate/node/conduct-gate.ts'
import type { GateTools } from '#features/gate/node/measure-run.ts'
import { type GateBaseline, type GateOrder, planText } from '#features/gate/core/gate-order.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { progressDisplay } from '#cli/bench/progress-display.ts'
import type { Terminal } from '#cli/command.ts'
import { openOwnApplication } from '#cli/own-application.ts'
import { answerQuestions } from '#cli/sweep/answer-questions.ts'
import { clientOf, followNews, type News } from '#node/application/services/client-of.ts'
import { message } from '#core/messages/message.ts'
import { gateBencher, gateJson, gateJunit } from '#features/gate/core/gate-files.ts'
import { gateMarkdown } from '#features/gate/core/gate-markdown.ts'
import { appendLine, requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parsedText } from '#node/application/sweeps/sweep-text.ts'
import { serverAt, textOf } from '#cli/sweep/sweep-order.ts'
import { listIn } from '#core/command-line/read-flag-value.ts'

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
        metavar: 'URL',
        summary:
          'Measure the baseline on this server, in turns with the candidate and with the same prompts.',
      },
      baseUrl: {
        schema: attachedSpecSchema.shape.baseUrl.nullable().default(null),
        metavar: 'URL',
        summary: 'The candidate, instead of the server of FILE.',
      },
      candidate: textFlag(
        'RUNS',
        'Judge these stored runs, bundles or result files instead of measuring; at least 3.',
      ),
      repeats: {
        schema: repeatsSchema.nullable().default(null),
        ...count,
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

type Files = Readonly<{
  markdown: string | null
  junit: string | null
  bencher: string | null
  json: string | null
}>

/** Checked before anything is measured. */
function requireWritableFiles({ markdown, junit, bencher, json }: Files): void {
  for (const file of [markdown, junit, bencher, json]) {
    if (file !== null) requireWritableFile(file)
  }
}

async function writeGateFiles(
  result: GateResult,
  { markdown, junit, bencher, json }: Files,
  { outputLanguage: language, note }: Pick<Terminal, 'outputLanguage' | 'note'>,
): Promise<void> {
  const files = [
    [markdown, () => gateMarkdown(result, language)],
    [junit, () => gateJunit(result)],
    [bencher, () => gateBencher(result)],
    [json, () => gateJson(result)],
  ] as const
  for (const [file, text] of files) {
    if (file === null) continue
    await writeWholeFile(file, text())
    note(message('cli.written', { file }))
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary !== '') await appendLine(summary, gateMarkdown(result, language))
}

type Values = Readonly<{
  baseline: string | null
  baselineUrl: string | null
  baseUrl: string | null
  candidate: string | null
  repeats: number | null
  allow: readonly Allowable[]
}>

async function readGate(path: string, values: Values): Promise<GateOrder> {
  const file = readGateFile(parsedText(await textOf(path)), ownFlagIndex())
  const { repeats, allow } = values
  return {
    file: {
      ...file,
      rules: { ...file.rules, ...(repeats !== null && { mostRepeats: repeats }) },
    },
    baseline: baselineOf(file, values),
    candidate: candidateOf(file, values),
    allowed: allow,
  }
}

function candidateOf({ server }: GateFile, { baseUrl, candidate }: Values): GateOrder['candidate'] {
  if (candidate !== null) return { kind: 'runs', words: listIn(candidate) }
  const named = baseUrl === null ? server : serverAt(baseUrl)
  if (named !== null) return { kind: 'server', server: named }
  throw appError('invalid-input', 'gate.noCandidate')
}

function baselineOf(file: GateFile, { baseline, baselineUrl }: Values): GateBaseline {
  if (baseline !== null && baselineUrl !== null) {
    throw new AppError('invalid-input', message('gate.bothBaselines'), { field: 'baseline' })
  }
  if (baselineUrl !== null) {
    return { kind: 'server', server: serverAt(baselineUrl) }
  }
  if (baseline === null) {
    if (file.baseline !== null) return { kind: 'server', server: file.baseline }
    throw appError('invalid-input', 'gate.noBaseline')
  }
  return baseline.startsWith('last:')
    ? { kind: 'newest', count: newestCount(baseline) }
    : { kind: 'runs', words: listIn(baseline) }
}

const mostNewest = 1000

function newestCount(value: string): number {
  const [, digits] = /^last:(\d+)$/.exec(value) ?? []
  const count = Number(digits)
  if (count >= 1 && count <= mostNewest) return count
  throw new AppError('invalid-input', message('gate.lastNumber', { value }), { field: 'baseline' })
}
