// Hub datasets that can be sampled, by id, and their properties for rules, form and reader. workload/hub builds prompts from
// their rows.
import type { MediaForm } from '#core/backends/api-traits.ts'

export type HubFormatName =
  | 'shared-conversation'
  | 'pictured-conversation'
  | 'vision-arena-chat'
  | 'vision-arena-bench'
  | 'video-question'
  | 'code-instruction'
  | 'first-turn'
  | 'code-prompt'
  | 'question'
  | 'code-edit'
  | 'math-problem'
  | 'next-edit'
  | 'speech'
  | 'speech-by-path'
  | 'reference-answer'
  | 'picture-question'
  | 'function-calls'

export type HubDataset = Readonly<{
  format: HubFormatName
  /** Default split; null if there is none. */
  split: string | null
  /** Default subset; null for most datasets. */
  subset: string | null
  /** The dataset has no subsets, so a requested one is ignored. */
  hasNoSubsets: boolean
  media: MediaForm | null
  /** The dataset's reader decides whether prompts use the model's chat template. */
  templateIsOptional: boolean
  /** Null if each row decides. */
  outputTokens: number | null
}>

const text: Omit<HubDataset, 'format'> = {
  split: 'train',
  subset: null,
  hasNoSubsets: false,
  media: null,
  templateIsOptional: false,
  outputTokens: null,
}
const templated = { ...text, templateIsOptional: true, outputTokens: 256 }
const withImages = { ...text, media: 'parts', hasNoSubsets: true, outputTokens: 128 } as const
const speech: HubDataset = { ...text, format: 'speech', media: 'recording', outputTokens: 1024 }
const mathProblem: HubDataset = { ...text, format: 'math-problem' }
const codeEdit: HubDataset = { ...templated, format: 'code-edit', outputTokens: 4000 }
const referenceAnswer: HubDataset = { ...text, format: 'reference-answer' }

export const hubIds = [
  'lmarena-ai/VisionArena-Chat',
  'lmarena-ai/vision-arena-bench-v0.1',
  'yale-nlp/MMVU',
  'likaixin/InstructCoder',
  'philschmid/mt-bench',
  'openai/openai_humaneval',
  'openai/gsm8k',
  'lmms-lab/LLaVA-OneVision-Data',
  'Aeala/ShareGPT_Vicuna_unfiltered',
  'AI-MO/aimo-validation-aime',
  'AI-MO/NuminaMath-1.5',
  'AI-MO/NuminaMath-CoT',
  'zed-industries/zeta',
  'openslr/librispeech_asr',
  'facebook/voxpopuli',
  'LIUM/tedlium',
  'edinburghcstr/ami',
  'speechcolab/gigaspeech',
  'kensho/spgispeech',
  'ArtificialAnalysis/Earnings22-Cleaned-AA',
  'D4nt3/esb-datasets-earnings22-validation-tiny-filtered',
  'vdaita/edit_5k_char',
  'vdaita/edit_10k_char',
  'mgoin/mlperf-inference-llama2-data',
  'mgoin/mlperf-inference-llama3.1-data',
  'Lin-Chen/MMStar',
  'gorilla-llm/Berkeley-Function-Calling-Leaderboard',
] as const

type HubId = (typeof hubIds)[number]

const hubDatasets: Readonly<Record<HubId, HubDataset>> = {
  'lmarena-ai/VisionArena-Chat': { ...withImages, format: 'vision-arena-chat' },
  'lmarena-ai/vision-arena-bench-v0.1': { ...withImages, format: 'vision-arena-bench' },
  'yale-nlp/MMVU': { ...withImages, format: 'video-question', split: 'validation' },
  'likaixin/InstructCoder': { ...templated, format: 'code-instruction', outputTokens: 200 },
  'philschmid/mt-bench': { ...templated, format: 'first-turn' },
  'openai/openai_humaneval': { ...templated, format: 'code-prompt', split: 'test' },
  'openai/gsm8k': { ...templated, format: 'question', split: 'test', subset: 'main' },
  'lmms-lab/LLaVA-OneVision-Data': {
    ...text,
    format: 'pictured-conversation',
    split: null,
    media: 'parts',
  },
  'Aeala/ShareGPT_Vicuna_unfiltered': { ...text, format: 'shared-conversation', split: null },
  'AI-MO/aimo-validation-aime': mathProblem,
  'AI-MO/NuminaMath-1.5': mathProblem,
  'AI-MO/NuminaMath-CoT': mathProblem,
  'zed-industries/zeta': { ...text, format: 'next-edit' },
  'openslr/librispeech_asr': speech,
  'facebook/voxpopuli': speech,
  'LIUM/tedlium': speech,
  'edinburghcstr/ami': speech,
  'speechcolab/gigaspeech': speech,
  'kensho/spgispeech': speech,
  'ArtificialAnalysis/Earnings22-Cleaned-AA': { ...speech, format: 'speech-by-path' },
  'D4nt3/esb-datasets-earnings22-validation-tiny-filtered': speech,
  'vdaita/edit_5k_char': codeEdit,
  'vdaita/edit_10k_char': codeEdit,
  'mgoin/mlperf-inference-llama2-data': referenceAnswer,
  'mgoin/mlperf-inference-llama3.1-data': referenceAnswer,
  'Lin-Chen/MMStar': { ...withImages, format: 'picture-question', split: 'val' },
  'gorilla-llm/Berkeley-Function-Calling-Leaderboard': {
    ...text,
    format: 'function-calls',
    hasNoSubsets: true,
    outputTokens: 512,
  },
}

export type HubChoice = Readonly<{ datasetPath: string | null; hfName: HubId | null }>

/** Finds the dataset by the name given for a copy, else by its path; null if unknown. */
export function hubDatasetOf(named: HubChoice): HubDataset | null {
  const id = hubIdOf(named)
  const known = hubIds.find((one) => one === id)
  return known === undefined ? null : hubDatasets[known]
}

/** Drops the revision that may follow the id in a Hub path. */
export function hubIdOf({ datasetPath, hfName }: HubChoice): string {
  return hfName ?? datasetPath?.replace(/@[^@]*$/, '') ?? ''
}
