// The server's own counts during the run: drafts, denoising, cached prompts, wasted tokens.
import type { ServerActivity } from '#core/model/server-activity.ts'
import { serverWaste } from '#core/stats/server-waste.ts'
import { warmCacheHitRate } from '#core/stats/warm-cache.ts'
import { count, share, speed } from '../run-figures.ts'
import type { RunSection, SectionOf } from './run-section.ts'

const about = { key: 'run.server.about', values: {} } as const

/** Null if the server did not report it. */
function reportedSection<Part extends keyof ServerActivity>(
  part: Part,
  title: RunSection['title'],
  figuresOf: (reported: NonNullable<ServerActivity[Part]>) => RunSection['figures'],
): SectionOf {
  return ({ server }) => {
    const reported = server?.[part] ?? null
    return reported === null ? null : { ...section(title), figures: figuresOf(reported) }
  }
}

export const specDecodeSection = reportedSection(
  'specDecode',
  'run.server.specDecode.title',
  (reported) => [
    share('run.server.specDecode.acceptanceRate', reported.acceptanceRate / 100),
    speed('run.server.specDecode.acceptanceLength', reported.acceptanceLength, 'tok/step'),
    count('run.server.specDecode.drafts', reported.drafts),
    count('run.server.specDecode.draftTokens', reported.draftTokens),
    count('run.server.specDecode.acceptedTokens', reported.acceptedTokens),
    ...reported.positionRates.map((rate, index) =>
      share('run.server.specDecode.atPosition', rate, { position: index + 1 }),
    ),
  ],
)

export const diffusionSection = reportedSection(
  'diffusion',
  'run.server.diffusion.title',
  (reported) => [
    speed('run.server.diffusion.committedThroughput', reported.committedThroughput, 'tok/s'),
    speed('run.server.diffusion.stepsPerCanvas', reported.stepsPerCanvas, ''),
    speed('run.server.diffusion.committedPerStep', reported.committedPerStep, 'tok/step'),
    count('run.server.diffusion.committedTokens', reported.committedTokens),
    count('run.server.diffusion.denoisingSteps', reported.denoisingSteps),
    count('run.server.diffusion.canvasPositions', reported.canvasPositions),
  ],
)

export const prefixCacheSection: SectionOf = (summary, config) => {
  const reported = summary.server?.prefixCache ?? null
  if (reported === null) return null
  const isWarm = warmCacheHitRate(config, summary) !== null
  return {
    ...section('run.server.prefixCache.title'),
    issue: isWarm ? 'run.server.prefixCache.warm' : null,
    figures: [
      share('run.server.prefixCache.hitRate', reported.hits / reported.queries),
      count('run.server.prefixCache.queries', reported.queries),
      count('run.server.prefixCache.hits', reported.hits),
      ...(reported.repeated ? [count('run.server.prefixCache.repeated', reported.repeated)] : []),
    ],
  }
}

export const wasteSection: SectionOf = (summary) => {
  const waste = serverWaste(summary)
  if (waste === null) return null
  return {
    ...section('run.server.waste.title'),
    figures: [
      count('run.server.waste.generated', waste.generated),
      count('run.server.waste.unused', waste.unused),
      count('run.server.waste.unreceived', waste.unreceived),
    ],
  }
}

function section(title: RunSection['title']): Omit<RunSection, 'figures'> {
  return { title, about, issue: null }
}
