// The same command line makes the same workload as the real client: bodies, ids, lengths, order, arrival times.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildRequestBody } from '#core/protocol/request-body.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { resolveTokenizer } from '#node/tokenizer/resolve-tokenizer.ts'
import { expectClose } from '../golden/golden-vectors.ts'
import { configOf, readCases, titleOf, withFiles } from './real-client.ts'

const shape = {
  requests: z.array(
    z.object({
      id: z.string().nullable(),
      promptTokens: z.int(),
      body: z.record(z.string(), z.unknown()),
    }),
  ),
  offsetsS: z.array(z.number()),
}
const files = ['workloads.json', 'media-workloads.json', 'custom-media-workloads.json']
const cases = files.flatMap((file) => readCases(file, shape))

const nowhere = { baseUrl: 'http://127.0.0.1:9', headers: {}, fetch }

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, requests, offsetsS }) => {
    const config = withFiles(configOf(args))
    const tokenizer = await resolveTokenizer(config, nowhere)
    const workload = await prepareWorkload(config, { tokenizer, requestIdPrefix: 'r-' })
    const made = workload.requests.map((request) => ({
      id: request.requestId,
      promptTokens: request.promptTokens,
      body: buildRequestBody(request, { config, model: 'org/sim' }).join(''),
    }))
    // As text, so that the order of keys counts.
    expect(made).toEqual(
      requests.map(({ body, ...rest }) => ({ ...rest, body: JSON.stringify(body) })),
    )
    expectClose(workload.offsetsS, offsetsS)
  },
)
