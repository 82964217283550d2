// Describes a preset in plain lines: the simulated deployment, the duration of its steps, and the expected knee.
import { inEnglish } from '#core/messages/message.ts'
import {
  capacityWithinTpot,
  decodeStepMs,
  fullBatchCapacity,
  prefillMs,
  type Capacity,
} from '../engine/capacity.ts'
import type { Deployment } from './gpu-presets.ts'
import { planMemory } from '../engine/prefix-cache.ts'
import { findDeployment } from './presets.ts'
import type { Lengths } from '../engine/steady-step.ts'

const decodeBatches = [1, 8, 32, 128, 512]
const decodeContext = 512
const promptLengths = [128, 512, 2048]
export const exampleWorkload: Lengths = { inputTokens: 256, outputTokens: 64 }

export type ExplainedLoad = Lengths & Readonly<{ mostTpotMs: number | null }>

export function explainPreset(
  presetId: string,
  load: ExplainedLoad = { ...exampleWorkload, mostTpotMs: null },
): string[] {
  const deployment = findDeployment(presetId)
  return [
    `${deployment.id}: ${inEnglish(deployment.description)}`,
    ...describeHardware(deployment),
    ...describeSteps(deployment),
    ...describeCapacity(deployment, load),
    'A roofline model, not a measurement: expect the order of magnitude.',
  ]
}

function describeHardware(deployment: Deployment): string[] {
  const { gpu, gpuCount, model, maxModelLen, kvCacheTokens } = deployment
  const { weightsGiB, kvCacheGiB } = planMemory(deployment)
  return [
    `  GPU                ${gpuCount} × ${gpu.name}: ${gpu.peakTflops} TFLOPS BF16, ` +
      `${gpu.memoryBandwidthTBPerS} TB/s, ${gpu.memoryGiB} GiB`,
    `  Model              ${model.id}, ${(model.parameters / 1e9).toFixed(2)} B parameters, ` +
      `up to ${maxModelLen} tokens`,
    `  Memory per GPU     ${weightsGiB.toFixed(1)} GiB weights, ${kvCacheGiB.toFixed(1)} GiB KV cache`,
    `  KV cache           ${kvCacheTokens} tokens`,
    `  Limits             ${deployment.maxNumSeqs} requests, ` +
      `${deployment.maxNumBatchedTokens} tokens per step`,
  ]
}

function describeSteps(deployment: Deployment): string[] {
  const smaller = decodeBatches.filter((sequences) => sequences < deployment.maxNumSeqs)
  const decode = [...smaller, deployment.maxNumSeqs].map((sequences) => {
    const stepMs = decodeStepMs(deployment, { sequences, context: decodeContext })
    return `${sequences}: ${stepMs.toFixed(1)}`
  })
  const prefill = promptLengths.map(
    (tokens) => `${tokens}: ${prefillMs(deployment, tokens).toFixed(1)}`,
  )
  return [
    `  Decode step (ms)   by batch, ${decodeContext} tokens of context: ${decode.join(', ')}`,
    `  Prefill (ms)       by prompt tokens: ${prefill.join(', ')}`,
  ]
}

function describeCapacity(deployment: Deployment, load: ExplainedLoad): string[] {
  const { inputTokens, outputTokens, mostTpotMs } = load
  const capacity = fullBatchCapacity(deployment, load)
  return [
    `  Full batch         ${inputTokens} tokens in, ${outputTokens} out: ${inStep(capacity)}`,
    `  Knee near          ${perSecond(capacity)}`,
    ...(mostTpotMs === null ? [] : [describeWithin(deployment, { ...load, mostTpotMs })]),
  ]
}

function describeWithin(
  deployment: Deployment,
  load: Lengths & Readonly<{ mostTpotMs: number }>,
): string {
  const within = capacityWithinTpot(deployment, load)
  const said = within === null ? 'not even one request' : `${perSecond(within)}, ${inStep(within)}`
  return `  TPOT ≤ ${`${load.mostTpotMs} ms`.padEnd(12)}${said}`
}

function inStep({ concurrency, stepMs }: Capacity): string {
  return `${concurrency} at a time, ${stepMs.toFixed(1)} ms per step`
}

function perSecond({ requestsPerSecond, outputTokensPerSecond }: Capacity): string {
  return (
    `${requestsPerSecond.toFixed(1)} requests/s, ` +
    `${outputTokensPerSecond.toFixed(0)} output tokens/s`
  )
}
