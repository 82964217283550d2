// The undici files that the product needs. Its index also loads fetch, WebSocket and caches, which adds 20 ms to a start and
// doubles the size of the load generator for hosts.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Pool } from 'undici'
  const connect: Pool['connect']
  export default connect
}
