// Runs of a server whose engine is known, for tests of predictions.
import type { RequestRecord } from '#core/records/request-record.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { knownEngine, servedStepByStep } from '#features/twin/core/twin.test-support.ts'
import type { Database } from '#node/storage/database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'

/** Request rates and numbers of requests by id. */
const loads = { few: [5, 4], light: [6, 100], heavy: [14, 250], burst: [Infinity, 160] } as const

/** The newest is last. */
export function storeKnownRuns(database: Database): void {
  for (const [order, [name, [rate, count]]] of Object.entries(loads).entries()) {
    const requestRate = rate === Infinity ? ('inf' as const) : rate
    const config = {
      ...exampleRun.config,
      ...{ requestRate, maxConcurrency: null, numPrompts: count },
      metricPercentiles: [50, 99],
    }
    const served = servedStepByStep(knownEngine, { rate, count, seed: count })
    const summary = wholeSummary(served, config)
    const createdAtEpochMs = exampleRun.createdAtEpochMs + order
    saveRun(database, {
      ...exampleRun,
      ...{ id: name, name, config, summary, createdAtEpochMs, failure: null },
    })
    appendRecords(database, name, served.map(recordOf))
  }
}

function recordOf(request: MeasuredRequest, index: number): RequestRecord {
  const sentAtUs = Math.round(1e6 * request.startS)
  const firstTokenAtUs = sentAtUs + Math.round(1e6 * request.ttftS)
  const gapsUs = Uint32Array.from(request.interTokenLatenciesUs)
  return {
    index,
    requestId: `bench-${index}`,
    scheduledAtUs: sentAtUs,
    sentAtUs,
    firstTokenAtUs,
    firstAtUs: { chunk: firstTokenAtUs, content: firstTokenAtUs, reasoning: null, toolCall: null },
    endedAtUs: gapsUs.reduce((atUs, gapUs) => atUs + gapUs, firstTokenAtUs),
    interTokenLatenciesUs: gapsUs,
    promptTokens: request.promptTokens,
    inputs: 1,
    inputAudioS: null,
    outputTokens: request.outputTokens,
    generatedText: '',
    error: null,
  }
}
