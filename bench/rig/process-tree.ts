// Memory of a process and of all that it started, as Linux accounts for it.
import { readdirSync, readFileSync } from 'node:fs'

const lookEveryMs = 10

/** Follows the processes below this one until it is stopped; pages they share count in each. */
export function watchTreeMemory(): { stop: () => number } {
  let peakMb = 0
  const look = () => (peakMb = Math.max(peakMb, residentMbBelow(process.pid)))
  const timer = setInterval(look, lookEveryMs)
  return {
    stop: () => {
      clearInterval(timer)
      return peakMb
    },
  }
}

/** Without the process itself. */
function residentMbBelow(root: number): number {
  const children = childrenByParent()
  const found: number[] = []
  let next = children.get(root) ?? []
  while (next.length > 0) {
    found.push(...next)
    next = next.flatMap((pid) => children.get(pid) ?? [])
  }
  return found.reduce((sum, pid) => sum + residentMb(pid), 0)
}

function childrenByParent(): ReadonlyMap<number, number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : ''
    // The name in parentheses may hold anything.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  return children
}

function residentMb(pid: number): number {
  const kb = /VmRSS:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]
  return Number(kb ?? 0) / 1024
}

/** Empty once the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
