// Checks that a server gives the same answers as under the defaults, once per setting of a tuning, and logs the result.
import { type AppError, messageOf } from '#core/model/app-error.ts'
import type { Message } from '#core/messages/message.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import { flagsFor, flagsText } from '#core/sweep/server-start.ts'
import {
  answerChecksIn,
  answersRefusal,
  compareAnswers,
  referenceIn,
  writtenAnswers,
} from '#core/tune/answers.ts'
import { choiceKey } from '#core/tune/space.ts'
import { greedyAnswers } from '#node/experiment/greedy-answers.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { SweepNotes } from './sweep-notes.ts'

type CheckTools = Readonly<{
  server: ReadyServer
  notes: SweepNotes
  /** Reason why the server's host is unreachable; null if it is reachable. */
  hostLoss: () => Promise<AppError | null>
  signal: AbortSignal
}>

/**
 * Reason why the point is not measured; null if its setting's answers meet the limit, or there is no limit. Rejects if the host
 * was lost in the meantime, which leaves the setting unchecked.
 */
export async function refusalByAnswers(
  point: SweepPoint,
  checking: CheckTools,
): Promise<Message | null> {
  const { notes, signal } = checking
  const { tune } = notes.sweep.plan
  if (tune === null || tune.answers === null) return null
  const key = choiceKey(point.settings)
  if (!answerChecksIn(notes.readLog()).has(key)) await check(point, checking)
  return signal.aborted
    ? null
    : answersRefusal(tune, point.settings, answerChecksIn(notes.readLog()))
}

async function check(
  point: SweepPoint,
  { server, notes, hostLoss, signal }: CheckTools,
): Promise<void> {
  const { plan } = notes.sweep
  const { prompts = 0, tokens = 0 } = plan.tune?.answers ?? {}
  const reference = referenceIn(notes.readLog())
  const isDefault = point.settings.every((position) => position === 0)
  if (reference === null && !isDefault) return
  const about = { choice: choiceKey(point.settings), flags: flagsText(flagsFor(plan, point)) }
  const sinceMs = performance.now()
  try {
    const rounds = reference === null ? 2 : 1
    const asked = { ...server, config: plan.config, prompts, tokens, rounds, signal }
    const [first = [], second = first] = await greedyAnswers(asked)
    const compared = compareAnswers(reference ?? first, second)
    notes.log('answers-compared', {
      ...{ ...about, ...compared, tookS: (performance.now() - sinceMs) / 1000 },
      ...(reference === null && { tokens: writtenAnswers(first) }),
    })
  } catch (error) {
    if (signal.aborted) return
    const loss = await hostLoss()
    if (loss !== null) throw loss
    notes.log('answers-unknown', { ...about, reason: messageOf(error) })
  }
}
