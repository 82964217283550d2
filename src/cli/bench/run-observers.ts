// Features that observe the runs of `bench serve`, `bench sweep` and `web` while they are measured.
import type { Run } from '#core/model/run/run.ts'
import type { News } from '#node/application/services/client-of.ts'
import type { OpenObserver, RunObserver, Terminal } from '../command.ts'
import * as features from './features.ts'

const all: readonly OpenObserver[] = Object.values(features)

/** `flags` are the values of the command. Empty if they request none. */
export async function openObservers(
  flags: object,
  terminal: Terminal,
): Promise<readonly RunObserver[]> {
  const opened = await Promise.all(all.map((open) => open(flags, terminal)))
  return opened.filter((observer) => observer !== null)
}

/** Reports all runs of the application in this process until `news` is closed, except those that had ended before. */
export function followRuns(news: News, observers: readonly RunObserver[]): void {
  if (observers.length === 0) return
  const running = new Map<string, Run>()
  function notify(report: (runs: RunObserver['runs']) => void): void {
    observers.forEach(({ runs }) => report(runs))
  }
  news.on((event) => {
    if (event.type === 'live') {
      const run = running.get(event.snapshot.runId)
      if (run !== undefined) notify((runs) => runs.observe(run, event.snapshot))
    } else if (event.type === 'run-removed') {
      running.delete(event.id)
      notify((runs) => runs.remove(event.id))
    } else if (event.type === 'run') {
      const { run } = event
      if (run.status === 'preparing' || run.status === 'running') running.set(run.id, run)
      else if (running.delete(run.id)) notify((runs) => runs.end(run))
    }
  })
}

export async function closeObservers(observers: readonly RunObserver[]): Promise<void> {
  await Promise.all(observers.map((observer) => observer.close()))
}
