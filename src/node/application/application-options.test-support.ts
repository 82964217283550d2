// Options of an application in its own folder, with real child processes; also usable without a test runner.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import type { createApplication } from './create-application.ts'

type ApplicationOptions = Parameters<typeof createApplication>[0]

export function optionsIn(folder: string): ApplicationOptions {
  return {
    databasePath: path.join(folder, 'kneepoint.db'),
    version: '0.0.0-test',
    transport: 'web',
    spawnLoadGenerator: () => forkChild(processEntry('load-generator')),
    spawnSimulator: () => forkChild(processEntry('simulator')),
    spawnJob: () => forkChild(processEntry('job')),
    spawnPreparation: () => forkChild(processEntry('job')),
    truthfulServers: {
      nativeSources: fileURLToPath(new URL('../../../bench/native', import.meta.url)),
      spawnTruthfulServer: () => forkChild(processEntry('truthful-server')),
    },
  }
}
