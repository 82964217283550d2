// Failures because flags contradict each other, the model or the GPU.
import type { FailurePattern } from './failure-pattern.ts'

export const configurationFailures: readonly FailurePattern[] = [
  {
    id: 'length-beyond-model',
    pattern:
      /User-specified max_model_len \((?<length>\d+)\) is greater than the derived max_model_len/,
    title: 'The model was not made for that length',
    remedy: ({ length }) =>
      `Set --max-model-len below ${length}, or scale its positions with --hf-overrides.`,
  },
  {
    id: 'step-below-length',
    pattern: /max_num_batched_tokens \(\d+\) is smaller than max_model_len/,
    title: 'A prompt of full length does not fit one step',
    remedy: 'Leave chunked prefill on, raise --max-num-batched-tokens or lower --max-model-len.',
  },
  {
    id: 'step-below-sequences',
    pattern: /max_num_batched_tokens \(\d+\) must be greater than or equal to max_num_seqs/,
    title: 'A step is too small for that many sequences',
    remedy: 'Raise --max-num-batched-tokens or lower --max-num-seqs.',
  },
  {
    id: 'too-few-gpus',
    pattern:
      /World size \((?<wanted>\d+)\) is larger than the number of available GPUs \((?<there>\d+)\)|(?:tensor[_ ]parallel|world)[_ ]size.*(?:exceeds|larger than|greater than).*GPUs/,
    title: 'More GPUs are asked for than are there',
    remedy: 'Lower tensor, pipeline or data parallelism, or spread the server over hosts.',
  },
  {
    id: 'heads-indivisible',
    pattern:
      /Total number of attention heads \((?<heads>\d+)\) must be divisible by tensor parallel size/,
    title: 'The attention heads cannot be shared evenly',
    remedy: ({ heads }) => `Choose a tensor parallel size that divides ${heads}.`,
  },
  {
    id: 'no-bfloat16',
    pattern: /Bfloat16 is only supported on GPUs/,
    title: 'This GPU cannot compute in bfloat16',
    remedy: 'Set --dtype half.',
  },
  {
    id: 'quantization-needs-newer-gpu',
    pattern: /The quantization method (?<method>\S+) is not supported for the current GPU/,
    title: 'This GPU cannot run the quantization',
    remedy: ({ method }) => `Take a checkpoint that is not ${method}, or a newer GPU.`,
  },
  {
    id: 'quantization-dtype',
    pattern: /is not supported for quantization method/,
    title: 'The data type does not go with the quantization',
    remedy: 'Set --dtype to one of those the log names.',
  },
  {
    id: 'quantization-mismatch',
    pattern:
      /does not match the quantization method specified in the `quantization` argument|Unknown quantization method/,
    title: 'The quantization asked for is not that of the checkpoint',
    remedy: 'Drop --quantization: the checkpoint says what it is.',
  },
  {
    id: 'not-quantized-so',
    pattern: /Cannot find the config file for (?<method>[\w-]+)/,
    title: 'The checkpoint is not quantized that way',
    remedy: ({ method }) => `Drop --quantization, or take a checkpoint made with ${method}.`,
  },
  {
    id: 'parser-unknown',
    pattern: /invalid (?:tool call|reasoning) parser: (?<name>\S+)/,
    title: 'This vLLM does not know the parser',
    remedy: ({ name }) => `Choose one the log names in place of ${name}.`,
  },
  {
    id: 'attention-backend',
    pattern:
      /Selected backend .* is not valid for this configuration|No valid attention backend found|Invalid attention backend/,
    title: 'The attention backend cannot be used here',
    remedy: 'Drop --attention-backend, or choose one the log names.',
  },
  {
    id: 'arguments-refused',
    pattern:
      /error: (?:unrecognized arguments: (?<words>.+)|argument .+?: |the following arguments are required)/,
    title: 'vLLM does not take this command line',
    remedy: ({ words }) =>
      words === undefined
        ? 'Compare it with the flags of the installed version.'
        : `Take out ${words}: the installed version does not know it.`,
  },
]
