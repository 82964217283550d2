// Runs the application inside this process, with the child processes it starts.
import { fileURLToPath } from 'node:url'
import type { AfterPoint } from '#node/application/benchmarks.ts'
import { createApplication, type Application } from '#node/application/create-application.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { nativeSources, ownVersion, processEntry } from './own-files.ts'

/** `afterPoint` runs between the points of a sweep. */
export function openOwnApplication({
  afterPoint,
}: Readonly<{ afterPoint?: AfterPoint }> = {}): Application {
  const threadFile = fileURLToPath(processEntry('load-thread'))
  return createApplication({
    databasePath: databasePath(),
    version: ownVersion(),
    transport: 'web',
    ...(afterPoint && { afterPoint }),
    spawnLoadGenerator: () => forkChild(processEntry('load-generator'), { args: [threadFile] }),
    spawnSimulator: () => forkChild(processEntry('simulator')),
    spawnJob: () => forkChild(processEntry('job')),
    spawnPreparation: () => forkChild(processEntry('job')),
    truthfulServers: {
      nativeSources,
      spawnTruthfulServer: () => forkChild(processEntry('truthful-server')),
    },
  })
}
