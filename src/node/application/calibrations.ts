// Calibrations that a user starts: stored and reported after each point, cancelled on request, never during a benchmark.
import { storedFailure, textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { Calibration, CalibrationPlan } from '#core/model/run/calibration.ts'
import { markElsewhere } from '#core/stats/calibration/calibrated-for.ts'
import { clientCircumstances } from '#node/load/runtime/client-circumstances.ts'
import { conductCalibration, newCalibration } from '#node/calibration/conduct-calibration.ts'
import { findGroundTruth, type GroundTruth } from '#node/calibration/ground-truth.ts'
import type { TruthPort } from '#node/calibration/node-server.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { listCalibrations, removeCalibration, saveCalibration } from '#node/storage/calibrations.ts'
import type { Database } from '#node/storage/database.ts'
import type { Events } from './events.ts'
import type { OneAtATime } from './one-at-a-time.ts'

export type TruthfulServers = Readonly<{
  nativeSources: string
  spawnTruthfulServer: () => TruthPort
}>

type CalibrationsOptions = Readonly<{
  database: Database
  events: Events
  tasks: OneAtATime
  version: string
  runLoad: LoadRunner
  truthfulServers: TruthfulServers
}>

const taskName = 'Calibration'

export class Calibrations {
  readonly #options: CalibrationsOptions

  constructor(options: CalibrationsOptions) {
    this.#options = options
  }

  /** Marks calibrations of other machines or versions, which do not apply to this client. */
  list(): Calibration[] {
    const { database, version } = this.#options
    return [...markElsewhere(listCalibrations(database), clientCircumstances(version))]
  }

  /** Returns the stored calibration, before its first point. */
  start(plan: CalibrationPlan): Calibration {
    const { tasks, version, runLoad } = this.#options
    tasks.requireIdle()
    const calibration = newCalibration(plan, version)
    this.#keep(calibration)
    const tools = {
      findTruth: () => this.#findTruth(),
      runLoad,
      onChange: (changed: Calibration) => this.#keep(changed),
    }
    tasks.begin(calibration.id, taskName, async (signal) => {
      try {
        await conductCalibration(calibration, tools, signal)
      } catch (error) {
        this.#tellFailed(calibration, error)
      }
    })
    return calibration
  }

  cancel(id: string): void {
    this.#options.tasks.cancel(id)
  }

  remove(id: string): void {
    const { database, events } = this.#options
    const running = this.list().some((each) => each.id === id && each.status === 'running')
    if (running) {
      throw appError('busy', 'runs.calibrating')
    }
    removeCalibration(database, id)
    events.publish({ type: 'calibration-removed', id })
  }

  #keep(calibration: Calibration): void {
    saveCalibration(this.#options.database, calibration)
    this.#options.events.publish({ type: 'calibration', calibration })
  }

  /** Only storing can fail here; windows that show it are notified anyway. */
  #tellFailed(calibration: Calibration, error: unknown): void {
    const failure = storedFailure({ message: textOf(error), remedy: null })
    const failed: Calibration = { ...calibration, status: 'failed', failure }
    this.#options.events.publish({ type: 'calibration', calibration: failed })
  }

  #findTruth(): Promise<GroundTruth> {
    return findGroundTruth({ ...this.#options.truthfulServers, wanted: null })
  }
}
