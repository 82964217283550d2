// The spec_bench and speed_bench datasets: questions sampled as custom prompts, in their own order.
import { join } from 'node:path'
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { specBenchQuestion, speedBenchQuestion } from '#core/workload/datasets/bench-questions.ts'
import { sampleRows } from '#core/workload/datasets/custom.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { readEntries } from '../row-file.ts'
import {
  datasetPathOf,
  neededTokenizer,
  notEmpty,
  sampleOptions,
  type Sampler,
  type SamplerSources,
} from './sampler.ts'

type Questions = Readonly<{
  path: string
  category: string | null
  questionOf: typeof specBenchQuestion
  outputTokens: number
  chatTemplate: boolean
  templateVariables?: BenchmarkConfig['chatTemplateKwargs']
  /** Token limit of questions; null or absent for none. */
  longest?: number | null
}>

/** The original client does not pass its seed to these two, so their order is always that for seed 0. */
const orderSeed = 0

export const sampleSpecBench: Sampler = (config, sources) =>
  sampleQuestions(config, sources, {
    path: datasetPathOf(config),
    category: config.specBenchCategory,
    questionOf: specBenchQuestion,
    outputTokens: config.outputLen ?? config.specBenchOutputLen,
    chatTemplate: true,
  })

export const sampleSpeedBench: Sampler = (config, sources) =>
  sampleQuestions(config, sources, {
    path: join(datasetPathOf(config), `${config.speedBenchDatasetSubset}.jsonl`),
    category: config.speedBenchCategory,
    questionOf: speedBenchQuestion,
    outputTokens: config.speedBenchOutputLen,
    chatTemplate: !config.skipChatTemplate,
    templateVariables: config.chatTemplateKwargs,
    longest: config.speedBenchMaxInputLen,
  })

async function sampleQuestions(
  config: BenchmarkConfig,
  sources: SamplerSources,
  { path, category, questionOf, outputTokens, longest = null, ...template }: Questions,
): Promise<SampledRequest[]> {
  const tokenizer = neededTokenizer(sources, config)
  const prompts: string[] = []
  for await (const { value, where } of readEntries(path, sources.signal)) {
    const prompt = questionOf(value, { where, category })
    if (prompt !== null) prompts.push(prompt)
  }
  notEmpty(prompts, {
    problem:
      category === null
        ? message('workload.noQuestion', { path })
        : message('workload.noQuestionOfCategory', { path, category }),
    remedy: message('workload.noQuestion.remedy'),
  })
  const questions = longest === null ? prompts : await cutTo(longest, prompts, tokenizer)
  const rows = questions.map((prompt) => ({ prompt, outputTokens }))
  const options = { ...sampleOptions(config, sources), seed: orderSeed, ...template }
  return sampleRows(rows, options, tokenizer)
}

async function cutTo(
  longest: number,
  prompts: readonly string[],
  tokenizer: Tokenizer,
): Promise<readonly string[]> {
  const encoded = await tokenizer.encode(prompts, false)
  const cut = await tokenizer.decode(encoded.map((ids) => ids.slice(0, longest)))
  return prompts.map((prompt, index) =>
    (encoded[index]?.length ?? 0) > longest ? (cut[index] ?? prompt) : prompt,
  )
}
