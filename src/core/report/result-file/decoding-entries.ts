// Members of the result file on how the server decoded.
import type { Diffusion, SpecDecode } from '../../model/server/server-activity.ts'
import { float, type PythonEntry } from './python-json.ts'

export function specDecodeEntries(specDecode: SpecDecode | null): readonly PythonEntry[] {
  if (specDecode === null) return []
  return [
    ['spec_decode_acceptance_rate', float(specDecode.acceptanceRate)],
    ['spec_decode_acceptance_length', float(specDecode.acceptanceLength)],
    ['spec_decode_num_drafts', specDecode.drafts],
    ['spec_decode_draft_tokens', specDecode.draftTokens],
    ['spec_decode_accepted_tokens', specDecode.acceptedTokens],
    ['spec_decode_per_position_acceptance_rates', Float64Array.from(specDecode.positionRates)],
  ]
}

export function diffusionEntries(diffusion: Diffusion | null): readonly PythonEntry[] {
  if (diffusion === null) return []
  return [
    ['diffusion_committed_throughput', float(diffusion.committedThroughput)],
    ['diffusion_steps_per_canvas', float(diffusion.stepsPerCanvas)],
    ['diffusion_committed_per_step', float(diffusion.committedPerStep)],
    ['diffusion_committed_tokens', diffusion.committedTokens],
    ['diffusion_denoising_steps', diffusion.denoisingSteps],
    ['diffusion_canvas_positions', diffusion.canvasPositions],
  ]
}
