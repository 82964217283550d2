// Infers dependencies from a recording that has only times: model calls, and branches of further calls that ran in parallel.

/** Interval of a call or branch, in seconds on one clock. */
type TimeInterval = Readonly<{
  startS: number
  /** End as seen by later items. */
  endS: number
}>

export type TimedCall<Call> = TimeInterval &
  Readonly<{
    kind: 'call'
    call: Call
    /** Start of the pause before the next item: the end, or the start if the end is unknown. */
    pauseFromS: number
  }>

export type TimedBranch<Call> = TimeInterval &
  Readonly<{
    kind: 'branch'
    items: readonly TimedItem<Call>[]
    /** Whether later items waited for it. */
    isAwaited: boolean
  }>

/** Lists are sorted by start. */
export type TimedItem<Call> = TimedCall<Call> | TimedBranch<Call>

export type LaidOutCall<Call> = Readonly<{
  call: Call
  /** Positions of the calls that it waited for; all are smaller than its own. */
  after: readonly number[]
  /** Start of the pause before it: the end of the last of these, or the start of the recording. */
  pausedFromS: number
  pauseS: number
}>

type Before = Readonly<{ after: readonly number[]; endS: number }>

/**
 * A call waits for the calls of its list that ended before it began, unless another of these is between them; overlapping calls
 * run in parallel. The first calls of a branch wait for the calls before the branch.
 */
export function layOut<Call>(items: readonly TimedItem<Call>[]): readonly LaidOutCall<Call>[] {
  const calls: LaidOutCall<Call>[] = []
  place(items, { after: [], endS: firstCallS(items) }, calls)
  return calls
}

/** Infinity for an empty list. */
function firstCallS<Call>(items: readonly TimedItem<Call>[]): number {
  const starts = items.map((item) => (item.kind === 'call' ? item.startS : firstCallS(item.items)))
  return Math.min(...starts)
}

type ItemPlacement = TimeInterval & Readonly<{ ends: readonly number[]; pauseFromS: number }>

/** Returns the positions of calls that no other call of the list follows. */
function place<Call>(
  items: readonly TimedItem<Call>[],
  begun: Before,
  calls: LaidOutCall<Call>[],
): readonly number[] {
  const placed: ItemPlacement[] = []
  for (const item of items) {
    const before = beforeOf(placed, item.startS, begun)
    if (item.kind === 'call') {
      const pauseS = Math.max(0, item.startS - before.endS)
      calls.push({ call: item.call, after: before.after, pausedFromS: before.endS, pauseS })
      placed.push({ ...item, ends: [calls.length - 1] })
    } else {
      const ends = place(item.items, before, calls)
      if (item.isAwaited && item.items.length > 0) {
        placed.push({ ...item, ends, pauseFromS: item.endS })
      }
    }
  }
  return directlyBefore(placed, Infinity).flatMap(({ ends }) => ends)
}

function beforeOf(placed: readonly ItemPlacement[], startS: number, begun: Before): Before {
  const direct = directlyBefore(placed, startS)
  if (direct.length === 0) return begun
  return {
    after: direct.flatMap(({ ends }) => ends),
    endS: Math.max(...direct.map(({ pauseFromS }) => pauseFromS)),
  }
}

function directlyBefore(
  placed: readonly ItemPlacement[],
  startS: number,
): readonly ItemPlacement[] {
  const ended = placed.filter(({ endS }) => endS <= startS)
  const last = ended.reduce<ItemPlacement | undefined>(
    (latest, each) => (latest === undefined || each.startS >= latest.startS ? each : latest),
    undefined,
  )
  return ended.filter((each) => each === last || each.endS > (last?.startS ?? 0))
}
