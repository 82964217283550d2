// How often a run at a steady rate is judged saturated, and how often to have surely kept the pace, by its true share of the
// capacity: simulated servers in virtual time. Usage: node bench/pace-truth.ts [share of the runs].
// docs/measuring/verdicts.md has the table.
import type { PaceState } from '#core/model/run/judgement.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { lightPaceOf } from '#core/sweep/light-pace.ts'
import type { Deployment } from '#node/simulator/presets/gpu-presets.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import { virtualRun } from '#node/simulator/engine/virtual-run.test-support.ts'
import { capacityOf } from '#node/simulator/engine/virtual-sweep.test-support.ts'

const presets = ['quick', 'l4-qwen-3b', 'a100-llama-8b', 'h100-llama-8b']
const shares = [0.7, 0.9, 1, 1.1, 1.2]
const lightShare = 0.35
const runsOf = new Map([
  [5, 200],
  [10, 100],
  [30, 40],
])
const effort = Number(process.argv[2] ?? 1)

type Load = Readonly<{ rate: number; seconds: number; seed: number; lightPace: LightPace | null }>

/** Starts on an idle server. */
function runOf(deployment: Deployment, { rate, seconds, seed, lightPace }: Load) {
  const requests = Math.max(10, Math.round(rate * seconds))
  const lengths = { inputTokens: 256, outputTokens: 64 }
  const load = { ...lengths, requestRate: rate, concurrency: 1, requests, warmUps: 0, seed }
  const config = { ...defaultBenchmarkConfig, requestRate: rate, numPrompts: requests }
  const summary = wholeSummary(virtualRun(deployment, load), config)
  return { config, summary: lightPace === null ? summary : { ...summary, lightPace } }
}

const servers = presets.map((preset) => {
  const deployment = findDeployment(preset)
  return { deployment, capacity: capacityOf(deployment) }
})

console.log(
  'Behind, kept:\n| load ÷ capacity | seconds | light load before | ' + presets.join(' | ') + ' |',
)
for (const [seconds, runs] of runsOf) {
  for (const share of shares) {
    for (const hasLight of [true, false]) {
      const cells = servers.map(({ deployment, capacity }) => {
        const paces = Array.from({ length: Math.ceil(runs * effort) }, (_, seed) => {
          const light = { rate: lightShare * capacity, seconds, seed: 9000 + seed, lightPace: null }
          const lightPace = hasLight ? lightPaceOf(runOf(deployment, light).summary) : null
          const run = runOf(deployment, { rate: share * capacity, seconds, seed, lightPace })
          return judgeRun(run)?.pace
        })
        const percent = (pace: PaceState) =>
          Math.round((100 * paces.filter((each) => each === pace).length) / paces.length)
        return `${percent('behind')}, ${percent('kept')} %`
      })
      console.log(`| ${share} | ${seconds} | ${hasLight ? 'yes' : 'no'} | ${cells.join(' | ')} |`)
    }
  }
}
