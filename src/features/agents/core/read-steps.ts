// A trajectory as a list of steps with explicit dependencies, for agents with parallel subagents.
import { z } from 'zod'
import { message, remedied } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import { invalidTrajectory, OpenCalls, requireForwards } from './invalid-trajectory.ts'
import { requireCancellable } from './require-cancellable.ts'
import type { Trajectory, TrajectoryStep } from './trajectory.ts'
import {
  askedMessageSchema,
  responseFields,
  seconds,
  tokens,
  toolFields,
} from './trajectory-schemas.ts'

/** At least one condition. If omitted, the branch that the step begins runs to its end. */
const cancelSchema = z
  .object({
    after_s: seconds.gt(0).optional(),
    after_tokens: tokens.optional(),
    when: z.array(z.string()).min(1).optional(),
  })
  .strict()

const stepSchema = z.object({
  id: z.string().min(1),
  /** If omitted, the step before it in the list. */
  after: z.array(z.string()).optional(),
  /** If omitted, the only step of `after`. */
  continues: z.string().nullable().optional(),
  messages: z.array(askedMessageSchema).min(1),
  tool_s: seconds.optional(),
  think_s: seconds.default(0),
  start_s: z.number().optional(),
  end_s: z.number().optional(),
  ...responseFields,
  response: z.string().optional(),
  cancel: cancelSchema.optional(),
})

const entrySchema = z.object({ steps: z.array(stepSchema).min(1), ...toolFields })

type WrittenStep = z.infer<typeof stepSchema>

/** Steps by id, each after the steps that it refers to. */
type NamedStep = Readonly<{
  step: WrittenStep
  field: string
  after: readonly string[]
  continues: string | null
}>

const remedy = message('workload.trajectoryForm')

export function readSteps(entry: unknown, where: string): Trajectory {
  const { steps, tools } = parseEntry(entrySchema, entry, { where, remedy })
  const named = namedSteps(steps, where)
  const ordered = inOrder(named, where)
  const positions = new Map(ordered.map(({ step }, position) => [step.id, position]))
  requireJoined(named, where)
  const byId = new Map(ordered.map((each) => [each.step.id, each]))
  for (const each of ordered) {
    requireContinues(each, byId, where)
    requireResults(each, ordered, where)
    requireTimes(each, byId, where)
  }
  const read = ordered.map(({ step, field, after, continues }) => {
    const planned: TrajectoryStep = {
      after: after.map((id) => positions.get(id) ?? 0),
      continues: continues === null ? null : (positions.get(continues) ?? null),
      messages: step.messages,
      toolS: toolSOf({ step, after }, byId),
      thinkS: after.length === 0 ? 0 : step.think_s,
      tools: step.messages.filter(({ role }) => role === 'tool').length,
      outputTokens: step.output_tokens ?? null,
      answer: step.response ?? null,
      calls: step.tool_calls,
      ...cancelOf(step, positions),
    }
    return { planned, id: step.id, field }
  })
  requireCancellable(
    read.map(({ planned, ...named }) => ({ ...planned, ...named })),
    where,
  )
  return { tools, steps: read.map(({ planned }) => planned) }
}

function namedSteps(steps: readonly WrittenStep[], where: string): readonly NamedStep[] {
  const ids = new Set<string>()
  return steps.map((step, index) => {
    const field = `steps.${index}`
    const problem = (text: ReturnType<typeof message>) =>
      invalidTrajectory(where, { message: text, remedy })
    if (ids.has(step.id)) throw problem(message('workload.stepTwice', { field, id: step.id }))
    ids.add(step.id)
    const after = step.after ?? steps.slice(Math.max(0, index - 1), index).map(({ id }) => id)
    const [only = null, ...others] = after
    const continues = step.continues === undefined && others.length === 0 ? only : step.continues
    if (continues === undefined) {
      throw problem(message('workload.continuesMissing', { field: `${field}.continues` }))
    }
    const named = [...after, ...(step.cancel?.when ?? [])]
    const unknown = [...named, ...(continues === null ? [] : [continues])].find(
      (id) => !steps.some((each) => each.id === id),
    )
    if (unknown !== undefined) {
      throw problem(message('workload.unknownStep', { field, id: unknown }))
    }
    return { step, field, after, continues }
  })
}

