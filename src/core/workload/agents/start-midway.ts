// Trajectories that are under way when a run begins: their first steps are done, and what these said is recorded.
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'
import type { ChatMessage } from '../message-content.ts'
import { drawLengthBiased, type Lognormal } from './lognormal.ts'
import { answerMessage, depthsOf, type Trajectory, type TrajectoryStep } from './trajectory.ts'

/** Assumed of a model, in seconds per token, because no server was measured yet. */
const outputTokenS = 0.02
const promptTokenS = 0.0001

const charactersPerToken = 4

export type MidwayStart = Readonly<{
  /** How many begin midway. */
  count: number
  /** Whether the first `count` trajectories were drawn in proportion to their duration; else these are chosen so. */
  isLengthBiased: boolean
  /** Pauses that are drawn later. */
  toolLatency: Lognormal
  thinkMeanS: number
  random: NumpyRandomState
}>

/**
 * The first `count` are under way at a moment at which a steady state meets them: each trajectory in proportion to its
 * duration, and each moment of it alike (the inspection paradox). The last step always remains.
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

/** Lays all end to end, and takes those that one moment of each equal share falls into; a long one perhaps more than once. */
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

/** Before it; the mean where it is drawn later. */
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

/** Of a pause that is drawn, a part of one that is met in proportion to its length. */
function remainingS(step: TrajectoryStep, expectedS: number, start: MidwayStart): number {
  if (expectedS === 0 || step.toolS !== null || step.tools === 0) return expectedS
  return start.random.double() * drawLengthBiased(start.toolLatency, start.random)
}

/**
 * Without its first `done` steps. What the remaining ones continue becomes a part of their own messages. The next step
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

/** What is met after it began is not cancelled by a step that is done. */
function movedCancel(
  cancel: TrajectoryStep['cancel'],
  done: number,
): Pick<TrajectoryStep, 'cancel'> {
  if (cancel === undefined) return {}
  const when = cancel.when.filter((one) => one >= done).map((one) => one - done)
  const isLeft = cancel.afterS !== null || cancel.afterTokens !== null || when.length > 0
  return isLeft ? { cancel: { ...cancel, when } } : {}
}

/** All messages up to the response of a step, which is among them. */
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
