// Energy of GPUs per token in the steady state of a run, with an interval. Formula: docs/measuring/servers.md.
import { successesIn } from '#core/records/measured-request.ts'
import type { SampledSource } from '#core/records/sampled-values.ts'
import { intervalOf } from '#core/stats/certainty/batch-means.ts'
import { clusterRatio } from '#core/stats/certainty/gap-certainty.ts'
import { isGood } from '#core/stats/run-totals.ts'
import { longestGapS, marginS, type RunSpan, secondsOf } from '#core/telemetry/over-time.ts'
import type { GpuFigures, SampledRun } from '#core/telemetry/telemetry-part.ts'
import { totalOverTime } from '#core/telemetry/telemetry-series.ts'
import type { EnergyPerToken, TokenEnergy } from './gpu-energy.ts'

/** Share of a time with known power or counters; partial coverage is not extrapolated. */
const leastCovered = 0.95

/** GPUs are sampled once a second, so shorter blocks would measure the sampling rather than the run. */
const leastBlockS = 2
const mostBlocks = 512

type TokenKind = 'total' | 'output' | 'good'

type EnergyOfRun = Pick<SampledRun, 'requests' | 'limitsMs' | 'startedAtEpochMs'> &
  Readonly<{
    /** Energy of all GPUs in J; null if unknown. */
    energyJ: (span: RunSpan) => number | null
    /** Seconds since the start of the run. */
    window: Readonly<{ startS: number; endS: number; isSteady: boolean }>
  }>

export const gpuEnergy: GpuFigures = (gpus, run) => {
  const energyJ = energyOf(gpus, run)
  if (energyJ === null) return { energyJ, energyPerOutputTokenJ: null, energyPerToken: null }
  const { totalOutputTokens: tokens, steadyState, durationS } = run
  const steady = steadyState?.window.isShort === false ? steadyState.window : null
  const window = { ...(steady ?? { startS: 0, endS: durationS }), isSteady: steady !== null }
  return {
    energyJ,
    energyPerOutputTokenJ: tokens ? energyJ / tokens : null,
    energyPerToken: energyPerToken({ ...run, energyJ: (span) => energyOf(gpus, span), window }),
  }
}

/** Energy from counters; without them, the integral of power if it covers nearly the whole time. */
function energyOf(gpus: readonly SampledSource[], span: RunSpan): number | null {
  if (gpus.every(countsEnergy)) return countedEnergyJ(gpus, span)
  const power = totalOverTime('gpuPowerW', gpus, span)
  return power !== null && power.coveredS >= leastCovered * span.durationS ? power.integral : null
}

/** Null if the energy of the window is unknown. Exported for tests. */
export function energyPerToken(run: EnergyOfRun): EnergyPerToken | null {
  const { startS, endS, isSteady } = run.window
  const lastsS = endS - startS
  const spanFrom = (fromS: number, durationS: number): RunSpan => ({
    startedAtEpochMs: run.startedAtEpochMs + fromS * 1000,
    durationS,
  })
  const energyJ = lastsS > 0 ? run.energyJ(spanFrom(startS, lastsS)) : null
  if (energyJ === null) return null
  const count = Math.max(1, Math.min(mostBlocks, Math.floor(lastsS / leastBlockS)))
  const blockS = lastsS / count
  const tokens = tokensByBlock(run, { startS, blockS, count })
  const energies = Array.from({ length: count }, (_, block) =>
    run.energyJ(spanFrom(startS + block * blockS, blockS)),
  )
  const known = energies.flatMap((blockJ) => blockJ ?? [])
  const blocksJ = known.length === count ? Float64Array.from(known) : null
  const of = (kind: TokenKind) => perToken(energyJ, tokens[kind], blocksJ)
  const hasLimits = Object.keys(run.limitsMs).length > 0
  return {
    ...{ isSteady, startS, endS, energyJ },
    ...{ total: of('total'), output: of('output'), good: hasLimits ? of('good') : null },
  }
}

/** Null without tokens; without an interval if there are too few blocks or their energy is unknown. */
function perToken(
  energyJ: number,
  tokens: Float64Array,
  blocksJ: Float64Array | null,
): TokenEnergy | null {
  const count = tokens.reduce((sum, one) => sum + one, 0)
  if (count === 0) return null
  const ratio = blocksJ && clusterRatio(blocksJ, tokens)
  const within = ratio && intervalOf(ratio)
  return {
    valueJ: energyJ / count,
    tokens: count,
    interval: within && { low: Math.max(0, within.low), high: within.high },
  }
}

type Blocks = Readonly<{ startS: number; blockS: number; count: number }>

/** Output tokens are distributed equally over the events of a response, prompt tokens count when the prompt is sent. */
function tokensByBlock(
  { requests, limitsMs, window: { isSteady } }: EnergyOfRun,
  { startS, blockS, count }: Blocks,
): Readonly<Record<TokenKind, Float64Array>> {
  const tokens = {
    total: new Float64Array(count),
    output: new Float64Array(count),
    good: new Float64Array(count),
  }
  for (const request of successesIn(requests)) {
    const { interTokenLatenciesUs: gapsUs, outputTokens, promptTokens } = request
    const isOfGood = isGood(request, limitsMs)
    const add = (kind: TokenKind, atS: number, amount: number) => {
      const at = Math.floor((atS - startS) / blockS)
      // A run ends with its last token, whereas the end of a window is exclusive.
      const block = isSteady ? at : Math.min(count - 1, at)
      const counted = tokens[kind][block]
      if (counted !== undefined) tokens[kind][block] = counted + amount
    }
    add('total', request.startS, promptTokens)
    const each = outputTokens / (gapsUs.length + 1)
    let atS = request.startS + request.ttftS
    for (let event = 0; event <= gapsUs.length; event++) {
      if (event > 0) atS += (gapsUs[event - 1] ?? 0) / 1e6
      add('total', atS, each)
      add('output', atS, each)
      if (isOfGood) add('good', atS, each)
    }
  }
  return tokens
}

/** Whether a GPU reports an energy counter. Exported for tests. */
export function countsEnergy({ samples }: SampledSource): boolean {
  return samples.some(({ values }) => (values.energyJ ?? null) !== null)
}

/** Energy of all GPUs in J; null unless each counter covers 95 % of the run. Exported for tests. */
export function countedEnergyJ(gpus: readonly SampledSource[], run: RunSpan): number | null {
  const each = gpus.map((gpu) => countedOf(gpu, run))
  return each.reduce((sum, energyJ) => (sum === null || energyJ === null ? null : sum + energyJ), 0)
}

type Count = Readonly<{ atS: number; energyJ: number }>

function countedOf(gpu: SampledSource, run: RunSpan): number | null {
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
  if (coveredS === 0 || coveredS + heldS < leastCovered * run.durationS) return null
  return (grownJ * run.durationS) / coveredS
}

/** First sample of each counter value, because an exporter repeats its last value until it reads the GPU again. */
function updates({ samples }: SampledSource, run: RunSpan): readonly Count[] {
  const counts: Count[] = []
  for (const { atEpochMs, values } of samples) {
    const { energyJ = null } = values
    if (energyJ === null || counts.at(-1)?.energyJ === energyJ) continue
    counts.push({ atS: secondsOf(atEpochMs, run), energyJ })
  }
  return counts
}
