// Contents of a tune file for a tuning and its server; inverse of `readTuneFile` and `tunePlan`. Omits defaults.
import type { SweepAxis, SweepFile, SweepPlan, Tune } from '#core/model/sweep.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import type { Section } from '#core/sweep/file/file-place.ts'
import { searchContents } from '#core/sweep/file/loads.ts'
import { serverName } from '#core/sweep/file/parameter-values.ts'
import { sweepFileContents } from '#core/sweep/file/write-sweep-file.ts'
import { shareText } from '#core/sweep/limit-text.ts'
import { sharedKeys, usualAnswers } from './read-tune-file.ts'
import { onlyIfOf, valuesOn } from './tune-plan.ts'

export function tuneFileContents(file: SweepFile, tune: Tune, flagIndex: FlagIndex): Section {
  const { plan } = file
  const written = sweepFileContents(file, flagIndex)
  const shared = sharedKeys.flatMap((key) => (key in written ? [[key, written[key]] as const] : []))
  return {
    ...Object.fromEntries(shared),
    objective: objectiveContents(plan, tune),
    ...(plan.secondsPerPoint !== null && { 'seconds-per-run': plan.secondsPerPoint }),
    ...limitsContents(written['limits'], tune.answers),
    ...answersContents(tune.answers),
    flags: flagsContents(plan.axes, tune, flagIndex),
    budget: budgetContents(tune.budget),
  }
}

/** Objective, and the range of loads in which it is maximised. */
function objectiveContents({ search }: Pick<SweepPlan, 'search'>, { objective }: Tune): unknown {
  if (search === null) return objective
  const { over, from, 'up-to': upTo } = searchContents(search)
  return { [objective]: over, from, 'up-to': upTo }
}

function limitsContents(limits: unknown, answers: Tune['answers']): Section {
  const least = answers?.leastEqual ?? null
  const ofLoads: unknown[] = Array.isArray(limits) ? limits : []
  return { limits: least === null ? ofLoads : [...ofLoads, `answers >= ${shareText(least)}`] }
}

function answersContents(answers: Tune['answers']): Section {
  if (answers === null) return { answers: false }
  const { prompts, tokens } = answers
  const isUsual = prompts === usualAnswers.prompts && tokens === usualAnswers.tokens
  return isUsual ? {} : { answers: { prompts, tokens } }
}

function budgetContents({ gpuMinutes, runs, minutes }: Tune['budget']): Section {
  return {
    ...(gpuMinutes !== null && { 'gpu-minutes': gpuMinutes }),
    ...(runs !== null && { runs }),
    ...(minutes !== null && { 'wall-clock': `${minutes} min` }),
  }
}

function flagsContents(
  axes: readonly SweepAxis[],
  { flags, base }: Tune,
  flagIndex: FlagIndex,
): Section {
  const entries = axes.map((axis, index): readonly [string, unknown] => {
    const key = serverName(axis.name, flagIndex)
    const values = valuesOn(axis, base).slice(1)
    const condition = onlyIfOf(axes, flags[index], base)
    if (condition === null) return [key, values]
    const onlyIf = { [serverName(condition.name, flagIndex)]: condition.values }
    return [key, { values, 'only-if': onlyIf }]
  })
  return Object.fromEntries(entries)
}
