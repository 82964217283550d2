// Small load plans for tests, and a run that records all its events.
import type { LoadOutcome, LoadPhase, LoadPlan, LoadProgress } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { LoadHooks, LoadRunner } from './load-runner.ts'
import { serveScript, startStream } from './scripted-server.test-support.ts'

export function planOf(url: string, requests: number, changes: Partial<LoadPlan> = {}): LoadPlan {
  const bodies = Array.from({ length: requests }, (_, i) => Buffer.from(`{"request":${i}}`))
  return {
    runId: 'run',
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    insecure: false,
    protocol: 'completions',
    bodies: writtenBodies(bodies),
    requestIds: bodies.map((_, i) => `r-${i}`),
    promptTokens: bodies.map(() => 5),
    inputs: [],
    inputAudioS: [],
    offsetsS: new Float64Array(requests),
    maxConcurrency: null,
    warmups: [],
    keepText: true,
    requestTimeoutS: 60,
    ...changes,
  }
}

export type TestConversation = Readonly<{
  /** Wait before each turn after the first, from the end of the response it follows. */
  thinkS: readonly number[]
}>

type ConversationChanges = Partial<LoadPlan> & Readonly<{ sendsAnswersBack?: boolean }>

/** Turn t of conversation c has the content "c.t"; a conversation has one turn more than think times. */
export function conversationPlan(
  url: string,
  conversations: readonly TestConversation[],
  { sendsAnswersBack = true, ...changes }: ConversationChanges = {},
): LoadPlan {
  const turns = conversations.flatMap(({ thinkS }, c) => [0, ...thinkS].map((_, t) => `${c}.${t}`))
  const message = (content: string) => JSON.stringify({ role: 'user', content })
  const before = '{"messages":['
  const bodies = turns.map((said) => Buffer.from(`${before}${message(said)}],"n":1}`))
  return planOf(url, turns.length, {
    bodies: writtenBodies(bodies),
    requestIds: turns,
    promptTokens: turns.map(() => 5),
    offsetsS: new Float64Array(conversations.length),
    conversations: {
      ids: conversations.map((_, c) => `c-${c}`),
      firstTurns: firstTurns(conversations),
      thinkS: Float64Array.from(conversations.flatMap(({ thinkS }) => [0, ...thinkS])),
      ownMessages: {
        starts: Uint32Array.from(turns, () => before.length),
        ends: Uint32Array.from(turns, (said) => before.length + message(said).length),
      },
      sendsAnswersBack,
    },
    ...changes,
  })
}

function firstTurns(conversations: readonly TestConversation[]): Uint32Array {
  let turns = 0
  const starts = conversations.map(({ thinkS }) => (turns += thinkS.length + 1))
  return Uint32Array.of(0, ...starts)
}

/** For a run whose events are dropped. */
export const silentHooks: LoadHooks = {
  onPhase: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}

export type Heard = {
  readonly phases: LoadPhase[]
  readonly progress: LoadProgress[]
  readonly records: RequestRecord[]
}

export function listen(onRecords: (heard: Heard) => void = () => undefined) {
  const heard: Heard = { phases: [], progress: [], records: [] }
  const hooks: LoadHooks = {
    onPhase: (phase) => heard.phases.push(phase),
    onProgress: (progress) => {
      heard.progress.push(progress)
    },
    onRecords: (records) => {
      heard.records.push(...records)
      onRecords(heard)
    },
  }
  return { heard, hooks }
}

export async function runAndListen(
  run: LoadRunner,
  plan: LoadPlan,
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard & { readonly outcome: LoadOutcome }> {
  const { heard, hooks } = listen()
  const outcome = await run(plan, hooks, signal)
  heard.records.sort((one, other) => one.index - other.index)
  return { ...heard, outcome }
}

/** Ten requests that never get a response, cancelled once the server has received `inFlight` of them. */
export async function cancelledLoad(run: LoadRunner, inFlight: number) {
  const cancelling = new AbortController()
  const server = await serveScript(({ index }, response) => {
    startStream(response)
    response.flushHeaders()
    if (index === inFlight - 1) cancelling.abort()
  })
  return runAndListen(run, planOf(server.url, 10, { maxConcurrency: inFlight }), cancelling.signal)
}
