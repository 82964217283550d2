// Trajectories that are under way when a run begins: their first steps are done, and what these said is recorded.
import type { PythonRandom } from '../../random/python-random.ts'
import type { ChatMessage } from '../message-content.ts'
import { answerMessage, depthsOf, type Trajectory, type TrajectoryStep } from './trajectory.ts'

/** The first `count` begin after a uniformly drawn number of their steps; the last step always remains. */
export function startMidway(
  trajectories: readonly Trajectory[],
  count: number,
  random: PythonRandom,
): Trajectory[] {
  return trajectories.map((trajectory, position) =>
    position < count ? fromStep(trajectory, random.below(trajectory.steps.length)) : trajectory,
  )
}

/**
 * Without its first `done` steps. What the remaining ones continue becomes a part of their own messages. Exported for tests.
 */
export function fromStep({ steps, tools }: Trajectory, done: number): Trajectory {
  if (done === 0) return { steps, tools }
  const depths = depthsOf(steps)
  const moved = steps.slice(done).map((step, place): TrajectoryStep => {
    const { continues } = step
    const begins = continues !== null && continues < done
    return {
      ...step,
      after: step.after.filter((each) => each >= done).map((each) => each - done),
      continues: begins || continues === null ? null : continues - done,
      messages: begins ? [...contextOf(steps, continues), ...step.messages] : step.messages,
      depth: depths[done + place] ?? 0,
    }
  })
  return { steps: moved, tools }
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
