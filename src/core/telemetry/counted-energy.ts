// Energy of GPUs from the energy counters that they report. Formula: docs/measuring.md.
import type { SampledSource } from '#core/records/sampled-values.ts'
import { longestGapS, marginS, type RunSpan, secondsOf } from './over-time.ts'

export function countsEnergy({ samples }: SampledSource): boolean {
  return samples.some(({ values }) => (values.energyJ ?? null) !== null)
}

/** Energy of all GPUs in J; null unless each counted through 95 % of the run. */
export function countedEnergyJ(gpus: readonly SampledSource[], run: RunSpan): number | null {
  const each = gpus.map((gpu) => energyOf(gpu, run))
  return each.reduce((sum, energyJ) => (sum === null || energyJ === null ? null : sum + energyJ), 0)
}

type Count = Readonly<{ atS: number; energyJ: number }>

function energyOf(gpu: SampledSource, run: RunSpan): number | null {
  const counts = updates(gpu, run)
  let grownJ = 0
  let coveredS = 0
  let firstS = run.durationS
  let lastS = 0
  for (const [place, to] of counts.entries()) {
    const from = counts[place - 1]
    if (from === undefined) continue
    if (to.energyJ < from.energyJ) return null
    const lastedS = to.atS - from.atS
    const [startS, endS] = [Math.max(from.atS, 0), Math.min(to.atS, run.durationS)]
    const insideS = endS - startS
    // A long interval across an edge of the run mixes the run with the time before or after it.
    if (insideS <= 0 || (insideS < lastedS && lastedS > longestGapS)) continue
    grownJ += ((to.energyJ - from.energyJ) * insideS) / lastedS
    coveredS += insideS
    firstS = Math.min(firstS, startS)
    lastS = Math.max(lastS, endS)
  }
  const heldS = Math.min(firstS, marginS) + Math.min(run.durationS - lastS, marginS)
  if (coveredS === 0 || coveredS + heldS < 0.95 * run.durationS) return null
  return (grownJ * run.durationS) / coveredS
}

/** First sample of each count, because an exporter repeats its last count until it reads the GPU again. */
function updates({ samples }: SampledSource, run: RunSpan): readonly Count[] {
  const counts: Count[] = []
  for (const { atEpochMs, values } of samples) {
    const { energyJ = null } = values
    if (energyJ === null || counts.at(-1)?.energyJ === energyJ) continue
    counts.push({ atS: secondsOf(atEpochMs, run), energyJ })
  }
  return counts
}
