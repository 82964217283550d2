// Duration of one engine step: the slower of arithmetic and memory traffic, plus a fixed cost per step.
import {
  activeParameters,
  bytesPerNumber,
  type Deployment,
  kvBytesPerToken,
  type Model,
} from '../presets/gpu-presets.ts'

/** The work of one step, summed over its sequences. */
export type StepWork = Readonly<{
  sequences: number
  /** Prompt tokens being prefilled, plus one per decoding sequence. */
  newTokens: number
  /** Context tokens whose keys and values are read. */
  contextTokens: number
  /** Σ new tokens × their mean context: the pairs that attention computes. */
  attentionPairs: number
  /** Tokens drafted sequentially before the step. */
  draftSteps: number
}>

type Hardware = Pick<Deployment, 'gpu' | 'gpuCount' | 'model' | 'kvCacheBytes'>

/** Fractions of the data-sheet peak that real kernels reach. */
const efficiency = { compute: 0.55, bandwidth: 0.75 }
/** Cost of scheduling, sampling and detokenising. */
const overheadMs = { perStep: 0.6, perSequence: 0.025 }
/** Draft model's share of the main model's weights: a layer or two, as in common draft heads. */
const draftModelShare = 0.05
/** One all-reduce; two per layer. */
const allReduceLatencyMs = 0.015

export function stepTimeMs(hardware: Hardware, work: StepWork): number {
  const rooflineMs = Math.max(computeMs(hardware, work), memoryMs(hardware, work))
  const fixedMs = overheadMs.perStep + overheadMs.perSequence * work.sequences
  const ownMs = rooflineMs + fixedMs + communicationMs(hardware, work.newTokens)
  return ownMs + work.draftSteps * draftStepMs(hardware)
}

/** A draft model is so small that only reading its weights counts, whatever the number of sequences. */
function draftStepMs({ gpu, gpuCount, model }: Hardware): number {
  const bytes = draftModelShare * activeParameters(model) * bytesPerNumber
  return bytes / (gpuCount * gpu.memoryBandwidthTBPerS * 1e9 * efficiency.bandwidth)
}

function computeMs({ gpu, gpuCount, model }: Hardware, work: StepWork): number {
  const linear = 2 * activeParameters(model) * work.newTokens
  const attention = 4 * model.layers * model.attentionHeads * model.headSize * work.attentionPairs
  return (linear + attention) / (gpuCount * gpu.peakTflops * 1e9 * efficiency.compute)
}

function memoryMs(hardware: Hardware, work: StepWork): number {
  const { gpu, gpuCount, model } = hardware
  const kvBytes = kvBytesPerToken(hardware) * (work.contextTokens + work.newTokens)
  const bytes = weightBytesRead(model, work.newTokens) + kvBytes
  return bytes / (gpuCount * gpu.memoryBandwidthTBPerS * 1e9 * efficiency.bandwidth)
}

/** A step reads an expert only if one of its tokens is routed to it. */
function weightBytesRead({ parameters, experts }: Model, newTokens: number): number {
  if (experts === null) return parameters * bytesPerNumber
  const untouched = (1 - experts.active / experts.count) ** newTokens
  return (parameters - experts.parameters * untouched) * bytesPerNumber
}

function communicationMs({ gpu, gpuCount, model }: Hardware, newTokens: number): number {
  if (gpuCount === 1) return 0
  const ringShare = (2 * (gpuCount - 1)) / gpuCount
  const bytes = newTokens * model.hiddenSize * bytesPerNumber * ringShare
  return 2 * model.layers * (allReduceLatencyMs + bytes / (gpu.linkGBPerS * 1e6))
}
