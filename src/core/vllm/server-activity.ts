// What a server did between two looks at its counters.
import type {
  Diffusion,
  PrefixCacheUse,
  ServerActivity,
  SpecDecode,
} from '#core/model/server/server-activity.ts'
import type { CounterName, ServerCounters } from './server-counters.ts'

type Looks = Readonly<{ before: ServerCounters; after: ServerCounters }>

export function serverActivityBetween(looks: Looks, durationS: number): ServerActivity {
  return {
    specDecode: specDecodeBetween(looks),
    diffusion: diffusionBetween(looks, durationS),
    prefixCache: prefixCacheBetween(looks),
  }
}

/** Null where the server lacks the counter, or restarted it. */
function growth({ before, after }: Looks, name: CounterName): number | null {
  const last = after.values[name]
  const grown = last === undefined ? -1 : last - (before.values[name] ?? 0)
  return grown < 0 ? null : grown
}

function specDecodeBetween(looks: Looks): SpecDecode | null {
  const drafts = growth(looks, 'drafts') ?? 0
  const draftTokens = growth(looks, 'draftTokens') ?? 0
  const acceptedTokens = growth(looks, 'acceptedTokens') ?? 0
  if (draftTokens === 0) return null
  return {
    drafts,
    draftTokens,
    acceptedTokens,
    acceptanceRate: (acceptedTokens / draftTokens) * 100,
    acceptanceLength: drafts === 0 ? 0 : 1 + acceptedTokens / drafts,
    positionRates: drafts === 0 ? [] : positionRates(looks, drafts),
  }
}

function positionRates({ before, after }: Looks, drafts: number): number[] {
  return [...after.acceptedAtPosition]
    .toSorted(([one], [other]) => one - other)
    .map(([position, last]) => (last - (before.acceptedAtPosition.get(position) ?? 0)) / drafts)
}

/** A canvas takes one step more than it is denoised in: the one that commits it. */
function diffusionBetween(looks: Looks, durationS: number): Diffusion | null {
  const steps = growth(looks, 'denoisingSteps') ?? 0
  const canvasPositions = growth(looks, 'canvasPositions') ?? 0
  const committedTokens = growth(looks, 'committedTokens') ?? 0
  if (steps === 0 || committedTokens === 0 || canvasPositions === 0) return null
  const canvases = committedTokens / (canvasPositions / steps)
  const denoisingSteps = steps - canvases
  return {
    committedTokens,
    denoisingSteps: steps,
    canvasPositions,
    committedThroughput: ratio(committedTokens, durationS),
    stepsPerCanvas: denoisingSteps / canvases,
    committedPerStep: ratio(committedTokens, denoisingSteps),
  }
}

function prefixCacheBetween(looks: Looks): PrefixCacheUse | null {
  const queries = growth(looks, 'prefixCacheQueries')
  const hits = growth(looks, 'prefixCacheHits')
  if (queries === null || hits === null || queries === 0 || hits > queries) return null
  return { queries, hits }
}

function ratio(amount: number, by: number): number {
  return by > 0 ? amount / by : 0
}
