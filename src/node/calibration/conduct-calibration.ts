// A calibration from its first to its last point as it is stored; reported after every change.
import { randomUUID } from 'node:crypto'
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { Calibration, CalibrationPlan } from '#core/model/run/calibration.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { clientCircumstances } from '#node/load/runtime/client-circumstances.ts'
import type { GroundTruth } from './ground-truth.ts'
import { runCalibration } from './run-calibration.ts'

type CalibrationTools = Readonly<{
  findTruth: () => Promise<GroundTruth>
  runLoad: LoadRunner
  onChange: (calibration: Calibration) => void
}>

export function newCalibration(plan: CalibrationPlan, clientVersion: string): Calibration {
  return {
    id: randomUUID(),
    status: 'running',
    createdAtEpochMs: Date.now(),
    circumstances: { ...clientCircumstances(clientVersion), server: null },
    plan,
    points: [],
    progress: 0,
    failure: null,
  }
}

/** Never rejects: a calibration that broke says why, and keeps what it measured. */
export async function conductCalibration(
  begun: Calibration,
  tools: CalibrationTools,
  signal: AbortSignal,
): Promise<Calibration> {
  let calibration = begun
  const change = (changes: Partial<Calibration>): void => {
    calibration = { ...calibration, ...changes }
    tools.onChange(calibration)
  }
  try {
    const truth = await tools.findTruth()
    change({ circumstances: { ...calibration.circumstances, server: truth.kind } })
    const onPoint = (point: Calibration['points'][number], progress: number) =>
      change({ points: [...calibration.points, point], progress })
    const { runLoad } = tools
    const status = await runCalibration(
      calibration.plan,
      { startServer: truth.start, runLoad },
      { onPoint },
      signal,
      // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
    ).finally(() => truth.dispose())
    change({ status })
  } catch (error) {
    const remedy = error instanceof AppError ? error.remedy : null
    change({ status: 'failed', failure: { message: messageOf(error), remedy } })
  }
  return calibration
}
