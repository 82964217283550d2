// Runs one benchmark in this very process and shows how far it is.
import { randomBytes, randomUUID } from 'node:crypto'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { serverBaseUrl } from '#core/protocol/endpoint-url.ts'
import type { BenchmarkHooks, BenchmarkResult } from '#node/experiment/benchmark.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { createScaledLoadRunner } from '#node/load/threads/scaled-load-runner.ts'
import type { Terminal } from '../command.ts'
import { processEntry } from '../own-files.ts'
import { planAnnouncement, stepAnnouncement } from './announcements.ts'
import { noProgress, progressDisplay } from './progress-display.ts'

export type MeasureOptions = Readonly<{
  showProgress: boolean
  /** Told each step in the original's words. */
  say: (line: string) => void
}>

export async function measure(
  config: BenchmarkConfig,
  terminal: Terminal,
  { showProgress, say }: MeasureOptions,
): Promise<BenchmarkResult> {
  const progress = showProgress ? progressDisplay(terminal) : noProgress
  const request = {
    runId: randomUUID(),
    config,
    baseUrl: serverBaseUrl(config),
    apiKey: apiKeyOf(process.env),
  }
  const tools = {
    runLoad: createScaledLoadRunner(processEntry('load-thread')),
    requestIdPrefix: `bench-${randomBytes(4).toString('hex')}-`,
  }
  const hooks: BenchmarkHooks = {
    onStep: (step) => {
      progress.end()
      stepAnnouncement(step, config).forEach(say)
    },
    onPlanned: (planned) => planAnnouncement(config, planned).forEach(say),
    onProgress: progress.show,
    onRecords: () => undefined,
  }
  try {
    return await runBenchmark(request, tools, hooks, terminal.interrupted)
  } finally {
    progress.end()
  }
}

/** The variable the original reads. */
function apiKeyOf({ OPENAI_API_KEY: key }: NodeJS.ProcessEnv): string | null {
  return key === undefined || key === '' ? null : key
}
