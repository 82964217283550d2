// The requests of a lost worker: each without a returned record becomes a failed record.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { positionIn, sizeOfShard, type Shard } from '#core/workload/shard.ts'
import { failure } from '../failure.ts'
import { idInRound } from '../measured-plan.ts'
import { requestsPerBeginning } from '../progress.ts'
import { unsentRecord, type Unsent } from '../unsent-record.ts'
import { beginningsOf } from './shard-plan.ts'

type Lost = Readonly<{
  shard: Shard
  /** Indices of the records it returned. */
  returned: ReadonlySet<number>
  /** Time of the loss, from the start of the run. */
  atUs: number
  /** Requests it had sent by its last report. */
  sent: number
  error: RequestError
}>

export function workerLost(worker: string, why: Text): RequestError {
  return failure('worker-lost', message('runs.failed.workerLost', { worker, why }))
}

/** All planned requests; for a plan without an end, those in flight, at least one. */
export function lostRecords(
  plan: LoadPlan,
  { shard, returned, atUs, sent, error }: Lost,
): RequestRecord[] {
  const bodies = bodyCount(plan.bodies)
  const begun = Math.max(1, Math.ceil(sent / requestsPerBeginning(plan)))
  const planned = sizeOfShard(shard, beginningsOf(plan))
  const places = Array.from({ length: planned === Infinity ? begun : planned }, (_, i) => i)
  return places
    .flatMap((place) => plannedAt(plan, positionIn(shard, place)))
    .filter(({ index }) => !returned.has(index))
    .map(({ index, turn, dueS }) => {
      const place = index % bodies
      return unsentRecord({
        index,
        requestId: idInRound(plan.requestIds[place] ?? null, Math.floor(index / bodies)),
        turn,
        scheduledAtUs: dueS === null ? atUs : Math.round(dueS * 1e6),
        atUs: Math.max(atUs, Math.round((dueS ?? 0) * 1e6)),
        promptTokens: plan.promptTokens[place] ?? 0,
        inputs: plan.inputs[place] ?? 1,
        inputAudioS: plan.inputAudioS[place] ?? null,
        error,
      })
    })
}

type ScheduledRequest = Pick<Unsent, 'index' | 'turn'> & Readonly<{ dueS: number | null }>

/** A single request, or the turns of a conversation, of which only the first has a due time in advance. */
function plannedAt(
  { offsetsS, conversations, bodies }: LoadPlan,
  position: number,
): ScheduledRequest[] {
  const dueS = offsetsS[position] ?? 0
  if (conversations === undefined) return [{ index: position, turn: undefined, dueS }]
  const { ids, firstTurns } = conversations
  const conversation = position % ids.length
  const first = firstTurns[conversation] ?? 0
  const before = Math.floor(position / ids.length) * bodyCount(bodies) + first
  const turns = (firstTurns[conversation + 1] ?? 0) - first
  return Array.from({ length: turns }, (_, number) => ({
    index: before + number,
    turn: { conversation: position, number },
    dueS: number === 0 ? dueS : null,
  }))
}
