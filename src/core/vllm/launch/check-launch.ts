// Launch problems that can be found before the start.
import { message, remedied } from '#core/messages/message.ts'
import type { HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import {
  isMigDevice,
  findingsOf,
  type GpuMemory,
  type LaunchPlan,
  numberSet,
  parallelSize,
  type ServeFinding,
  type ServeRule,
  spansHosts,
  textSet,
  workerCount,
} from './launch-plan.ts'
import { memoryRules } from './memory-rules.ts'
import { valueFindings } from './value-findings.ts'

const isOn = ({ config }: LaunchPlan, name: string) => config.flags[name] === true
const isOff = ({ config }: LaunchPlan, name: string) => config.flags[name] === false
const isSet = ({ config }: LaunchPlan, name: string) => config.flags[name] !== undefined

function below(plan: LaunchPlan, name: string, other: string): boolean {
  const [value, least] = [numberSet(plan, name), numberSet(plan, other)]
  return value !== null && least !== null && value < least
}

function speculation({ config }: LaunchPlan): Readonly<Record<string, unknown>> | null {
  const value = config.flags['speculative-config']
  return typeof value === 'object' && !Array.isArray(value) ? value : null
}

const flagRules: readonly ServeRule[] = [
  {
    flag: 'max-num-batched-tokens',
    broken: (plan) => below(plan, 'max-num-batched-tokens', 'max-num-seqs'),
    says: (plan) => ({
      message: message('launch.stepTooSmall', {
        tokens: numberSet(plan, 'max-num-batched-tokens'),
        sequences: numberSet(plan, 'max-num-seqs'),
      }),
      remedy: message('failures.stepTooSmall.remedy'),
    }),
  },
  {
    flag: 'max-num-batched-tokens',
    broken: (plan) =>
      isOff(plan, 'enable-chunked-prefill') &&
      below(plan, 'max-num-batched-tokens', 'max-model-len'),
    says: (plan) => ({
      message: message('launch.promptOverStep', {
        length: numberSet(plan, 'max-model-len'),
        step: numberSet(plan, 'max-num-batched-tokens'),
      }),
      remedy: message('failures.promptOverStep.remedy'),
    }),
  },
  {
    flag: 'max-model-len',
    broken: (plan) => {
      const longest = plan.surroundings.model?.maxPositions ?? null
      const length = numberSet(plan, 'max-model-len')
      return longest !== null && length !== null && length > longest && !isSet(plan, 'hf-overrides')
    },
    says: (plan) =>
      remedied('launch.modelLength', {
        length: plan.surroundings.model?.maxPositions,
        wanted: numberSet(plan, 'max-model-len'),
      }),
  },
  {
    flag: 'enable-auto-tool-choice',
    broken: (plan) => isOn(plan, 'enable-auto-tool-choice') && !isSet(plan, 'tool-call-parser'),
    says: () => remedied('launch.toolChoice'),
  },
  {
    flag: 'enable-lora',
    broken: (plan) => isSet(plan, 'lora-modules') && !isOn(plan, 'enable-lora'),
    says: () => remedied('launch.adaptersOff'),
  },
  {
    flag: 'compilation-config',
    severity: 'warning',
    broken: (plan) =>
      isOn(plan, 'enforce-eager') &&
      (isSet(plan, 'compilation-config') || isSet(plan, 'optimization-level')),
    says: () => remedied('launch.eager'),
  },
  {
    flag: 'speculative-config',
    broken: (plan) => {
      const config = speculation(plan)
      return config !== null && config['method'] === undefined && config['model'] === undefined
    },
    says: () => remedied('launch.speculation'),
  },
  {
    flag: 'dtype',
    broken: ({ config, surroundings }) =>
      config.flags['dtype'] === 'bfloat16' &&
      (config.flags['quantization'] ?? surroundings.model?.quantization) === 'awq',
    says: () => remedied('launch.awq'),
  },
  {
    flag: 'quantization',
    broken: (plan) => {
      const asked = textSet(plan, 'quantization')
      const found = plan.surroundings.model?.quantization ?? asked
      return asked !== '' && !asked.includes(found) && !found.includes(asked)
    },
    says: (plan) => ({
      message: message('launch.quantizationDiffers', {
        found: plan.surroundings.model?.quantization,
        asked: textSet(plan, 'quantization'),
      }),
      remedy: message('failures.otherQuantization.remedy'),
    }),
  },
  {
    flag: 'config',
    broken: (plan) => isSet(plan, 'config'),
    says: () => remedied('launch.configFile'),
  },
  {
    flag: 'uds',
    broken: (plan) => isSet(plan, 'uds') || isOn(plan, 'grpc') || isOn(plan, 'headless'),
    says: () => remedied('launch.noHttp'),
  },
]

const parallelismRules: readonly ServeRule[] = [
  {
    flag: 'tensor-parallel-size',
    broken: (plan) =>
      plan.surroundings.gpus !== null &&
      !spansHosts(plan) &&
      workerCount(plan) > plan.surroundings.gpus.length,
    says: (plan) =>
      remedied('launch.parallelGpus', {
        wanted: workerCount(plan),
        seen: plan.surroundings.gpus?.length ?? 0,
      }),
  },
  {
    flag: 'tensor-parallel-size',
    broken: (plan) => {
      const heads = plan.surroundings.model?.attentionHeads ?? null
      return heads !== null && heads % parallelSize(plan, 'tensor') !== 0
    },
    says: (plan) =>
      remedied('launch.unevenHeads', {
        heads: plan.surroundings.model?.attentionHeads,
        gpus: parallelSize(plan, 'tensor'),
      }),
  },
  {
    flag: 'enable-expert-parallel',
    severity: 'warning',
    broken: (plan) =>
      plan.config.flags['enable-expert-parallel'] === true && workerCount(plan) === 1,
    says: () => remedied('launch.expertsOnOneGpu'),
  },
  {
    flag: 'data-parallel-rank',
    broken: (plan) => {
      const rank = numberSet(plan, 'data-parallel-rank')
      return rank !== null && rank >= parallelSize(plan, 'data')
    },
    says: (plan) =>
      remedied('launch.rank', {
        rank: numberSet(plan, 'data-parallel-rank'),
        count: parallelSize(plan, 'data'),
      }),
  },
]

const rules: readonly ServeRule[] = [...parallelismRules, ...memoryRules, ...flagRules]

/** Errors first. */
export function checkLaunch(plan: LaunchPlan): ServeFinding[] {
  return [...valueFindings(plan), ...findingsOf(rules, plan)].toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  )
}

/** GPU memory visible to the server, as reported by its host; null if nvidia-smi reported nothing. */
export function gpusOf(facts: HostFacts, chosen: LaunchProfile['gpus']): GpuMemory[] | null {
  if (chosen?.some(isMigDevice)) return null
  const gpus = facts.gpus.filter(
    ({ index, uuid }) => chosen === null || chosen.includes(String(index)) || chosen.includes(uuid),
  )
  const memory = gpus.flatMap(({ name, memoryTotalMiB: totalMiB, memoryUsedMiB }) =>
    totalMiB === null || memoryUsedMiB === null
      ? []
      : [{ name, totalMiB, freeMiB: totalMiB - memoryUsedMiB }],
  )
  return facts.gpus.length === 0 || memory.length < gpus.length ? null : memory
}
