// Reads workloads made by Python and compares ours with them: prompts, lengths, order and arrival times.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { inputOf } from '#core/workload/sampled-request.ts'
import { TokenIds } from '#core/workload/token-ids.ts'
import { prepareWorkload, type Workload } from '#node/datasets/prepare-workload.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { expectClose } from '../golden/golden-vectors.ts'

const tiny = await loadFileTokenizer(tinyFile)

const promptSchema = z.union([z.string(), z.array(z.int()), z.array(z.string())])

const workloadShape = {
  requests: z.array(z.tuple([promptSchema, z.int(), z.int()])),
  offsetsS: z.array(z.number()),
}

type ExpectedWorkload = z.infer<z.ZodObject<typeof workloadShape>>

export function fixturePath(name: string): string {
  return join(import.meta.dirname, 'fixtures', name)
}

/** `shape` is what was asked for; the outcome is the same for every dataset. */
export function readCases<Shape extends z.ZodRawShape>(name: string, shape: Shape) {
  const schema = z.array(z.object({ ...shape, ...workloadShape })).min(1)
  return schema.parse(JSON.parse(readFileSync(fixturePath(name), 'utf8')))
}

export function prepare(changes: Partial<BenchmarkConfig>): Promise<Workload> {
  const config = { ...defaultBenchmarkConfig, ...changes }
  return prepareWorkload(config, { tokenizer: tiny, requestIdPrefix: 'b-' })
}

export function expectWorkload(made: Workload, expected: ExpectedWorkload): void {
  expect(
    made.requests.map((request) => [
      spelled(inputOf(request)),
      request.promptTokens,
      request.expectedOutputTokens,
    ]),
  ).toEqual(expected.requests)
  expectClose(made.offsetsS, expected.offsetsS)
}

function spelled(input: ReturnType<typeof inputOf>): unknown {
  return input instanceof TokenIds ? [...input] : input
}
