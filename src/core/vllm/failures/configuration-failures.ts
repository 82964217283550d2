// Failures because flags contradict each other, the model or the GPU.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

export const configurationFailures: readonly FailurePattern[] = [
  {
    id: 'length-beyond-model',
    pattern:
      /User-specified max_model_len \((?<length>\d+)\) is greater than the derived max_model_len/,
    title: message('failures.modelLength'),
    remedy: ({ length }) => message('failures.modelLength.remedy', { length }),
  },
  {
    id: 'step-below-length',
    pattern: /max_num_batched_tokens \(\d+\) is smaller than max_model_len/,
    title: message('failures.promptOverStep'),
    remedy: message('failures.promptOverStep.remedy'),
  },
  {
    id: 'step-below-sequences',
    pattern: /max_num_batched_tokens \(\d+\) must be greater than or equal to max_num_seqs/,
    title: message('failures.stepTooSmall'),
    remedy: message('failures.stepTooSmall.remedy'),
  },
  {
    id: 'too-few-gpus',
    pattern:
      /World size \((?<wanted>\d+)\) is larger than the number of available GPUs \((?<there>\d+)\)|(?:tensor[_ ]parallel|world)[_ ]size.*(?:exceeds|larger than|greater than).*GPUs/,
    title: message('failures.tooFewGpus'),
    remedy: message('failures.tooFewGpus.remedy'),
  },
  {
    id: 'heads-indivisible',
    pattern:
      /Total number of attention heads \((?<heads>\d+)\) must be divisible by tensor parallel size/,
    title: message('failures.unevenHeads'),
    remedy: ({ heads }) => message('failures.unevenHeads.remedy', { heads }),
  },
  {
    id: 'no-bfloat16',
    pattern: /Bfloat16 is only supported on GPUs/,
    title: message('failures.noBfloat16'),
    remedy: message('failures.noBfloat16.remedy'),
  },
  {
    id: 'quantization-needs-newer-gpu',
    pattern: /The quantization method (?<method>\S+) is not supported for the current GPU/,
    title: message('failures.quantizationUnsupported'),
    remedy: ({ method }) => message('failures.quantizationUnsupported.remedy', { method }),
  },
  {
    id: 'quantization-dtype',
    pattern: /is not supported for quantization method/,
    title: message('failures.dtypeForQuantization'),
    remedy: message('failures.dtypeForQuantization.remedy'),
  },
  {
    id: 'quantization-mismatch',
    pattern:
      /does not match the quantization method specified in the `quantization` argument|Unknown quantization method/,
    title: message('failures.otherQuantization'),
    remedy: message('failures.otherQuantization.remedy'),
  },
  {
    id: 'not-quantized-so',
    pattern: /Cannot find the config file for (?<method>[\w-]+)/,
    title: message('failures.notQuantized'),
    remedy: ({ method }) => message('failures.notQuantized.remedy', { method }),
  },
  {
    id: 'parser-unknown',
    pattern: /invalid (?:tool call|reasoning) parser: (?<name>\S+)/,
    title: message('failures.unknownParser'),
    remedy: ({ name }) => message('failures.unknownParser.remedy', { name }),
  },
  {
    id: 'attention-backend',
    pattern:
      /Selected backend .* is not valid for this configuration|No valid attention backend found|Invalid attention backend/,
    title: message('failures.attentionBackend'),
    remedy: message('failures.attentionBackend.remedy'),
  },
  {
    id: 'arguments-refused',
    pattern:
      /error: (?:unrecognized arguments: (?<words>.+)|argument .+?: |the following arguments are required)/,
    title: message('failures.arguments'),
    remedy: ({ words }) =>
      words === undefined
        ? message('failures.arguments.remedy')
        : message('failures.unknownArguments.remedy', { words }),
  },
]
