// A queue with several servers (G/G/c): a request waits for a free one, which computes it alone.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { Arrivals, type Lengths, measuredOf, refusedOf, type ServeOptions } from './arrivals.ts'

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
  /** The first places end some seconds after the first measured request. */
  lost?: Readonly<{ servers: number; fromS: number }>
}>

function firstFree(freeAtS: Float64Array): number {
  return freeAtS.indexOf(freeAtS.reduce((least, atS) => Math.min(least, atS), Infinity))
}

export function servedByQueue(
  { lengths, servers, later, lost, serviceS, firstShare, mostWaiting = Infinity }: QueueServer,
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
    const { index, sentS, output } = arriving
    if (index === warmUps) {
      originS = warmUps === 0 ? 0 : sentS
      freeAtS.fill(originS + (later?.fromS ?? 0), servers)
    }
    let server = firstFree(freeAtS)
    while (
      lost &&
      server < lost.servers &&
      Math.max(sentS, freeAtS[server] ?? 0) >= originS + lost.fromS
    ) {
      freeAtS[server] = Infinity
      server = firstFree(freeAtS)
    }
    const beginS = Math.max(sentS, freeAtS[server] ?? 0)
    begins = begins.filter((atS) => atS > sentS)
    if (begins.length >= mostWaiting && beginS > sentS) {
      if (arrivals.again(load, arriving, sentS)) continue
      if (index >= warmUps) ended.push(refusedOf(arriving, originS))
      arrivals.ended(load, arriving, sentS)
      continue
    }
    if (beginS > sentS) begins.push(beginS)
    const lastsS = serviceS(random, output) * startSlowness
    freeAtS[server] = beginS + lastsS
    arrivals.ended(load, arriving, beginS + lastsS)
    if (index < warmUps) continue
    const firstS = beginS + firstShare * lastsS
    const gapUs = output > 1 ? ((beginS + lastsS - firstS) * 1e6) / (output - 1) : 0
    const gapsUs = Array.from({ length: output - 1 }, () => Math.round(gapUs))
    const times = { firstS, lastS: beginS + lastsS, gapsUs }
    ended.push(measuredOf({ request: arriving, ...times }, originS))
  }
  return ended
}
