// A run in a list, as data: what it is called, what it is worth, its figures.
import { judgeRun } from '../judgement/judge-run.ts'
import { judgementText } from '../judgement/reason-text.ts'
import { inEnglish } from '../messages/message.ts'
import type { Run } from '../model/run/run.ts'
import { runWarnings } from './notes/run-warnings.ts'
import { runFigures } from './csv/runs-csv.ts'

/** In a few words, for a list that an agent reads. */
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

/** Figures have the names of columns of CSV files; empty before anything is measured. */
export function wholeRunRow(run: Run) {
  const { tags, notes, serverName, createdAtEpochMs, summary } = run
  return {
    ...runRow(run),
    ...{ tags, notes, server: serverName, createdAt: new Date(createdAtEpochMs).toISOString() },
    warnings: runWarnings(run).map(inEnglish),
    energyPerToken: summary?.telemetry?.gpu?.energyPerToken ?? null,
    figures: summary === null ? {} : runFigures({ ...run, summary }),
  }
}
