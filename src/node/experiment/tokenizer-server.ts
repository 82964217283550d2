// The server under test as the one that splits text for us, asked over connections that heed --insecure and proxies.
import { Buffer } from 'node:buffer'
import { environmentProxy } from '#node/load/environment-proxy.ts'
import type { TokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import type { Ask } from '#node/tokenizer/tokenize-client.ts'
import { exchange, type ServerAccess } from './http-exchange.ts'

/** For as many questions as there are texts: Node's own `fetch` keeps connections, but verifies always and asks no proxy. */
export function tokenizerServer(access: ServerAccess): TokenizerServer {
  const { baseUrl, headers, insecure } = access
  const isPlain = !insecure && environmentProxy(new URL(baseUrl)) === null
  return { baseUrl, headers, fetch: isPlain ? fetch : askLikeLoad(access) }
}

/** For a few questions before a run: loading `fetch` takes longer than they do. */
export function vocabularyServer(access: ServerAccess): TokenizerServer {
  const { baseUrl, headers } = access
  return { baseUrl, headers, fetch: askLikeLoad(access) }
}

/** Speaks as the load does. */
function askLikeLoad(access: ServerAccess): Ask {
  return async (url, { method = 'GET', headers, body = '', signal }) => {
    const answer = await exchange(method, url.slice(access.baseUrl.length), {
      access: { ...access, headers },
      body: Buffer.from(body),
      signal,
    })
    const { status } = answer
    const json = () => Promise.resolve(answer.body).then((text): unknown => JSON.parse(text))
    return { ok: status >= 200 && status < 300, status, json }
  }
}
