// A child process as Electron's utility process, with the same port interface as Node's fork.
import type { ChildProcessPort } from '#contract/app-events.ts'
import { utilityProcess, type UtilityProcess } from 'electron'

/** Time for a process to exit on request before it is killed, in milliseconds. */
const graceMs = 2_000

const withheld: ReadonlySet<string> = new Set(['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE'])

/** Only after Electron is ready. The name appears in the operating system's process list. */
export function forkUtility<Outgoing, Incoming>(
  modulePath: string,
  serviceName: string,
  args: string[] = [],
): ChildProcessPort<Outgoing, Incoming> {
  const child = utilityProcess.fork(modulePath, args, { serviceName, env: plainEnvironment() })
  let running: UtilityProcess | null = child
  // Subtle: posting to a process from inside its exit listeners crashes Electron, so our listener runs first.
  child.once('exit', () => (running = null))
  return {
    post: (message) => running?.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => running && endProcess(running),
  }
}

function endProcess(child: UtilityProcess): void {
  const { pid } = child
  child.kill()
  if (pid === undefined) return
  const force = setTimeout(() => process.kill(pid, 'SIGKILL'), graceMs)
  child.once('exit', () => clearTimeout(force))
}

/** The current environment without the variables that would change how the child runs. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.has(name)))
}
