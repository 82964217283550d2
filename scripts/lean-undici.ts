// Bundles undici so that a start loads as little of it as it needs: HTTP/2 comes with the first connection that speaks
// it, since loading node:http2 takes more than ten milliseconds, and the second parser that undici brings stays out.
import type { Plugin } from 'vite'

const eager = "require('./client-h2.js')"
const lazy = "(...words) => require('./client-h2.js')(...words)"

export function leanUndici(): Plugin {
  return {
    name: 'kneepoint-lean-undici',
    // By this name undici knows that it is bundled, and leaves that parser out.
    config: () => ({ define: { esbuildDetection: 'true' } }),
    transform(code, id) {
      if (!/node_modules.undici.lib.dispatcher.client\.js$/.test(id)) return null
      if (!code.includes(eager)) throw new Error(`${id} loads HTTP/2 in another way than expected.`)
      return { code: code.replace(eager, lazy), map: null }
    },
  }
}
