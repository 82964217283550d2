// The conversations of a plan: the turn of each request, its context, and its due time. A turn follows the response to the
// previous one; a failed turn ends its conversation.
import { Buffer } from 'node:buffer'
import type {
  LoadPlan,
  PlannedConversations,
  PlannedShard,
  PlannedStep,
} from '#contract/load-protocol.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { ConversationTurn, RequestError, RequestRecord } from '#core/records/request-record.ts'
import { bodyAt } from '#core/protocol/requests/planned-bodies.ts'
import { placeIn } from '#core/workload/shard.ts'
import { nowUs } from '../runtime/clock.ts'
import { DueQueue } from './due-queue.ts'
import type { TokenLimit } from '../exchange.ts'
import {
  branchCancelled,
  conversationCut,
  conversationEnded,
  conversationRejected,
} from '../failure.ts'
import { idInRound, shardOf } from '../measured-plan.ts'
import { unsentRecord } from '../unsent-record.ts'
import { type ReadyTurn, UnderWay } from './under-way.ts'

/** A turn that may be sent; times since the start. */
export type DueTurn = Readonly<{
  turn: ConversationTurn
  /** Scheduled time: the end of the previous response plus the user's think time. */
  scheduledAtUs: number
  /** Time when it could be sent: not before the previous response had ended. */
  dueAtUs: number
}>

export type ConversationHooks = Readonly<{
  onDue(turn: DueTurn): void
  /** Called for a turn that is never sent. */
  onLost(record: RequestRecord): void
  /** Called when a turn in flight is cancelled with its branch. */
  onCancelled(turn: ConversationTurn, error: RequestError): void
}>

/** A branch that is cancelled after a time, identified by its first turn. */
type Impatient = Readonly<{ turn: ConversationTurn; error: RequestError }>

type BranchPlace = Readonly<{ conversation: number; number: number; underWay: UnderWay }>

const comma = Buffer.from(',')

