// `kneepoint bench sweep FILE`: a sweep as a file says it, in the window's own database, shown as it goes.
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '#core/model/app-error.ts'
import type { SweepPreview } from '#contract/sweep-api.ts'
import { flagName } from '#core/model/flags/flag.ts'
import { attachedSpecSchema } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { SweepFile } from '#core/model/sweep-file.ts'
import { sweepPlanText } from '#core/report/sweep-plan-text.ts'
import { describeServer, findServer } from '#node/application/sweep-files/file-servers.ts'
import { writeSweepText } from '#node/application/sweep-files/sweep-text.ts'
import { requireWritableFolder, writeResult } from './bench/output-file.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { openOwnApplication } from './own-application.ts'
import { answerQuestions } from './sweep/answer-questions.ts'
import { bringUp, placesOf } from './sweep/bring-up.ts'
import { concludeSweep } from './sweep/conclude-sweep.ts'
import { clientOf, followNews, type Client, type News } from './sweep/news.ts'
import { readOrder } from './sweep/sweep-order.ts'
import { runsOf, watchSweep } from './sweep/sweep-watch.ts'

const schema = z.object({
  dryRun: z.boolean().default(false),
  resume: z.string().min(1).nullable().default(null),
  baseUrl: attachedSpecSchema.shape.baseUrl.nullable().default(null),
  serveParams: z.string().min(1).nullable().default(null),
  benchParams: z.string().min(1).nullable().default(null),
  linkVars: z.string().min(1).nullable().default(null),
  outputDir: z.string().min(1).nullable().default(null),
})

type Values = z.infer<typeof schema>

export const benchSweep = flagCommand({
  name: 'kneepoint bench sweep',
  words: '[FILE]',
  about:
    'Runs a sweep: servers × settings × loads × repeats, as FILE says it in YAML or JSON (docs/sweeps.md). Every run ' +
    'is kept where the window finds it. Ctrl-C pauses after the point that is running, a second one ends at once; ' +
    'either way --resume goes on. Exit codes: 0 all done; 1 a point failed; 2 the file or a flag cannot be taken; 3 ' +
    'no load held the limits; 130 paused or given up.',
  schema,
  flags: [
    {
      field: 'dryRun',
      kind: 'switch',
      summary: 'Show what it amounts to, and start nothing.',
    },
    {
      field: 'resume',
      kind: 'text',
      metavar: 'ID',
      summary: 'Go on with a sweep that was paused or interrupted, instead of FILE.',
    },
    {
      field: 'baseUrl',
      kind: 'text',
      metavar: 'URL',
      summary: 'The server to measure, instead of those of FILE.',
    },
    {
      field: 'serveParams',
      kind: 'text',
      metavar: 'FILE',
      summary: 'Flags of the server to vary, as "vllm bench sweep serve" reads them.',
    },
    {
      field: 'benchParams',
      kind: 'text',
      metavar: 'FILE',
      summary: 'Flags of the benchmark to vary, likewise; loads among them replace those of FILE.',
    },
    {
      field: 'linkVars',
      kind: 'text',
      metavar: 'PAIRS',
      summary: 'Only combinations of the two in which these are equal: SERVE=BENCH,…',
    },
    {
      field: 'outputDir',
      kind: 'text',
      metavar: 'DIR',
      summary: 'Folder for the results as CSV and JSON; made if it is not there.',
    },
  ],
  async run(values, terminal, [file]) {
    const { outputDir, resume } = values
    if ((file === undefined) === (resume === null)) throw oneOfBoth()
    if (outputDir !== null) await requireWritableFolder(outputDir)
    const ordered = file === undefined ? null : await readOrder(file, values)
    const application = openOwnApplication()
    const client = clientOf(application)
    const news = await followNews(client)
    try {
      answerQuestions(client, news)
      return await conduct(ordered, values, { client, news, terminal })
    } finally {
      news.close()
      await application.close()
    }
  },
})

type Tools = Readonly<{ client: Client; news: News; terminal: Terminal }>

async function conduct(
  ordered: SweepFile | null,
  { dryRun, resume, outputDir }: Values,
  tools: Tools,
): Promise<number> {
  const { client, terminal } = tools
  if (ordered !== null && !(await isSound(ordered, tools))) return exitCodes.badInput
  if (dryRun) return exitCodes.done
  const begun =
    ordered === null ? await resumed(resume ?? '', tools) : await started(ordered, tools)
  terminal.note(`It is sweep ${begun.id}.`)
  const ended = await watchSweep(begun, tools)
  const code = concludeSweep(ended, await runsOf(ended, client), terminal)
  if (outputDir !== null) await writeFiles(ended, outputDir, tools)
  if (code === exitCodes.interrupted) terminal.note(resumeSentence(ended))
  return code
}

