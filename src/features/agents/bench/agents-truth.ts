// How well a search finds the number of agents that a server carries: simulated servers in virtual time, whose truth is
// measured by long runs. docs/measuring/requests.md has the table.
// Usage: node src/features/agents/bench/agents-truth.ts [seeds] [trajectories of a long run] [presets…]
import type { LatencyLimit } from '#core/model/sweep.ts'
import { limitText } from '#core/sweep/limit-text.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import {
  searchAgents,
  trueAgents,
} from '#features/agents/node/virtual-agent-search.test-support.ts'

const [, , seedsText = '20', trajectoriesText = '4000', ...presets] = process.argv
const seeds = Number(seedsText)
const trajectories = Number(trajectoriesText)

const solution = (mostMs: number): LatencyLimit => ({
  name: 'time_to_solution',
  percentile: null,
  bound: mostMs,
})
const firstToken = (mostMs: number): LatencyLimit => ({
  name: 'ttft',
  percentile: 95,
  bound: mostMs,
})

/** Half as long again as one agent alone takes, and TTFT of half a second per step. */
const scenarios: readonly (readonly [string, LatencyLimit])[] = [
  ['quick', solution(20_000)],
  ['quick', firstToken(500)],
  ['l4-qwen-3b', solution(34_000)],
  ['l4-qwen-3b', firstToken(500)],
  ['a100-llama-8b', solution(17_000)],
  ['a100-llama-8b', firstToken(500)],
  ['h100-llama-8b', solution(12_500)],
  ['h100-llama-8b', firstToken(500)],
]

const percent = (value: number) => `${(100 * value).toFixed(1)} %`

console.log(
  '| server | limit | agents | mean error | worst error | within 10 % | holds | most runs |',
)
for (const [preset, limit] of scenarios) {
  if (presets.length > 0 && !presets.includes(preset)) continue
  const deployment = findDeployment(preset)
  const truth = trueAgents(deployment, limit, trajectories)
  const searches = Array.from({ length: seeds }, (_, seed) => searchAgents(deployment, limit, seed))
  const errors = searches.map(({ answer }) => (answer.estimate ?? NaN) / truth - 1)
  const mean = errors.reduce((sum, error) => sum + error, 0) / seeds
  const worst = Math.max(...errors.map(Math.abs))
  const near = errors.filter((error) => Math.abs(error) <= 0.1).length
  const holding = searches.filter(({ answer: { interval } }) => {
    return interval !== null && interval.low <= truth && truth <= interval.high
  }).length
  const runs = Math.max(...searches.map((search) => search.runs))
  console.log(
    `| ${preset} | ${limitText(limit)} | ${truth.toFixed(1)} | ${percent(mean)} | ${percent(worst)} | ` +
      `${near} of ${seeds} | ${holding} of ${seeds} | ${runs} |`,
  )
}
