// Failures caused by the model: its source and its contents.
import type { FailurePatterns } from './failure-pattern.ts'

export const modelFailures: FailurePatterns = {
  'own-code': {
    pattern: /contains custom code|trust[-_]remote[-_]code=True/i,
    text: 'failures.remoteCode',
  },
  'no-weights': {
    pattern:
      /Cannot find any (?:safetensors )?model weights with|No such file or directory: '[^']*\.(?:safetensors|bin)'/,
    text: 'failures.noWeights',
  },
  'architecture-unsupported': {
    pattern:
      /Model architectures? \[?.*?\]? (?:are|is) not supported|was supported in vLLM until|no vLLM implementation|Cannot find model module|unknown model architecture: |Unknown architecture for AutoModel|Unsupported architectures?:/,
    text: 'failures.architecture',
    isPrinted: true,
  },
  'model-type-unmapped': {
    id: 'model-type',
    pattern: /^KeyError: '(?<type>[\w.-]+)'/,
    text: 'failures.modelType',
    raisedBy: /CONFIG_MAPPING\[/,
  },
  'model-config': {
    pattern: /No model architectures are specified|config file at .* is not a valid JSON/,
    text: 'failures.modelConfig',
  },
  'model-config-read': {
    id: 'model-config',
    pattern: /JSONDecodeError/,
    text: 'failures.modelConfig',
    raisedBy: /configuration_utils|hf_config|_dict_from_json_file/,
  },
  'model-class-broken': { pattern: /failed to be inspected/, text: 'failures.modelImport' },
  'chat-template': {
    pattern: /chat template|chat_template|TemplateSyntaxError|jinja2\.exceptions/,
    text: 'failures.chatTemplate',
  },
  'model-type': {
    pattern:
      /has model type `?'?(?<type>[\w.-]+)'?`? but Transformers does not recognize|Unrecognized model in|Transformers does not recognize this architecture/,
    text: 'failures.modelType',
    params: ({ type }) => ({ type: type ?? '' }),
  },
  'gguf-file': {
    id: 'path-missing',
    pattern: /failed to open GGUF file/,
    text: 'failures.pathMissing',
    isPrinted: true,
  },
  gguf: { pattern: /(?<![\w./-])(?:gguf|GGUF)(?![-/])/, text: 'failures.gguf' },
  'model-file-missing': {
    pattern:
      /does not appear to have (?:a file named |files named )\(?'?(?<file>[\w.-]+?)'?[.,)]?(?:\s|$)|No such file or directory: '[^']*?(?<other>config\.json|tokenizer\w*\.json|preprocessor_config\.json)'|Can't load (?:the )?(?:configuration|image processor|feature extractor|processor)|preprocessor_config\.json/,
    text: 'failures.modelFile',
    params: ({ file, other }) => ({ file: file ?? other ?? 'config.json' }),
  },
  tokenizer: {
    pattern:
      /Can't load tokenizer|[Tt]okenizer class \S+ does not exist|Error loading tokenizer|any variant of untagged enum|Failed to load the tokenizer|[Uu]nable to load vocabulary|[Tt]okenizer.{0,60}(?:not found|missing|No such|does not exist)|provide a valid tokenizer|No tokenizer (?:file found|registered)/,
    text: 'failures.tokenizer',
  },
  'engine-plan': {
    pattern: /Serialized Engine Version|[Ff]ailed to deserialize cuda engine/,
    text: 'launch.enginePlan',
    isPrinted: true,
  },
  'weights-damaged': {
    pattern:
      /SafetensorError|deserializing header|MetadataIncompleteBuffer|header too large|[Ii]nvalid header|PytorchStreamReader failed|UnpicklingError|invalid load key|central directory|git-lfs\.github|unexpected (?:EOF|end of file)|Consistency check failed|file is corrupted|416 Client Error|corrupted or incomplete|missing tensor '/,
    text: 'failures.weightsDamaged',
    isPrinted: true,
  },
  'weights-mismatch': {
    pattern:
      /size mismatch|shape mismatch|Attempted to load weight|[Ww]eights were not initialized|no module or parameter named|KeyError: '(?:model\.|language_model\.)?(?:layers|lm_head|embed|visual|vision)|The size of tensor a .* must match|Tried to load weights of size|loaded_weight\.shape|exceeds dimension size/,
    text: 'failures.weightsMismatch',
  },
  rope: { pattern: /rope_scaling|rope_type|rope_parameters|RoPE scaling/, text: 'failures.rope' },
}
