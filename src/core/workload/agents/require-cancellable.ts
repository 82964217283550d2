// Checks that branches of a trajectory can be cancelled: the condition can become true, and the trajectory continues
// without them.
import { message, type Message } from '#core/messages/message.ts'
import { ancestorsOf } from './ancestors.ts'
import { invalidTrajectory } from './invalid-trajectory.ts'
import { branchFrom, type TrajectoryStep } from './trajectory.ts'

export type CancellingStep = Pick<TrajectoryStep, 'after' | 'continues' | 'cancel'> &
  Readonly<{
    id: string
    /** Field in the file, for errors. */
    field: string
    /** Null if unknown before the response. */
    outputTokens: number | null
  }>

/** Throws at the first step with an invalid `cancel`. */
export function requireCancellable(steps: readonly CancellingStep[], where: string): void {
  for (const [first, step] of steps.entries()) {
    if (step.cancel === undefined) continue
    const problem = problemOf({ steps, first, step, cancel: step.cancel })
    if (problem !== null) throw invalidTrajectory(where, problem.text, problem.remedy)
  }
}

type CancelCheck = Readonly<{
  steps: readonly CancellingStep[]
  first: number
  step: CancellingStep
  cancel: NonNullable<CancellingStep['cancel']>
}>

type Problem = Readonly<{ text: Message; remedy: Message }>

function problemOf({ steps, first, step, cancel }: CancelCheck): Problem | null {
  const { id } = step
  const field = `${step.field}.cancel`
  const branch = branchFrom(steps, first)
  const isIn = new Set(branch)
  const { afterS, afterTokens, when } = cancel
  if (afterS === null && afterTokens === null && when.length === 0) {
    return {
      text: message('workload.cancelEmpty', { field }),
      remedy: message('workload.cancelEmpty.remedy'),
    }
  }
  if (isIn.has(steps.length - 1)) {
    return {
      text: message('workload.cancelsTheEnd', { field, id }),
      remedy: message('workload.cancelsTheEnd.remedy', { id }),
    }
  }
  const heir = steps.find(({ continues }, number) => {
    return continues !== null && isIn.has(continues) && !isIn.has(number)
  })
  if (heir !== undefined) {
    return {
      text: message('workload.continuesCancelled', {
        ...{ field: `${heir.field}.continues`, heir: heir.id },
        id: steps[heir.continues ?? 0]?.id,
      }),
      remedy: message('workload.continuesCancelled.remedy'),
    }
  }
  const total = totalOf(branch.map((number) => steps[number]?.outputTokens ?? null))
  if (afterTokens !== null && total !== null && afterTokens >= total) {
    const field = `${step.field}.cancel.after_tokens`
    return {
      text: message('workload.cancelTokensNever', { field, tokens: afterTokens, total }),
      remedy: message('workload.cancelTokensNever.remedy', { total }),
    }
  }
  const before = ancestorsOf(steps, first)
  const useless = when.find(
    (one) => isIn.has(one) || before.has(one) || hasAncestorIn(steps, one, isIn),
  )
  if (useless === undefined) return null
  const isBefore = before.has(useless)
  const values = { field: `${step.field}.cancel.when`, id, other: steps[useless]?.id }
  return {
    text: message(isBefore ? 'workload.cancelWhenBefore' : 'workload.cancelWhenNever', values),
    remedy: message('workload.cancelWhen.remedy'),
  }
}

/** Null if one of them is unknown. */
function totalOf(tokens: readonly (number | null)[]): number | null {
  return tokens.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
}

function hasAncestorIn(
  steps: readonly CancellingStep[],
  number: number,
  branch: ReadonlySet<number>,
): boolean {
  return [...ancestorsOf(steps, number)].some((one) => branch.has(one))
}
