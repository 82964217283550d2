// `kneepoint report --format mlperf`: a folder in the layout of MLPerf Endpoints, from measured points at fixed concurrencies.
import path from 'node:path'
import { stringify } from 'yaml'
import type { FolderReport } from '#cli/command.ts'
import { type Column, textTable } from '#core/documents/table.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { measuredFromRecords } from '#core/records/measured-request.ts'
import { fileStemOf } from '#core/base/printable.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { eachRecord } from '#node/storage/requests.ts'
import {
  interactivityOf,
  rehearsalFiles,
  type RehearsedPoint,
  rehearsedCurve,
} from '#features/mlperf/core/rehearsal-folder.ts'

/** Folder of a placeholder organisation that cannot be a real one. */
const organisation = 'rehearsal-not-a-submission'

export const writeRehearsal: FolderReport = async (
  { database, reported, version, folder },
  { print, outputLanguage },
) => {
  const runs = reported.runs.filter(isPoint)
  const [first] = runs
  if (first === undefined) throw appError('invalid-input', 'mlperf.noPoint')
  requireOneCurve(runs)
  const points = rehearsedCurve(
    runs.map((run) => ({
      run,
      requests: [...measuredFromRecords(eachRecord(database, run.id))],
    })),
  )
  const [sweep] = reported.sweeps
  const subject = sweep === undefined ? first : { id: sweep.id, name: sweep.plan.name }
  const root = path.join(folder, organisation, fileStemOf(subject))
  for (const file of rehearsalFiles(points, { name: subject.name, version })) {
    const { content } = file
    const text = typeof content === 'string' ? content : stringify(content)
    const target = path.join(root, file.path)
    requireWritableFile(target)
    await writeWholeFile(target, text)
  }
  const isAgentic = points.some(({ turns }) => turns !== null)
  print(textTable(isAgentic ? [...columns, interactivity] : columns, points, outputLanguage))
  print(message('mlperf.rehearsal'))
  return root
}

/** Other loads are not valid points. */
function isPoint({ config, imported, summary }: Run): boolean {
  return (
    imported === null &&
    summary !== null &&
    config.requestRate === 'inf' &&
    config.maxConcurrency !== null
  )
}

function requireOneCurve(runs: readonly Run[]): void {
  const curves = new Set(
    runs.map(({ serverName, baseUrl, facts, config }) =>
      JSON.stringify([serverName ?? baseUrl, facts?.model ?? config.model, config.datasetName]),
    ),
  )
  if (curves.size > 1) throw appError('invalid-input', 'mlperf.severalCurves')
}

const columns: readonly Column<RehearsedPoint>[] = [
  {
    head: [message('mlperf.concurrency')],
    cell: ({ concurrency }) => String(concurrency),
  },
  { head: [message('mlperf.region')], align: 'left', cell: ({ region }) => region ?? '' },
  { head: ['system_tps'], cell: ({ systemTps }) => formatNumber(systemTps) },
  { head: ['tps_per_user'], cell: ({ tpsPerUser }) => formatNumber(tpsPerUser) },
  { head: ['ttft_p90 (ms)'], cell: ({ ttftP90S }) => formatNumber(1000 * ttftP90S) },
  { head: [message('mlperf.status')], align: 'left', cell: ({ steady }) => steady.status },
  { head: [message('mlperf.verdict')], align: 'left', cell: ({ steady }) => steady.verdict },
]

const interactivity: Column<RehearsedPoint> = {
  head: ['e2e_avg_interactivity'],
  cell: (point) => formatNumber(interactivityOf(point) ?? NaN),
}
