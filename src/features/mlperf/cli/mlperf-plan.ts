// `kneepoint mlperf plan`: a sweep file with the points of a curve of MLPerf Endpoints, and its cost.
import { z } from 'zod'
import { count, positiveInteger, switchFlag, textFlagOf } from '#core/flags/flag.ts'
import { type Column, textTable } from '#core/documents/table.ts'
import { message } from '#core/messages/message.ts'
import { fewestPoints, mostPoints, ultraLowMost } from '#features/mlperf/core/regions.ts'
import {
  rehearsalPlan,
  type RehearsalPoint,
  rehearsalPoints,
} from '#features/mlperf/core/rehearsal-plan.ts'
import { readSweepText, writeSweepText } from '#node/application/sweeps/sweep-text.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { exitCodes } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { textOf } from '#cli/sweep/sweep-order.ts'
import { planZh } from '../messages/command-zh.ts'

export const mlperfPlan = featureCommand(
  {
    name: 'kneepoint mlperf plan',
    words: 'FILE',
    about:
      'Writes a sweep that rehearses a curve of MLPerf Endpoints 1.0 with the servers and the benchmark of FILE, a sweep ' +
      'file: a legal number of points at fixed concurrencies in every region, each as long as the rules require. Prints ' +
      'the points and their GPU hours. A submission itself must be measured by the reference client.',
    flags: {
      maxConcurrency: {
        schema: positiveInteger.min(ultraLowMost + 1).default(256),
        ...count,
        unit: 'requests',
        summary: 'Highest concurrency of the curve.',
      },
      minConcurrency: {
        schema: positiveInteger.max(ultraLowMost).default(1),
        ...count,
        unit: 'requests',
        summary: 'Lowest concurrency of the curve.',
      },
      points: {
        schema: positiveInteger.min(fewestPoints).max(mostPoints).default(fewestPoints),
        ...count,
        summary: 'Points of the curve, 7 to 32.',
      },
      agentic: switchFlag('Plan the longer points of an agentic benchmark.'),
      minutesPerPoint: {
        schema: z.number().positive().finite().nullable().default(null),
        kind: 'number',
        metavar: 'MIN',
        unit: 'min',
        summary: 'Shorten every point to this; its steady state then falls short of the rules.',
      },
      gpus: {
        schema: positiveInteger.default(1),
        ...count,
        summary: 'GPUs of the server, for the GPU hours.',
      },
      output: textFlagOf('mlperf.yaml', 'FILE', 'Sweep file to write.'),
    },
    async run(
      { agentic: isAgentic, gpus, output, ...order },
      { print, outputLanguage },
      [file = ''],
    ) {
      requireWritableFile(output)
      const { plan, servers } = readSweepText(await textOf(file))
      const points = rehearsalPoints({ ...order, isAgentic })
      await writeWholeFile(
        output,
        writeSweepText({ plan: rehearsalPlan(plan, points), servers }, 'yaml'),
      )
      print(textTable(columns, points, outputLanguage))
      const minutes = points.reduce((sum, point) => sum + point.minutes, 0)
      const hours = (minutes / 60).toFixed(1)
      print(message('mlperf.cost', { hours, gpuHours: ((minutes / 60) * gpus).toFixed(1) }))
      print(message('cli.written', { file: output }))
      return exitCodes.done
    },
  },
  { zh: planZh },
)

const columns: readonly Column<RehearsalPoint>[] = [
  {
    head: [message('mlperf.concurrency')],
    cell: ({ concurrency }) => String(concurrency),
  },
  { head: [message('mlperf.region')], align: 'left', cell: ({ region }) => region ?? '' },
  { head: [message('mlperf.minutes')], cell: ({ minutes }) => String(minutes) },
]
