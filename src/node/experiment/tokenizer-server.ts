// The server under test as the one that splits text for us, asked over connections that heed --insecure and proxies.
import { Buffer } from 'node:buffer'
import type { TokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import { environmentProxy } from '#node/load/environment-proxy.ts'
import { exchange, type ServerAccess } from './http-exchange.ts'

export function tokenizerServer(access: ServerAccess): TokenizerServer {
  const { baseUrl, headers, insecure } = access
  const isPlain = !insecure && environmentProxy(new URL(baseUrl)) === null
  return { baseUrl, headers, fetch: isPlain ? fetch : fetchLikeLoad(access) }
}

/** Node's own `fetch` verifies certificates always and asks no proxy; this one speaks as the load does. */
function fetchLikeLoad(access: ServerAccess): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { pathname: root } = new URL(access.baseUrl)
    const path = (root === '/' ? pathname : pathname.slice(root.length)) + search
    const { status, contentType, body } = await exchange(methodOf(request), path, {
      access: { ...access, headers: Object.fromEntries(request.headers) },
      body: Buffer.from(await request.arrayBuffer()),
      signal: request.signal,
    })
    return new Response(body === '' ? null : body, {
      status,
      headers: { 'content-type': contentType },
    })
  }
}

function methodOf({ method }: Request): 'GET' | 'POST' {
  return method === 'GET' ? 'GET' : 'POST'
}
