// The job's side of the process: one order, one result.
import type { FromJob, JobName, JobOrder, Jobs, ToJob } from '#contract/job-protocol.ts'
import { exportRun, exportSweep } from '#node/runs/exports.ts'
import { runDistributions, runPercentiles, runTimeline } from '#node/runs/stored-runs.ts'
import { samplePrompts } from '#node/experiment/sample-prompts.ts'
import type {
  FromPreparation,
  PreparationStep,
  SummaryCircumstances,
  ToPreparation,
} from '#contract/preparation-protocol.ts'
import { reportedOf } from '#node/report/collect-report.ts'
import { reportContent, reportFile } from '#node/report/write-report.ts'
import { importFile } from '#node/result-files/import-file.ts'
import { explained } from '#node/storage/storage-error.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { toWire } from '#contract/app-error.ts'
import type { ParentPort } from '#contract/app-events.ts'
import { writeWholeFile } from '#node/files/write-file.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { FeatureJob, FeatureJobs } from './feature-job.ts'
import * as features from './features.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import { unpackRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { type PreparedRun, prepareRun } from '#node/experiment/prepare-run.ts'

// Jobs that run in their own process. It opens its own connection to the database if needed.
type JobTools = Readonly<{ openDatabase: () => Database }>

type Job<Name extends JobName> = (
  input: Jobs[Name]['input'],
  tools: JobTools,
) => Jobs[Name]['output'] | Promise<Jobs[Name]['output']>

const jobs: { readonly [Name in JobName]: Job<Name> } = {
  distributions: (run, { openDatabase }) => runDistributions(openDatabase(), run),
  percentiles: ({ run, percentiles }, { openDatabase }) =>
    runPercentiles(openDatabase(), run, percentiles),
  timeline: (run, { openDatabase }) => runTimeline(openDatabase(), run),
  ofFeature: async ({ job, input }, { openDatabase }) =>
    (await featureJob(job))(input, openDatabase()),
  exportSweep: ({ sweep, format }, { openDatabase }) => exportSweep(openDatabase(), sweep, format),
  exportRun: ({ run, format }, { openDatabase }) => exportRun(openDatabase(), run, format),
  writeReport: async ({ subject, format, language, version, path }, { openDatabase }) => {
    const database = openDatabase()
    const maker = { version, nowEpochMs: Date.now() }
    const job = { database, reported: reportedOf(database, subject), maker, language }
    await writeWholeFile(path, await reportContent(job, format))
    return reportFile(job, format)
  },
  // Cancelling a job ends its process.
  samplePrompts: (request) => samplePrompts(request, new AbortController().signal),
  importFile: ({ path, fileName }, { openDatabase }) =>
    importFile(openDatabase(), { path, name: fileName }, Date.now()),
}

async function doJob<Name extends JobName>(
  { name, input }: JobOrder<Name>,
  tools: JobTools,
): Promise<Jobs[Name]['output']> {
  const job: Job<Name> = jobs[name]
  return job(input, tools)
}

export function serveJob(port: ParentPort<FromJob | FromPreparation, ToJob | ToPreparation>): void {
  const preparation = new PreparationService(port)
  port.onMessage((message) => {
    if ('type' in message) return preparation.take(message)
    const { databasePath, order } = message
    doJob(order, { openDatabase: () => openDatabase(databasePath) }).then(
      (output) => port.post({ type: 'done', output }),
      (error: unknown) =>
        port.post({ type: 'failed', error: toWire(explained(databasePath, error)) }),
    )
  })
}

/** Jobs of features, found by name. */
async function featureJob(name: string): Promise<FeatureJob> {
  const all: readonly FeatureJobs[] = Object.values(features)
  const load = all.flatMap((jobs) => (Object.hasOwn(jobs, name) ? jobs[name] : undefined) ?? [])[0]
  if (load === undefined) throw new AppError('not-found', message('files.noJob', { name }))
  return load()
}

type Order = Extract<ToPreparation, { type: 'prepare' }>

class PreparationService {
  readonly #post: (message: FromPreparation) => void
  #prepared: Omit<PreparedRun, 'preparation'> | null = null
  #records: RequestRecord[] = []

  constructor({ post }: Pick<ParentPort<FromPreparation, ToPreparation>, 'post'>) {
    this.#post = post
  }

  take(message: ToPreparation): void {
    this.#replyTo(message).catch((error: unknown) =>
      this.#post({ type: 'failed', error: toWire(error) }),
    )
  }

  async #replyTo(message: ToPreparation): Promise<void> {
    switch (message.type) {
      case 'prepare':
        return this.#prepare(message)
      case 'count':
        return this.#count((await this.#prepared?.countTokens?.(message.texts)) ?? [])
      case 'repeated':
        return this.#count([(await this.#prepared?.repeatedTokens(message.sent)) ?? 0])
      case 'records':
        for (const record of unpackRecords(message.records)) this.#records.push(record)
        return
      case 'summarize':
        return this.#summarize(message.circumstances)
      case 'release':
        return this.#release()
    }
  }

  async #prepare({ order, tokenizerFile }: Order): Promise<void> {
    const tools = {
      hostTokenizer: () => Promise.resolve(tokenizerFile),
      onStep: (step: PreparationStep, detail?: StepDetail) =>
        this.#post({ type: 'step', step, detail }),
    }
    // Cancelling ends the process.
    const { preparation, ...rest } = await prepareRun(order, tools, new AbortController().signal)
    this.#prepared = rest
    this.#post({ type: 'prepared', preparation })
    // Loaded before the run, in case the program is replaced meanwhile.
    await import('#node/experiment/summarize-records.ts')
  }

  async #summarize(circumstances: SummaryCircumstances): Promise<void> {
    const { summarizeEnded } = await import('#node/experiment/summarize-records.ts')
    const summary = summarizeEnded(this.#records.splice(0), circumstances)
    this.#post({ type: 'summarized', summary })
  }

  #count(tokens: readonly number[]): void {
    this.#post({ type: 'counted', tokens })
  }

  #release(): void {
    this.#prepared?.close()
    this.#prepared = null
    this.#records = []
  }
}
