// Speculative decoding and block diffusion: a server's statistics of them, and where each is shown.
import { type CounterGrowth, type DecodingMethod, figure } from '#core/model/decoding.ts'

const specDecode = {
  /** Share of drafted tokens. */
  acceptanceRate: figure('number', ['spec_decode_acceptance_rate', 'Acceptance rate (%):'], '%'),
  /** Mean tokens per step: one, plus the accepted drafts. */
  acceptanceLength: figure(
    'number',
    ['spec_decode_acceptance_length', 'Acceptance length:'],
    'tok/step',
  ),
  drafts: figure('count', ['spec_decode_num_drafts', 'Drafts:']),
  draftTokens: figure('count', ['spec_decode_draft_tokens', 'Draft tokens:']),
  acceptedTokens: figure('count', ['spec_decode_accepted_tokens', 'Accepted tokens:']),
  /** Share of drafts whose token at each position was accepted. */
  positionRates: figure('shares', [
    'spec_decode_per_position_acceptance_rates',
    'Per-position acceptance (%):',
  ]),
} as const

const diffusion = {
  committedThroughput: figure(
    'number',
    ['diffusion_committed_throughput', 'Committed throughput (tok/s):'],
    'tok/s',
  ),
  stepsPerCanvas: figure('number', ['diffusion_steps_per_canvas', 'Denoising steps per canvas:']),
  committedPerStep: figure(
    'number',
    ['diffusion_committed_per_step', 'Committed per denoising step:'],
    'tok/step',
  ),
  committedTokens: figure('count', ['diffusion_committed_tokens', 'Committed tokens:']),
  denoisingSteps: figure('count', ['diffusion_denoising_steps', 'Denoising steps:']),
  canvasPositions: figure('count', ['diffusion_canvas_positions', 'Canvas positions evaluated:']),
} as const

export const decodings = {
  specDecode: {
    title: 'Speculative Decoding',
    figures: specDecode,
    counters: {
      drafts: /^vllm:spec_decode\w*num_drafts\w*_total$/,
      draftTokens: /^vllm:spec_decode\w*num_draft_tokens\w*_total$/,
      acceptedTokens: /^vllm:spec_decode\w*num_accepted_tokens(?!_per_pos)\w*_total$/,
    },
    atPosition: /^vllm:spec_decode\w*num_accepted_tokens_per_pos\w*_total$/,
    valuesOf: specDecodeOf,
  },
  diffusion: {
    title: 'Diffusion Decoding',
    figures: diffusion,
    counters: {
      denoisingSteps: /^vllm:diffusion\w*num_denoising_steps\w*_total$/,
      canvasPositions: /^vllm:diffusion\w*num_canvas_positions\w*_total$/,
      committedTokens: /^vllm:diffusion\w*num_committed_tokens\w*_total$/,
    },
    valuesOf: diffusionOf,
  },
} as const satisfies Readonly<Record<string, DecodingMethod>>

function specDecodeOf({ of, atPositions }: CounterGrowth): object | null {
  const drafts = of('drafts') ?? 0
  const draftTokens = of('draftTokens') ?? 0
  const acceptedTokens = of('acceptedTokens') ?? 0
  if (draftTokens === 0) return null
  return {
    drafts,
    draftTokens,
    acceptedTokens,
    acceptanceRate: (acceptedTokens / draftTokens) * 100,
    acceptanceLength: drafts === 0 ? 0 : 1 + acceptedTokens / drafts,
    positionRates: drafts === 0 ? [] : atPositions().map((accepted) => accepted / drafts),
  }
}

/** Subtracts the commit step, which a canvas takes after its denoising steps. */
function diffusionOf({ of }: CounterGrowth, durationS: number): object | null {
  const steps = of('denoisingSteps') ?? 0
  const canvasPositions = of('canvasPositions') ?? 0
  const committedTokens = of('committedTokens') ?? 0
  if (steps === 0 || committedTokens === 0 || canvasPositions === 0) return null
  const canvases = committedTokens / (canvasPositions / steps)
  const denoisingSteps = steps - canvases
  return {
    committedTokens,
    denoisingSteps: steps,
    canvasPositions,
    committedThroughput: durationS > 0 ? committedTokens / durationS : 0,
    stepsPerCanvas: denoisingSteps / canvases,
    committedPerStep: denoisingSteps > 0 ? committedTokens / denoisingSteps : 0,
  }
}
