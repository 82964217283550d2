// A config for a particular server: with the model it serves, and values that follow from the workload.
import { Buffer } from 'node:buffer'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import { promptsWanted } from '#core/workload/request-count.ts'
import type { ProbedServer } from '#node/http/probe-server.ts'
import { HttpClient, type ServerAccess } from '#node/http/http-client.ts'
import type { TokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import type { Ask } from '#node/tokenizer/tokenize-client.ts'

/**
 * `model` names the tokenizer and the result file, `servedModelName` is sent in requests; they differ if the server renames its
 * model. Random prompts end at random, so their outputs run to full length.
 */
export function resolvedConfig(
  config: BenchmarkConfig,
  { modelId, modelRoot }: Pick<ProbedServer, 'modelId' | 'modelRoot'>,
): BenchmarkConfig {
  const model = config.model ?? modelRoot
  const servedModelName = config.servedModelName ?? (modelId === model ? null : modelId)
  return {
    ...config,
    model,
    servedModelName,
    numPrompts: promptsWanted(config),
    ignoreEos: ignoresEos(config),
  }
}

/** Time limit for one text of any length. */
const timeoutMs = 60_000

/** Access to the server under test as a tokenizer. Reuses its connections for all texts, until it is closed. */
export function tokenizerServer(
  access: ServerAccess,
): TokenizerServer & Readonly<{ close: () => void }> {
  const { baseUrl, headers } = access
  const client = new HttpClient(access, { timeoutMs })
  return { baseUrl, headers, fetch: askOver(client, baseUrl), close: () => client.close() }
}

function askOver(client: HttpClient, baseUrl: string): Ask {
  return async (url, { method = 'GET', headers, body = '', signal }) => {
    const question = { headers, body: Buffer.from(body), signal }
    const answer = await client.ask(method, url.slice(baseUrl.length), question)
    const { status } = answer
    const json = () => Promise.resolve(answer.body).then((text): unknown => JSON.parse(text))
    return { ok: status >= 200 && status < 300, status, json }
  }
}
