// A disk as small as a test needs it, for systems and users that may mount one.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type SmallDisk = Readonly<{
  folder: string
  /** Leaves nothing of it. */
  fill(): void
  /** Makes room. */
  grow(kib: number): void
  unmount(): void
}>

/** Null where this user may mount none. */
export function mountSmallDisk(kib: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-disk-'))
  const size = (of: number) => `size=${of}k`
  const mount = (...args: readonly string[]) => spawnSync('mount', [...args, folder]).status === 0
  if (!mount('-t', 'tmpfs', '-o', size(kib), 'tmpfs')) {
    rmdirSync(folder)
    return null
  }
  return {
    folder,
    fill: () => fill(path.join(folder, 'filler')),
    grow: (to) => void mount('-o', `remount,${size(to)}`),
    unmount: () => {
      spawnSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

const page = Buffer.alloc(4096)

function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, page)
  } catch {
    return
  }
}
