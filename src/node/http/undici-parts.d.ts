// The file of undici that questions to a server need. Its index loads fetch, WebSocket and caches as well, which takes
// a start another 20 ms.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
