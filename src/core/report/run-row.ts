// A run as a row of a list, as data: name, reliability, metrics.
import { judgeRun } from '../judgement/judge-run.ts'
import { judgementText } from '../judgement/reason-text.ts'
import { inEnglish } from '../messages/message.ts'
import type { Run } from '../model/run/run.ts'
import { gpuRowNames } from '../model/run/telemetry.ts'
import { runWarnings } from './run-warnings.ts'
import { runFigures } from './csv/runs-csv.ts'

/** Short form, for a list that an agent reads. */
export function runRow(run: Run) {
  const { id, name, status } = run
  const judgement = judgeRun(run)
  return {
    ...{ id, name, status },
    verdict: inEnglish(judgementText(judgement)),
    grade: judgement?.grade ?? null,
    reasons: judgement?.reasons.map(({ code }) => code) ?? [],
  }
}

/** Metrics have the names of CSV columns; empty before anything is measured. */
export function wholeRunRow(run: Run) {
  const { tags, notes, serverName, createdAtEpochMs, summary } = run
  return {
    ...runRow(run),
    ...{ tags, notes, server: serverName, createdAt: new Date(createdAtEpochMs).toISOString() },
    warnings: runWarnings(run).map(inEnglish),
    ...Object.fromEntries(
      gpuRowNames.map((name) => [name, summary?.telemetry?.gpu?.[name] ?? null]),
    ),
    figures: summary === null ? {} : runFigures({ ...run, summary }),
  }
}
