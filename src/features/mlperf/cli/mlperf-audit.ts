// `kneepoint mlperf audit`: whether a server returns stored responses, from runs with distinct and with repeated prompts.
import { jsonText } from '#core/base/printable.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { textFlag } from '#core/flags/flag.ts'
import { type Message, message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { MeasuredRun } from '#core/model/run/run.ts'
import {
  cachingAudit,
  type CachingAudit,
  cachingTolerance,
  noAudit,
} from '#features/mlperf/core/output-caching.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { chosenSubject } from '#node/report/chosen-subject.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { findRun } from '#node/storage/runs.ts'
import { exitCodes } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { auditZh } from '../messages/command-zh.ts'

export const mlperfAudit = featureCommand(
  {
    name: 'kneepoint mlperf audit',
    words: 'DISTINCT REPEATED',
    about:
      'Compares two stored runs at one concurrency, as the output-caching audit of MLPerf Endpoints does: DISTINCT sends each ' +
      'prompt once, REPEATED sends one prompt all the time (--num-prompts 1 --duration-minutes 1). A server that returns ' +
      'stored responses is at least 10 % faster in the second. Exit codes: 0 passed; 1 failed; 2 the runs are no audit.',
    flags: { json: textFlag('FILE', 'Also write the figures to this file, as JSON.') },
    async run({ json }, { print }, words) {
      if (json !== null) requireWritableFile(json)
      const [distinct, repeated] = twoRuns(words)
      const problem = noAudit(distinct, repeated)
      if (problem !== null) throw appError('invalid-input', `mlperf.audit.no.${problem}`)
      const audit = cachingAudit(distinct, repeated)
      for (const sentence of auditText(audit)) print(sentence)
      if (json !== null) await writeWholeFile(json, jsonText(audit))
      return audit.verdict === 'passed' ? exitCodes.done : exitCodes.broken
    },
  },
  { zh: auditZh },
)

function twoRuns(words: readonly string[]): [MeasuredRun, MeasuredRun] {
  const database = openDatabase(databasePath())
  try {
    const [one, other, ...more] = chosenSubject(database, words).runIds.flatMap((id) => {
      const run = findRun(database, id)
      return run?.summary ? [{ ...run, summary: run.summary }] : []
    })
    if (one !== undefined && other !== undefined && more.length === 0) return [one, other]
    throw appError('invalid-input', 'mlperf.audit.twoRuns')
  } finally {
    database.close()
  }
}

function auditText({ verdict, distinctPerS, repeatedPerS, factors }: CachingAudit): Message[] {
  const percent = (factor: number) => formatNumber(100 * (factor - 1))
  const sentences = [
    message(`mlperf.audit.${verdict}`),
    message('mlperf.audit.rates', {
      distinct: formatNumber(distinctPerS),
      repeated: formatNumber(repeatedPerS),
      change: percent(factors.requests),
    }),
  ]
  if (Math.abs(factors.outputTokens - 1) > cachingTolerance)
    sentences.push(message('mlperf.audit.lengths', { change: percent(factors.outputTokens) }))
  if (verdict === 'cached' && Math.abs(factors.tpot - 1) <= cachingTolerance) {
    const changes = { ttft: percent(factors.ttft), tpot: percent(factors.tpot) }
    sentences.push(message('mlperf.audit.prefix', changes))
  }
  return sentences
}
