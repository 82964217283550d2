// Fluidity of a response: whether its tokens arrive in time for a reader at a fixed pace (Agrawal et al., Etalon, arXiv
// 2407.07000). Early tokens give slack to later ones; a late token restarts the deadlines. docs/measuring/requests.md.
import type { MeasuredRequest } from './measured-request.ts'

type Pace = Readonly<{
  /** Deadline of the first token after sending; null if its time does not matter. */
  firstS: number | null
  /** Time between two deadlines; positive. */
  betweenS: number
}>

type Deadlines = Readonly<{ missed: number; all: number }>

/** Share of deadlines that a fluid response may miss. */
const mostMissed = 0.1
/** Precision of the pace, relative to the longest gap. */
const halvings = 12

/** Deadlines of a response until its last token: one per stream event, and further ones while an event is late. */
export function deadlinesOf(
  { ttftS, interTokenLatenciesUs }: MeasuredRequest,
  { firstS, betweenS }: Pace,
): Deadlines {
  let [missed, all, slackS] = [0, 0, 0]
  const lateBy = (lateS: number) => {
    const late = 1 + Math.floor(lateS / betweenS)
    missed += late
    all += late
    slackS = 0
  }
  if (firstS !== null && ttftS > firstS) lateBy(ttftS - firstS)
  else if (firstS !== null) {
    slackS = firstS - ttftS
    all++
  }
  for (const gapUs of interTokenLatenciesUs) {
    const earlyS = betweenS + slackS - gapUs / 1e6
    if (earlyS < 0) lateBy(-earlyS)
    else {
      slackS = earlyS
      all++
    }
  }
  return { missed, all }
}

/** Shortest time between deadlines at which the response misses at most a tenth, from its first token; null without gaps. */
export function fluidPaceS(request: MeasuredRequest): number | null {
  const { interTokenLatenciesUs, readAtOnce } = request
  if (interTokenLatenciesUs.length === 0 || readAtOnce === true) return null
  let longestUs = 0
  for (const gapUs of interTokenLatenciesUs) longestUs = Math.max(longestUs, gapUs)
  let [low, high] = [0, longestUs / 1e6]
  for (let halving = 0; halving < halvings && high > 0; halving++) {
    const betweenS = (low + high) / 2
    const { missed, all } = deadlinesOf(request, { firstS: null, betweenS })
    if (missed <= mostMissed * all) high = betweenS
    else low = betweenS
  }
  return high
}
