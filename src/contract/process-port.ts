// A child process, seen from its parent or from inside. Transports: Node's fork, Electron's utility process.

/** The parent's end. Posting to a process that has ended does nothing. */
export type ChildProcessPort<Outgoing, Incoming> = {
  post(message: Outgoing): void
  onMessage(listener: (message: Incoming) => void): void
  /** Called once, with the exit code. */
  onExit(listener: (code: number) => void): void
  kill(): void
}

/** The child's end. */
export type ParentPort<Outgoing, Incoming> = {
  post(message: Outgoing): void
  onMessage(listener: (message: Incoming) => void): void
}
