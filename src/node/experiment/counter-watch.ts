// Reads the counters of one or several servers before and after the measured part of a run.
import type { ServerActivity } from '#core/model/server-activity.ts'
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
import type { ServerAccess } from '#node/http/http-client.ts'
import { metricsAt } from '#node/http/page-at.ts'

type Look = Readonly<{ counters: ServerCounters; histograms: ServerHistograms }>

export class CounterWatch {
  readonly #servers: readonly ServerAccess[]
  #before: Promise<Look | null>

  constructor(servers: readonly ServerAccess[]) {
    this.#servers = servers
    this.#before = look(servers)
  }

  /** Resolves when every server has reported its counters. */
  async started(): Promise<void> {
    await this.#before
  }

  /** Restarts the counts, to exclude warm-ups. */
  restart(): void {
    this.#before = look(this.#servers)
  }

  /** Null if a server does not report them. */
  async activity(durationS: number): Promise<ServerActivity | null> {
    const before = await this.#before
    const after = before && (await look(this.#servers))
    return before && after && activityBetween(before, after, durationS)
  }
}

/** Sums the counters of all pages. */
async function look(servers: readonly ServerAccess[]): Promise<Look | null> {
  const pages = await Promise.all(servers.map(metricsPage))
  if (pages.includes(null)) return null
  const text = pages.join('\n')
  return { counters: readServerCounters(text), histograms: readServerHistograms(text) }
}

async function metricsPage(access: ServerAccess): Promise<string | null> {
  const answer = await metricsAt({ access, path: '/metrics' }).catch(() => null)
  return answer?.status === 200 ? answer.body : null
}

function activityBetween(before: Look, after: Look, durationS: number): ServerActivity {
  const counters = { before: before.counters, after: after.counters }
  const histograms = { before: before.histograms, after: after.histograms }
  return {
    ...serverActivityBetween(counters, durationS),
    latencies: serverLatenciesBetween(histograms),
  }
}
