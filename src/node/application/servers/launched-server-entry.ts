// Servers on hosts that run whether or not the program does.
import type { LaunchedSpec, Server } from '#core/model/server.ts'

export type LaunchedServerEntry = Server & Readonly<{ spec: LaunchedSpec }>

export function isOutliving(server: Server): server is LaunchedServerEntry {
  return server.spec.kind === 'launched' && holdsSomething(server.state)
}

function holdsSomething(state: Server['state']): boolean {
  return state.state === 'failed'
    ? state.stillRuns === true
    : ['starting', 'ready', 'stopping'].includes(state.state)
}
