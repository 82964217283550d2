// The first steps of a benchmark and no more: its requests are made as they would be sent, and looked at.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { secretsOf } from '#core/report/presentable.ts'
import { promptSample, type PromptSample } from '#core/workload/prompt-sample.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { randomRequestIdPrefix } from '#node/files/random-hex.ts'
import { resolveTokenizer, type TokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import { withVocabulary } from '#node/tokenizer/token-id-vocabulary.ts'
import { probeServer } from './probe-server.ts'
import { resolvedConfig } from './resolved-config.ts'
import { accessOf } from './server-access.ts'
import { tokenizerServer } from './tokenizer-server.ts'

export type SampleRequest = Readonly<{
  config: BenchmarkConfig
  /** Scheme, host and port, without a path. */
  baseUrl: string
  apiKey: string | null
  /** A tokenizer fetched from the host of the server. */
  tokenizerFile: string | null
}>

/** Rejects like a benchmark whose preparation fails. */
export async function samplePrompts(
  request: SampleRequest,
  signal: AbortSignal,
): Promise<PromptSample> {
  rememberSecrets([request.apiKey, ...secretsOf(request.config)])
  const server = tokenizerServer(accessOf(request))
  const hostTokenizer = () => Promise.resolve(request.tokenizerFile)
  try {
    return await sampled(request, { ...server, hostTokenizer }, signal)
  } finally {
    server.close()
  }
}

async function sampled(
  request: SampleRequest,
  tokenizing: TokenizerServer,
  signal: AbortSignal,
): Promise<PromptSample> {
  const { config: asked } = request
  const access = accessOf(request)
  const model = asked.servedModelName ?? asked.model
  const served = resolvedConfig(asked, await probeServer({ access, model, signal }))
  const config = await withVocabulary(served, tokenizing)
  const tokenizer = await resolveTokenizer(config, tokenizing)
  const requestIdPrefix = config.requestIdPrefix ?? randomRequestIdPrefix()
  return promptSample(await prepareWorkload(config, { tokenizer, requestIdPrefix, signal }))
}