function cancelOf(
  { cancel }: WrittenStep,
  positions: ReadonlyMap<string, number>,
): Pick<TrajectoryStep, 'cancel'> {
  if (cancel === undefined) return {}
  const { after_s: afterS = null, after_tokens: afterTokens = null, when = [] } = cancel
  return { cancel: { afterS, afterTokens, when: when.map((id) => positions.get(id) ?? 0) } }
}

/** Depth first, so that each step follows its dependencies. Throws if there is a cycle. */
function inOrder(named: readonly NamedStep[], where: string): readonly NamedStep[] {
  const byId = new Map(named.map((each) => [each.step.id, each]))
  const ordered: NamedStep[] = []
  const done = new Set<string>()
  function visit(id: string, path: readonly string[]): void {
    if (done.has(id)) return
    if (path.includes(id)) {
      const steps = [...path.slice(path.indexOf(id)), id].join(' → ')
      const field = `${byId.get(id)?.field ?? ''}.after`
      throw invalidTrajectory(where, remedied('workload.stepCycle', { field, steps }))
    }
    const each = byId.get(id)
    if (each === undefined) return
    for (const before of each.after) visit(before, [...path, id])
    done.add(id)
    ordered.push(each)
  }
  for (const { step } of named) visit(step.id, [])
  return ordered
}

/** A branch that no step waits for has no end; the last step of the list ends the trajectory. */
function requireJoined(named: readonly NamedStep[], where: string): void {
  const awaited = new Set(named.flatMap(({ after }) => after))
  const loose = named.slice(0, -1).find(({ step }) => !awaited.has(step.id))
  if (loose === undefined) return
  throw invalidTrajectory(
    where,
    remedied('workload.branchNeverEnds', { field: loose.field, id: loose.step.id }),
  )
}

/** The response that a step continues must be known when the step begins. */
function requireContinues(
  { step, field, after, continues }: NamedStep,
  byId: ReadonlyMap<string, NamedStep>,
  where: string,
): void {
  if (continues === null) return
  const before = new Set(after)
  // Iterating a set also visits items added during the iteration.
  for (const id of before) for (const earlier of byId.get(id)?.after ?? []) before.add(earlier)
  if (before.has(continues)) return
  throw invalidTrajectory(where, {
    message: message('workload.continuesLater', {
      field: `${field}.continues`,
      id: step.id,
      continues,
    }),
    remedy,
  })
}

/** Tool results belong to the calls of the preceding response, all of them together. */
function requireResults(
  { step, field, continues }: NamedStep,
  ordered: readonly NamedStep[],
  where: string,
): void {
  const before = ordered.find((each) => each.step.id === continues)
  const calls = new OpenCalls(where)
  if (before !== undefined) calls.add(before.step.tool_calls, `${before.field}.tool_calls`)
  step.messages.forEach((each, index) => calls.close(each, `${field}.messages.${index}`))
  const isFork = ordered.some((each) => each.continues === continues && each.step !== step)
  if (!isFork) calls.requireClosed()
}

function requireTimes(
  { step, field, after }: NamedStep,
  byId: ReadonlyMap<string, NamedStep>,
  where: string,
): void {
  const { start_s: startS, end_s: endS } = step
  if (startS === undefined) return
  const beforeS = endOf(after, byId) ?? -Infinity
  requireForwards(where, { field: `${field}.start_s`, atS: startS, afterS: beforeS })
  if (endS === undefined) return
  requireForwards(where, { field: `${field}.end_s`, atS: endS, afterS: startS })
}

/** If null, it is drawn. */
function toolSOf(
  { step, after }: Pick<NamedStep, 'step' | 'after'>,
  byId: ReadonlyMap<string, NamedStep>,
): number | null {
  const { tool_s: toolS, start_s: startS, think_s: thinkS } = step
  if (after.length === 0) return 0
  if (toolS !== undefined) return toolS
  const endedS = endOf(after, byId)
  if (startS !== undefined && endedS !== null) return Math.max(0, startS - endedS - thinkS)
  return null
}

function endOf(after: readonly string[], byId: ReadonlyMap<string, NamedStep>): number | null {
  const ends = after.flatMap((id) => byId.get(id)?.step.end_s ?? [])
  return ends.length === 0 || ends.length < after.length ? null : Math.max(...ends)
}
