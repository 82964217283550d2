// Tools for sweeps: measure listed loads, search for the capacity, tune flags, read and list results.
import { z } from 'zod'
import type { SweepPreview } from '#contract/sweep-api.ts'
import { message } from '#core/messages/message.ts'
import { scalarWords } from '#core/metrics/figures.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import { AppError } from '#core/model/app-error.ts'
import { sweepNameOf } from '#core/model/run/run-name.ts'
import type { Sweep, SweepPlan } from '#core/model/sweep.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { searchedLoads } from '#core/model/sweep-search.ts'
import { limitAt } from '#core/sweep/file/read-sweep-file.ts'
import { requireNone } from '#node/application/benchmarks.ts'
import { agentSweepRow } from './agent-rows.ts'
import { acts, agentTool, listed, reads, type ToolAnswer, type ToolContext } from './agent-tool.ts'
import { benchArguments, configFrom } from './bench-arguments.ts'
import { confirmed, requireAffordable, type Cost } from './cost-guard.ts'
import { reportText } from './report-text.ts'
import { tokensOf } from './run-tools.ts'
import { untilSweepIsOver } from '#node/application/services/until-over.ts'

const place = {
  serverId: z.string(),
  arguments: benchArguments,
  name: z.string().min(1).max(200).optional(),
  confirmed,
}

export const runSweep = agentTool({
  name: 'run_sweep',
  title: 'Sweep loads',
  description:
    'Measures a server at each of the request rates, or at each limit of concurrency, and returns the report: the curve, ' +
    'a verdict per point, and the knee or why none is named.',
  annotations: acts,
  input: z.object({
    ...place,
    requestRates: z.array(z.number().positive()).max(50).default([]),
    maxConcurrencies: z.array(z.int().min(1)).max(50).default([]),
    secondsPerPoint: z.number().min(1).max(3600).default(30),
    repeats: z.int().min(1).max(20).default(1),
  }),
  async call(input, context) {
    const { requestRates, maxConcurrencies, secondsPerPoint, repeats } = input
    const plan = planOf(input, {
      requestRates: requestRates.length > 0 ? requestRates : ['inf'],
      maxConcurrencies: maxConcurrencies.length > 0 ? maxConcurrencies : [null],
      secondsPerPoint,
      repeats,
    })
    return measured(plan, input, context)
  },
})

export const searchCapacity = agentTool({
  name: 'search_capacity',
  title: 'Search for the capacity',
  description:
    'Finds the highest load at which every limit holds, with its interval, or says why there is no answer. Takes up to 15 ' +
    'runs.',
  annotations: acts,
  input: z.object({
    ...place,
    over: z.enum(searchedLoads).default('requestRate'),
    limits: z
      .array(
        z
          .string()
          .describe(
            `"p95 ttft <= 300 ms": mean or p0 to p100 of ${metricNames.join(', ')}; or "${scalarWords.join('", "')}" with <= or >=, a value and a unit.`,
          ),
      )
      .min(1)
      .max(8),
    from: z.number().positive().default(1),
    upTo: z.number().positive().default(4096),
    mostRuns: z.int().min(3).max(60).default(15),
    precision: z.number().min(0.005).max(0.5).default(0.05),
    secondsPerPoint: z.number().min(5).max(3600).default(30),
  }),
  async call(input, context) {
    const { over, from, upTo, mostRuns, precision, limits, secondsPerPoint } = input
    const plan = planOf(input, {
      requestRates: ['inf'],
      maxConcurrencies: [null],
      secondsPerPoint: over === 'requestRate' ? secondsPerPoint : null,
      limits: limits.map((limit, index) => limitAt(limit, `limits[${index}]`)),
      search: { kind: 'capacity', over, from, upTo, mostRuns, precision },
    })
    return measured(plan, input, context)
  },
})

