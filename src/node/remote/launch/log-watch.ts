// What a server's log has shown so far: its newest lines, and how far its start has come.
import type { Launch } from '#core/model/server/launch.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import { logClock, parseLogLine } from '#core/vllm/log/log-line.ts'
import { afterLine, beginStartup, type StartupProgress } from '#core/vllm/log/startup-progress.ts'
import type { Launcher } from './launcher.ts'
import { followLog } from './log-follower.ts'

type LogListener = Readonly<{
  onLines(lines: readonly string[]): void
  onProgress(progress: StartupProgress): void
}>

export type LogWatch = Readonly<{
  /** Reads on. */
  read(): Promise<void>
  progress(): StartupProgress
  /** The newest, oldest first. */
  lines(): readonly string[]
}>

const mostLines = 5000

export function watchLog(
  launcher: Launcher,
  { id, createdAtEpochMs, profile }: Launch,
  { onLines, onProgress }: LogListener,
): LogWatch {
  const log = followLog(launcher, id)
  const clock = logClock(createdAtEpochMs)
  const kept: string[] = []
  let progress = beginStartup(createdAtEpochMs, runtimeTrait(profile.runtime).firstPhase)

  /** Lines that carry no time are about as old as what is being read: now, or as the line before. */
  function take(lines: readonly string[]): void {
    let atMs = progress.entered.at(-1)?.atMs ?? createdAtEpochMs
    for (const line of lines) {
      const { time, message } = parseLogLine(line)
      atMs = Math.max(atMs, clock(time) ?? atMs)
      progress = afterLine(progress, message, atMs)
    }
  }

  return {
    read: () =>
      log.read((lines) => {
        kept.push(...lines)
        kept.splice(0, kept.length - mostLines)
        take(lines)
        onLines(lines)
        onProgress(progress)
      }),
    progress: () => progress,
    lines: () => [...kept, ...log.rest()],
  }
}
