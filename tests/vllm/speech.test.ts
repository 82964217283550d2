// The same command line makes the same forms of recordings as the real client: fields in order, ids, lengths, order, times.
// The recording itself differs on purpose: we send the file as it is, the original mostly a new one made of its samples.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { buildRequestBody } from '#core/protocol/requests/request-body.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { resolveTokenizer } from '#node/tokenizer/resolve-tokenizer.ts'
import { expectClose } from '../golden/golden-vectors.ts'
import { configOf, readCases, titleOf, withFiles } from './real-client.ts'

const fileSchema = z.object({ name: z.string(), seconds: z.number() })
const requestSchema = z.object({
  id: z.string(),
  promptTokens: z.int(),
  body: z.object({ file: fileSchema }).catchall(z.string()),
})
const cases = readCases('speech-workloads.json', {
  requests: z.array(requestSchema),
  offsetsS: z.array(z.number()),
})

const nowhere = { baseUrl: 'http://127.0.0.1:9', headers: {}, fetch }
const boundary = 'between'

function bytesOf(piece: unknown): Uint8Array {
  return piece instanceof Uint8Array ? piece : Buffer.from(String(piece))
}

/** As a server reads it. */
async function fieldsOf(request: SampledRequest, config: BenchmarkConfig) {
  const pieces = buildRequestBody(request, { config, model: 'org/sim', boundary })
  const body = Buffer.concat(pieces.map(bytesOf))
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return [...(await new Response(body, { headers }).formData())]
}

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, requests, offsetsS }) => {
    const config = withFiles(configOf(args))
    const tokenizer = await resolveTokenizer(config, nowhere)
    const workload = await prepareWorkload(config, { tokenizer, requestIdPrefix: 'r-' })
    expect(workload.requests).toHaveLength(requests.length)
    for (const [index, { id, promptTokens, body }] of requests.entries()) {
      const request = workload.requests[index]
      if (request === undefined) continue
      const [[fileField, file] = [], ...fields] = await fieldsOf(request, config)
      const { file: realFile, ...realFields } = body
      expect(request).toMatchObject({ requestId: id, promptTokens })
      expect(fields).toEqual(Object.entries(realFields))
      expect([fileField, file]).toEqual(['file', expect.any(File)])
      expect(request.recording?.durationS).toBeCloseTo(realFile.seconds, 9)
      const isMadeAnew = realFile.name === 'audio.wav'
      if (!isMadeAnew) expect(request.recording?.fileName).toBe(realFile.name)
    }
    expectClose(workload.offsetsS, offsetsS)
  },
)
