// Failures caused by flags that contradict each other, the model or the GPU.
import { message } from '#core/messages/message.ts'
import type { FailurePatterns } from './failure-pattern.ts'

export const configurationFailures: FailurePatterns = {
  'length-beyond-model': {
    pattern:
      /User-specified (?:max_model_len|context_length) \((?<length>\d+)\) is greater than the derived/,
    text: 'failures.modelLength',
  },
  'step-below-length': {
    pattern: /max_num_batched_tokens \(\d+\) is smaller than max_model_len/,
    text: 'failures.promptOverStep',
  },
  'step-below-sequences': {
    pattern: /max_num_batched_tokens \(\d+\) must be greater than or equal to max_num_seqs/,
    text: 'failures.stepTooSmall',
  },
  'mamba-blocks': {
    pattern: /exceeds available Mamba cache blocks \((?<blocks>\d+)\)/,
    text: 'failures.mambaBlocks',
  },
  'no-pipeline': {
    pattern: /[Pp]ipeline parallelism is not supported|not supported with pipeline parallel/,
    text: 'failures.noPipeline',
  },
  'too-few-gpus': {
    pattern:
      /World size \((?<wanted>\d+)\) is larger than the number of available GPUs \((?<there>\d+)\)|(?:[Tt]ensor[_ ]parallel|world)[_ ]size.*(?:exceeds|larger than|greater than).*GPUs|[Dd]ata parallel size \d+ exceeds|less than max local gpu count/,
    text: 'failures.tooFewGpus',
  },
  'heads-indivisible': {
    pattern:
      /Total number of attention heads \((?<heads>\d+)\) must be divisible by tensor parallel size/,
    text: 'failures.unevenHeads',
  },
  'no-bfloat16': { pattern: /Bfloat16 is only supported on GPUs/, text: 'failures.noBfloat16' },
  'quantization-needs-newer-gpu': {
    pattern:
      /(?:The quantization method )?(?<method>\S+)(?: quantization)? is not supported for the current GPU/,
    text: 'failures.quantizationUnsupported',
  },
  'quantization-dtype': {
    pattern: /is not supported for quantization method/,
    text: 'failures.dtypeForQuantization',
  },
  'quantization-unknown': {
    pattern: /[Uu]nknown quantization method: (?<method>[\w-]+)\. Must be one of/,
    text: 'failures.unknownQuantization',
  },
  'engine-lacks': {
    pattern: /VLLM_USE_V1=1 is not supported with (?<feature>.+?)\.?$/m,
    text: 'failures.engineLacks',
  },
  'quantization-mismatch': {
    pattern:
      /does not match the quantization method specified in the `quantization` argument|[Uu]nknown quantization(?: method)?[=: ]/,
    text: 'failures.otherQuantization',
  },
  'no-quantization-kernel': {
    pattern:
      /Failed to find a kernel that can implement the|No \w+ (?:MoE )?(?:backend|kernel) supports the/,
    text: 'failures.quantizationKernel',
  },
  'not-quantized-so': {
    pattern: /Cannot find the config file for (?<method>[\w-]+)/,
    text: 'failures.notQuantized',
  },
  'parser-unknown': {
    pattern:
      /(?:invalid (?:tool call|reasoning) parser: |(?:[Tt]ool|[Rr]easoning) parser ')(?<name>[^\s']+)/,
    text: 'failures.unknownParser',
  },
  'parser-unnamed': {
    pattern: /--enable-auto-tool-choice requires --tool-call-parser/,
    text: 'failures.unnamedParser',
  },
  'attention-backend': {
    pattern:
      /Selected backend .* is not valid for this configuration|No valid attention backend found|Invalid attention backend|not supported for Flash(?:MLA|Infer|Attention)|only supported (?:in|with) FlashAttention|has no \w+ kernel for this shape|Unknown attention backend|is not supported by Flash|FlashAttention only supports|Flashinfer backend for models/,
    text: 'failures.attentionBackend',
  },
  'arguments-unquoted': {
    id: 'arguments-refused',
    isPrinted: true,
    pattern:
      /argument (?<flag>--[\w-]+).*: Value .+ cannot be converted to <(?:built-in )?function/,
    text: 'failures.arguments',
    remedy: ({ flag = '' }) => message('files.quotedJson', { flag, value: '{"name": 1}' }),
  },
  'arguments-refused': {
    isPrinted: true,
    pattern:
      /error: (?:unrecognized arguments: (?<words>.+)|argument .+?: |the following arguments are required)|^(?:error: )?(?:[Uu]nknown|[Ii]nvalid|unexpected) argument:? '?(?<flag>-[\w-]+)?/,
    text: 'failures.arguments',
    remedy: ({ words, flag = words }) =>
      flag === undefined ? null : message('failures.unknownArguments.remedy', { words: flag }),
  },
  'lora-rank': {
    pattern: /[Ll]o[Rr][Aa] rank (?<rank>\d+) is greater than max_lora_rank (?<most>\d+)/,
    text: 'failures.loraRank',
  },
  lora: {
    pattern:
      /LoRA is not enabled\. (?<advice>Use --enable-lora[^.\n]*)|LoRA|\blora\b|adapter_config\.json|expected target modules in/,
    text: 'failures.lora',
    remedy: ({ advice }) => (advice ? message('failures.unexplained.advice', { advice }) : null),
  },
  'size-indivisible': {
    pattern: /\b(?<size>\d+) is not divisible by (?<part>\d+)/,
    text: 'failures.indivisible',
    raisedBy: /[\s\S]/,
  },
  'speculative-tokens': {
    id: 'speculative',
    pattern: /num_speculative_tokens.*divisible/,
    text: 'failures.speculative',
  },
  'not-divisible': {
    pattern:
      /(?:must be|not|should be|isn't) divisible|divisible by (?:the )?(?:tensor|tp|world|number of)|not aligned with the quantized weight shape/,
    text: 'failures.unevenSplit',
  },
  'draft-vocabulary': {
    pattern:
      /(?:draft|target).*vocab(?:ulary)?[ _]?size|vocab(?:ulary)?[ _]?size.*(?:draft|target)|same vocab/,
    text: 'failures.vocabulary',
  },
  'data-type': {
    pattern:
      /Unknown dtype|expected scalar type \w+ but found|does not support (?:float16|bfloat16|half)|^\w+: (?:BF16|FP16|[Bb]float16) is not supported|dtype.{0,40}(?:not supported|unsupported)|[Uu]nsupported (?:data ?type|dtype)|Data type .* is not supported|[Ii]nvalid (?:kv_cache_dtype|dtype)|with (?:--kv-cache-dtype|fp8 kv cache)|(?:FP8|fp8) KV cache is not supported/,
    text: 'failures.dataType',
  },
  'hybrid-cache': {
    pattern:
      /Hybrid KV cache manager is disabled but|Hybrid models with more than one KV cache type/,
    text: 'launch.hybridCache',
  },
  speculative: {
    pattern: /[Ss]peculative(?!\w*=(?:None|'))|draft model/,
    text: 'failures.speculative',
  },
}
