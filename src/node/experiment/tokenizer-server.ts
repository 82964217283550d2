// The server under test as the one that tokenizes text for us.
import { Buffer } from 'node:buffer'
import { HttpClient, type ServerAccess } from '#node/http/http-client.ts'
import type { TokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import type { Ask } from '#node/tokenizer/tokenize-client.ts'

/** For one text, however long. */
const timeoutMs = 60_000

/** Keeps its connections for as many questions as there are texts, until it is closed. */
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
