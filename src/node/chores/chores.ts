// The work there is for a process of its own. It has its own connection to the database, which it opens if it needs it.
import { createWriteStream } from 'node:fs'
import type { ChoreName, ChoreOrder, Chores } from '#contract/chore-protocol.ts'
import { exportRun, exportSweep } from '#node/application/exports.ts'
import { runDistributions, runTimeline } from '#node/application/stored/stored-runs.ts'
import { samplePrompts } from '#node/experiment/sample-prompts.ts'
import { reportedOf } from '#node/report/report-subject.ts'
import { reportFile, writeReport } from '#node/report/write-report.ts'
import { importFile } from '#node/result-files/import-file.ts'
import type { Database } from '#node/storage/database.ts'

export type ChoreTools = Readonly<{ openDatabase: () => Database }>

type Chore<Name extends ChoreName> = (
  input: Chores[Name]['input'],
  tools: ChoreTools,
) => Chores[Name]['output'] | Promise<Chores[Name]['output']>

const chores: { readonly [Name in ChoreName]: Chore<Name> } = {
  distributions: (run, { openDatabase }) => runDistributions(openDatabase(), run),
  timeline: (run, { openDatabase }) => runTimeline(openDatabase(), run),
  exportSweep: ({ sweep, format }, { openDatabase }) => exportSweep(openDatabase(), sweep, format),
  exportRun: ({ run, format }, { openDatabase }) => exportRun(openDatabase(), run, format),
  writeReport: async ({ subject, format, version, path }, { openDatabase }) => {
    const database = openDatabase()
    const maker = { version, nowEpochMs: Date.now() }
    const job = { database, reported: reportedOf(database, subject), maker }
    await writeReport(job, format, { target: createWriteStream(path) })
    return reportFile(job, format)
  },
  // Giving a chore up ends its process.
  samplePrompts: (request) => samplePrompts(request, new AbortController().signal),
  importFile: ({ path, fileName }, { openDatabase }) =>
    importFile(openDatabase(), { path, name: fileName }, Date.now()),
}

export async function doChore<Name extends ChoreName>(
  { name, input }: ChoreOrder<Name>,
  tools: ChoreTools,
): Promise<Chores[Name]['output']> {
  const chore: Chore<Name> = chores[name]
  return chore(input, tools)
}
