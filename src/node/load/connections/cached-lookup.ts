// Host names are resolved once per run: a thousand connections must not mean a thousand questions.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'

type Answer = { readonly error: NodeJS.ErrnoException | null; readonly addresses: LookupAddress[] }

export function createCachedLookup(): LookupFunction {
  const answers = new Map<string, Promise<Answer>>()
  return (hostname, options, callback) => {
    const answer = answers.get(hostname) ?? resolve(hostname, options)
    answers.set(hostname, answer)
    void answer.then(({ error, addresses }) => {
      const first = addresses[0]
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function resolve(hostname: string, options: LookupOptions): Promise<Answer> {
  return new Promise((done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) =>
      done({ error, addresses: addresses ?? [] }),
    )
  })
}
