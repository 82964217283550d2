// Trajectories that have already begun when a run starts: their first steps are finished, with recorded messages.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import { drawLengthBiased, type Lognormal } from '#core/random/lognormal.ts'
import { answerMessage, depthsOf, type Trajectory, type TrajectoryStep } from './trajectory.ts'

/** Assumed seconds per token, because no server has been measured yet. */
const outputTokenS = 0.02
const promptTokenS = 0.0001

const charactersPerToken = 4

export type MidwayStart = Readonly<{
  /** Number of trajectories that start midway. */
  count: number
  /** Whether the first `count` trajectories were already drawn in proportion to duration; otherwise they are drawn here. */
  isLengthBiased: boolean
  /** Distribution of pauses that are drawn later. */
  toolLatency: Lognormal
  thinkMeanS: number
  random: NumpyRandomState
}>

/**
 * Starts the first `count` trajectories as in a steady state: drawn in proportion to duration, each at a uniform point (the
 * inspection paradox). The last step always remains.
 */
export function startMidway(
  trajectories: readonly Trajectory[],
  start: MidwayStart,
): readonly Trajectory[] {
  const count = Math.min(start.count, trajectories.length)
  if (count === 0) return trajectories
  const durations = trajectories.map((trajectory) => durationS(trajectory, start))
  const chosen = start.isLengthBiased
    ? trajectories.slice(0, count).map((trajectory, place) => {
        return { trajectory, place, atS: start.random.double() * (durations[place] ?? 0) }
      })
    : inProportion(trajectories, durations, { ...start, count })
  const places = new Set(chosen.map(({ place }) => place))
  const others = trajectories.filter((_, place) => !places.has(place))
  return [
    ...chosen.map(({ trajectory, atS }) => underWayAt(trajectory, atS, start)),
    ...others.slice(0, trajectories.length - count),
  ]
}

/**
 * Systematic sampling: concatenates all trajectories and selects the one at a random point of each equal share; a long one may be
 * selected more than once.
 */
function inProportion(
  trajectories: readonly Trajectory[],
  durations: readonly number[],
  { count, random }: Pick<MidwayStart, 'count' | 'random'>,
) {
  const spacingS = durations.reduce((sum, each) => sum + each, 0) / count
  const chosen: { trajectory: Trajectory; place: number; atS: number }[] = []
  const nextOf = (share: number) => (share + random.double()) * spacingS
  let nextS = nextOf(0)
  let beganS = 0
  for (const [place, trajectory] of trajectories.entries()) {
    const lastsS = durations[place] ?? 0
    while (nextS < beganS + lastsS && chosen.length < count) {
      chosen.push({ trajectory, place, atS: nextS - beganS })
      nextS = nextOf(chosen.length)
    }
    beganS += lastsS
  }
  return chosen
}

function durationS({ steps }: Trajectory, start: MidwayStart): number {
  return steps.reduce((sum, step) => sum + pauseS(step, start) + modelS(step), 0)
}

/** Pause before the step; the mean if it is drawn later. */
function pauseS({ after, toolS, thinkS, tools }: TrajectoryStep, start: MidwayStart): number {
  if (after.length === 0) return 0
  return (toolS ?? (tools > 0 ? start.toolLatency.mean : 0)) + (thinkS ?? start.thinkMeanS)
}

function modelS({ messages, made, answer, outputTokens }: TrajectoryStep): number {
  const read = messages.reduce((sum, { content }) => sum + content.length, 0) / charactersPerToken
  const madeTokens = (made ?? []).reduce((sum, { tokens }) => sum + tokens, 0)
  const written = outputTokens ?? (answer?.length ?? 0) / charactersPerToken
  return (read + madeTokens) * promptTokenS + Math.max(1, written) * outputTokenS
}

function underWayAt(trajectory: Trajectory, atS: number, start: MidwayStart): Trajectory {
  let leftS = atS
  const last = trajectory.steps.length - 1
  for (const [place, step] of trajectory.steps.entries()) {
    const pausedS = pauseS(step, start)
    if (place === last || leftS < pausedS + modelS(step)) {
      return fromStep(trajectory, place, remainingS(step, Math.max(0, pausedS - leftS), start))
    }
    leftS -= pausedS + modelS(step)
  }
  return trajectory
}

/** Remaining part of a drawn pause. The pause itself is length-biased, because the start is within it. */
function remainingS(step: TrajectoryStep, expectedS: number, start: MidwayStart): number {
  if (expectedS === 0 || step.toolS !== null || step.tools === 0) return expectedS
  return start.random.double() * drawLengthBiased(start.toolLatency, start.random)
}

/**
 * Removes the first `done` steps and copies their messages into the remaining steps that continue them. The next step
 * begins after `waitS`. Exported for tests.
 */
export function fromStep({ steps, tools }: Trajectory, done: number, waitS = 0): Trajectory {
  if (done === 0) return { steps, tools }
  const depths = depthsOf(steps)
  const moved = steps.slice(done).map(({ texts, cancel, ...step }, place): TrajectoryStep => {
    const { continues } = step
    const begins = continues !== null && continues < done
    const after = step.after.filter((each) => each >= done).map((each) => each - done)
    return {
      ...step,
      ...(texts !== undefined && !begins && { texts }),
      ...movedCancel(cancel, done),
      ...(after.length === 0 && { toolS: place === 0 ? waitS : 0, thinkS: 0 }),
      after,
      continues: begins || continues === null ? null : continues - done,
      messages: begins ? [...contextOf(steps, continues), ...step.messages] : step.messages,
      depth: depths[done + place] ?? 0,
    }
  })
  return { steps: moved, tools }
}

/** Drops conditions on finished steps: a branch that began before the start is not cancelled by them. */
function movedCancel(
  cancel: TrajectoryStep['cancel'],
  done: number,
): Pick<TrajectoryStep, 'cancel'> {
  if (cancel === undefined) return {}
  const when = cancel.when.filter((one) => one >= done).map((one) => one - done)
  const isLeft = cancel.afterS !== null || cancel.afterTokens !== null || when.length > 0
  return isLeft ? { cancel: { ...cancel, when } } : {}
}

/** All messages of the context, up to and including the step's response. */
function contextOf(steps: readonly TrajectoryStep[], last: number): readonly ChatMessage[] {
  const messages: ChatMessage[] = []
  for (let place: number | null = last; place !== null;) {
    const step: TrajectoryStep | undefined = steps[place]
    if (step === undefined) break
    messages.unshift(...step.messages, answerMessage(step))
    place = step.continues
  }
  return messages
}
