// Size of a sweep before it begins, as plain text: cells, runs, requests, time, cost.
import { rateText } from '#core/sweep/knee-text.ts'
import { searchedText } from '../answers/load-text.ts'
import type { Language } from '../messages/languages.ts'
import { listed, message, type Message, type Text, textIn } from '../messages/message.ts'
import { type LoadUnit, heldBy } from '#core/traits/load-traits.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { limitText } from '../sweep/limit-text.ts'
import { searchCost, type SearchCost } from '../sweep/search-cost.ts'
import { settingValues } from '../sweep/configurations.ts'
import { displayWidth, padded } from '#core/base/display-width.ts'
import { durationText } from '#core/base/duration-text.ts'

type SweepEstimate = Readonly<{
  points: number
  requests: number | null
  estimatedDurationS: number | null
  cost: Readonly<{ amount: number; currency: string }> | null
  /** Runs with fewer requests than their most demanding percentile needs. */
  shortage: Readonly<{ percentile: number; fewestRequests: number; runs: number }> | null
}>

type PlanEstimate = Readonly<{
  plan: SweepPlan
  servers: readonly Text[]
  estimate: SweepEstimate
}>

type Entry = readonly [name: Text, text: Text]

export function sweepPlanText(planned: PlanEstimate, language: Language = 'en'): string {
  const { plan, servers } = planned
  const entries: Entry[] = [
    [
      message('tables.plan.servers'),
      servers.length === 0 ? message('tables.plan.noServer') : listed(servers),
    ],
    ...plan.axes.map(({ name, settings }): Entry => [name, listed(settings.map(settingValues))]),
    ...loadEntries(plan),
    ...(plan.limits.length === 0
      ? []
      : [[message('tables.limits'), listed(plan.limits.map(limitText))] as const]),
    [message('tables.plan.amountsTo'), amount(planned)],
    ...shortageEntries(planned.estimate),
  ]
  const rows = entries.map((entry) => entry.map((text) => textIn(language, text)))
  const width = Math.max(...rows.map(([name = '']) => displayWidth(name)))
  return [
    textIn(language, message('tables.plan.title', { name: plan.name })),
    ...rows.map(([name = '', text]) => `  ${padded(name, width, 'left')}  ${text}`),
  ].join('\n')
}

function loadEntries(plan: SweepPlan): Entry[] {
  const { search, requestRates, maxConcurrencies } = plan
  if (search !== null) {
    const { kind, from, upTo, mostRuns: runs } = search
    const over = search.over === 'requestRate' ? 'request-rate' : 'max-concurrency'
    const cost = searchCost(plan, search)
    return [
      [
        message('tables.plan.load'),
        message('tables.plan.searched', { kind, over, from, upTo, runs }),
      ],
      [message('tables.plan.eachRun'), searchedRunText(cost, heldBy(plan.config))],
      [message('tables.plan.forExample'), exampleText(cost.example, plan)],
    ]
  }
  return [
    ['request-rate', listed(requestRates.map(String))],
    [
      'max-concurrency',
      listed(
        maxConcurrencies.map((limit) => (limit === null ? message('tables.none') : String(limit))),
      ),
    ],
  ]
}

/** Light loads take longer, because every percentile with a limit needs enough samples. */
function searchedRunText(
  { fewestRequests, percentile, seconds, rounds }: SearchCost,
  held: LoadUnit,
): Message {
  const count = unitsText(fewestRequests, held)
  const requests =
    percentile === null
      ? message('tables.plan.atLeast', { count })
      : message('tables.plan.atLeastFor', { count, percentile })
  if (seconds === null) return message(`tables.plan.rounds.${held}`, { requests, rounds })
  const { usual, lightest, usualFrom } = seconds
  const usualTime = durationText(usual)
  if (lightest.seconds <= usual) {
    return message('tables.plan.lasting', { requests, time: usualTime })
  }
  return message('tables.plan.lightest', {
    requests,
    time: durationText(lightest.seconds),
    rate: rateText(lightest.rate, held),
    usual: usualTime,
    from: rateText(Number(usualFrom.toPrecision(3)), held),
  })
}

/** The number of prompts counts units of the schedule. */
function unitsText(count: number, held: LoadUnit): Message {
  const areOfSeveral = held === 'conversations' || held === 'agents'
  return message(`tables.plan.${areOfSeveral ? held : 'requests'}`, { count })
}

function exampleText({ seconds, ...example }: SearchCost['example'], plan: SweepPlan): Message {
  const { runs } = example
  const load = searchedText(plan, example.load)
  const requests = unitsText(example.requests, heldBy(plan.config))
  const found = message('tables.plan.near', { load, runs, requests })
  if (seconds === null) return found
  return message('tables.plan.lasting', { requests: found, time: durationText(seconds) })
}

function shortageEntries({ points: runs, shortage }: SweepEstimate): Entry[] {
  if (shortage === null) return []
  const { percentile, fewestRequests: fewest, runs: short } = shortage
  return [
    [
      message('tables.plan.tooFew'),
      runs === 1
        ? message('tables.plan.onlyRunShort', { percentile, fewest })
        : message('tables.plan.runsShort', { percentile, fewest, short, runs }),
    ],
  ]
}

function amount({ plan, estimate }: PlanEstimate): Text {
  const { points, requests, estimatedDurationS, cost } = estimate
  const isSearch = plan.search !== null
  const runs = message('searches.runs', { count: points })
  const { repeats } = plan
  return listed([
    isSearch ? message('tables.plan.atMost', { text: runs }) : runs,
    ...(repeats > 1 && !isSearch
      ? [message('tables.plan.cells', { cells: points / repeats, repeats })]
      : []),
    ...(requests === null ? [] : [message('tables.plan.requests', { count: requests })]),
    estimatedDurationS === null
      ? message('tables.plan.unknownTime')
      : message(isSearch ? 'tables.plan.atMost' : 'tables.plan.about', {
          text: durationText(estimatedDurationS),
        }),
    ...(cost === null ? [] : [`${cost.amount.toFixed(2)} ${cost.currency}`]),
  ])
}
