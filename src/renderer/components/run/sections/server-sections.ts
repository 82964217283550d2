// What the server counted of itself while the run went on: drafts, denoising, prompts it knew already.
import { warmCacheHitRate } from '#core/stats/warm-cache.ts'
import { count, share, speed } from '../run-figures.ts'
import type { RunSection, SectionOf } from './run-section.ts'

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
      ...(told.repeated ? [count('run.server.prefixCache.repeated', told.repeated)] : []),
    ],
  }
}

function section(title: RunSection['title']): Omit<RunSection, 'figures'> {
  return { title, about, doubt: null }
}
