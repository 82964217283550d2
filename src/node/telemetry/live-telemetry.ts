// Live samples of servers and their GPUs, for pages that show them: once a second while a page subscribes.
import { steadyClock } from '#node/load/runtime/clock.ts'
import { type LiveSamples, liveWindowMs } from '#core/telemetry/live-window.ts'
import { RunTelemetry, type SampledPlaces } from './run-telemetry.ts'

type LiveServer = {
  /** Samples of the last minutes, oldest first. */
  kept: LiveSamples
  readonly followers: Set<(news: LiveSamples) => void>
  sampling: RunTelemetry | null
}

export class LiveTelemetry {
  /** Sampled servers by address, so that a restarted server begins anew. */
  readonly #watched = new Map<string, LiveServer>()
  readonly #now = steadyClock()

  /** Yields the samples of the last minutes, then every new one. Ends with the signal. */
  async *follow(
    places: Omit<SampledPlaces, 'rateHz'>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LiveSamples, void> {
    const [server] = places.servers
    const watched = this.#watchedAt(server?.access.baseUrl ?? '')
    if (watched.sampling === null) this.#begin(watched, { ...places, rateHz: 1 })
    let news: LiveSamples = watched.kept
    let wake = (): void => undefined
    const hear = (next: LiveSamples) => {
      news = joined(news, next)
      wake()
    }
    const stop = () => wake()
    signal?.addEventListener('abort', stop, { once: true })
    watched.followers.add(hear)
    try {
      while (signal?.aborted !== true) {
        const next = news
        news = nothing
        if (next.samples.length > 0 || next.problems.length > 0) yield next
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      watched.followers.delete(hear)
      if (watched.followers.size === 0) this.#end(watched)
    }
  }

  #watchedAt(baseUrl: string): LiveServer {
    const oldestMs = this.#now() - liveWindowMs
    for (const [url, { kept, sampling }] of this.#watched) {
      const isOld = (kept.samples.at(-1)?.sample.atEpochMs ?? 0) < oldestMs
      if (sampling === null && isOld) this.#watched.delete(url)
    }
    const watched = this.#watched.get(baseUrl) ?? {
      ...{ kept: nothing, followers: new Set(), sampling: null },
    }
    this.#watched.set(baseUrl, watched)
    return watched
  }

  #begin(watched: LiveServer, places: SampledPlaces): void {
    watched.kept = { ...watched.kept, problems: [] }
    const publish = (news: LiveSamples) => {
      const { samples, problems } = joined(watched.kept, news)
      const oldestMs = this.#now() - liveWindowMs
      const recent = samples.filter(({ sample }) => sample.atEpochMs >= oldestMs)
      watched.kept = { samples: recent, problems }
      for (const hear of watched.followers) hear(news)
    }
    watched.sampling = new RunTelemetry(places, {
      openSource: (source) => (sample) => publish({ samples: [{ source, sample }], problems: [] }),
      onProblem: (problem) => publish({ samples: [], problems: [problem] }),
    })
    watched.sampling.begin()
  }

  #end(watched: LiveServer): void {
    void watched.sampling?.end()
    watched.sampling = null
  }
}

const nothing: LiveSamples = { samples: [], problems: [] }

function joined(before: LiveSamples, next: LiveSamples): LiveSamples {
  return {
    samples: [...before.samples, ...next.samples],
    problems: [...before.problems, ...next.problems],
  }
}
