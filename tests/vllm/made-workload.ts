// What we send for a command line, in the shape the real client's requests are kept in.
import { expect } from 'vitest'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { asText } from '#core/protocol/requests/body-text.test-support.ts'
import { buildRequestBody } from '#core/protocol/requests/request-body.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { resolveTokenizer } from '#node/tokenizer/resolve-tokenizer.ts'
import { expectClose } from '../golden/golden-vectors.ts'
import { repository } from './real-client.ts'

export const workloadShape = {
  requests: z.array(
    z.object({
      id: z.string().nullable(),
      promptTokens: z.int(),
      body: z.record(z.string(), z.unknown()),
    }),
  ),
  offsetsS: z.array(z.number()),
  /** Before which the run is not over. */
  endS: z.number().optional(),
}

type RealWorkload = z.infer<z.ZodObject<typeof workloadShape>>

const nowhere = { baseUrl: 'http://127.0.0.1:9', headers: {}, fetch }

/** Bodies are compared as text, so that the order of keys counts. */
export async function expectSameWorkload(
  config: BenchmarkConfig,
  { requests, offsetsS, endS }: RealWorkload,
): Promise<void> {
  const tokenizer = await resolveTokenizer(config, nowhere)
  const workload = await prepareWorkload(config, { tokenizer, requestIdPrefix: 'r-' })
  const made = workload.requests.map((request) => ({
    id: request.requestId,
    promptTokens: request.promptTokens,
    body: fromRoot(asText(buildRequestBody(request, { config, model: 'org/sim', boundary: '' }))),
  }))
  expect(made).toEqual(
    requests.map(({ body, ...rest }) => ({ ...rest, body: JSON.stringify(body) })),
  )
  expectClose(workload.offsetsS, offsetsS)
  if (endS !== undefined) expectClose([Math.max(workload.endS, ...workload.offsetsS)], [endS])
}

/** Films are named by where the copy of their dataset lies, which for the real client was the repository. */
function fromRoot(body: string): string {
  return body.replaceAll(`file://${repository}/`, 'file://')
}
