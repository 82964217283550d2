// Tools for runs: estimate, start, read, compare and list them.
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { comparisonText, runComparisons } from '#core/documents/comparison-document.ts'
import { assumedStartSpread } from '#core/compare/starts.ts'
import { runsTable } from '#core/documents/runs-table.ts'
import { agentRunRow } from './agent-rows.ts'
import { acts, agentTool, reads, type ToolAnswer, type ToolContext } from './agent-tool.ts'
import { benchArguments, configFrom } from './bench-arguments.ts'
import { confirmed, requireAffordable } from './cost-guard.ts'
import { reportText, madeReport } from './report-text.ts'
import { untilRunIsOver } from '#node/application/services/until-over.ts'
import { writeWholeFile } from '#node/files/write-file.ts'
import path from 'node:path'
import { reportFormats } from '#core/model/report-format.ts'
import { freeName } from '#cli/export/free-name.ts'

export const estimateBenchmark = agentTool({
  name: 'estimate_benchmark',
  title: 'Estimate a benchmark',
  description: 'What a benchmark would send and how long it would take. Sends nothing.',
  annotations: reads,
  input: z.object({ serverId: z.string(), arguments: benchArguments }),
  async call({ serverId, arguments: args }, { client }) {
    const preview = await client.benchmarks.preview({ serverId, config: configFrom(args) })
    const { problems, requests, estimatedDurationS, command } = preview
    const tokens = tokensOf(preview)
    const lines = [
      ...problems.map(({ message: problem }) => `Problem: ${inEnglish(problem)}`),
      `${requests} requests, ${tokens ?? 'unknown'} tokens, ${estimatedDurationS?.toFixed(0) ?? 'unknown'} s`,
      `Equivalent command: ${command}`,
    ]
    return { text: lines.join('\n'), data: { requests, tokens, estimatedDurationS, command } }
  },
})

export const runBenchmark = agentTool({
  name: 'run_benchmark',
  title: 'Run a benchmark',
  description:
    'Sends load to a server, waits for the end and returns the report: verdict with reasons, figures with 95 % intervals. ' +
    'Do not draw conclusions from figures whose verdict is "Not usable"; follow the remedy in the report.',
  annotations: acts,
  input: z.object({
    serverId: z.string(),
    arguments: benchArguments,
    name: z.string().min(1).max(200).optional(),
    confirmed,
  }),
  async call({ serverId, arguments: args, name = null, confirmed: agreed }, context) {
    const config = configFrom(args)
    const preview = await context.client.benchmarks.preview({ serverId, config })
    const cost = { durationS: preview.estimatedDurationS, tokens: tokensOf(preview) }
    await requireAffordable(context, { serverIds: [serverId], cost, confirmed: agreed })
    const { id } = await context.client.benchmarks.start({ serverId, name, config })
    return runAnswer(await untilRunIsOver(id, context), context)
  },
})

export const readRun = agentTool({
  name: 'read_run',
  title: 'Read a run',
  description: 'The report of a run: verdict with reasons, figures with 95 % intervals.',
  annotations: reads,
  input: z.object({ runId: z.string().describe('Its id or the beginning of it.') }),
  async call({ runId }, context) {
    return runAnswer(await runCalled(runId, context), context)
  },
})

export const listRuns = agentTool({
  name: 'list_runs',
  title: 'List runs',
  description: 'Kept runs, newest first, with verdict, main figures and their 95 % intervals.',
  annotations: reads,
  input: z.object({
    text: z.string().default('').describe('Words to find in name, model, server, tags or notes.'),
    limit: z.int().min(1).max(200).default(20),
  }),
  async call({ text, limit }, { client }) {
    const runs = await client.runs.list({ text, limit })
    return { text: runsTable(runs), data: { runs: runs.map(agentRunRow) } }
  },
})

export const compareRuns = agentTool({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'Compares runs with the first of them: effect sizes with 99 % intervals, and a verdict where both sides are usable and ' +
    'had the same load.',
  annotations: reads,
  input: z.object({ runIds: z.array(z.string()).min(2).max(20) }),
  async call({ runIds }, context) {
    const runs = await Promise.all(runIds.map((id) => runCalled(id, context)))
    const measured = runs.map((run) => {
      if (run.summary === null) {
        throw new AppError('invalid-input', message('cli.notMeasured', { name: run.name }))
      }
      return { ...run, summary: run.summary }
    })
    const [base, ...others] = measured
    if (base === undefined) throw new AppError('invalid-input', message('cli.tooFewRuns'))
    const found = await context.client.runs.startSpreads({
      baseId: base.id,
      otherIds: others.map(({ id }) => id),
    })
    const spreads = found.map((shown) => ({ assumed: assumedStartSpread, shown }))
    return {
      text: runComparisons(base, others, spreads)
        .map((one) => comparisonText(one))
        .join('\n\n'),
      data: { runs: runs.map(agentRunRow) },
    }
  },
})

async function runAnswer(run: Run, { client }: ToolContext): Promise<ToolAnswer> {
  if (run.failure !== null) {
    const { message: problem, remedy } = run.failure
    throw new AppError('internal', problem, { ...(remedy !== null && { remedy }) })
  }
  return {
    text: await reportText(client, { runIds: [run.id], sweepIds: [] }),
    data: { run: agentRunRow(run) },
  }
}

async function runCalled(word: string, { client }: ToolContext): Promise<Run> {
  const found = (await client.runs.list({})).filter(({ id }) => id.startsWith(word))
  const [run] = found
  if (run === undefined || found.length > 1) {
    throw appError('not-found', 'cli.mcp.noRun', { name: word })
  }
  return run
}

type Tokens = Readonly<{
  estimatedInputTokens: number | null
  estimatedOutputTokens: number | null
}>

export function tokensOf({ estimatedInputTokens, estimatedOutputTokens }: Tokens): number | null {
  if (estimatedInputTokens === null || estimatedOutputTokens === null) return null
  return estimatedInputTokens + estimatedOutputTokens
}

// Writes a report file for the user to open.
export const writeReport = agentTool({
  name: 'write_report',
  title: 'Write a report',
  description:
    'Writes runs and sweeps to a file in the output folder: html is a page with charts, bundle opens in another Kneepoint.',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: z.object({
    runIds: z.array(z.string()).max(200).default([]),
    sweepIds: z.array(z.string()).max(50).default([]),
    format: z.enum(reportFormats).default('html'),
  }),
  async call({ runIds, sweepIds, format }, { client, outputFolder }) {
    const { fileName, bytes } = await madeReport(client, { runIds, sweepIds, format })
    const file = path.join(outputFolder, freeName(outputFolder, fileName))
    await writeWholeFile(file, bytes)
    return { text: `Written to ${file} (${bytes.length} bytes).`, data: { file } }
  },
})
