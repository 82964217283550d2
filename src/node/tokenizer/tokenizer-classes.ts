// Classes of transformers that split texts by code instead of a tokenizer.json, and their usual special tokens.
import { patterns } from './byte-pair-model.ts'

export type TokenizerClass = Readonly<{
  /** Special tokens by role, unless the config names others. */
  tokens: Readonly<Record<string, string>>
  /** Pattern that splits texts; null selects GPT-2's. Undefined if byte pairs of the class are not supported. */
  pattern?: string | null
  /** Characters are composed first (NFC). */
  composes?: boolean
  /** Roles of the special tokens around a text, unless the config adds others. */
  around?: readonly [string, string]
}>

function named(bos: string, eos: string, others: Readonly<Record<string, string>>) {
  return { bos_token: bos, eos_token: eos, ...others }
}

const endOfText = '<|endoftext|>'
const gpt2: TokenizerClass = {
  tokens: named(endOfText, endOfText, { unk_token: endOfText }),
  pattern: null,
}
const maskedTokens = { unk_token: '<unk>', pad_token: '<pad>', mask_token: '<mask>' }
const aroundTokens = named('<s>', '</s>', { sep_token: '</s>', cls_token: '<s>', ...maskedTokens })
const bertTokens = {
  ...{ unk_token: '[UNK]', sep_token: '[SEP]', pad_token: '[PAD]' },
  ...{ cls_token: '[CLS]', mask_token: '[MASK]' },
}
const bert: TokenizerClass = { tokens: bertTokens }
const roberta: TokenizerClass = {
  tokens: aroundTokens,
  pattern: null,
  around: ['cls_token', 'sep_token'],
}

const qwenTokens = { eos_token: endOfText, unk_token: endOfText, pad_token: endOfText }

const classes: Readonly<Record<string, TokenizerClass>> = {
  GPT2Tokenizer: gpt2,
  CodeGenTokenizer: gpt2,
  Qwen2Tokenizer: { tokens: qwenTokens, pattern: patterns.qwen, composes: true },
  Qwen3_5Tokenizer: { tokens: qwenTokens },
  RobertaTokenizer: roberta,
  BartTokenizer: roberta,
  LongformerTokenizer: roberta,
  DebertaTokenizer: {
    ...roberta,
    tokens: named('[CLS]', '[SEP]', bertTokens),
  },
  BertTokenizer: bert,
  DistilBertTokenizer: bert,
  XLMRobertaTokenizer: { tokens: aroundTokens },
  LlamaTokenizer: { tokens: named('<s>', '</s>', { unk_token: '<unk>' }) },
}

/** Classes of models whose tokenizer config names none, by `model_type`. */
const classOfModels: readonly (readonly [RegExp, string])[] = [
  [/^(gpt2|gpt_neo|gptj|gpt_bigcode|opt|phi|starcoder2|codegen)$/, 'GPT2Tokenizer'],
  [/^qwen3_5/, 'Qwen3_5Tokenizer'],
  [/^qwen[23]/, 'Qwen2Tokenizer'],
  [/^(roberta|bart|longformer|led|roberta-prelayernorm)$/, 'RobertaTokenizer'],
  [/^deberta$/, 'DebertaTokenizer'],
  [/^(distil)?bert$/, 'BertTokenizer'],
  [/^xlm-roberta$/, 'XLMRobertaTokenizer'],
]

/** `named` by a tokenizer_config.json or config.json, otherwise by the model's type; null if unknown. */
export function tokenizerClassOf(
  named: string | null,
  modelType: string | null,
): TokenizerClass | null {
  const byType = classOfModels.find(([pattern]) => pattern.test(modelType ?? ''))?.[1]
  return classes[(named ?? byType ?? '').replace(/Fast$/, '')] ?? null
}
