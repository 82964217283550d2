import { expect, test } from 'vitest'
import { backendNames } from '#core/backends/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { longText, SharedText } from '../../workload/shared-text.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import { asText } from './body-text.test-support.ts'
import { BodyTemplates } from './body-templates.ts'
import { buildRequestBody } from './request-body.ts'

const text = longText(['one', ' two', ' "three"'])
const ids = Uint32Array.of(7, 8, 9)

const prompts = [
  ...[0, 1, 2].map((from) => new SharedText(['first', { of: text, from, to: 3 }])),
  new TokenIds([{ ids, from: 0, to: 2 }]),
  TokenIds.of([7]),
  'plain',
]

/** Two lengths in turns, the last with a field of its own. */
const requests = prompts.map((prompt, index): SampledRequest => ({
  prompt,
  promptTokens: index,
  expectedOutputTokens: 8 + (index % 2),
  requestId: `x-${index}`,
  ...(index === 2 && { bodyOverrides: { top_k: 3 } }),
}))

test.each(backendNames)('writes the same bodies as one by one, for %s', (backend) => {
  const config = { ...defaultBenchmarkConfig, datasetName: 'custom' as const, backend }
  const options = { config, boundary: 'b' }
  const templates = new BodyTemplates(options)
  for (const model of ['m', 'adapter', 'm']) {
    for (const request of requests) {
      const written = () => asText(buildRequestBody(request, { ...options, model }))
      const fromTemplate = () => asText(templates.piecesOf(request, model))
      expect(outcomeOf(fromTemplate)).toEqual(outcomeOf(written))
    }
  }
})

/** Some backends take no token ids, or need files. */
function outcomeOf(act: () => string): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
