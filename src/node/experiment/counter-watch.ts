// Looks at a server's counters before and after the measured part of a run.
import type { ServerActivity } from '#core/model/server/server-activity.ts'
import {
  readServerCounters,
  serverActivityBetween,
  type ServerCounters,
} from '#core/vllm/server-counters.ts'
import {
  readServerHistograms,
  serverLatenciesBetween,
  type ServerHistograms,
} from '#core/vllm/server-latencies.ts'
import { exchange, type ServerAccess } from '#node/http/http-client.ts'

type Look = Readonly<{ counters: ServerCounters; histograms: ServerHistograms }>

export class CounterWatch {
  readonly #access: ServerAccess
  #before: Promise<Look | null>

  constructor(access: ServerAccess) {
    this.#access = access
    this.#before = look(access)
  }

  /** Resolves when the server has reported its counters. */
  async started(): Promise<void> {
    await this.#before
  }

  /** What was counted until now, as by warm-ups, is not to count. */
  restart(): void {
    this.#before = look(this.#access)
  }

  /** Null where the server does not report them. */
  async activity(durationS: number): Promise<ServerActivity | null> {
    const before = await this.#before
    const after = before && (await look(this.#access))
    return before && after && activityBetween(before, after, durationS)
  }
}

async function look(access: ServerAccess): Promise<Look | null> {
  const answer = await exchange('GET', '/metrics', { access }).catch(() => null)
  if (answer?.status !== 200) return null
  return {
    counters: readServerCounters(answer.body),
    histograms: readServerHistograms(answer.body),
  }
}

function activityBetween(before: Look, after: Look, durationS: number): ServerActivity {
  const counters = { before: before.counters, after: after.counters }
  const histograms = { before: before.histograms, after: after.histograms }
  return {
    ...serverActivityBetween(counters, durationS),
    latencies: serverLatenciesBetween(histograms),
  }
}
