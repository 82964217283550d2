// The server under test as the one that splits text for us, asked over connections like those of the load.
import { Buffer } from 'node:buffer'
import type { TokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import type { Ask } from '#node/tokenizer/tokenize-client.ts'
import { Exchanges, type ServerAccess } from './http-exchange.ts'

/** For one text, however long. */
const patienceMs = 60_000

/** Keeps its connections for as many questions as there are texts, until it is closed. */
export function tokenizerServer(
  access: ServerAccess,
): TokenizerServer & Readonly<{ close: () => void }> {
  const { baseUrl, headers } = access
  const exchanges = new Exchanges(access, patienceMs)
  return { baseUrl, headers, fetch: askOver(exchanges, baseUrl), close: () => exchanges.close() }
}

function askOver(exchanges: Exchanges, baseUrl: string): Ask {
  return async (url, { method = 'GET', headers, body = '', signal }) => {
    const question = { headers, body: Buffer.from(body), signal }
    const answer = await exchanges.ask(method, url.slice(baseUrl.length), question)
    const { status } = answer
    const json = () => Promise.resolve(answer.body).then((text): unknown => JSON.parse(text))
    return { ok: status >= 200 && status < 300, status, json }
  }
}