/** Shows what it amounts to, and what is wrong with it. */
async function isSound(
  { plan, servers }: SweepFile,
  { client, terminal }: Tools,
): Promise<boolean> {
  if (servers.length === 0) throw noServer()
  const places = await placesOf(client)
  const known = servers.flatMap((server) => findServer(server, places)?.id ?? [])
  const serverIds = known.length === servers.length ? known : []
  const previewed = await client.sweeps.preview({ serverIds, plan })
  const estimate = serverIds.length > 0 ? previewed : onEach(servers.length, previewed)
  const names = servers.map((server) => serverName(server))
  terminal.print(sweepPlanText({ plan, servers: names, estimate }))
  for (const { field, message } of estimate.problems) {
    terminal.note(`kneepoint: ${field === null ? '' : `${flagName(field)}: `}${message}`)
  }
  return estimate.problems.length === 0
}

/** Servers that are not up yet are taken for ones that are: each measures the same. */
function onEach(servers: number, estimate: SweepPreview): SweepPreview {
  const { points, requests, estimatedDurationS, cost } = estimate
  return {
    ...estimate,
    points: points * servers,
    requests: requests === null ? null : requests * servers,
    estimatedDurationS: estimatedDurationS === null ? null : estimatedDurationS * servers,
    cost: cost === null ? null : { ...cost, amount: cost.amount * servers },
  }
}

function serverName(server: SweepFile['servers'][number]): string {
  if (server.name !== null) return server.name
  switch (server.kind) {
    case 'known':
      return server.name
    case 'attached':
      return server.spec.baseUrl
    case 'simulator':
      return `simulator ${server.spec.preset}`
    case 'launched':
      return `a launch on ${server.host}`
  }
}

async function started({ plan, servers }: SweepFile, tools: Tools): Promise<Sweep> {
  const serverIds = await bringUp(servers, tools)
  return tools.client.sweeps.start({ serverIds: [...serverIds], plan })
}

/** By the beginning of its id. */
async function resumed(id: string, tools: Tools): Promise<Sweep> {
  const { client } = tools
  const found = (await client.sweeps.list()).filter((sweep) => sweep.id.startsWith(id))
  const [sweep] = found
  if (sweep === undefined || found.length > 1) throw notOne(id, found)
  const places = await placesOf(client)
  const servers = places.servers.filter((server) =>
    sweep.servers.some((own) => own.id === server.id),
  )
  await bringUp(
    servers.map((server) => describeServer(server, places)),
    tools,
  )
  return client.sweeps.resume({ id: sweep.id })
}

async function writeFiles(
  sweep: Sweep,
  folder: string,
  { client, terminal }: Tools,
): Promise<void> {
  const exported = await Promise.all(
    (['csv', 'json'] as const).map((format) => client.sweeps.export({ id: sweep.id, format })),
  )
  const plan = {
    fileName: 'sweep.yaml',
    text: writeSweepText({ plan: sweep.plan, servers: [] }, 'yaml'),
  }
  for (const { fileName, text } of [...exported, plan]) {
    const file = path.join(folder, fileName)
    await writeResult(file, text, false)
    terminal.print(`Written: ${file}`)
  }
}

function resumeSentence({ id, points }: Sweep): string {
  const done = points.filter(({ status }) => status === 'completed').length
  return `${done} of ${points.length} points are measured and kept. Go on with: kneepoint bench sweep --resume ${id}`
}

function oneOfBoth(): AppError {
  return new AppError('invalid-input', 'A sweep needs a FILE, or --resume with an id, not both.', {
    remedy: 'See kneepoint bench sweep --help.',
  })
}

function noServer(): AppError {
  return new AppError('invalid-input', 'The file names no server.', {
    remedy: 'Add "servers:" to it, or give --base-url.',
  })
}

function notOne(id: string, found: readonly Sweep[]): AppError {
  const named = found.map((sweep) => `${sweep.id} (${sweep.plan.name})`).join(', ')
  return found.length === 0
    ? new AppError('not-found', `There is no sweep ${id}.`, {
        remedy: 'The window lists them under Sweeps.',
      })
    : new AppError('invalid-input', `${id} could be ${named}.`, { remedy: 'Write more of it.' })
}
