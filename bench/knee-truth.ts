// How often a sweep is right about the knee: simulated servers in virtual time, whose truth is measured by long runs.
// Usage: node bench/knee-truth.ts [seeds]. docs/measuring/searches.md has the table.
import { findDeployment } from '#node/simulator/presets/presets.ts'
import {
  scoreOf,
  truthOf,
  virtualSweep,
} from '#node/simulator/engine/virtual-sweep.test-support.ts'

const presets = ['quick', 'l4-qwen-3b', 'a100-llama-8b', 'h100-llama-8b']
const secondsPerPoint = [5, 10, 30]
const seeds = Number(process.argv[2] ?? 200)
const most = 1.05

function percent(count: number, of: number): string {
  return of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`
}

console.log(
  '| preset | capacity | knee | seconds | at | between | beyond | below | none | named above 105 % | holds the knee |',
)
for (const preset of presets) {
  const deployment = findDeployment(preset)
  const truth = truthOf(deployment)
  for (const seconds of secondsPerPoint) {
    const sweeps = Array.from({ length: seeds }, (_, seed) =>
      virtualSweep(deployment, { capacity: truth.capacity, secondsPerPoint: seconds, seed }),
    )
    const scores = sweeps.map((sweep) => scoreOf(sweep, truth))
    const kinds = (['at', 'between', 'beyond', 'below', 'none'] as const).map((kind) =>
      percent(sweeps.filter(({ knee }) => knee.kind === kind).length, seeds),
    )
    const above = scores.filter(({ named }) => named !== null && named > most).length
    const answered = scores.flatMap(({ interval }) => interval ?? [])
    const held = answered.filter(({ low, high }) => low <= truth.knee && truth.knee <= high).length
    console.log(
      `| ${preset} | ${truth.capacity.toFixed(1)} | ${truth.knee.toFixed(1)} | ${seconds} | ${kinds.join(' | ')} | ` +
        `${percent(above, seeds)} | ${percent(held, answered.length)} |`,
    )
  }
}
