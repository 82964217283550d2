// The transport between this process and a plain Node child process: fork, with values cloned rather than serialized as JSON.
import { fork } from 'node:child_process'
import type { ChildProcessPort } from '#contract/app-events.ts'

export type ForkOptions = Readonly<{
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}>

/** The child exits when its channel closes, so a parent that crashes leaves nothing behind. */
export function forkChild<Outgoing extends object, Incoming>(
  entry: URL | string,
  { args = [], env = {} }: ForkOptions = {},
): ChildProcessPort<Outgoing, Incoming> {
  const child = fork(entry, args, {
    serialization: 'advanced',
    env: { ...process.env, ...env },
    execArgv: [],
  })
  // A failed start or a broken channel is always followed by `exit` or by the code below.
  let ended = false
  const exitListeners: ((code: number) => void)[] = []
  function end(code: number): void {
    if (ended) return
    ended = true
    for (const listener of exitListeners) listener(code)
  }
  child.on('error', () => {
    if (child.pid === undefined) end(1)
  })
  child.on('exit', (code) => end(code ?? 1))
  return {
    post: (message) => {
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) => {
      child.on('message', listener)
    },
    onExit: (listener) => {
      exitListeners.push(listener)
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}
