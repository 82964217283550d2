// Runs the first steps of a benchmark only: creates its requests as they would be sent, for inspection.
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import { promptSample, type PromptSample } from '#core/workload/prompt-sample.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { prepareWorkload, type PreparedWorkload } from '#node/datasets/prepare-workload.ts'
import { randomRequestIdPrefix } from '#node/files/make-folder.ts'
import {
  resolveTokenizer,
  type TokenizerServer,
  tokenizerServer,
} from '#node/tokenizer/resolve-tokenizer.ts'
import { withVocabulary } from '#node/tokenizer/token-id-vocabulary.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { resolvedConfig } from './prepare-run.ts'
import { accessOf } from './server-access.ts'

type SampleRequest = Readonly<{
  config: BenchmarkConfig
  /** Scheme, host and port, without a path. */
  baseUrl: string
  apiKey: string | null
  /** A tokenizer fetched from the server's host. */
  tokenizerFile: string | null
  /** Index of a request to include. */
  wanted?: number | undefined
}>

/** Rejects like a benchmark whose preparation fails. */
export async function samplePrompts(
  request: SampleRequest,
  signal: AbortSignal,
): Promise<PromptSample> {
  return promptSample(await preparedPrompts(request, signal), request.wanted)
}

export async function preparedPrompts(
  request: SampleRequest & Readonly<{ serverMayBeAway?: boolean }>,
  signal: AbortSignal,
): Promise<PreparedWorkload> {
  rememberSecrets([request.apiKey, ...secretsOf(request.config)])
  const server = tokenizerServer(accessOf(request))
  const hostTokenizer = () => Promise.resolve(request.tokenizerFile)
  try {
    return await prepared(request, { ...server, hostTokenizer }, signal)
  } finally {
    server.close()
  }
}

async function prepared(
  request: SampleRequest & Readonly<{ serverMayBeAway?: boolean }>,
  tokenizing: TokenizerServer,
  signal: AbortSignal,
): Promise<PreparedWorkload> {
  const { config: asked, serverMayBeAway = false } = request
  const access = accessOf(request)
  const model = asked.servedModelName ?? asked.model
  const probed = await probeServer({ access, model, signal }).catch((error: unknown) => {
    const isAway = error instanceof AppError && error.code === 'server-unreachable'
    if (isAway && serverMayBeAway && model !== null) return { modelId: model, modelRoot: model }
    throw error
  })
  const served = resolvedConfig(asked, probed)
  const config = await withVocabulary(served, tokenizing)
  const tokenizer = await resolveTokenizer(config, tokenizing)
  const requestIdPrefix = config.requestIdPrefix ?? randomRequestIdPrefix()
  return prepareWorkload(config, { tokenizer, requestIdPrefix, signal })
}
