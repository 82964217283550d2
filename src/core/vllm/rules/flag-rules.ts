// Flags that contradict each other, or need one another.
import { numberSet, textSet, type LaunchPlan } from './launch-plan.ts'
import type { ServeRule } from './serve-rule.ts'

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

export const flagRules: readonly ServeRule[] = [
  {
    flag: 'max-num-batched-tokens',
    severity: 'error',
    broken: (plan) => below(plan, 'max-num-batched-tokens', 'max-num-seqs'),
    message: (plan) =>
      `A step of ${numberSet(plan, 'max-num-batched-tokens')} tokens is too small for ` +
      `${numberSet(plan, 'max-num-seqs')} sequences of at least one token each.`,
    remedy: 'Raise --max-num-batched-tokens or lower --max-num-seqs.',
  },
  {
    flag: 'max-num-batched-tokens',
    severity: 'error',
    broken: (plan) =>
      isOff(plan, 'enable-chunked-prefill') &&
      below(plan, 'max-num-batched-tokens', 'max-model-len'),
    message: (plan) =>
      `Without chunked prefill a prompt of up to ${numberSet(plan, 'max-model-len')} tokens has to fit one step of ` +
      `${numberSet(plan, 'max-num-batched-tokens')}.`,
    remedy: 'Leave chunked prefill on, raise --max-num-batched-tokens or lower --max-model-len.',
  },
  {
    flag: 'max-model-len',
    severity: 'error',
    broken: (plan) => {
      const longest = plan.surroundings.model?.maxPositions ?? null
      const length = numberSet(plan, 'max-model-len')
      return longest !== null && length !== null && length > longest && !isSet(plan, 'hf-overrides')
    },
    message: (plan) =>
      `The model was made for ${plan.surroundings.model?.maxPositions} tokens, not ` +
      `${numberSet(plan, 'max-model-len')}.`,
    remedy: 'Lower --max-model-len, or scale its positions with --hf-overrides.',
  },
  {
    flag: 'enable-auto-tool-choice',
    severity: 'error',
    broken: (plan) => isOn(plan, 'enable-auto-tool-choice') && !isSet(plan, 'tool-call-parser'),
    message: () => 'Automatic tool choice needs to know how the model writes its calls.',
    remedy: 'Set --tool-call-parser to the one made for this model.',
  },
  {
    flag: 'enable-lora',
    severity: 'error',
    broken: (plan) => isSet(plan, 'lora-modules') && !isOn(plan, 'enable-lora'),
    message: () => 'Adapters are named, but adapters are off.',
    remedy: 'Turn --enable-lora on.',
  },
  {
    flag: 'compilation-config',
    severity: 'warning',
    broken: (plan) =>
      isOn(plan, 'enforce-eager') &&
      (isSet(plan, 'compilation-config') || isSet(plan, 'optimization-level')),
    message: () =>
      'Eager mode turns compilation and CUDA graphs off, whatever else is said about them.',
    remedy: 'Drop --enforce-eager, or the flags about compilation.',
  },
  {
    flag: 'speculative-config',
    severity: 'error',
    broken: (plan) => {
      const config = speculation(plan)
      return config !== null && config['method'] === undefined && config['model'] === undefined
    },
    message: () => 'Speculation needs a method or a draft model.',
    remedy: 'Add "method", such as "ngram", or "model" to the object.',
  },
  {
    flag: 'dtype',
    severity: 'error',
    broken: ({ config, surroundings }) =>
      config.flags['dtype'] === 'bfloat16' &&
      (config.flags['quantization'] ?? surroundings.model?.quantization) === 'awq',
    message: () => 'AWQ checkpoints compute in float16, not in bfloat16.',
    remedy: 'Leave --dtype out or set it to half.',
  },
  {
    flag: 'quantization',
    severity: 'error',
    broken: (plan) => {
      const asked = textSet(plan, 'quantization')
      const found = plan.surroundings.model?.quantization ?? asked
      return asked !== '' && !asked.includes(found) && !found.includes(asked)
    },
    message: (plan) =>
      `The checkpoint is quantized with ${plan.surroundings.model?.quantization}, not with ` +
      `${textSet(plan, 'quantization')}.`,
    remedy: 'Drop --quantization: the checkpoint says what it is.',
  },
  {
    flag: 'config',
    severity: 'error',
    broken: (plan) => isSet(plan, 'config'),
    message: () => 'A configuration file would hide what the server is told.',
    remedy: 'Import the file, so that its flags can be seen and compared.',
  },
  {
    flag: 'uds',
    severity: 'error',
    broken: (plan) => isSet(plan, 'uds') || isOn(plan, 'grpc') || isOn(plan, 'headless'),
    message: () => 'A server without an HTTP port cannot be watched or measured.',
    remedy: 'Leave --uds, --grpc and --headless out.',
  },
]