export class Conversations {
  readonly #plan: LoadPlan
  readonly #planned: PlannedConversations
  readonly #shard: PlannedShard
  readonly #hooks: ConversationHooks
  readonly #due: DueQueue<DueTurn>
  readonly #impatient: DueQueue<Impatient>
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
      this.#begin(due.turn)
      hooks.onDue(due)
    })
    this.#impatient = new DueQueue(({ turn, error }) => {
      const underWay = this.#underWay.get(turn.conversation)
      if (underWay === undefined) return
      const atUs = Math.round(nowUs() - this.#startUs)
      this.#cancelBranch({ ...turn, underWay }, { atUs, error })
    })
  }

  start(startUs: number): void {
    this.#startUs = startUs
  }

  /** Begins with the turns that wait for no other. Returns the first if due at once; the others are due after their pauses. */
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
      this.#begin(first)
    }
    for (const turn of leaves ? turns.slice(1) : turns) {
      this.#follow(turn, { number: turn.number, atUs }, underWay)
    }
    return leaves ? first : null
  }

  /** Index of a turn in the run, which keeps counting when conversations are repeated, and its position in the plan. */
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

  /** The planned body with its context. Returns a new buffer if there is anything to add. */
  bodyOf(turn: ConversationTurn): Uint8Array {
    const body = this.#plannedBody(turn)
    const said = this.#underWay.get(turn.conversation)?.contextOf(turn.number)
    if (said === undefined) return body
    const start = this.#planned.ownMessages.starts[this.#placeOf(turn)] ?? 0
    return Buffer.concat([body.subarray(0, start), said, body.subarray(start)])
  }

  /** Returns the record to keep, and whether to continue. Partial output of a cancelled turn becomes its response. */
  conclude(record: RequestRecord): Readonly<{ record: RequestRecord; goesOn: boolean }> {
    const { turn, error } = record
    const underWay = turn && this.#underWay.get(turn.conversation)
    if (turn === undefined || underWay === undefined) return { record, goesOn: false }
    const ready = underWay.end(turn.number, record)
    const isLost = !['completed', 'client-cancelled'].includes(outcomeOf(error))
    if (isLost) this.#fail(turn, record, underWay)
    else if (!this.#stopped && !underWay.isClosed) {
      if (error?.code !== 'branch-cancelled') this.#remember(turn, record, underWay)
      this.#cancelAfter(turn, record, underWay)
      for (const next of ready) this.#follow(turn, next, underWay)
    }
    if (underWay.goesOn) return { record, goesOn: true }
    this.#underWay.delete(turn.conversation)
    // Otherwise the timer of a branch that finished in time would remain.
    this.#impatient.remove((one) => one.turn.conversation === turn.conversation)
    if (turn.step === undefined) return { record, goesOn: false }
    const step = { ...turn.step, ...underWay.ending() }
    return { record: { ...record, turn: { ...turn, step } }, goesOn: false }
  }

  /**
   * Sends no further turn; returns the number of conversations between two turns. The turns that waited are recorded, because
   * all ended turns succeeded and the conversation would look complete.
   */
  stop(): number {
    this.#stopped = true
    const atUs = Math.round(nowUs() - this.#startUs)
    this.#due.clear()
    this.#impatient.clear()
    let between = 0
    for (const [conversation, underWay] of this.#underWay) {
      const { waiting } = underWay
      underWay.isClosed = true
      underWay.stopWaiting()
      if (underWay.isInFlight) continue
      for (const number of waiting) {
        const cut = this.#turn(conversation, number, underWay)
        this.#hooks.onLost(this.#lostRecord(cut, atUs, conversationCut))
      }
      this.#underWay.delete(conversation)
      between++
    }
    return between
  }

  /** Whether every turn of the started conversations was sent or dropped. */
  get allSent(): boolean {
    return this.#stopped || this.#turnsToCome === 0
  }

  /** Token limit of a turn that is sent: the remainder of its branches' tokens; null if unlimited. */
  tokenLimitOf(turn: ConversationTurn | undefined): TokenLimit | null {
    const underWay = turn && this.#underWay.get(turn.conversation)
    return underWay?.branches.tokenLimitOf(turn?.number ?? 0) ?? null
  }

  /** Whether a turn that waits for a retry was cancelled with its branch in the meantime. */
  isCancelled(turn: ConversationTurn | undefined): boolean {
    const branches = turn && this.#underWay.get(turn.conversation)?.branches
    return branches?.isCancelled(turn?.number ?? 0) ?? false
  }

  #begin(turn: ConversationTurn): void {
    const underWay = this.#underWay.get(turn.conversation)
    underWay?.begin(turn.number)
    const patienceS = underWay?.branches.patienceS(turn.number) ?? null
    if (patienceS === null) return
    this.#impatient.add(nowUs() + patienceS * 1e6, { turn, error: branchCancelled.time(patienceS) })
  }

  #cancelAfter(turn: ConversationTurn, record: RequestRecord, underWay: UnderWay): void {
    const { conversation, number } = turn
    for (const { branch, error } of underWay.branches.dueAfter(number, record)) {
      const place = { conversation, number: branch, underWay }
      this.#cancelBranch(place, { atUs: record.endedAtUs, error })
    }
  }

  /** Cancels the branch's requests in flight; turns that wait for the branch then continue without it. */
  #cancelBranch(
    { conversation, number: branch, underWay }: BranchPlace,
    { atUs, error }: Readonly<{ atUs: number; error: RequestError }>,
  ): void {
    if (underWay.isClosed || this.#stopped) return
    const cancelled = underWay.cancel(branch, atUs)
    if (cancelled === null) return
    const { unsent, inFlight, ready } = cancelled
    this.#turnsToCome -= unsent.length
    this.#due.remove(
      ({ turn }) => turn.conversation === conversation && unsent.includes(turn.number),
    )
    for (const number of inFlight) this.#hooks.onCancelled({ conversation, number }, error)
    for (const next of ready) this.#follow({ conversation, number: branch }, next, underWay)
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
    underWay.wait(turn.number)
    const dueAtUs = Math.max(scheduledAtUs, nowUs() - this.#startUs)
    this.#due.add(this.#startUs + scheduledAtUs, { turn, scheduledAtUs, dueAtUs })
  }

  #follow(
    { conversation }: ConversationTurn,
    { number, atUs }: ReadyTurn,
    underWay: UnderWay,
  ): void {
    if (!underWay.isUnsent(number)) return
    const turn = this.#turn(conversation, number, underWay)
    const scheduledAtUs = atUs + Math.round(this.#thinkUs(turn))
    if (!underWay.isClosed) this.#queue(turn, { scheduledAtUs, underWay })
  }

  /** Sends no further turn of the conversation. */
  #close(conversation: number, underWay: UnderWay): void {
    underWay.isClosed = true
    underWay.stopWaiting()
    this.#turnsToCome -= underWay.left
    this.#due.remove(({ turn }) => turn.conversation === conversation)
    this.#impatient.remove(({ turn }) => turn.conversation === conversation)
  }

  /** Drops unsent turns, and awaits those in flight. */
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

  /** Position of a conversation of the run within this plan. */
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

/** Step of a conversation without branches. */
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
