// `kneepoint predict`: the curve of a server from a twin that is fitted to its stored runs. Sends no requests.
import { z } from 'zod'
import { switchFlag, textFlag, textsFlag } from '#core/flags/flag.ts'
import { jsonText } from '#core/base/printable.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import {
  type PredictionBasis,
  predictionJson,
  predictionText,
  refusalJson,
  refusalText,
} from '#features/twin/core/prediction-text.ts'
import { readLimit } from '#core/sweep/limit-text.ts'
import { askTwin } from '#features/twin/core/ask-twin.ts'
import type { LatencyLimit, PredictedLoad } from '#features/twin/core/predict.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { predictZh } from '../messages/command-zh.ts'
import { fitRuns, statedLimits } from '#features/twin/node/predict-runs.ts'
import { runsOfServer } from '#features/twin/node/twin-runs.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { findRun, listRuns } from '#node/storage/runs.ts'
import { exitCodes } from '#cli/exit.ts'
import { chosenSubject, lastSubject } from '#node/report/chosen-subject.ts'
import { featureCommand } from '#cli/flag-command.ts'

/** A count that a flag may set; null unless given. */
function statedCount(metavar: string, summary: string) {
  const schema = z.int().min(1).nullable().default(null)
  return { schema, kind: 'integer', metavar, summary } as const
}

function statedRate(summary: string) {
  const schema = z.number().positive().finite().nullable().default(null)
  return { schema, kind: 'number', metavar: 'R', summary } as const
}

const ofServer =
  'of the server to predict; also of the runs, if it fits them and the server states no other.'

export const predict = featureCommand(
  {
    name: 'kneepoint predict',
    words: '[RUN|SWEEP …]',
    about:
      'Predicts the curve, the knee, the capacity and the latencies at any load of a server, each with a 90 % interval, from ' +
      'a model of its engine that is fitted to stored runs of it (docs/twin.md). Sends nothing. Runs and sweeps are named by ' +
      'the beginning of their id or by their name. Exit codes: 0 predicted; 2 the runs or a flag are invalid; 3 no load ' +
      'keeps the limits; 4 the model does not describe the server.',
    flags: {
      last: switchFlag('Use the newest run, or the whole sweep that it belongs to.'),
      server: textFlag(
        'NAME',
        'Use the completed runs of this server (name or address) since its last start, at most 12.',
      ),
      requestRate: statedRate('Also predict this load: requests per second.'),
      maxConcurrency: statedCount(
        'N',
        'Also predict this load: requests at once; with --request-rate, its limit.',
      ),
      inputLen: statedCount(
        'N',
        'Mean input tokens per request; the shape of the distribution stays. Default: as in the runs.',
      ),
      outputLen: statedCount('N', 'Mean output tokens per request, as for --input-len.'),
      limit: textsFlag(
        'LIMIT',
        'Find the capacity within these limits, such as "p99 ttft <= 500 ms".',
      ),
      demand: statedRate('Find how many such servers carry this many requests per second.'),
      maxNumSeqs: statedCount('N', `Sequences at once, ${ofServer}`),
      maxNumBatchedTokens: statedCount('N', `Tokens per step, ${ofServer}`),
      kvCacheTokens: statedCount('N', `Tokens of the KV cache, ${ofServer}`),
      json: textFlag('FILE', 'Also write the answer to this file, as JSON.'),
    },
    async run(values, { print, note, outputLanguage }, words) {
      if (values.json !== null) requireWritableFile(values.json)
      const limits = (values.limit ?? []).map(limitOf)
      const database = openDatabase(databasePath())
      try {
        const chosen = chosenRuns(database, { last: values.last, server: values.server, words })
        const { maxNumSeqs, maxNumBatchedTokens, kvCacheTokens } = values
        const engine = statedLimits({ maxNumSeqs, maxNumBatchedTokens, kvCacheTokens })
        const { runs, model, leftOut, fit } = fitRuns(database, chosen, engine)
        for (const each of leftOut) note(each)
        const basis: PredictionBasis = {
          runs,
          model,
          limits: limits.map(({ limit }) => limit),
          demand: values.demand,
          engine,
        }
        if (fit.kind === 'refused') {
          const { refusal } = fit
          print(refusalText(refusal, outputLanguage))
          await writeJson(values.json, refusalJson(refusal, basis))
          return exitCodes.notValid
        }
        const answer = askTwin(fit.twin, {
          load: loadOf(values),
          inputLength: values.inputLen,
          outputLength: values.outputLen,
          engine,
          limits: limits.map(({ latency }) => latency),
          demand: values.demand,
        })
        print(predictionText(answer, fit.twin, basis, outputLanguage))
        await writeJson(values.json, predictionJson(answer, fit.twin, basis))
        const isKept = answer.capacityWithinLimits === null || answer.capacityWithinLimits.value > 0
        return isKept ? exitCodes.done : exitCodes.limitsBroken
      } finally {
        database.close()
      }
    },
  },
  { zh: predictZh },
)

async function writeJson(file: string | null, value: object): Promise<void> {
  if (file !== null) await writeWholeFile(file, jsonText(value))
}

type Choice = Readonly<{ last: boolean; server: string | null; words: readonly string[] }>

/** Newest first, regardless of the order of the names. */
function chosenRuns(database: Database, { last, server, words }: Choice): Run[] {
  if (server !== null) return runsOfServer(database, server)
  if (!last && words.length === 0) throw appError('invalid-input', 'twin.noRuns')
  const { sweepIds, runIds } = last ? lastSubject(database) : chosenSubject(database, words)
  const swept = sweepIds.flatMap((sweepId) =>
    listRuns(database, { text: '', sweepId }).filter(({ status }) => status === 'completed'),
  )
  const named = runIds.flatMap((id) => findRun(database, id) ?? [])
  const chosen = new Map([...named, ...swept].map((run) => [run.id, run]))
  return [...chosen.values()].toSorted(
    (one, other) => other.createdAtEpochMs - one.createdAtEpochMs,
  )
}

function loadOf({
  requestRate,
  maxConcurrency,
}: Readonly<{
  requestRate: number | null
  maxConcurrency: number | null
}>): PredictedLoad | null {
  if (requestRate !== null) return { requestRate, limit: maxConcurrency ?? undefined }
  return maxConcurrency === null ? null : { requestRate: null, limit: maxConcurrency }
}

function limitOf(text: string): Readonly<{ limit: SweepLimit; latency: LatencyLimit }> {
  const limit = readLimit(text)
  if ('message' in limit) {
    const problem = message('cli.flagProblem', { flag: '--limit', problem: limit.message })
    throw new AppError('invalid-input', problem, { field: 'limit', remedy: limit.remedy })
  }
  const { name, percentile, bound } = limit
  if (name !== 'ttft' && name !== 'tpot' && name !== 'e2el') {
    throw appError('invalid-input', 'twin.limitNotPredicted', { name }, { field: 'limit' })
  }
  return { limit, latency: { name, percentile, boundS: bound / 1000 } }
}
