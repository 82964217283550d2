// Signs of a load near the capacity of a server that has no queue yet: requests slow each other down, and their number grows.
// Formulas: docs/measuring/certainty.md.
import { slopeOf } from '#core/base/spread.ts'
import type { CapacitySigns } from '#core/model/run/certainty.ts'
import { type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { inFlightBy } from './steadiness.ts'

/** Parts of the schedule in which the time between tokens is compared with the number in flight. */
const stretches = 64
/** Number of requests up to which all are read. */
const denselyRead = 1000

/** `scheduleS`: requests ÷ rate. */
export function capacitySigns(
  requests: Iterable<MeasuredRequest>,
  scheduleS: number,
): CapacitySigns {
  const [, second = 0, , last = 0] = inFlightBy(requests, { startS: 0, endS: scheduleS }, 4)
  return {
    loadToLimit: loadToLimit(requests, scheduleS),
    growthDeviations: second > 0 ? rounded((last - second) / Math.sqrt(second)) : 0,
  }
}

/** The last bits of a sum depend on the order of the requests. */
function rounded(value: number): number {
  return (Math.round(1e6 * value) + 0) / 1e6
}

/**
 * A step lasts a + b · n with n requests in flight, so n ÷ (a + b · n) tokens per second approach 1 ÷ b: the load times the slope
 * of the time between tokens over the number in flight, in short stretches of the schedule. 0 if too few of them differ.
 */
function loadToLimit(requests: Iterable<MeasuredRequest>, scheduleS: number) {
  const inFlight = inFlightBy(requests, { startS: 0, endS: scheduleS }, stretches)
  const [gaps, sumsS] = [new Float64Array(stretches), new Float64Array(stretches)]
  let [tokens, index] = [0, 0]
  for (const { startS, ttftS, outputTokens, interTokenLatenciesUs } of successesIn(requests)) {
    tokens += outputTokens
    // Additional requests matter less and less: after the first ones only every second is read, then every third, and so on.
    if (index++ % (1 + Math.floor(index / denselyRead)) > 0) continue
    let atS = startS + ttftS
    for (const gapUs of interTokenLatenciesUs) {
      atS += gapUs / 1e6
      if (atS >= scheduleS) break
      const stretch = Math.floor((atS / scheduleS) * stretches)
      gaps[stretch] = (gaps[stretch] ?? 0) + 1
      sumsS[stretch] = (sumsS[stretch] ?? 0) + gapUs / 1e6
    }
  }
  const known = [...gaps.keys()].filter((stretch) => (gaps[stretch] ?? 0) > 0)
  const places = known.map((stretch) => inFlight[stretch] ?? 0)
  if (places.length < 3 || new Set(places).size < 2) return { share: 0, error: 0 }
  const tpotS = known.map((stretch) => (sumsS[stretch] ?? 0) / (gaps[stretch] ?? 1))
  const { slope, error } = slopeOf(tpotS, places)
  const tokensPerS = tokens / scheduleS
  return { share: rounded(tokensPerS * slope), error: rounded(tokensPerS * error) }
}
