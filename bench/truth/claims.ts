// Runs that invite a claim which they do not support: tokens that nothing counted, and a limit of the client's own.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { latencyFigure, throughputFigure } from '#core/judgement/known-figures.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { type Asked, shareText } from './score.ts'

const requestCount = 300

export function* claimRows({ replications, seed }: Asked): Generator<string> {
  const uncounted = runsOf(uncountedRun)
  const withheld = uncounted.filter(
    ({ summary }) =>
      throughputFigure(summary, 'outputThroughput') === null &&
      latencyFigure(summary, { metric: 'tpot', percentile: null }) === null &&
      throughputFigure(summary, 'requestGoodput') === null,
  )
  yield [
    'no usage, no tokenizer, 40 tokens at 50 ms',
    `caution for it ${named(uncounted, 'uncounted')}`,
    `throughput, TPOT and goodput withheld ${shareText(withheld.length, replications)}`,
  ].join(' | ')
  const held = runsOf(heldRun)
  yield [
    '15 requests/s, at most 3 in flight, an idle server of 1 s',
    `own limit binds ${named(held, 'held-back')}`,
    `saturated ${named(held, 'saturated')}`,
  ].join(' | ')

  function runsOf(run: (random: NumpyRandomState) => Run) {
    return Array.from({ length: replications }, (_, at) => {
      const { config, requests } = run(new NumpyRandomState(seed + at))
      const judged = { config, summary: wholeSummary(requests, config) }
      return { ...judged, judgement: judgeRun(judged) }
    })
  }

  function named(runs: ReturnType<typeof runsOf>, reason: string): string {
    const found = runs.filter(({ judgement }) =>
      judgement?.reasons.some(({ code }) => code === reason),
    )
    return shareText(found.length, replications)
  }
}

type Run = Readonly<{ config: BenchmarkConfig; requests: MeasuredRequest[] }>

/** One token stands for each response, as if nothing had counted. */
function uncountedRun(random: NumpyRandomState): Run {
  const config = {
    ...defaultBenchmarkConfig,
    requestRate: 5,
    numPrompts: requestCount,
    goodput: { tpot: 20 },
  }
  const requests = duesOf(5, random).map((startS) => {
    const gapsUs = Uint32Array.from({ length: 39 }, () =>
      Math.round(45_000 + random.exponential(5000)),
    )
    const restS = gapsUs.reduce((sum, gap) => sum + gap, 0) / 1e6
    const ttftS = 0.05 + random.exponential(0.005)
    return measured({
      ...{ startS, ttftS, latencyS: ttftS + restS, interTokenLatenciesUs: gapsUs },
      ...{ outputTokens: 1, isUncounted: true },
      firstS: { chunk: ttftS, content: ttftS, reasoning: null, toolCall: null },
    })
  })
  return { config, requests }
}

function heldRun(random: NumpyRandomState): Run {
  const [rate, limit] = [15, 3]
  const config = {
    ...defaultBenchmarkConfig,
    requestRate: rate,
    maxConcurrency: limit,
    numPrompts: requestCount,
  }
  const freeS = new Float64Array(limit)
  const requests = duesOf(rate, random).map((dueS) => {
    const place = freeS.indexOf(freeS.reduce((least, atS) => Math.min(least, atS), Infinity))
    const startS = Math.max(dueS, freeS[place] ?? 0)
    freeS[place] = startS + 1
    return measured({
      ...{ startS, queueS: startS - dueS, ttftS: 0.2, latencyS: 1, outputTokens: 41 },
      interTokenLatenciesUs: new Uint32Array(40).fill(20_000),
    })
  })
  return { config, requests }
}

function duesOf(rate: number, random: NumpyRandomState): number[] {
  let atS = 0
  return Array.from({ length: requestCount }, () => (atS += random.exponential(1 / rate)))
}
