// The spec_bench and speed_bench datasets: questions sampled as custom prompts, in an order of their own.
import { join } from 'node:path'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { specBenchQuestion, speedBenchQuestion } from '#core/workload/bench-questions.ts'
import { sampleRows } from '#core/workload/custom.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { readJsonLines } from './json-lines-file.ts'
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
}>

/** The original does not hand its seed to these two, so their order is always that of seed 0. */
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
  })

async function sampleQuestions(
  config: BenchmarkConfig,
  sources: SamplerSources,
  { path, category, questionOf, outputTokens, ...template }: Questions,
): Promise<SampledRequest[]> {
  const tokenizer = neededTokenizer(sources, config)
  const prompts: string[] = []
  for await (const { value, where } of readJsonLines(path, sources.signal)) {
    const prompt = questionOf(value, { where, category })
    if (prompt !== null) prompts.push(prompt)
  }
  notEmpty(prompts, {
    problem: `${path} has no question${category === null ? '' : ` of category ${category}`}`,
    remedy: 'Check the path and the category; categories are compared letter by letter.',
  })
  const rows = prompts.map((prompt) => ({ prompt, outputTokens }))
  const options = { ...sampleOptions(config, sources), seed: orderSeed, ...template }
  return sampleRows(rows, options, tokenizer)
}
