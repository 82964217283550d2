// The newest lines of a server's log, and the progress of its start.
import type { Launch } from '#core/model/launch.ts'
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
  /** Reads the lines added since the last call. */
  read(): Promise<void>
  progress(): StartupProgress
  /** The newest lines, oldest first. */
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

  /** Lines without a time get the time of the previous line, or of the read. */
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