export const runTune = agentTool({
  name: 'run_tune',
  title: 'Tune the flags of a server',
  description:
    'Finds the flags with which a server carries the most load within limits, and returns the report: the best setting, its ' +
    'gain over the defaults with an interval and its vllm serve command, or why nothing is confirmed. Restarts the server ' +
    'with each setting.',
  annotations: acts,
  input: z.object({
    file: z
      .string()
      .max(100_000)
      .describe(
        'YAML or JSON as of `kneepoint tune`: servers (one name of list_servers), benchmark, objective, limits, flags, budget.',
      ),
    confirmed,
  }),
  async call({ file, confirmed: agreed }, context) {
    const { plan, serverIds } = await context.client.sweepFiles.open({ text: file })
    if (plan.tune === null) {
      throw new AppError('invalid-input', message('cli.mcp.tunesNothing'), {
        ...{ field: 'file', remedy: message('cli.mcp.tunesNothing.remedy') },
      })
    }
    const [serverId] = serverIds
    if (serverId === undefined) {
      throw new AppError('invalid-input', message('cli.mcp.noListedServer'), {
        ...{ field: 'servers', remedy: message('cli.mcp.noListedServer.remedy') },
      })
    }
    return measured(plan, { serverId, confirmed: agreed }, context)
  },
})

export const readSweep = agentTool({
  name: 'read_sweep',
  title: 'Read a sweep',
  description: 'The report of a sweep or search: the answer, the curve, a verdict per point.',
  annotations: reads,
  input: z.object({ sweepId: z.string() }),
  async call({ sweepId }, { client }) {
    return sweepAnswer(await client.sweeps.get({ id: sweepId }), client)
  },
})

export const listSweeps = agentTool({
  name: 'list_sweeps',
  title: 'List sweeps',
  description: 'Kept sweeps and searches, newest first, with what each found and its interval.',
  annotations: reads,
  input: z.object({ limit: z.int().min(1).max(100).default(20) }),
  async call({ limit }, { client }) {
    const kept = (await client.sweeps.list()).slice(0, limit)
    const sweeps = await Promise.all(kept.map((sweep) => sweepRow(sweep, client)))
    const lines = sweeps.map(({ id, name, status, answers }) =>
      [`${name} (${id}): ${status}`, ...answers.map(({ answer }) => answer)].join(' · '),
    )
    return { text: listed(lines), data: { sweeps } }
  },
})

type SweepArguments = Readonly<{
  serverId: string
  arguments: readonly string[]
  name?: string | undefined
}>

const unnamedPlanSchema = sweepPlanSchema.omit({ name: true })

function planOf(
  { name, arguments: args }: SweepArguments,
  loads: Omit<z.input<typeof unnamedPlanSchema>, 'config'>,
): SweepPlan {
  const unnamed = unnamedPlanSchema.parse({ ...loads, config: configFrom(args) })
  return { ...unnamed, name: name ?? sweepNameOf(unnamed) }
}

async function measured(
  plan: SweepPlan,
  { serverId, confirmed: agreed }: Readonly<{ serverId: string; confirmed: boolean }>,
  context: ToolContext,
): Promise<ToolAnswer> {
  const { client } = context
  const order = { serverIds: [serverId], plan }
  const preview = await client.sweeps.preview(order)
  requireNone(preview.problems)
  const cost = await costOf(preview, plan, context)
  await requireAffordable(context, { ...order, cost, confirmed: agreed })
  const { id } = await client.sweeps.start(order)
  return sweepAnswer(await untilSweepIsOver(id, context), client)
}

/** Requests of a sweep are similar, so its tokens are estimated from one benchmark. */
async function costOf(preview: SweepPreview, plan: SweepPlan, context: ToolContext): Promise<Cost> {
  const one = await context.client.benchmarks.preview({ serverId: null, config: plan.config })
  const tokens = tokensOf(one)
  return {
    durationS: preview.estimatedDurationS,
    tokens:
      tokens === null || preview.requests === null || one.requests === 0
        ? null
        : (tokens / one.requests) * preview.requests,
  }
}

async function sweepAnswer(sweep: Sweep, client: ToolContext['client']): Promise<ToolAnswer> {
  return {
    text: await reportText(client, { runIds: [], sweepIds: [sweep.id] }),
    data: {
      sweep: {
        ...(await sweepRow(sweep, client)),
        runIds: sweep.points.flatMap(({ runId }) => runId ?? []),
      },
    },
  }
}

async function sweepRow(sweep: Sweep, client: ToolContext['client']) {
  return agentSweepRow(sweep, await client.runs.list({ sweepId: sweep.id }))
}
