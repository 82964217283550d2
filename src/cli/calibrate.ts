// `kneepoint calibrate`: what our own client adds to the truth on this machine, as a table and kept for later runs.
import { z } from 'zod'
import { switchFlag } from '#core/flags/flag-shapes.ts'
import { AppError } from '#core/model/app-error.ts'
import {
  calibrationPlanSchema,
  truthfulServers,
  type Calibration,
  type CalibrationPlan,
} from '#core/model/run/calibration.ts'
import { calibrationTable, pointSentence } from '#core/report/tables/calibration-table.ts'
import { crossCheckText, type CrossCheckedPlace } from '#core/report/tables/cross-check-table.ts'
import { calibrationPlaces } from '#core/stats/calibration/calibration-load.ts'
import { conductCalibration, newCalibration } from '#node/calibration/conduct-calibration.ts'
import { crossCheck } from '#node/calibration/cross-check.ts'
import { findGroundTruth } from '#node/calibration/ground-truth.ts'
import type { TruthPort } from '#node/calibration/node-server.ts'
import { forkChild } from '#node/load/process/fork-port.ts'
import { runLoad } from '#node/load/run-load.ts'
import { saveCalibration } from '#node/storage/calibrations.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { nativeSources, ownVersion, processEntry } from './own-files.ts'

export const calibrate = flagCommand({
  name: 'kneepoint calibrate',
  about:
    'Puts loads on a server of its own that knows when it wrote each token, and shows what this client adds: more ' +
    'streams and more events a second until one of the two cannot keep up. Takes a minute or two; leave the ' +
    'machine alone meanwhile. The result is stored, and later runs refer to it.',
  flags: {
    streams: {
      schema: calibrationPlanSchema.shape.streams,
      kind: 'numbers',
      metavar: 'N,N,…',
      summary: 'How many streams to have open, one after the other.',
    },
    eventRates: {
      schema: calibrationPlanSchema.shape.eventRates,
      kind: 'numbers',
      metavar: 'N,N,…',
      unit: 'events/s',
      summary: 'How many events a second to send, over all streams together.',
    },
    server: {
      schema: z.enum(truthfulServers).default('c'),
      kind: 'choice',
      choices: truthfulServers,
      summary:
        'The truthful server: in C, which takes a compiler and Linux, or in JavaScript, which stands in for it.',
    },
    crossCheck: switchFlag(
      'Instead, compare our own transport with undici: at each number of streams and the lowest event rate, both send the same load in turns.',
    ),
    json: switchFlag('Print JSON instead of a table.'),
  },
  async run({ server, json, crossCheck: isCheck, ...plan }, terminal) {
    if (isCheck) return checkTransports(plan, { server, terminal, json })
    const database = openDatabase(databasePath())
    const calibration = await conduct(plan, { server, terminal })
    saveCalibration(database, calibration)
    database.close()
    if (json) terminal.print(JSON.stringify(calibration, null, 2))
    else terminal.print(calibrationTable(calibration))
    if (calibration.failure !== null) throw failed(calibration.failure)
    return calibration.status === 'cancelled' ? exitCodes.interrupted : exitCodes.done
  },
})

type Conducting = Readonly<{ server: (typeof truthfulServers)[number]; terminal: Terminal }>

function conduct(
  plan: CalibrationPlan,
  { server: wanted, terminal: { note, interrupted } }: Conducting,
): Promise<Calibration> {
  const tools = {
    findTruth: () => findGroundTruth({ nativeSources, spawnTruthfulServer, wanted }),
    runLoad,
    onChange: ({ points, progress, status }: Calibration) => {
      const point = points.at(-1)
      if (point === undefined || status !== 'running') return
      note(`${Math.round(100 * progress)} %  ${pointSentence(point)}`)
    },
  }
  return conductCalibration(newCalibration(plan, ownVersion()), tools, interrupted)
}

/** Nothing of it is kept: it judges this client, not this machine. */
async function checkTransports(
  plan: CalibrationPlan,
  { server: wanted, terminal, json }: Conducting & Readonly<{ json: boolean }>,
): Promise<number> {
  const { note, print, interrupted: signal } = terminal
  const places = calibrationPlaces(plan).flatMap(([lowest]) => lowest ?? [])
  const truth = await findGroundTruth({ nativeSources, spawnTruthfulServer, wanted })
  const found: CrossCheckedPlace[] = []
  try {
    for (const place of places) {
      const onRound = (done: number, rounds: number) =>
        note(`${place.streams} streams: ${done} of ${rounds} rounds`)
      const tools = { startServer: truth.start, runLoad }
      const checked = await crossCheck(place, tools, { signal, onRound })
      if (checked === null) break
      found.push(checked)
      if (!json) print(crossCheckText(checked))
    }
  } finally {
    await truth.dispose()
  }
  if (json) print(JSON.stringify({ server: truth.kind, places: found }, null, 2))
  return found.length < places.length ? exitCodes.interrupted : exitCodes.done
}

function spawnTruthfulServer(): TruthPort {
  return forkChild(processEntry('truthful-server'))
}

function failed({ message, remedy }: NonNullable<Calibration['failure']>): AppError {
  return new AppError('internal', message, remedy === null ? {} : { remedy })
}
