// Fits a twin to the stored runs of a server, and refuses if no such engine explains them. docs/twin.md explains every step.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { mean } from '#core/base/spread.ts'
import { quantile } from '#core/stats/durations/quantile.ts'
import type { EngineLimits, EngineModel, SchedulingPolicy } from './engine-model.ts'
import { brokenChecks, fewestCompared, fitChecks, misfitOf, overheadOf } from './fit-checks.ts'
import { lastAtS, type ObservedRun } from './observed-run.ts'
import { observedSteps, type ObservedStep, type ObservedSteps } from './observed-steps.ts'
import {
  type CostsFit,
  fitCosts,
  independentSteps,
  sampledCosts,
  stepRows,
  type StepShape,
} from './step-costs-fit.ts'
import { unseenPausesEveryS, unsteadiness } from './steadiness.ts'
import type { LimitSource, SeenRange, Twin, TwinFit, TwinRefusal, TwinSample } from './twin.ts'

/** Limits of the engine during the runs; null if unknown. */
export type EngineFacts = Readonly<Record<keyof EngineLimits, number | null>>

const noFacts: EngineFacts = { maxNumSeqs: null, maxNumBatchedTokens: null, kvCacheTokens: null }

const sampleCount = 40
/** Samples whose replays are compared with the runs. */
const replayedSamples = 12
const mostFailed = 0.05
const mostIrregular = 0.05
const leastLockstep = 0.8
const mostDeviation = 0.35
/** Step limits to try if the server does not report its own. */
const batchedTokensTried = [512, 1024, 2048, 4096, 8192, 16_384, 32_768]
/** Numbers of tokens to try, above which each further one may prolong a step. */
const computeBoundsTried = [
  2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
]
/** Maximum excess of a limit's roughness over the best one's, as a share, at which it explains the steps as well. */
const asGood = 0.01

/** `assumed`: limits from the user, for those that neither the server reports nor the runs show. */
export function fitTwin(
  runs: readonly ObservedRun[],
  stated: EngineFacts,
  { assumed = noFacts, seed = 1 }: Readonly<{ assumed?: EngineFacts; seed?: number }> = {},
): TwinFit {
  const refused = (refusal: TwinRefusal): TwinFit => ({ kind: 'refused', refusal })
  for (const { name, failedShare, irregularShare } of runs) {
    if (failedShare > mostFailed) return refused({ why: 'failures', run: name, share: failedShare })
    if (irregularShare > mostIrregular)
      return refused({ why: 'irregular', run: name, share: irregularShare })
  }
  const observed = runs.map(observedSteps)
  const shown = observed.flatMap(({ lockstepShare }) => lockstepShare ?? [])
  const lockstep = shown.length === 0 ? 1 : mean(shown)
  if (lockstep < leastLockstep) return refused({ why: 'no-common-steps', share: lockstep })
  const policies = policiesOf(observed, stated)
  const batchedTokens = new Set(
    stated.maxNumBatchedTokens === null ? batchedTokensTried : [stated.maxNumBatchedTokens],
  )
  if (stated.maxNumBatchedTokens === null && assumed.maxNumBatchedTokens !== null)
    batchedTokens.add(assumed.maxNumBatchedTokens)
  const tried = fittedBudgets(observed, policies, [...batchedTokens])
  const [best] = tried
  const lengths = runs.flatMap((run) => run.requests)
  const tooLittle = () => {
    const steps = observed.reduce((sum, { steps: each }) => sum + each.length, 0)
    return refused({ why: 'too-little', requests: lengths.length, steps })
  }
  if (best === undefined || lengths.length < fewestCompared) return tooLittle()
  const { fit } = best
  if (fit.deviation > mostDeviation)
    return refused({ why: 'noisy-steps', deviation: fit.deviation })
  const unsteady = unsteadiness(runs, fit)
  if (unsteady !== null) return refused(unsteady)
  if (!runs.some(({ requests }) => requests.length >= fewestCompared)) return tooLittle()

  const kvCacheTokens = stated.kvCacheTokens ?? assumed.kvCacheTokens
  const found = stated.maxNumSeqs === null ? foundMaxNumSeqs(observed, kvCacheTokens) : null
  const maxNumSeqs = stated.maxNumSeqs ?? found ?? assumed.maxNumSeqs
  const modelWith = ({ fit, policy, maxNumBatchedTokens, computeBoundFrom }: Budget) => {
    const { costs, deviation, memory } = fit
    const model: EngineModel = {
      ...{ costs, computeBoundFrom },
      limits: {
        maxNumSeqs: maxNumSeqs ?? Infinity,
        maxNumBatchedTokens,
        kvCacheTokens: kvCacheTokens ?? Infinity,
      },
      policy,
      overheadS: 0,
      noise: { deviation, memory },
    }
    return { ...model, overheadS: overheadOf(runs, model) }
  }
  const fitting = replayedBest(runs, tried, modelWith)
  const confirmed = fitting.filter(
    (budget) => budget.maxNumBatchedTokens === assumed.maxNumBatchedTokens,
  )
  const budgets = confirmed.length > 0 ? confirmed : fitting
  const model = modelWith(budgets[0] ?? best)
  const sourceOf = (isStated: boolean, isFound: boolean): LimitSource => {
    if (isStated) return 'stated'
    return isFound ? 'found' : 'unknown'
  }
  const limitSources: Twin['limitSources'] = {
    maxNumSeqs: sourceOf(maxNumSeqs !== null && found === null, found !== null),
    maxNumBatchedTokens: sourceOf(
      stated.maxNumBatchedTokens !== null || confirmed.length > 0,
      new Set(budgets.map((budget) => budget.maxNumBatchedTokens)).size === 1,
    ),
    kvCacheTokens: sourceOf(kvCacheTokens !== null, false),
  }
  const models = sampledModels(model, budgets, seed)
  const checks = fitChecks(runs, models.slice(0, replayedSamples))
  const misfit = misfitOf(checks)
  const broken = brokenChecks(checks, misfit)
  if (broken.length > 0) return refused({ why: 'misfit', checks: broken })
  const samples = withMisfit(models, { misfit, requests: lengths.length, seed })
  const seen = { ...seenRange(runs, observed), pauseEveryS: unseenPausesEveryS(fit) }
  return {
    kind: 'fitted',
    twin: { model, samples, limitSources, seen, lengths, misfit, checks },
  }
}

