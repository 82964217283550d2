// What a sweep amounts to before it begins, in plain text: cells, runs, requests, time, cost.
import type { SweepPlan } from '../../model/sweep/sweep.ts'
import type { SweepSearch } from '../../model/sweep/sweep-search.ts'
import { limitText } from '../../sweep/limit-text.ts'
import { searchCost, type SearchCost, type SearchExample } from '../../sweep/search-cost.ts'
import { settingValues } from '../../sweep/setting-text.ts'
import { durationText } from '../duration-text.ts'

type SweepEstimate = Readonly<{
  points: number
  requests: number | null
  estimatedDurationS: number | null
  cost: Readonly<{ amount: number; currency: string }> | null
  /** Runs with fewer requests than their most demanding percentile takes. */
  shortage: Readonly<{ percentile: number; fewestRequests: number; runs: number }> | null
}>

type Planned = Readonly<{
  plan: SweepPlan
  servers: readonly string[]
  estimate: SweepEstimate
}>

export function sweepPlanText(planned: Planned): string {
  const { plan, servers } = planned
  const entries: (readonly [string, string])[] = [
    ['servers', servers.join(', ') || 'none yet'],
    ...plan.axes.map(
      ({ name, settings }) => [name, settings.map(settingValues).join(', ')] as const,
    ),
    ...loadEntries(plan),
    ...(plan.limits.length === 0
      ? []
      : [['limits', plan.limits.map(limitText).join(', ')] as const]),
    ['amounts to', amount(planned)],
    ...shortageEntries(planned.estimate),
  ]
  const width = Math.max(...entries.map(([name]) => name.length))
  const lines = entries.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
  return [`Sweep "${plan.name}"`, ...lines].join('\n')
}

function loadEntries(plan: SweepPlan): (readonly [string, string])[] {
  const { search, requestRates, maxConcurrencies } = plan
  if (search !== null) {
    const over = search.over === 'requestRate' ? 'request-rate' : 'max-concurrency'
    const text = `${search.kind}: ${over} chosen between ${search.from} and ${search.upTo}`
    const cost = searchCost(plan, search)
    return [
      ['load', `${text}, in ${search.mostRuns} runs at most`],
      ['each run', searchedRunText(cost)],
      ['for example', exampleText(cost.example, search.over)],
    ]
  }
  return [
    ['request-rate', requestRates.join(', ')],
    ['max-concurrency', maxConcurrencies.map((limit) => limit ?? 'none').join(', ')],
  ]
}

/** Light loads take longer, because every percentile of the limits needs its samples. */
function searchedRunText({ fewestRequests, percentile, seconds, rounds }: SearchCost): string {
  const needed = percentile === null ? '' : ` (p${percentile} needs them)`
  const atLeast = `at least ${fewestRequests} requests${needed}`
  if (seconds === null) return `${atLeast}, ${rounds} per request in flight`
  const { usual, lightest, usualFrom } = seconds
  const usually = `${durationText(usual)} of load`
  if (lightest.seconds <= usual) return `${atLeast}, ${usually}`
  return `${atLeast}: ${durationText(lightest.seconds)} at ${lightest.rate} requests/s; ${usually} from ${Number(usualFrom.toPrecision(3))} requests/s on`
}

function exampleText(
  { load, runs, requests, seconds }: SearchExample,
  over: SweepSearch['over'],
): string {
  const unit = over === 'requestRate' ? 'requests/s' : 'in flight'
  const lasting = seconds === null ? '' : `, ${durationText(seconds)} of load`
  return `an answer near ${load} ${unit} takes about ${runs} runs, ${requests} requests${lasting}`
}

function shortageEntries({ points, shortage }: SweepEstimate): (readonly [string, string])[] {
  if (shortage === null) return []
  const { percentile, fewestRequests, runs } = shortage
  const short = points === 1 ? 'it sends fewer' : `${runs} of ${points} runs send fewer`
  return [['too few', `p${percentile} takes ${fewestRequests} requests or more; ${short}`]]
}

function amount({ plan, estimate }: Planned): string {
  const { points, requests, estimatedDurationS, cost } = estimate
  const parts = [
    `${plan.search === null ? '' : 'at most '}${points} ${points === 1 ? 'run' : 'runs'}`,
    ...(plan.repeats > 1 && plan.search === null
      ? [`${points / plan.repeats} cells × ${plan.repeats} repeats`]
      : []),
    ...(requests === null ? [] : [`${requests} requests`]),
    estimatedDurationS === null
      ? 'a time only the server decides'
      : `${plan.search === null ? 'about' : 'at most'} ${durationText(estimatedDurationS)}`,
    ...(cost === null ? [] : [`${cost.amount.toFixed(2)} ${cost.currency}`]),
  ]
  return parts.join(', ')
}
