// Checks that branches of a trajectory can be cancelled: the condition can become true, and the trajectory continues
// without them.
import { message, remedied, type MessageWithRemedy } from '#core/messages/message.ts'
import { invalidTrajectory } from './invalid-trajectory.ts'
import { ancestorsOf, branchFrom, type TrajectoryStep } from './trajectory.ts'

type CancellingStep = Pick<TrajectoryStep, 'after' | 'continues' | 'cancel'> &
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
    if (problem !== null) throw invalidTrajectory(where, problem)
  }
}

type CancelCheck = Readonly<{
  steps: readonly CancellingStep[]
  first: number
  step: CancellingStep
  cancel: NonNullable<CancellingStep['cancel']>
}>

function problemOf({ steps, first, step, cancel }: CancelCheck): MessageWithRemedy | null {
  const { id } = step
  const field = `${step.field}.cancel`
  const branch = branchFrom(steps, first)
  const isIn = new Set(branch)
  const { afterS, afterTokens, when } = cancel
  if (afterS === null && afterTokens === null && when.length === 0) {
    return remedied('workload.cancelEmpty', { field })
  }
  if (isIn.has(steps.length - 1)) {
    return remedied('workload.cancelsTheEnd', { field, id })
  }
  const heir = steps.find(({ continues }, number) => {
    return continues !== null && isIn.has(continues) && !isIn.has(number)
  })
  if (heir !== undefined) {
    return remedied('workload.continuesCancelled', {
      ...{ field: `${heir.field}.continues`, heir: heir.id },
      id: steps[heir.continues ?? 0]?.id,
    })
  }
  const total = totalOf(branch.map((number) => steps[number]?.outputTokens ?? null))
  if (afterTokens !== null && total !== null && afterTokens >= total) {
    const field = `${step.field}.cancel.after_tokens`
    return remedied('workload.cancelTokensNever', { field, tokens: afterTokens, total })
  }
  const before = ancestorsOf(steps, first)
  const useless = when.find(
    (one) => isIn.has(one) || before.has(one) || hasAncestorIn(steps, one, isIn),
  )
  if (useless === undefined) return null
  const isBefore = before.has(useless)
  const values = { field: `${step.field}.cancel.when`, id, other: steps[useless]?.id }
  return {
    message: message(isBefore ? 'workload.cancelWhenBefore' : 'workload.cancelWhenNever', values),
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