/** First tokens arrive together with other tokens if a step computes both. The limit that vLLM reports counts both. */
function policiesOf(
  observed: readonly ObservedSteps[],
  { maxNumBatchedTokens }: EngineFacts,
): readonly SchedulingPolicy[] {
  const shares = observed.flatMap(({ firstTogetherShare }) => firstTogetherShare ?? [])
  if (shares.length > 0 && mean(shares) < 0.5) return ['prompts-first']
  return maxNumBatchedTokens === null ? ['mixed', 'mixed-apart'] : ['mixed']
}

type Budget = StepShape & Readonly<{ fit: CostsFit }>

/** Every step limit that explains the steps about as well as the best, which is listed first. */
function fittedBudgets(
  observed: readonly ObservedSteps[],
  policies: readonly SchedulingPolicy[],
  limits: readonly number[],
): Budget[] {
  const shapes = (computeBoundFrom: number) =>
    fittedShapes(observed, policies, { limits, computeBoundFrom })
  const linear = asGoodAsBest(shapes(Infinity))
  const [best] = linear
  if (best === undefined) return []
  const bends = foundComputeBounds(observed, best)
  return bends.length === 0 ? linear : asGoodAsBest(bends.flatMap(shapes))
}

function fittedShapes(
  observed: readonly ObservedSteps[],
  policies: readonly SchedulingPolicy[],
  { limits, computeBoundFrom }: Readonly<{ limits: readonly number[]; computeBoundFrom: number }>,
): Budget[] {
  return limits.flatMap((maxNumBatchedTokens) => {
    const [first, ...others] = policies.flatMap(
      (policy) => fitted(observed, { policy, maxNumBatchedTokens, computeBoundFrom }) ?? [],
    )
    if (first === undefined) return []
    // A limit that no step reaches is equivalent under every policy.
    return [first, ...others.filter(({ fit }) => fit.roughness !== first.fit.roughness)]
  })
}

function fitted(observed: readonly ObservedSteps[], shape: StepShape): Budget | null {
  const fit = fitCosts(observed.map(({ steps }) => stepRows(steps, shape)))
  return fit && { ...shape, fit }
}

function asGoodAsBest(tried: readonly Budget[]): Budget[] {
  const least = Math.min(...tried.map(({ fit }) => fit.roughness))
  return tried
    .filter(({ fit }) => {
      const steps = fit.allRows.reduce((sum, rows) => sum + rows.length, 0)
      return fit.roughness <= (1 + Math.max(asGood, 2 / Math.sqrt(steps))) * least
    })
    .toSorted((one, other) => one.fit.roughness - other.fit.roughness)
}

/**
 * Numbers of tokens above which each further one may prolong a step: all that explain the steps about as well as the best; empty
 * unless the steps show one. This costs two more parameters by the Bayesian information criterion, with Laplace-distributed
 * deviations.
 */
