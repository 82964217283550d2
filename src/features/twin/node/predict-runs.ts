// Predictions from stored runs: fits a twin to the usable runs and queries it.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { message, type Message } from '#core/messages/message.ts'
import { AppError, appError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { type EngineLimits, engineLimitNames } from '#features/twin/core/engine-model.ts'
import { fitTwin } from '#features/twin/core/fit-twin.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import type { LatencyName } from '#features/twin/core/latency-figures.ts'
import {
  type FittedRun,
  type Prediction,
  predictionOf,
  type PredictionOrder,
  predictionOrderSchema,
} from '#features/twin/core/prediction.ts'
import { usualStatistics } from '#features/twin/core/prediction-grid.ts'
import type { TwinFit } from '#features/twin/core/twin.ts'
import { featureJobOf } from '#node/jobs/feature-job.ts'
import type { Database } from '#node/storage/database.ts'
import { findRun, listRuns } from '#node/storage/runs.ts'
import { observedRuns, runsOfServer, statedFacts } from '#features/twin/node/twin-runs.ts'
import type { Judgement } from '#core/model/run/judgement.ts'
import { judgementText } from '#core/judgement/reason-text.ts'

type FittedRuns = Readonly<{
  /** Runs that the twin is fitted to. */
  runs: readonly Run[]
  model: string
  /** One sentence for each unusable run. */
  leftOut: readonly Message[]
  /** Seed for the next measurement of the server. */
  nextSeed: number
  fit: TwinFit
}>

/** `engine` contains limits of the server that the runs do not report. Throws without a usable run. */
export function fitRuns(
  database: Database,
  chosen: readonly Run[],
  engine: Partial<EngineLimits>,
): FittedRuns {
  const judged = chosen.map((run) => ({ run, judgement: judgeRun(run) }))
  const runs = judged.flatMap(({ run, judgement }) =>
    judgement?.grade === 'not-usable' ? [] : run,
  )
  const leftOut = judged.flatMap(({ run, judgement }) =>
    judgement?.grade === 'not-usable' ? leftOutText(database, { run, judgement }) : [],
  )
  const [newest] = runs
  if (newest === undefined) {
    const [remedy] = leftOut
    if (remedy === undefined) throw appError('invalid-input', 'twin.noRuns')
    throw new AppError('invalid-input', message('twin.noneUsable', { runs: chosen.length }), {
      remedy,
    })
  }
  const assumed = {
    maxNumSeqs: engine.maxNumSeqs ?? null,
    maxNumBatchedTokens: engine.maxNumBatchedTokens ?? null,
    kvCacheTokens: engine.kvCacheTokens ?? null,
  }
  // The order of the runs shows whether a server changes between them.
  const inOrder = runs.toSorted((one, other) => one.createdAtEpochMs - other.createdAtEpochMs)
  const fit = fitTwin(observedRuns(database, inOrder), statedFacts(runs), { assumed })
  return {
    ...{ runs, leftOut, fit },
    model: newest.facts?.model ?? newest.config.model ?? '–',
    nextSeed: freshSeed(database, newest),
  }
}

export function predictRuns(database: Database, order: PredictionOrder): Prediction {
  const { server, runIds, engine } = order
  const chosen =
    server === null
      ? runIds.flatMap((id) => findRun(database, id) ?? [])
      : runsOfServer(database, server)
  const { runs, fit, ...about } = fitRuns(database, chosen, statedLimits(engine))
  const basis = { runs: runs.map(fittedRun), ...about }
  return fit.kind === 'refused'
    ? { ...basis, kind: 'refused', refusal: fit.refusal }
    : { ...basis, kind: 'predicted', ...predictionOf(fit.twin, order) }
}

function fittedRun({ id, name, config, summary }: Run): FittedRun {
  const { requestRate, maxConcurrency } = config
  const figures = (metric: LatencyName) =>
    usualStatistics.map((percentile) => summary && latencyFigure(summary, { metric, percentile }))
  const isOpen = requestRate !== 'inf' && maxConcurrency === null
  return {
    ...{ id, name },
    rate: isOpen ? requestRate : null,
    figures: { ttft: figures('ttft'), tpot: figures('tpot'), e2el: figures('e2el') },
  }
}

/** Omits unknown limits. */
export function statedLimits(
  limits: Readonly<Record<keyof EngineLimits, number | null>>,
): Partial<EngineLimits> {
  const stated = engineLimitNames.filter((name) => limits[name] !== null)
  return Object.fromEntries(stated.map((name) => [name, limits[name]]))
}

export const predictJob = featureJobOf(predictionOrderSchema, (order, database) =>
  predictRuns(database, order),
)

/** Runs of the same server, regardless of how they ended: each has sent its prompts. */
function runsBeside(database: Database, { serverName, baseUrl }: Run): Run[] {
  return listRuns(database, { text: '', sweepId: null }).filter(
    (run) => run.serverName === serverName && run.baseUrl === baseUrl,
  )
}

/** Smallest seed that no stored run of the server has used. */
function freshSeed(database: Database, run: Run): number {
  const used = new Set(runsBeside(database, run).map(({ config }) => config.seed))
  let seed = 1
  while (used.has(seed)) seed++
  return seed
}

/** A sentence about an unusable run. */
function leftOutText(
  database: Database,
  { run, judgement }: Readonly<{ run: Run; judgement: Judgement }>,
): Message {
  const { name, config } = run
  if (!judgement.reasons.some(({ code }) => code === 'cache-polluted')) {
    return message('twin.leftOut', { name, why: judgementText(judgement) })
  }
  const isRepeated = runsBeside(database, run).some(
    (other) =>
      other.createdAtEpochMs < run.createdAtEpochMs &&
      other.config.seed === config.seed &&
      other.config.datasetName === config.datasetName,
  )
  return isRepeated
    ? message('twin.leftOut.seed', {
        ...{ name, seed: config.seed, next: freshSeed(database, run) },
      })
    : message('twin.leftOut.cache', { name })
}
