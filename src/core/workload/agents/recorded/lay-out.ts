// What waited for what in a recording that has only times: calls of a model, and branches of further calls that ran beside
// them.

/** Seconds on one clock. A call and a branch have these in common. */
type Timed = Readonly<{
  startS: number
  /** As far as what follows it is concerned. */
  endS: number
}>

export type TimedCall<Call> = Timed &
  Readonly<{
    kind: 'call'
    call: Call
    /** What follows it counts its pause from here: its end, or its start where its end is not known. */
    pauseFromS: number
  }>

export type TimedBranch<Call> = Timed &
  Readonly<{
    kind: 'branch'
    items: readonly TimedItem<Call>[]
    /** Whether what follows waited for it. */
    isAwaited: boolean
  }>

/** Lists of these are in the order of their starts. */
export type TimedItem<Call> = TimedCall<Call> | TimedBranch<Call>

export type LaidOutCall<Call> = Readonly<{
  call: Call
  /** Positions of the calls that it waited for; all smaller than its own. */
  after: readonly number[]
  /** From the end of the last of these, or from the beginning, to its start. */
  pausedFromS: number
  pauseS: number
}>

type Before = Readonly<{ after: readonly number[]; endS: number }>

/**
 * A call waits for those of its list that ended before it began and that no other of these comes between; calls that
 * overlap run in parallel. The first calls of a branch wait for what came before the branch.
 */
export function layOut<Call>(items: readonly TimedItem<Call>[]): readonly LaidOutCall<Call>[] {
  const calls: LaidOutCall<Call>[] = []
  place(items, { after: [], endS: firstCallS(items) }, calls)
  return calls
}

/** Infinity without any. */
function firstCallS<Call>(items: readonly TimedItem<Call>[]): number {
  const starts = items.map((item) => (item.kind === 'call' ? item.startS : firstCallS(item.items)))
  return Math.min(...starts)
}

type Placed = Timed & Readonly<{ ends: readonly number[]; pauseFromS: number }>

/** Positions of the calls that nothing else of the list comes after. */
function place<Call>(
  items: readonly TimedItem<Call>[],
  begun: Before,
  calls: LaidOutCall<Call>[],
): readonly number[] {
  const placed: Placed[] = []
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

function beforeOf(placed: readonly Placed[], startS: number, begun: Before): Before {
  const direct = directlyBefore(placed, startS)
  if (direct.length === 0) return begun
  return {
    after: direct.flatMap(({ ends }) => ends),
    endS: Math.max(...direct.map(({ pauseFromS }) => pauseFromS)),
  }
}

function directlyBefore(placed: readonly Placed[], startS: number): readonly Placed[] {
  const ended = placed.filter(({ endS }) => endS <= startS)
  const last = ended.reduce<Placed | undefined>(
    (latest, each) => (latest === undefined || each.startS >= latest.startS ? each : latest),
    undefined,
  )
  return ended.filter((each) => each === last || each.endS > (last?.startS ?? 0))
}
