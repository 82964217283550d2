// Fits a twin to the stored runs of a server, and refuses if such an engine cannot explain them. docs/twin.md explains
// every step.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { EngineLimits, EngineModel, SchedulingPolicy } from './engine-model.ts'
import { brokenChecks, fitChecks, misfitOf, overheadOf, replays } from './fit-checks.ts'
import { mean } from './latency-figures.ts'
import type { ObservedRun } from './observed-run.ts'
import { observedSteps, type ObservedSteps } from './observed-steps.ts'
import {
  type CostsFit,
  costValues,
  fitCosts,
  residual,
  sampledCosts,
  stepRows,
} from './step-costs-fit.ts'
import type { LimitSource, SeenRange, Twin, TwinFit, TwinRefusal, TwinSample } from './twin.ts'

/** Stated by the server or the user; null for what is not known. */
export type EngineFacts = Readonly<{
  maxNumSeqs: number | null
  maxNumBatchedTokens: number | null
  kvCacheTokens: number | null
}>

export const sampleCount = 40
const fewestRequests = 30
const mostFailed = 0.05
const mostIrregular = 0.05
const leastLockstep = 0.8
const mostDeviation = 0.35
const mostStalled = 0.01
const mostDrift = 0.05
/** Limits of a step that engines are run with, if the server does not state its own. */
const batchedTokensTried = [512, 1024, 2048, 4096, 8192, 16_384, 32_768]
/** A limit explains the steps as well as the best one if its roughness exceeds that by no more than this share. */
const asGood = 0.01

export function fitTwin(runs: readonly ObservedRun[], facts: EngineFacts, seed = 1): TwinFit {
  const refused = (refusal: TwinRefusal, twin: Twin | null = null): TwinFit => ({
    kind: 'refused',
    refusal,
    twin,
  })
  for (const { name, failedShare, irregularShare } of runs) {
    if (failedShare > mostFailed) return refused({ why: 'failures', run: name, share: failedShare })
    if (irregularShare > mostIrregular)
      return refused({ why: 'irregular', run: name, share: irregularShare })
  }
  const requests = runs.reduce((sum, run) => sum + run.requests.length, 0)
  const observed = runs.map(observedSteps)
  const shown = observed.flatMap(({ lockstepShare }) => lockstepShare ?? [])
  const lockstep = shown.length === 0 ? 1 : mean(shown)
  if (lockstep < leastLockstep) return refused({ why: 'no-common-steps', share: lockstep })
  const policy = policyOf(observed)
  const tried = fittedBudgets(observed, policy, facts.maxNumBatchedTokens)
  const [best] = tried
  if (best === undefined || requests < fewestRequests) {
    const steps = observed.reduce((sum, { steps: each }) => sum + each.length, 0)
    return refused({ why: 'too-little', requests, steps })
  }
  const { fit } = best
  if (fit.deviation > mostDeviation)
    return refused({ why: 'noisy-steps', deviation: fit.deviation })
  if (fit.stalledShare > mostStalled) return refused({ why: 'stalls', share: fit.stalledShare })
  const drift = driftOf(runs, fit)
  if (drift !== null) return refused(drift)

  const seen = seenRange(runs, observed)
  const found = facts.maxNumSeqs ?? foundMaxNumSeqs(observed, facts.kvCacheTokens)
  const modelWith = ({ fit: { costs, deviation, memory }, maxNumBatchedTokens }: Budget) =>
    withOverhead(runs, {
      costs,
      limits: {
        maxNumSeqs: found ?? Infinity,
        maxNumBatchedTokens,
        kvCacheTokens: facts.kvCacheTokens ?? Infinity,
      },
      policy,
      overheadS: 0,
      noise: { deviation, memory },
    })
  const budgets = replayedBest(runs, tried, modelWith)
  const model = modelWith(budgets[0] ?? best)
  const source = (stated: number | null, isFound: boolean): LimitSource => {
    if (stated !== null) return 'stated'
    return isFound ? 'found' : 'unknown'
  }
  const limitSources: Readonly<Record<keyof EngineLimits, LimitSource>> = {
    maxNumSeqs: source(facts.maxNumSeqs, found !== null),
    maxNumBatchedTokens: source(facts.maxNumBatchedTokens, budgets.length === 1),
    kvCacheTokens: source(facts.kvCacheTokens, false),
  }
  const models = sampledModels(model, budgets, seed)
  const replayed = replays(runs, models.slice(0, 12))
  const checks = fitChecks(runs, replayed)
  const misfit = misfitOf(checks)
  const lengths = runs.flatMap((run) => run.requests)
  const samples = withMisfit(models, { misfit, requests: lengths.length, seed })
  const twin: Twin = { model, samples, limitSources, seen, lengths, misfit, checks }
  const broken = brokenChecks(checks, misfit)
  return broken.length > 0
    ? refused({ why: 'misfit', checks: broken }, twin)
    : { kind: 'fitted', twin }
}

/** First tokens arrive together with other tokens if a step computes both. */
function policyOf(observed: readonly ObservedSteps[]): SchedulingPolicy {
  const shares = observed.flatMap(({ firstTogetherShare }) => firstTogetherShare ?? [])
  return shares.length > 0 && mean(shares) < 0.5 ? 'prompts-first' : 'mixed'
}

type Budget = Readonly<{ maxNumBatchedTokens: number; fit: CostsFit }>

