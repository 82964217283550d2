// The conversations of a plan: which request is which turn, what was said before it, and when it is due. A turn follows
// the answer to the one before it; one that fails ends its conversation.
import { Buffer } from 'node:buffer'
import type {
  LoadPlan,
  PlannedConversations,
  PlannedShard,
  PlannedStep,
} from '#contract/load-protocol.ts'
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
import { UnderWay } from './under-way.ts'

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
  readonly #underWay = new Map<number, UnderWay>()
  #startUs = 0
  #turnsToCome = 0
  #stopped = false

  constructor(plan: LoadPlan, planned: PlannedConversations, hooks: ConversationHooks) {
    this.#plan = plan
    this.#planned = planned
    this.#shard = shardOf(plan)
    this.#hooks = hooks
    this.#due = new DueQueue((due) => {
      this.#turnsToCome--
      this.#underWay.get(due.turn.conversation)?.begin(due.turn.number)
      hooks.onDue(due)
    })
  }

  start(startUs: number): void {
    this.#startUs = startUs
  }

  /** Turns that wait for no other. Returns the first of all if it leaves at once; others are due after their pause. */
  begin(conversation: number): ConversationTurn | null {
    const underWay = new UnderWay(this.#stepsOf(conversation), this.#waitsOf(conversation))
    this.#underWay.set(conversation, underWay)
    this.#turnsToCome += underWay.left
    const atUs = Math.round(nowUs() - this.#startUs)
    const turns = underWay.beginnings.map((number) => this.#turn(conversation, number, underWay))
    const [first] = turns
    const leaves = first !== undefined && this.#thinkUs(first) === 0
    if (leaves) {
      this.#turnsToCome--
      underWay.begin(first.number, false)
    }
    for (const turn of leaves ? turns.slice(1) : turns) {
      this.#follow(turn, turn.number, { atUs, underWay })
    }
    return leaves ? first : null
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
    const said = this.#underWay.get(turn.conversation)?.contextOf(turn.number)
    if (said === undefined) return body
    const start = this.#planned.ownMessages.starts[this.#placeOf(turn)] ?? 0
    return Buffer.concat([body.subarray(0, start), said, body.subarray(start)])
  }

  /**
   * The record to keep, and whether the conversation goes on. A turn that the client cancelled leaves its beginning as the
   * answer.
   */
  conclude(record: RequestRecord): Readonly<{ record: RequestRecord; goesOn: boolean }> {
    const { turn, error } = record
    const underWay = turn && this.#underWay.get(turn.conversation)
    if (turn === undefined || underWay === undefined) return { record, goesOn: false }
    const ready = underWay.end(turn.number, record)
    const isLost = !['completed', 'client-cancelled'].includes(outcomeOf(error))
    if (isLost) this.#fail(turn, record, underWay)
    else if (!this.#stopped && !underWay.isClosed) {
      this.#remember(turn, record, underWay)
      for (const { number, atUs } of ready) this.#follow(turn, number, { atUs, underWay })
    }
    if (underWay.goesOn) return { record, goesOn: true }
    this.#underWay.delete(turn.conversation)
    if (turn.step === undefined) return { record, goesOn: false }
    const step = { ...turn.step, ...underWay.ending() }
    return { record: { ...record, turn: { ...turn, step } }, goesOn: false }
  }

  /** No turn leaves any more; says how many conversations were between two turns. */
  stop(): number {
    this.#stopped = true
    this.#due.clear()
    let between = 0
    for (const [conversation, underWay] of this.#underWay) {
      underWay.isClosed = true
      underWay.stopWaiting()
      if (underWay.isInFlight) continue
      this.#underWay.delete(conversation)
      between++
    }
    return between
  }

  /** Every turn of those that have begun has left, or never will. */
  get allSent(): boolean {
    return this.#stopped || this.#turnsToCome === 0
  }

  get #untilUs(): number {
    return turnsUntilS(this.#plan) * 1e6
  }

  #turn(conversation: number, number: number, underWay: UnderWay): ConversationTurn {
    return this.#planned.steps === undefined
      ? { conversation, number }
      : { conversation, number, step: underWay.stepOf(number) }
  }

  #queue(
    turn: ConversationTurn,
    { scheduledAtUs, underWay }: Readonly<{ scheduledAtUs: number; underWay: UnderWay }>,
  ): void {
    underWay.wait()
    const dueAtUs = Math.max(scheduledAtUs, nowUs() - this.#startUs)
    this.#due.add(this.#startUs + scheduledAtUs, { turn, scheduledAtUs, dueAtUs })
  }

  /** Turns that are due after the end of the run end their conversation without a trace. */
  #follow(
    { conversation }: ConversationTurn,
    number: number,
    { atUs, underWay }: Readonly<{ atUs: number; underWay: UnderWay }>,
  ): void {
    const turn = this.#turn(conversation, number, underWay)
    const scheduledAtUs = atUs + Math.round(this.#thinkUs(turn))
    if (underWay.isClosed) return
    if (scheduledAtUs >= this.#untilUs) this.#close(conversation, underWay)
    else this.#queue(turn, { scheduledAtUs, underWay })
  }

  /** None of its turns follows any more. */
  #close(conversation: number, underWay: UnderWay): void {
    underWay.isClosed = true
    underWay.stopWaiting()
    this.#turnsToCome -= underWay.left
    this.#due.remove(({ turn }) => turn.conversation === conversation)
  }

  /** The turns that have not left are lost; those in flight are awaited. */
  #fail(turn: ConversationTurn, { error, endedAtUs }: RequestRecord, underWay: UnderWay): void {
    if (underWay.isClosed) return
    const unsent = underWay.unsent
    this.#close(turn.conversation, underWay)
    if (this.#stopped) return
    const isRejected = outcomeOf(error) === 'rejected'
    const lostBy = isRejected ? conversationRejected : conversationEnded
    for (const number of unsent) {
      const lost = this.#turn(turn.conversation, number, underWay)
      this.#hooks.onLost(this.#lostRecord(lost, endedAtUs, lostBy))
    }
  }

  #remember(turn: ConversationTurn, record: RequestRecord, underWay: UnderWay): void {
    const place = this.#placeOf(turn)
    const { ownMessages, sendsAnswersBack, steps } = this.#planned
    const own = this.#plannedBody(turn).subarray(ownMessages.starts[place], ownMessages.ends[place])
    const pieces = [underWay.contextOf(turn.number) ?? new Uint8Array(), own, comma]
    const calls = steps?.[place]?.calls ?? ''
    if (sendsAnswersBack) pieces.push(answerMessage(record.generatedText, calls), comma)
    const { promptTokens, outputTokens } = record
    const answerTokens = sendsAnswersBack ? outputTokens : 0
    const tokens = answerTokens === null ? null : promptTokens + answerTokens
    underWay.remember(turn.number, Buffer.concat(pieces), tokens)
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

  #stepsOf(conversation: number): readonly PlannedStep[] {
    const [from, to] = this.#placesOf(conversation)
    return (
      this.#planned.steps?.slice(from, to) ??
      Array.from({ length: to - from }, (_, number) => followingStep(number))
    )
  }

  #waitsOf(conversation: number): Float64Array {
    return this.#planned.thinkS.subarray(...this.#placesOf(conversation))
  }

  #placesOf(conversation: number): readonly [from: number, to: number] {
    const { firstTurns } = this.#planned
    const place = this.#heldAt(conversation)
    return [firstTurns[place] ?? 0, firstTurns[place + 1] ?? 0]
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

/**
 * When the last turn may leave. A trajectory that has begun runs to its end: of those that time cuts off, only the short
 * ones would count.
 */
export function turnsUntilS({ sendUntilS = Infinity, conversations }: LoadPlan): number {
  return conversations?.steps === undefined ? sendUntilS : Infinity
}

/** Of a conversation without branches. */
function followingStep(number: number): PlannedStep {
  const before = number === 0 ? null : number - 1
  return {
    after: before === null ? [] : [before],
    continues: before,
    toolS: 0,
    depth: number,
    sharedTokens: 0,
    calls: '',
  }
}

/** `calls` is a JSON list of tool calls, or empty. */
function answerMessage(content: string, calls: string): Uint8Array {
  const message = JSON.stringify({ role: 'assistant', content })
  return Buffer.from(calls === '' ? message : `${message.slice(0, -1)},"tool_calls":${calls}}`)
}
