// How the server decoded, from a result file; all figures of one kind, or none.
import {
  diffusionSchema,
  specDecodeSchema,
  type ServerActivity,
} from '../model/server/server-activity.ts'
import type { Result } from './result-schema.ts'

export function importedActivity(result: Result): ServerActivity | null {
  const specDecode = specDecodeSchema.safeParse({
    drafts: result.spec_decode_num_drafts,
    draftTokens: result.spec_decode_draft_tokens,
    acceptedTokens: result.spec_decode_accepted_tokens,
    acceptanceRate: result.spec_decode_acceptance_rate,
    acceptanceLength: result.spec_decode_acceptance_length,
    positionRates: result.spec_decode_per_position_acceptance_rates,
  })
  const diffusion = diffusionSchema.safeParse({
    committedTokens: result.diffusion_committed_tokens,
    denoisingSteps: result.diffusion_denoising_steps,
    canvasPositions: result.diffusion_canvas_positions,
    committedThroughput: result.diffusion_committed_throughput,
    stepsPerCanvas: result.diffusion_steps_per_canvas,
    committedPerStep: result.diffusion_committed_per_step,
  })
  if (!specDecode.success && !diffusion.success) return null
  return {
    specDecode: specDecode.data ?? null,
    diffusion: diffusion.data ?? null,
    prefixCache: null,
  }
}
