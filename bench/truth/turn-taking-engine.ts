// A server in virtual time that does not mix prompts and tokens in a step, like engines before chunked prefill. It shares no
// code with the simulator and the twin, and only the client with the other engines of this bench.
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { Arrivals, type Arriving, type Lengths, measuredOf, type ServeOptions } from './arrivals.ts'

export type TurnTakingServer = Readonly<{
  lengths: Lengths
  /**
   * Waiting prompts are computed while at least this share of the places is free, or nothing runs: 0 is prompts first, more
   * is decode first.
   */
  freeShareForPrompts: number
  promptStepS: Readonly<{ alone: number; perToken: number; perTokenSquared: number }>
  decodeStepS: Readonly<{ alone: number; perRequest: number; perContextToken: number }>
  places: number
  promptTokensPerStep: number
  noise: number
}>

type Served = {
  readonly request: Arriving
  produced: number
  firstS: number
  readonly gapsUs: number[]
  lastS: number
}

export function servedInTurns(
  server: TurnTakingServer,
  { load, random, startSlowness = 1 }: ServeOptions,
): MeasuredRequest[] {
  const before = load.warmUps ?? 0
  const arrivals = new Arrivals(load, server.lengths, random)
  const queue: Arriving[] = []
  let active: Served[] = []
  const results: MeasuredRequest[] = []
  let clockS = 0
  let originS = before === 0 ? 0 : Infinity
  const lasting = (plainS: number) =>
    plainS * startSlowness * Math.exp(server.noise * random.gaussian())
  while (results.length < load.requests) {
    for (; arrivals.nextS <= clockS; queue.push(arrivals.take()));
    if (active.length + queue.length === 0) {
      clockS = arrivals.nextS
      continue
    }
    const free = server.places - active.length
    const mayEnter =
      free > 0 && (active.length === 0 || free >= server.freeShareForPrompts * server.places)
    if (queue.length > 0 && mayEnter) {
      const entering: Arriving[] = []
      let tokens = 0
      for (let next = queue[0]; next !== undefined; next = queue[0]) {
        const isTooMuch = tokens + next.prompt > server.promptTokensPerStep && entering.length > 0
        if (entering.length === free || isTooMuch) break
        entering.push(next)
        tokens += next.prompt
        queue.shift()
      }
      const { alone, perToken, perTokenSquared } = server.promptStepS
      const squares = entering.reduce((sum, { prompt }) => sum + prompt ** 2, 0)
      clockS += lasting(alone + perToken * tokens + perTokenSquared * squares)
      for (const request of entering) {
        if (request.index >= before && originS === Infinity) originS = request.dueS
        active.push({ request, produced: 1, firstS: clockS, gapsUs: [], lastS: clockS })
      }
    } else {
      const { alone, perRequest, perContextToken } = server.decodeStepS
      const context = active.reduce(
        (sum, { request, produced }) => sum + request.prompt + produced,
        0,
      )
      clockS += lasting(alone + perRequest * active.length + perContextToken * context)
      for (const each of active) {
        each.gapsUs.push(Math.round((clockS - each.lastS) * 1e6))
        each.lastS = clockS
        each.produced++
      }
    }
    const staying: Served[] = []
    for (const each of active) {
      if (each.produced < each.request.output) staying.push(each)
      else {
        if (each.request.index >= before) results.push(measuredOf(each, originS))
        arrivals.ended(load, each.request, clockS)
      }
    }
    active = staying
  }
  return results.sort((one, other) => one.startS - other.startS)
}
