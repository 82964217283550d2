// The application behind every window: opened once, accessed through a message port or a WebSocket, and closed in order.
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type { AppInfo } from '#contract/views.ts'
import type { Language } from '#core/messages/languages.ts'
import { issueText } from '#core/model/app-error.ts'
import { JobProcesses, type SpawnJob } from '#node/jobs/job-processes.ts'
import { PreparationProcesses, type SpawnPreparation } from '#node/jobs/preparation-processes.ts'
import { LoadProcesses } from '#node/load/workers/load-process.ts'
import { MadeReports } from './made-reports.ts'
import { Uploads } from '#node/result-files/read-result-file.ts'
import { usualKnownHosts } from '#node/remote/ssh/usual-ssh-files.ts'
import { LiveTelemetry } from '#node/telemetry/live-telemetry.ts'
import { explained } from '#node/storage/storage-error.ts'
import { claimDatabase, type ClaimedDatabase } from '#node/storage/database.ts'
import { z } from 'zod'
import type { AfterPoint } from './benchmarks.ts'
import { clientOf } from './services/client-of.ts'
import { Calibrations, type TruthfulServers } from './calibrations.ts'
import { createEvents } from './events.ts'
import { Hosts, type SshFiles } from './servers/hosts.ts'
import { LiveCourse } from './live-course.ts'
import { OneAtATime } from './one-at-a-time.ts'
import {
  outlivingServers,
  stopServers,
  type OutlivingServer,
  type UnstoppedServer,
} from './servers/outliving-servers.ts'
import { ProfileChecks } from './servers/profile-checks.ts'
import { Profiles } from './servers/profiles.ts'
import { recoverInterrupted } from '#node/runs/recover-interrupted.ts'
import { createRouter, type AppRouter } from './router.ts'
import { RunRepository } from './run-repository.ts'
import { noSecretStore, type SecretStore } from './secret-store.ts'
import { Servers } from './servers/servers.ts'
import type { SimulatorPort } from './servers/simulator-process.ts'
import * as features from './services/features.ts'
import { OpenedServices, type FeatureServices } from './services/feature-service.ts'
import { Updates } from './updates.ts'

type ApplicationOptions = Readonly<{
  databasePath: string
  version: string
  transport: AppInfo['transport']
  spawnLoadGenerator: () => ChildProcessPort<ToLoadGenerator, FromLoadGenerator>
  spawnSimulator: () => SimulatorPort
  spawnJob: SpawnJob
  spawnPreparation: SpawnPreparation
  truthfulServers: TruthfulServers
  /** If absent, secrets stay in memory only. */
  secrets?: SecretStore
  /** Called with the language of a window. */
  onLanguage?: (language: Language) => void
  /** Called when a run, sweep or calibration begins and when it ends. */
  onMeasuring?: (isMeasuring: boolean) => void
  /** Awaited between the points of every sweep. */
  afterPoint?: AfterPoint
  /** Files used instead of OpenSSH's own. */
  ssh?: SshFiles
}>

export type Application = Readonly<{
  router: AppRouter
  /** Servers on hosts, which closing leaves running. */
  outliving(): OutlivingServer[]
  /** Name of the run, sweep or calibration in progress, or null. */
  measuring(): string | null
  /** Stops these servers; resolves with those that did not stop, and the reasons. */
  stop(servers: readonly OutlivingServer[]): Promise<UnstoppedServer[]>
  /** Cancels the running experiment and keeps its measurements; a sweep can be resumed. Nothing can be started afterwards. */
  interrupt(): Promise<void>
  /** Cancels the running experiment and keeps its measurements, stops every local process, closes the database. */
  close(): Promise<void>
}>

const featureServices: FeatureServices = Object.fromEntries(
  Object.values<FeatureServices>(features).flatMap((services) => Object.entries(services)),
)

export function createApplication(options: ApplicationOptions): Application {
  const { databasePath, version, transport, spawnLoadGenerator, spawnSimulator, spawnJob } = options
  const { database, close: closeDatabase } = claimAndRecover(databasePath)
  // Invalid calls are rejected with the form's messages.
  z.config({ customError: issueText })
  const events = createEvents()
  const { secrets = noSecretStore, ssh = { knownHosts: usualKnownHosts(databasePath) } } = options
  const hosts = new Hosts({ database, events, secrets, files: ssh })
  const checks = new ProfileChecks(hosts)
  const launchTools = { hosts, checks }
  const servers = new Servers({ database, events, spawnSimulator, launchTools })
  const tasks = new OneAtATime(options.onMeasuring)
  const jobs = new JobProcesses({ databasePath, spawn: spawnJob })
  const preparations = new PreparationProcesses(options.spawnPreparation)
  const uploads = new Uploads()
  const reports = new MadeReports({ jobs, version })
  const loads = new LoadProcesses(spawnLoadGenerator)
  const services = new OpenedServices(featureServices, {
    ...{ database, events, tasks },
    client: () => clientOf({ router }),
  })
  const { platform, versions } = process
  const info = { version, transport, databasePath, nodeVersion: versions.node, platform }
  const router = createRouter(info, {
    database,
    events,
    servers,
    hosts,
    profiles: new Profiles(database, events),
    checks,
    tasks,
    jobs,
    uploads,
    reports,
    version,
    ...(options.afterPoint && { afterPoint: options.afterPoint }),
    runRepository: new RunRepository(database, events),
    live: new LiveCourse(),
    liveTelemetry: new LiveTelemetry(),
    runLoad: loads.run,
    prepare: preparations.prepare,
    services,
    updates: new Updates({ databasePath, version, events }),
    onLanguage: options.onLanguage ?? (() => undefined),
    calibrations: new Calibrations({
      database,
      events,
      tasks,
      version,
      runLoad: loads.run,
      truthfulServers: options.truthfulServers,
    }),
  })
  return {
    router,
    outliving: () => outlivingServers({ servers, hosts }),
    measuring: () => tasks.running,
    stop: (asked) => stopServers({ servers }, asked),
    interrupt: () => tasks.close(),
    async close() {
      await tasks.close()
      jobs.close()
      preparations.close()
      loads.close()
      await uploads.close()
      await reports.close()
      await services.close()
      await servers.close()
      await hosts.close()
      closeDatabase()
    },
  }
}

/** A database that cannot be read completely is closed, so that it can be examined. */
function claimAndRecover(databasePath: string): ClaimedDatabase {
  const claimed = claimDatabase(databasePath)
  try {
    recoverInterrupted(claimed.database)
    return claimed
  } catch (error) {
    claimed.close()
    throw explained(databasePath, error)
  }
}
