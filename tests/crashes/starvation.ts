// How long a program was kept from the processor, as seen from outside: what is promised within a second is promised
// for a second in which it could work. Linux reports this; elsewhere it is unknown, and nothing is forgiven.
import { readdirSync, readFileSync } from 'node:fs'

const lookEveryMs = 20
const nsPerMs = 1e6

/** How much had come together by then. */
type Look = Readonly<{ atMs: number; keptMs: number }>

export class StarvationWatch {
  readonly #pid: number
  readonly #looks: Look[] = [{ atMs: performance.now(), keptMs: 0 }]
  /** Of each process, how long it has waited for its turn. */
  readonly #waitedMs = new Map<number, number>()
  readonly #timer = setInterval(() => this.#look(), lookEveryMs)

  /** Of that process and all it has started. */
  constructor(pid: number) {
    this.#pid = pid
  }

  /** Milliseconds in which it could not work, at most: it waited for its turn, or was stopped together with us. */
  since(fromMs: number): number {
    const before = this.#looks.findLast(({ atMs }) => atMs <= fromMs) ?? this.#looks[0]
    return (this.#looks.at(-1)?.keptMs ?? 0) - (before?.keptMs ?? 0)
  }

  /** Looks once more. */
  stop(): void {
    this.#look()
    clearInterval(this.#timer)
  }

  #look(): void {
    const atMs = performance.now()
    const last = this.#looks.at(-1) ?? { atMs, keptMs: 0 }
    const lateMs = Math.max(0, atMs - last.atMs - lookEveryMs)
    this.#looks.push({ atMs, keptMs: last.keptMs + Math.max(lateMs, this.#waitedMore()) })
  }

  #waitedMore(): number {
    return familyOf(this.#pid).reduce((sum, pid) => {
      const waitedMs = waitedMsOf(pid)
      const more = Math.max(0, waitedMs - (this.#waitedMs.get(pid) ?? 0))
      this.#waitedMs.set(pid, waitedMs)
      return sum + more
    }, 0)
  }
}

function familyOf(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap((child) => familyOf(child))]
}

function tasksOf(pid: number): readonly string[] {
  return orNothing(() => readdirSync(`/proc/${pid}/task`), []).map(
    (task) => `/proc/${pid}/task/${task}`,
  )
}

function childrenOf(pid: number): readonly number[] {
  const children = tasksOf(pid).map((task) => read(`${task}/children`))
  return children.join(' ').split(' ').filter(Boolean).map(Number)
}

/** Compilers and collectors may wait: they block nothing. */
const behindTheScenes = /^(V8Worker|DelayedTask|SignalInspector|libuv)/

/** Of its threads that run a program. The numbers are: run, waited, turns. */
function waitedMsOf(pid: number): number {
  const threads = tasksOf(pid).filter((task) => !behindTheScenes.test(read(`${task}/comm`)))
  const waitedNs = threads.map((task) => Number(read(`${task}/schedstat`).split(' ')[1] ?? 0))
  return waitedNs.reduce((sum, ns) => sum + ns, 0) / nsPerMs
}

/** Nothing where the system does not report it, or the process has ended. */
function read(path: string): string {
  return orNothing(() => readFileSync(path, 'utf8'), '')
}

function orNothing<Value>(look: () => Value, nothing: Value): Value {
  try {
    return look()
  } catch {
    return nothing
  }
}
