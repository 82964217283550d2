// The deployment of a simulator: a preset, with the flags of `vllm serve` that matter to its model merged in.
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { simulatedFlags } from '#core/model/simulated-flags.ts'
import type { SimulatorSpec } from '#core/model/server.ts'
import { z } from 'zod'
import type { Deployment } from './gpu-presets.ts'
import { powerCapName } from '#core/vllm/flag-index.ts'
import { deploymentOf, findDeployment } from './presets.ts'

type Switches = Readonly<{
  prefixCaching: boolean
  perRequestMetrics: boolean
  promptTokensDetails: boolean
  engines: number
}>
type SimulatedDeployment = Switches & Readonly<{ deployment: Deployment }>

/** A number, or a number as text. */
const figure = z.union([z.number(), z.string().min(1)]).pipe(z.coerce.number())
const wholeNumber = figure.pipe(z.int().min(1))
const share = figure.pipe(z.number().gt(0).max(1))

/** Effects of flags, by name: accepted values, and the fields they change. */
const flagEffects: Readonly<Record<(typeof simulatedFlags)[number], FlagEffect>> = {
  'max-num-seqs': changes(wholeNumber, (maxNumSeqs) => ({ maxNumSeqs })),
  'max-num-batched-tokens': changes(wholeNumber, (maxNumBatchedTokens) => ({
    maxNumBatchedTokens,
  })),
  'max-model-len': changes(wholeNumber, (maxModelLen) => ({ maxModelLen })),
  'gpu-memory-utilization': changes(share, (gpuMemoryUtilization) => ({ gpuMemoryUtilization })),
  'tensor-parallel-size': changes(wholeNumber, (gpuCount) => ({ gpuCount })),
  'data-parallel-size': changes(figure.pipe(z.int().min(1).max(64)), (engines) => ({ engines })),
  'kv-cache-dtype': changes(z.enum(['auto', 'bfloat16', 'fp8', 'fp8_e4m3', 'fp8_e5m2']), (type) =>
    type.startsWith('fp8') ? { kvCacheBytes: 1 } : {},
  ),
  'enable-prefix-caching': changes(z.boolean(), (prefixCaching) => ({ prefixCaching })),
  'no-enable-prefix-caching': changes(z.boolean(), (isOff) => ({ prefixCaching: !isOff })),
  'enable-per-request-metrics': changes(z.boolean(), (perRequestMetrics) => ({
    perRequestMetrics,
  })),
  'enable-prompt-tokens-details': changes(z.boolean(), (promptTokensDetails) => ({
    promptTokensDetails,
  })),
}

type FlagChanges = Partial<Deployment & Switches>
type FlagEffect = (value: ServeFlagValue) => FlagChanges | null

/** Throws `invalid-input` if the model does not support a flag, or if no server could start with it. */
export function simulatedAs({ preset, flags = {} }: SimulatorSpec): SimulatedDeployment {
  const found = findDeployment(preset)
  const reported = Object.entries(flags).map(([name, value]) => reportedBy(name, value))
  const {
    prefixCaching = true,
    perRequestMetrics = false,
    promptTokensDetails = false,
    engines = 1,
    maxModelLen,
    ...choice
  } = Object.assign({}, ...reported) as FlagChanges
  const deployment = deploymentOf({ ...found, ...choice })
  requireStartable(deployment, maxModelLen)
  const withLength = { ...deployment, maxModelLen: maxModelLen ?? deployment.maxModelLen }
  const switches = { prefixCaching, perRequestMetrics, promptTokensDetails, engines }
  return { deployment: withLength, ...switches }
}

function reportedBy(name: string, value: ServeFlagValue): FlagChanges {
  if (name === powerCapName) {
    throw appError('invalid-input', 'servers.simulatorPower', {}, { field: name })
  }
  const effect = effectOf(name)
  if (effect === null) {
    throw appError(
      'invalid-input',
      'servers.simulatorFlag',
      { flag: name, flags: simulatedFlags.join(', ') },
      { field: name },
    )
  }
  const reported = effect(value)
  if (reported !== null) return reported
  throw appError(
    'invalid-input',
    'servers.simulatorValue',
    { flag: name, value: JSON.stringify(value) },
    { field: name },
  )
}

function effectOf(name: string): FlagEffect | null {
  const effects: Readonly<Partial<Record<string, FlagEffect>>> = flagEffects
  return effects[name] ?? null
}

function changes<Value>(
  schema: z.ZodType<Value>,
  effect: (value: Value) => FlagChanges,
): FlagEffect {
  return (given) => {
    const parsed = schema.safeParse(given)
    return parsed.success ? effect(parsed.data) : null
  }
}

/** Throws if vLLM would also refuse to start. */
function requireStartable(deployment: Deployment, maxModelLen: number | undefined): void {
  const { kvCacheTokens, maxNumSeqs, maxNumBatchedTokens, model } = deployment
  if (kvCacheTokens < (maxModelLen ?? 1)) {
    throw unstartable(
      'gpu-memory-utilization',
      `leaves room for ${Math.max(0, kvCacheTokens)} tokens of KV cache, too few for one request.`,
      message('servers.moreMemory'),
    )
  }
  if (maxNumBatchedTokens < maxNumSeqs) {
    throw unstartable(
      'max-num-batched-tokens',
      `(${maxNumBatchedTokens}) is below --max-num-seqs (${maxNumSeqs}).`,
      message('servers.moreTokens'),
    )
  }
  if (maxModelLen !== undefined && maxModelLen > model.maxPositions) {
    throw unstartable(
      'max-model-len',
      `is beyond the ${model.maxPositions} positions of ${model.id}.`,
      message('servers.lowerIt'),
    )
  }
}

function unstartable(field: string, why: Text, remedy: Text): AppError {
  return new AppError('invalid-input', message('common.of', { name: `--${field}`, text: why }), {
    field,
    remedy,
  })
}
