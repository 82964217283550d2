// A trajectory from a trace of KV-cache blocks, recorded by kv-cache-tester and replayed by AgentX: for each call its time, its
// lengths and the ids of its prompt's blocks.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { mostTokens, parseEntry, tokenLength } from '#core/workload/datasets/dataset-entry.ts'
import { invalidTrajectory, requireForwards } from './invalid-trajectory.ts'
import { ancestorsOf, type MadePiece, type Trajectory, type TrajectoryStep } from './trajectory.ts'
import { seconds } from './trajectory-schemas.ts'
import { layOut, type TimedItem } from './lay-out.ts'

const callSchema = z.object({
  t: seconds,
  type: z.enum(['n', 's']),
  in: tokenLength,
  out: z.int().min(0).max(mostTokens),
  hash_ids: z.array(z.int()).default([]),
  input_types: z.array(z.string()).nullish(),
  stop: z.string().nullish(),
  api_time: seconds.nullish(),
  think_time: seconds.nullish(),
})

type TracedCall = z.infer<typeof callSchema>

type TracedBranch = Readonly<{
  t: number
  type: 'subagent'
  status: string
  requests: readonly TracedEntry[]
}>

type TracedEntry = TracedCall | TracedBranch

const branchSchema = z.object({
  t: seconds,
  type: z.literal('subagent'),
  status: z.string().default('completed'),
  requests: z.lazy((): z.ZodType<TracedEntry[]> => z.array(entrySchema)),
})

const entrySchema: z.ZodType<TracedEntry> = z.discriminatedUnion('type', [callSchema, branchSchema])

const traceSchema = z.object({
  id: z.string().default(''),
  block_size: tokenLength,
  hash_id_scope: z.enum(['local', 'global']).default('local'),
  requests: z.array(entrySchema).min(1),
})

const remedy = message('workload.blockTraceForm')

export function readBlocks(entry: unknown, where: string): Trajectory {
  const trace = parseEntry(traceSchema, entry, { where, remedy })
  const { requests, block_size: blockTokens, hash_id_scope: scope } = trace
  const isRelative = hasRelativeTimes(requests)
  const timed = timedItems(requests, { where, field: 'requests', offsetS: 0, isRelative })
  const laidOut = layOut(timed)
  if (laidOut.length === 0) {
    throw invalidTrajectory(where, {
      message: message('workload.noCalls', { field: 'requests' }),
      remedy,
    })
  }
  // Global ids are shared between traces.
  const blockKey = scope === 'global' ? '' : `${where}:`
  const steps: TrajectoryStep[] = []
  laidOut.forEach(({ call, after, pauseS }, position) => {
    const before = [...ancestorsOf(laidOut, position)].map((place) => ({
      place,
      call: calls(place),
    }))
    const continues = continuedBy(call, before)
    const from = continues === null ? 0 : contextTokens(calls(continues))
    const isToolUse = usesTools(call, after.map(calls))
    const waitS = call.think_time ?? pauseS
    steps.push({
      after,
      continues,
      messages: [],
      toolS: isToolUse ? waitS : 0,
      thinkS: isToolUse ? 0 : waitS,
      tools: 0,
      outputTokens: Math.max(1, call.out),
      answer: null,
      calls: [],
      made: piecesOf(call, from, { blockTokens, blockKey, ownKey: `${where}:${position}` }),
    })
  })
  return { tools: null, steps }

  function calls(place: number): TracedCall {
    return laidOut[place]?.call ?? missingCall
  }
}

const missingCall: TracedCall = { t: 0, type: 'n', in: 1, out: 0, hash_ids: [] }

/** Recordings use one of two conventions: times from the start of the trace, or of the subagent. */
function hasRelativeTimes(entries: readonly TracedEntry[]): boolean {
  return entries.some(
    (each) =>
      each.type === 'subagent' &&
      (each.requests.some(({ t }) => t < each.t) || hasRelativeTimes(each.requests)),
  )
}

type TracePosition = Readonly<{
  where: string
  field: string
  offsetS: number
  isRelative: boolean
}>

function timedItems(
  entries: readonly TracedEntry[],
  { where, field, offsetS, isRelative }: TracePosition,
): TimedItem<TracedCall>[] {
  return entries.map((entry, index): TimedItem<TracedCall> => {
    const startS = offsetS + entry.t
    const own = `${field}.${index}`
    const afterS = offsetS + (entries[index - 1]?.t ?? 0)
    requireForwards(where, { field: `${own}.t`, atS: startS, afterS })
    const nextS = offsetS + (entries[index + 1]?.t ?? Infinity)
    if (entry.type !== 'subagent') return timedCall(entry, startS, nextS)
    const inner = { where, field: `${own}.requests`, isRelative }
    const items = timedItems(entry.requests, { ...inner, offsetS: isRelative ? startS : 0 })
    const nextCall = entries.slice(index + 1).find(({ type }) => type !== 'subagent')
    const resumesS = offsetS + (nextCall?.t ?? Infinity)
    const overS = Math.max(startS, ...items.map(({ endS }) => endS))
    const isAwaited = entry.status !== 'async_launched'
    return { kind: 'branch', startS, endS: Math.min(overS, resumesS), items, isAwaited }
  })
}

function timedCall(call: TracedCall, startS: number, nextS: number): TimedItem<TracedCall> {
  const { api_time: apiS } = call
  // A call without a duration lasts until the next entry, and therefore includes the pause after it.
  if (typeof apiS !== 'number') {
    return { kind: 'call', call, startS, endS: Math.min(nextS, startS + 1e9), pauseFromS: startS }
  }
  const endS = startS + apiS
  return { kind: 'call', call, startS, endS, pauseFromS: endS }
}

type Earlier = Readonly<{ place: number; call: TracedCall }>

/** Returns the position of the longest earlier call whose blocks this call starts with; null if it begins a new context. */
function continuedBy(call: TracedCall, earlier: readonly Earlier[]): number | null {
  const byLength = earlier.toSorted(
    (one, other) =>
      other.call.hash_ids.length - one.call.hash_ids.length || other.place - one.place,
  )
  const found = byLength.find(({ call: before }) => {
    if (contextTokens(before) >= call.in) return false
    if (before.hash_ids.length === 0 && call.hash_ids.length > 0) return false
    return before.hash_ids.every((id, index) => call.hash_ids[index] === id)
  })
  return found?.place ?? null
}

function contextTokens({ in: prompt, out }: TracedCall): number {
  return prompt + Math.max(1, out)
}

function usesTools({ input_types: types }: TracedCall, before: readonly TracedCall[]): boolean {
  if (types && types.length > 0) return types.includes('tool_result')
  return before.length > 0 && before.every(({ stop }) => stop === 'tool_use')
}

type Keys = Readonly<{ blockTokens: number; blockKey: string; ownKey: string }>

/** Returns the prompt's tokens from `from` on, by block. Tokens outside whole blocks get separate keys. */
function piecesOf(
  { in: tokens, hash_ids: ids }: TracedCall,
  from: number,
  { blockTokens, blockKey, ownKey }: Keys,
): readonly MadePiece[] {
  const pieces: MadePiece[] = []
  let at = from
  while (at < tokens) {
    const block = Math.floor(at / blockTokens)
    const id = ids[block]
    const to = id === undefined ? tokens : Math.min(tokens, (block + 1) * blockTokens)
    const span = `${at % blockTokens}-${to - block * blockTokens}`
    pieces.push({ key: id === undefined ? ownKey : `${blockKey}${id}:${span}`, tokens: to - at })
    at = to
  }
  return pieces
}
