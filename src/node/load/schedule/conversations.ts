// The conversations of a plan: which request is which turn, what was said before it, and when it is due. A turn follows
// the answer to the one before it; one that fails ends its conversation.
import { Buffer } from 'node:buffer'
import type { LoadPlan, PlannedConversations, PlannedShard } from '#contract/load-protocol.ts'
import {
  type ConversationTurn,
  outcomeOf,
  type RequestError,
  type RequestRecord,
} from '#core/model/run/request-record.ts'
import { bodyAt } from '#core/protocol/requests/planned-bodies.ts'
import { placeIn } from '#core/workload/shard.ts'
import { nowUs } from '../runtime/clock.ts'
import { DueQueue } from './due-queue.ts'
import { conversationEnded, conversationRejected } from '../failure.ts'
import { idInRound, shardOf } from '../measured-plan.ts'
import { unsentRecord } from '../unsent-record.ts'

/** A turn that may leave; times since the start. */
export type DueTurn = Readonly<{
  turn: ConversationTurn
  /** So long after the answer before it as its user thinks. */
  scheduledAtUs: number
  /** When it was free to leave: not before the answer was over. */
  dueAtUs: number
}>

export type ConversationHooks = Readonly<{
  onDue(turn: DueTurn): void
  /** One that is never sent. */
  onLost(record: RequestRecord): void
}>

const comma = Buffer.from(',')

export class Conversations {
  readonly #plan: LoadPlan
  readonly #planned: PlannedConversations
  readonly #shard: PlannedShard
  readonly #hooks: ConversationHooks
  readonly #due: DueQueue<DueTurn>
  /** What was said so far in each that is under way, as it goes into the next body. */
  readonly #said = new Map<number, Uint8Array>()
  #startUs = 0
  #turnsToCome = 0
  #stopped = false

  constructor(plan: LoadPlan, planned: PlannedConversations, hooks: ConversationHooks) {
    this.#plan = plan
    this.#planned = planned
    this.#shard = shardOf(plan)
    this.#hooks = hooks
    this.#due = new DueQueue((turn) => {
      this.#turnsToCome--
      hooks.onDue(turn)
    })
  }

  start(startUs: number): void {
    this.#startUs = startUs
  }

  /** Its first turn. */
  begin(conversation: number): ConversationTurn {
    this.#turnsToCome += this.#turnsOf(conversation) - 1
    return { conversation, number: 0 }
  }

  /** The index of a turn in the run, where conversations that are held again go on counting, and its place in the plan. */
  whereIs(turn: ConversationTurn): Readonly<{ index: number; place: number }> {
    const { bodies, firstTurns } = this.#shard
    const first = firstTurns[this.#heldAt(turn.conversation)] ?? 0
    const index = this.#roundOf(turn) * bodies + first + turn.number
    return { index, place: this.#placeOf(turn) }
  }

  idOf(turn: ConversationTurn): string {
    const id = this.#planned.ids[this.#heldAt(turn.conversation)] ?? ''
    return idInRound(id, this.#roundOf(turn)) ?? ''
  }

  /** The planned body with what was said before. A new piece of memory where there is anything to add. */
  bodyOf(turn: ConversationTurn): Uint8Array {
    const body = this.#plannedBody(turn)
    const said = this.#said.get(turn.conversation)
    if (said === undefined) return body
    const start = this.#planned.ownMessages.starts[this.#placeOf(turn)] ?? 0
    return Buffer.concat([body.subarray(0, start), said, body.subarray(start)])
  }

  /** True where another turn will follow this one; one that the client cancelled leaves its beginning as the answer. */
  goesOn(record: RequestRecord): boolean {
    const { turn, error, endedAtUs } = record
    if (turn === undefined) return false
    const next = { ...turn, number: turn.number + 1 }
    const left = this.#turnsOf(turn.conversation) - next.number
    const scheduledAtUs = endedAtUs + Math.round(this.#thinkUs(next))
    const isLost = !['completed', 'client-cancelled'].includes(outcomeOf(error))
    const isOver = isLost || this.#stopped || scheduledAtUs >= this.#untilUs
    if (left === 0 || isOver) {
      this.#said.delete(turn.conversation)
      this.#turnsToCome -= left
      if (isLost && !this.#stopped) {
        const isRejected = outcomeOf(error) === 'rejected'
        this.#loseRest(next, endedAtUs, isRejected ? conversationRejected : conversationEnded)
      }
      return false
    }
    this.#remember(turn, record.generatedText)
    const dueAtUs = Math.max(scheduledAtUs, nowUs() - this.#startUs)
    this.#due.add(this.#startUs + scheduledAtUs, { turn: next, scheduledAtUs, dueAtUs })
    return true
  }

  /** No turn leaves any more; says how many conversations were between two turns. */
  stop(): number {
    this.#stopped = true
    this.#said.clear()
    return this.#due.clear().length
  }

  /** Every turn of those that have begun has left, or never will. */
  get allSent(): boolean {
    return this.#stopped || this.#turnsToCome === 0
  }

  get #untilUs(): number {
    return (this.#plan.sendUntilS ?? Infinity) * 1e6
  }

  #remember(turn: ConversationTurn, answer: string): void {
    const place = this.#placeOf(turn)
    const { ownMessages, sendsAnswersBack } = this.#planned
    const own = this.#plannedBody(turn).subarray(ownMessages.starts[place], ownMessages.ends[place])
    const pieces = [this.#said.get(turn.conversation) ?? new Uint8Array(), own, comma]
    if (sendsAnswersBack) pieces.push(answerMessage(answer), comma)
    this.#said.set(turn.conversation, Buffer.concat(pieces))
  }

  #loseRest(first: ConversationTurn, atUs: number, error: RequestError): void {
    const turns = this.#turnsOf(first.conversation)
    for (let { number } = first; number < turns; number++) {
      this.#hooks.onLost(this.#lostRecord({ ...first, number }, atUs, error))
    }
  }

  #lostRecord(turn: ConversationTurn, atUs: number, error: RequestError): RequestRecord {
    const { requestIds, promptTokens } = this.#plan
    const { index, place } = this.whereIs(turn)
    return unsentRecord({
      index,
      requestId: requestIds[place] ?? null,
      turn,
      scheduledAtUs: atUs,
      atUs,
      promptTokens: promptTokens[place] ?? 0,
      inputs: 1,
      inputAudioS: null,
      error,
    })
  }

  #turnsOf(conversation: number): number {
    const { firstTurns } = this.#planned
    const place = this.#heldAt(conversation)
    return (firstTurns[place + 1] ?? 0) - (firstTurns[place] ?? 0)
  }

  #plannedBody(turn: ConversationTurn): Uint8Array {
    return bodyAt(this.#plan.bodies, this.#placeOf(turn))
  }

  #placeOf({ conversation, number }: ConversationTurn): number {
    return (this.#planned.firstTurns[this.#heldAt(conversation)] ?? 0) + number
  }

  /** Place of a conversation of the run among those of this plan. */
  #heldAt(conversation: number): number {
    return placeIn(this.#shard, conversation) % this.#planned.ids.length
  }

  #roundOf({ conversation }: ConversationTurn): number {
    return Math.floor(conversation / this.#shard.conversations)
  }

  #thinkUs(turn: ConversationTurn): number {
    return (this.#planned.thinkS[this.#placeOf(turn)] ?? 0) * 1e6
  }
}

function answerMessage(content: string): Uint8Array {
  return Buffer.from(JSON.stringify({ role: 'assistant', content }))
}
