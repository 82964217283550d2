// The files of undici that the product needs. Its index loads fetch, WebSocket and caches as well, which takes a start
// another 20 ms and doubles the size of the load generator for hosts.
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
