// `kneepoint calibrate`: measures the delay that our own client adds on this machine, prints it as a table and stores it for
// later runs.
import { z } from 'zod'
import { failureContent, message } from '#core/messages/message.ts'
import { calibrationAnswer } from '#core/answers/calibration-answer.ts'
import { jsonFlag, switchFlag } from '#core/flags/flag.ts'
import { AppError } from '#core/model/app-error.ts'
import {
  type Calibration,
  type CalibrationPlan,
  calibrationPlanSchema,
  truthfulServers,
} from '#core/model/run/calibration.ts'
import { calibrationText, pointSentence } from '#core/documents/calibration-table.ts'
import { crossCheckText, type CrossCheckedPlace } from '#core/documents/cross-check-table.ts'
import { calibrationPlaces } from '#core/stats/calibration/calibration-load.ts'
import { conductCalibration, newCalibration } from '#node/calibration/conduct-calibration.ts'
import { crossCheck } from '#node/calibration/cross-check.ts'
import { findGroundTruth } from '#node/calibration/ground-truth.ts'
import type { TruthPort } from '#node/calibration/node-server.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
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
    'Sends loads to a built-in server that records when it wrote each token, and shows the error that this client adds: more ' +
    'streams and more events per second until either cannot keep up. Takes one or two minutes; leave the ' +
    'machine idle meanwhile. The result is stored, and later runs refer to it.',
  flags: {
    streams: {
      schema: calibrationPlanSchema.shape.streams,
      kind: 'numbers',
      areWhole: true,
      metavar: 'N,N,…',
      summary: 'Numbers of streams to open, one after the other.',
    },
    eventRates: {
      schema: calibrationPlanSchema.shape.eventRates,
      kind: 'numbers',
      metavar: 'N,N,…',
      unit: 'events/s',
      summary: 'Events per second to send, over all streams together.',
    },
    server: {
      schema: z.enum(truthfulServers).default('c'),
      kind: 'choice',
      choices: truthfulServers,
      summary:
        'The truthful server: in C, which needs a compiler and Linux, or in JavaScript as a substitute.',
    },
    crossCheck: switchFlag(
      'Instead, compare our own transport with undici: at each number of streams and the lowest event rate, both send the same load in turns.',
    ),
    json: jsonFlag,
  },
  async run({ server, json, crossCheck: isCheck, ...plan }, terminal) {
    if (isCheck) return checkTransports(plan, { server, terminal, json })
    const database = openDatabase(databasePath())
    const calibration = await conduct(plan, { server, terminal })
    saveCalibration(database, calibration)
    database.close()
    const { failure } = calibration
    const english = failure && { message: failure.message, remedy: failure.remedy }
    if (json) terminal.print(JSON.stringify({ ...calibration, failure: english }, null, 2))
    else {
      terminal.print(calibrationText(calibration, terminal.outputLanguage))
      const answer = calibrationAnswer(calibration)
      if (answer !== null) terminal.print(answer.text)
    }
    if (failure !== null) throw failed(failure)
    return calibration.status === 'cancelled' ? exitCodes.interrupted : exitCodes.done
  },
})

type CalibrationContext = Readonly<{ server: (typeof truthfulServers)[number]; terminal: Terminal }>

function conduct(
  plan: CalibrationPlan,
  { server: wanted, terminal: { note, interrupted } }: CalibrationContext,
): Promise<Calibration> {
  const tools = {
    findTruth: () => findGroundTruth({ nativeSources, spawnTruthfulServer, wanted }),
    runLoad,
    onChange: ({ points, progress, status }: Calibration) => {
      const point = points.at(-1)
      if (point === undefined || status !== 'running') return
      note(
        message('tables.calibration.progress', {
          percent: Math.round(100 * progress),
          point: pointSentence(point),
        }),
      )
    },
  }
  return conductCalibration(newCalibration(plan, ownVersion()), tools, interrupted)
}

/** Stores nothing, because the cross-check is about the client, not the machine. */
async function checkTransports(
  plan: CalibrationPlan,
  { server: wanted, terminal, json }: CalibrationContext & Readonly<{ json: boolean }>,
): Promise<number> {
  const { note, print, interrupted: signal, outputLanguage } = terminal
  const places = calibrationPlaces(plan).flatMap(([lowest]) => lowest ?? [])
  const truth = await findGroundTruth({ nativeSources, spawnTruthfulServer, wanted })
  const found: CrossCheckedPlace[] = []
  try {
    for (const place of places) {
      const onRound = (done: number, rounds: number) =>
        note(message('tables.crossCheck.round', { streams: place.streams, done, rounds }))
      const tools = { startServer: truth.start, runLoad }
      const checked = await crossCheck(place, tools, { signal, onRound })
      if (checked === null) break
      found.push(checked)
      if (!json) print(crossCheckText(checked, outputLanguage))
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

function failed(failure: NonNullable<Calibration['failure']>): AppError {
  const { message: text, remedy } = failureContent(failure)
  return new AppError('internal', text, remedy === null ? {} : { remedy })
}