/** Every limit of a step that explains the steps about as well as the best, which is the first. */
function fittedBudgets(
  observed: readonly ObservedSteps[],
  policy: SchedulingPolicy,
  stated: number | null,
): Budget[] {
  const tried = (stated === null ? batchedTokensTried : [stated]).flatMap((limit) => {
    const fit = fitCosts(observed.map(({ steps }) => stepRows(steps, policy, limit)))
    return fit === null ? [] : { maxNumBatchedTokens: limit, fit }
  })
  const least = Math.min(...tried.map(({ fit }) => fit.roughness))
  const steps = observed.reduce((sum, run) => sum + run.steps.length, 0)
  return tried
    .filter(({ fit }) => fit.roughness <= (1 + Math.max(asGood, 2 / Math.sqrt(steps))) * least)
    .toSorted((one, other) => one.fit.roughness - other.fit.roughness)
}

/** Keeps the limits with which the runs can be replayed about as well as with the best, which is the first. */
function replayedBest(
  runs: readonly ObservedRun[],
  tried: readonly Budget[],
  modelWith: (budget: Budget) => EngineModel,
): Budget[] {
  if (tried.length < 2) return [...tried]
  const scored = tried.map((budget) => {
    const model = modelWith(budget)
    const { step, ttft } = misfitOf(fitChecks(runs, replays(runs, [model, model])))
    return { budget, score: step + ttft }
  })
  const least = Math.min(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score <= Math.max(1.3 * least, least + 0.01))
    .toSorted((one, other) => one.score - other.score)
    .map(({ budget }) => budget)
}

/**
 * The number of sequences that ran in most steps while requests waited and the KV cache had space. Null if no number stands
 * out.
 */
function foundMaxNumSeqs(
  observed: readonly ObservedSteps[],
  kvCacheTokens: number | null,
): number | null {
  const held = observed
    .flatMap(({ steps }) => steps)
    .filter(
      ({ sequences, waiting, contextTokens }) =>
        waiting >= Math.max(2, 0.1 * sequences) &&
        contextTokens < 0.9 * (kvCacheTokens ?? Infinity),
    )
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

function seenRange(runs: readonly ObservedRun[], observed: readonly ObservedSteps[]): SeenRange {
  const steps = observed.flatMap((run) => run.steps)
  const lengths = runs.flatMap(({ requests }) => requests)
  const prompts = lengths.map(({ promptTokens }) => promptTokens)
  return {
    sequences: steps.reduce((max, { sequences }) => Math.max(max, sequences), 0),
    kvTokens: steps.reduce((max, { contextTokens }) => Math.max(max, contextTokens), 0),
    promptTokens: {
      mean: mean(prompts),
      longest: prompts.reduce((max, value) => Math.max(max, value), 0),
    },
    outputTokens: { mean: mean(lengths.map(({ outputTokens }) => outputTokens)) },
    requestsPerSecond: Math.max(
      ...runs.map(({ requests }) => {
        const [first, last] = [requests[0], requests.at(-1)]
        return first === undefined || last === undefined
          ? 0
          : (requests.length - 1) / Math.max(1e-3, last.sentS - first.sentS)
      }),
    ),
  }
}

function withOverhead(runs: readonly ObservedRun[], model: EngineModel): EngineModel {
  return { ...model, overheadS: overheadOf(runs, model) }
}

function sampledModels(model: EngineModel, budgets: readonly Budget[], seed: number) {
  const random = new NumpyRandomState(seed)
  const drawn = budgets.map(({ maxNumBatchedTokens, fit }) => ({
    maxNumBatchedTokens,
    costs: sampledCosts(fit, { count: sampleCount, random }),
  }))
  return Array.from({ length: sampleCount }, (_, index): EngineModel => {
    const { maxNumBatchedTokens, costs } = drawn[index % drawn.length] ?? {
      maxNumBatchedTokens: model.limits.maxNumBatchedTokens,
      costs: [],
    }
    return {
      ...model,
      costs: costs[index] ?? model.costs,
      limits: { ...model.limits, maxNumBatchedTokens },
    }
  })
}

function withMisfit(
  models: readonly EngineModel[],
  { misfit, requests, seed }: Readonly<{ misfit: Twin['misfit']; requests: number; seed: number }>,
): TwinSample[] {
  const random = new NumpyRandomState(seed + 1)
  return models.map((model) => ({
    model,
    slowness: Math.exp(misfit.step * random.gaussian()),
    ttftFactor: Math.exp(misfit.ttft * random.gaussian()),
    places: random.randintArray(0, requests, requests),
  }))
}

/** Steps of the same work that take longer at the end of a run than at its beginning. */
function driftOf(runs: readonly ObservedRun[], fit: CostsFit): TwinRefusal | null {
  const costs = costValues(fit.costs)
  for (const [index, rows] of fit.rows.entries()) {
    const parts = 10
    const means = Array.from({ length: parts }, (_, part) => {
      const own = rows.slice((part * rows.length) / parts, ((part + 1) * rows.length) / parts)
      return mean(own.map((row) => residual(row, costs)))
    })
    if (rows.length < 200) continue
    const middle = (parts - 1) / 2
    const average = mean(means)
    const squares = means.reduce((sum, _, part) => sum + (part - middle) ** 2, 0)
    const slope = means.reduce((sum, value, part) => sum + (part - middle) * value, 0) / squares
    const unexplained = means.reduce(
      (sum, value, part) => sum + (value - average - slope * (part - middle)) ** 2,
      0,
    )
    const error = Math.sqrt(unexplained / (parts - 2) / squares)
    const change = slope * (parts - 1)
    if (Math.abs(change) > mostDrift && Math.abs(slope) > 4 * error)
      return { why: 'drift', run: runs[index]?.name ?? '', change }
  }
  return null
}