function foundComputeBounds(observed: readonly ObservedSteps[], linear: Budget): number[] {
  const tokens = Float64Array.from(
    observed.flatMap(({ steps }) => steps.map((step) => step.sequences + step.promptTokens)),
  ).sort()
  const [lowest, highest] = [quantile(tokens, 0.05), quantile(tokens, 0.95)]
  const count = independentSteps(tokens.length, linear.fit.memory)
  const most = linear.fit.roughness * Math.max(2, count) ** (-1 / count)
  const found = computeBoundsTried
    .filter((computeBoundFrom) => computeBoundFrom >= lowest && computeBoundFrom <= highest)
    .flatMap((computeBoundFrom) => fitted(observed, { ...linear, computeBoundFrom }) ?? [])
    .filter(({ fit }) => fit.roughness <= most)
  return asGoodAsBest(found).map(({ computeBoundFrom }) => computeBoundFrom)
}

/** Keeps the limits that replay the runs about as well as the best, which is the first. */
function replayedBest(
  runs: readonly ObservedRun[],
  tried: readonly Budget[],
  modelWith: (budget: Budget) => EngineModel,
): Budget[] {
  if (tried.length < 2) return [...tried]
  const scored = tried.map((budget) => {
    const model = modelWith(budget)
    const { step, ttft } = misfitOf(fitChecks(runs, [model, model]))
    return { budget, score: step + ttft }
  })
  const least = Math.min(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score <= Math.max(1.3 * least, least + 0.01))
    .toSorted((one, other) => one.score - other.score)
    .map(({ budget }) => budget)
}

/** Number of sequences that ran in most steps while requests waited and the KV cache had space. Null if no number stands out. */
function foundMaxNumSeqs(
  observed: readonly ObservedSteps[],
  kvCacheTokens: number | null,
): number | null {
  const held = observed
    .flatMap(({ steps }) => steps)
    .filter((step) => hasQueue(step) && step.contextTokens < 0.9 * (kvCacheTokens ?? Infinity))
    .map(({ sequences }) => sequences)
  const counts = new Map<number, number>()
  for (const sequences of held) counts.set(sequences, (counts.get(sequences) ?? 0) + 1)
  const [most, count] = [...counts].reduce(
    (best, each) => (each[1] > best[1] ? each : best),
    [0, 0],
  )
  const above = held.filter((sequences) => sequences > most).length
  const near = held.filter((sequences) => sequences >= 0.96 * most && sequences <= most).length
  const standsOut = count >= 20 && near >= 0.5 * held.length && above <= 0.05 * held.length
  return standsOut ? most : null
}

/** More requests are waiting than the step will admit. */
function hasQueue({ waiting, sequences }: ObservedStep): boolean {
  return waiting >= Math.max(2, 0.1 * sequences)
}

function seenRange(
  runs: readonly ObservedRun[],
  observed: readonly ObservedSteps[],
): Omit<SeenRange, 'pauseEveryS'> {
  const steps = observed.flatMap((run) => run.steps)
  const requests = runs.flatMap((run) => run.requests)
  const most = (values: readonly number[]) => values.reduce((max, each) => Math.max(max, each), 0)
  return {
    sequences: most(steps.map(({ sequences }) => sequences)),
    kvTokens: most(steps.map(({ contextTokens }) => contextTokens)),
    promptTokens: most(requests.map(({ promptTokens }) => promptTokens)),
    requestsPerSecond: most(runs.map(throughputOf)),
    queuedShare: Math.min(
      ...observed.map((run) => mean(run.steps.map((step) => (hasQueue(step) ? 1 : 0)))),
    ),
  }
}

/** Requests per second from the first request to the last token. */
function throughputOf({ requests }: ObservedRun): number {
  const endS = requests.reduce((max, request) => Math.max(max, lastAtS(request)), 0)
  return requests.length / (endS - (requests[0]?.sentS ?? 0))
}

function sampledModels(model: EngineModel, budgets: readonly Budget[], seed: number) {
  const random = new NumpyRandomState(seed)
  const drawn = budgets.map(({ policy, computeBoundFrom, maxNumBatchedTokens, fit }) => ({
    ...{ policy, computeBoundFrom, limits: { ...model.limits, maxNumBatchedTokens } },
    costs: sampledCosts(fit, { count: sampleCount, random }),
  }))
  return Array.from({ length: sampleCount }, (_, index): EngineModel => {
    // Neighbours share a budget, so that every second sample also covers all budgets.
    const { costs = [], ...budget } = drawn[(index >> 1) % drawn.length] ?? {}
    return { ...model, ...budget, costs: costs[index] ?? model.costs }
  })
}

/** Spreads the samples as much as the runs differ from their replays. */
function withMisfit(
  models: readonly EngineModel[],
  { misfit, requests, seed }: Readonly<{ misfit: Twin['misfit']; requests: number; seed: number }>,
): TwinSample[] {
  const random = new NumpyRandomState(seed + 1)
  return models.map((model) => ({
    model,
    slowness: Math.exp(misfit.step * random.gaussian()),
    ttftFactor: Math.exp(misfit.ttft * random.gaussian()),
    drawnRequests: random.randintArray(0, requests, requests),
  }))
}
