// Runs one benchmark and shows its progress.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { endedRun } from '#core/report/run-states.ts'
import type { Run } from '#core/model/run/run.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import type {
  BenchmarkHooks,
  BenchmarkResult,
  PlannedBenchmark,
} from '#node/experiment/benchmark.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { accessOf, otherAccesses } from '#node/experiment/server-access.ts'
import { randomHex, randomRequestIdPrefix } from '#node/files/make-folder.ts'
import type { RunObserver, Terminal } from '../command.ts'
import { planAnnouncement, planNotes, stepAnnouncement } from './announcements.ts'
import { begunRun } from './begun-run.ts'
import { clientCalibrations } from './client-calibrations.ts'
import { atLoadPlace } from './load-place.ts'
import { noProgress, progressDisplay } from './progress-display.ts'
import type { RunStore } from './run-store.ts'
import { sendingDisplay } from './sending-display.ts'

type MeasureOptions = Readonly<{
  showProgress: boolean
  /** Receives each step in the original client's wording. */
  say: (line: string) => void
  /** Stores the run as it progresses; null stores nothing. */
  store: RunStore | null
  /** Observers of the run while it is measured. */
  observers?: readonly RunObserver[]
  /** Latencies under the lightest load measured before on the same server. */
  lightPace?: LightPace | null
  /** Loads the code that outputs the result. */
  loadClosing?: () => Promise<unknown>
}>

export async function measure(
  config: BenchmarkConfig,
  terminal: Terminal,
  { showProgress, say, store, observers = [], lightPace = null, loadClosing }: MeasureOptions,
): Promise<BenchmarkResult> {
  const progress = showProgress ? progressDisplay(terminal) : noProgress
  const sending = sendingDisplay(config.on ?? '', terminal)
  const apiKey = apiKeyOf(process.env)
  const requestIdPrefix = randomRequestIdPrefix()
  const runId = randomHex(32)
  let plan: PlannedBenchmark | null = null
  let observed = null as Run | null
  const hooks: BenchmarkHooks = {
    onStep: (step, detail) => {
      if (detail !== undefined) {
        if ('sent' in detail) return sending.show(detail.sent)
        if ('prepared' in detail) return sending.prepared(detail.prepared)
        sending.end()
        return terminal.note(detail.waitsFor)
      }
      if (step === 'running' && plan !== null) {
        store?.begin(plan, runId)
        if (observers.length > 0) observed = begunRun(plan, runId)
      }
      if (step === 'counting-tokens') store?.measured()
      sending.end()
      progress.end()
      stepAnnouncement(step, config).forEach(say)
    },
    onPlanned: (planned) => {
      plan = planned
      planAnnouncement(config, planned).forEach(say)
      planNotes(config, planned).forEach((note) => terminal.note(note))
    },
    onProgress: (now) => {
      progress.show(now)
      const run = observed
      if (run !== null) observers.forEach(({ runs }) => runs.observe(run, now))
    },
    onRecords: (records) => store?.append(records),
  }
  try {
    const result = await atLoadPlace(config, async (place) => {
      const { baseUrl, otherBaseUrls, loadBaseUrl, runLoad, prepareHost, allocate } = place
      const addresses = { baseUrl, otherBaseUrls, loadBaseUrl }
      const request = { runId, config, apiKey, lightPace, ...addresses }
      await store?.prepare(place, [accessOf(request), ...otherAccesses(request)])
      const calibrations = clientCalibrations
      const sender = { runLoad, prepareHost, allocate }
      const instances = store?.instances
      const tools = { ...sender, requestIdPrefix, instances, loadClosing, calibrations }
      return runBenchmark(request, tools, hooks, terminal.interrupted)
    })
    const ended = observed && endedRun(observed, result)
    if (ended !== null) observers.forEach(({ runs }) => runs.end(ended))
    return result
  } catch (error) {
    await store?.fail(error)
    throw error
  } finally {
    sending.end()
    progress.end()
  }
}

/** API key, from the same environment variable as in the original client. */
export function apiKeyOf({ OPENAI_API_KEY: key }: NodeJS.ProcessEnv): string | null {
  return key === undefined || key === '' ? null : key
}
