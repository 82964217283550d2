// The section on how the server decoded, where it guessed tokens ahead or denoised whole blocks of them.
import type { Diffusion, SpecDecode } from '../../model/server/server-activity.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { amount, banner, count } from './report-layout.ts'

/** One of the two: a server that denoises counts its steps as drafts as well. */
export function decodingSection({ server }: RunSummary): readonly string[] {
  if (server === null) return []
  if (server.diffusion !== null) return diffusionRows(server.diffusion)
  return server.specDecode === null ? [] : specDecodeRows(server.specDecode)
}

function diffusionRows(diffusion: Diffusion): readonly string[] {
  return [
    banner('Diffusion Decoding', '-'),
    amount('Committed throughput (tok/s):', diffusion.committedThroughput),
    amount('Denoising steps per canvas:', diffusion.stepsPerCanvas),
    amount('Committed per denoising step:', diffusion.committedPerStep),
    count('Committed tokens:', diffusion.committedTokens),
    count('Denoising steps:', diffusion.denoisingSteps),
    count('Canvas positions evaluated:', diffusion.canvasPositions),
  ]
}

function specDecodeRows(specDecode: SpecDecode): readonly string[] {
  const { positionRates } = specDecode
  return [
    banner('Speculative Decoding', '-'),
    amount('Acceptance rate (%):', specDecode.acceptanceRate),
    amount('Acceptance length:', specDecode.acceptanceLength),
    count('Drafts:', specDecode.drafts),
    count('Draft tokens:', specDecode.draftTokens),
    count('Accepted tokens:', specDecode.acceptedTokens),
    ...(positionRates.length === 0 ? [] : ['Per-position acceptance (%):']),
    ...positionRates.map((rate, position) => amount(`  Position ${position}:`, rate * 100)),
  ]
}
