// Custom schemes: their handler, which the page server asks in the browser's place.
import { app } from './app.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Scheme = { readonly scheme: string; readonly privileges: Readonly<Record<string, boolean>> }

const handlers = new Map<string, Handler>()
const securePages = new Set<string>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly Scheme[]): void {
    app.mustComeBeforeReady('protocol.registerSchemesAsPrivileged')
    for (const { scheme, privileges } of schemes) {
      if (privileges['standard'] && privileges['secure']) securePages.add(scheme)
    }
  },

  handle(scheme: string, handler: Handler): void {
    app.mustComeAfterReady('protocol.handle')
    handlers.set(scheme, handler)
  },
}

/** What the program answers for an address of its own scheme. */
export async function answerFor(url: URL): Promise<Response> {
  const scheme = url.protocol.slice(0, -1)
  const handler = handlers.get(scheme)
  if (handler === undefined || !securePages.has(scheme)) {
    throw new Error(`${scheme} is not a standard, secure scheme with a handler`)
  }
  return handler(new Request(url))
}
