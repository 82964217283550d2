// A queue with several servers (G/G/c): a request waits for a free one, which computes it alone.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { Arrivals, type Lengths, refusedOf, type ServeOptions } from './arrivals.ts'

export type QueueServer = Readonly<{
  lengths: Lengths
  servers: number
  /** Further servers, and the seconds after the first measured request from which they serve. */
  later?: Readonly<{ servers: number; fromS: number }>
  /** Requests that may wait; the server refuses more. */
  mostWaiting?: number
  /** Seconds for one request. */
  serviceS: (random: NumpyRandomState, outputTokens: number) => number
  /** Part of the service before the first token. */
  firstShare: number
}>

export function servedByQueue(
  { lengths, servers, later, serviceS, firstShare, mostWaiting = Infinity }: QueueServer,
  { load, random, startSlowness = 1 }: ServeOptions,
): MeasuredRequest[] {
  const warmUps = load.warmUps ?? 0
  const arrivals = new Arrivals(load, lengths, random)
  const freeAtS = new Float64Array(servers + (later?.servers ?? 0)).fill(Infinity, servers)
  const ended: MeasuredRequest[] = []
  let begins: number[] = []
  let originS = 0
  while (arrivals.nextS < Infinity) {
    const arriving = arrivals.take()
    const { index, dueS, prompt, output } = arriving
    if (index === warmUps) {
      originS = warmUps === 0 ? 0 : dueS
      freeAtS.fill(originS + (later?.fromS ?? 0), servers)
    }
    const server = freeAtS.indexOf(freeAtS.reduce((least, atS) => Math.min(least, atS), Infinity))
    const beginS = Math.max(dueS, freeAtS[server] ?? 0)
    begins = begins.filter((atS) => atS > dueS)
    if (begins.length >= mostWaiting && beginS > dueS) {
      if (index >= warmUps) ended.push(refusedOf(arriving, originS))
      arrivals.ended(load, arriving, dueS)
      continue
    }
    if (beginS > dueS) begins.push(beginS)
    const lastsS = serviceS(random, output) * startSlowness
    freeAtS[server] = beginS + lastsS
    arrivals.ended(load, arriving, beginS + lastsS)
    if (index < warmUps) continue
    const gapUs = output > 1 ? ((1 - firstShare) * lastsS * 1e6) / (output - 1) : 0
    ended.push(
      measured({
        turn: arriving.turn,
        startS: dueS - originS,
        ttftS: beginS - dueS + firstShare * lastsS,
        latencyS: beginS - dueS + lastsS,
        interTokenLatenciesUs: Uint32Array.from({ length: output - 1 }, () => Math.round(gapUs)),
        promptTokens: prompt,
        outputTokens: output,
      }),
    )
  }
  return ended
}
