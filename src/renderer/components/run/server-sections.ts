// What the server counted of itself while the run went on: drafts, denoising, prompts it knew already.
import { warmCacheHitRate } from '#core/report/warm-cache.ts'
import { metricNames } from '#core/model/fields/report-fields.ts'
import { comparedLatencies } from '#core/stats/compared-latencies.ts'
import { count, latency, share, speed } from './run-figures.ts'
import type { RunSection, SectionOf } from './run-sections.ts'

const about = { key: 'run.server.about', values: {} } as const

export const specDecodeSection: SectionOf = ({ server }) => {
  const told = server?.specDecode ?? null
  if (told === null) return null
  return {
    ...section('run.server.specDecode.title'),
    figures: [
      share('run.server.specDecode.acceptanceRate', told.acceptanceRate / 100),
      speed('run.server.specDecode.acceptanceLength', told.acceptanceLength, 'tok/step'),
      count('run.server.specDecode.drafts', told.drafts),
      count('run.server.specDecode.draftTokens', told.draftTokens),
      count('run.server.specDecode.acceptedTokens', told.acceptedTokens),
      ...told.positionRates.map((rate, index) =>
        share('run.server.specDecode.atPosition', rate, { position: index + 1 }),
      ),
    ],
  }
}

export const diffusionSection: SectionOf = ({ server }) => {
  const told = server?.diffusion ?? null
  if (told === null) return null
  return {
    ...section('run.server.diffusion.title'),
    figures: [
      speed('run.server.diffusion.committedThroughput', told.committedThroughput, 'tok/s'),
      speed('run.server.diffusion.stepsPerCanvas', told.stepsPerCanvas, ''),
      speed('run.server.diffusion.committedPerStep', told.committedPerStep, 'tok/step'),
      count('run.server.diffusion.committedTokens', told.committedTokens),
      count('run.server.diffusion.denoisingSteps', told.denoisingSteps),
      count('run.server.diffusion.canvasPositions', told.canvasPositions),
    ],
  }
}

export const prefixCacheSection: SectionOf = (summary, config) => {
  const told = summary.server?.prefixCache ?? null
  if (told === null) return null
  const isWarm = warmCacheHitRate(config, summary) !== null
  return {
    ...section('run.server.prefixCache.title'),
    doubt: isWarm ? 'run.server.prefixCache.warm' : null,
    figures: [
      share('run.server.prefixCache.hitRate', told.hits / told.queries),
      count('run.server.prefixCache.queries', told.queries),
      count('run.server.prefixCache.hits', told.hits),
    ],
  }
}

/** Each latency as the server told it, and how much longer ours is. */
export const serverLatencySection: SectionOf = (summary) => {
  const compared = comparedLatencies(summary)
  const figures = metricNames.flatMap((metric) => {
    const told = compared[metric]
    if (told === undefined) return []
    const values = { metric: metric.toUpperCase() }
    return [
      latency('run.server.latencies.mean', told.serverMeanMs, values),
      latency('run.server.latencies.difference', told.differenceMs, values),
      latency('run.server.latencies.p99AtMost', told.serverP99AtMostMs, values),
    ]
  })
  if (figures.length === 0) return null
  const countedOthers = (compared.e2el?.serverCount ?? 0) > summary.completed
  return {
    title: 'run.server.latencies.title',
    about: { key: 'run.server.latencies.about', values: {} },
    doubt: countedOthers ? 'run.server.latencies.others' : null,
    figures,
  }
}

function section(title: RunSection['title']): Omit<RunSection, 'figures'> {
  return { title, about, doubt: null }
}
