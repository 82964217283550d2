// Builds the plan of `kneepoint bench sweep` from its file and the flags that override it.
import { type OptionValues, textFlag } from '#core/flags/flag.ts'
import { message, textOf as reasonOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import { attachedSpecSchema } from '#core/model/server.ts'
import type { SweepFile, SweepPlan } from '#core/model/sweep.ts'
import { readParams, type ParamsSide } from '#core/sweep/file/read-params.ts'
import { parseLinks, withParams, type VllmParams } from '#core/sweep/file/with-params.ts'
import { parsedText, readSweepText } from '#node/application/sweeps/sweep-text.ts'
import { readTextFile } from '#node/files/text-file.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'

export const parameterFlags = {
  serveParams: textFlag(
    'FILE',
    'Flags of the server to vary, in the format of "vllm bench sweep serve".',
  ),
  benchParams: textFlag(
    'FILE',
    'Flags of the benchmark to vary, in the same format; loads among them replace those of FILE.',
  ),
  linkVars: textFlag(
    'PAIRS',
    'Use only combinations in which these flags are equal: SERVE=BENCH,…',
  ),
}

export type ParameterFiles = OptionValues<typeof parameterFlags>

type SweepOrder = ParameterFiles & Readonly<{ baseUrl: string | null; gpus: number | null }>

export async function readOrder(file: string, order: SweepOrder): Promise<SweepFile> {
  const { plan, servers } = readSweepText(await textOf(file))
  const params = await paramsOf(order)
  requireApplied(plan.config, params)
  return {
    plan: withParams(plan, params),
    servers: order.baseUrl === null ? servers : [serverAt(order.baseUrl, order.gpus)],
  }
}

/** Random prompts end at random, so their responses run to full length regardless of the setting. */
function requireApplied(config: SweepPlan['config'], { bench }: VllmParams): void {
  const asksForEos = bench?.some(({ benchmark }) => benchmark.ignoreEos === false) === true
  if (!asksForEos || !ignoresEos({ ...config, ignoreEos: false })) return
  throw appError('invalid-input', 'cli.eosIgnored', { dataset: config.datasetName })
}

/** Reference to a server that is already running. */
export function serverAt(
  baseUrl: string,
  gpus: number | null = null,
): Extract<SweepFile['servers'][number], { kind: 'attached' }> {
  const spec = attachedSpecSchema.parse({ kind: 'attached', baseUrl, gpuCount: gpus ?? undefined })
  return { kind: 'attached', name: null, spec }
}

export async function paramsOf({
  serveParams,
  benchParams,
  linkVars,
}: ParameterFiles): Promise<VllmParams> {
  const links = linkVars === null ? [] : parseLinks(linkVars)
  if (links === null) {
    throw appError('invalid-input', 'cli.linkVars', { value: linkVars })
  }
  return {
    serve: serveParams === null ? null : await settingsIn(serveParams, 'serve'),
    bench: benchParams === null ? null : await settingsIn(benchParams, 'bench'),
    links,
  }
}

async function settingsIn(file: string, side: ParamsSide): Promise<VllmParams['serve']> {
  return readParams(await contentsOf(file), side, ownFlagIndex())
}

async function contentsOf(file: string): Promise<unknown> {
  const text = await textOf(file)
  try {
    return parsedText(text)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { message: problem, remedy } = cause.content
    const stated = message('common.at', { place: file, text: problem })
    throw new AppError('invalid-input', stated, { cause, ...(remedy !== null && { remedy }) })
  }
}

/** Maximum size of a handwritten file, which also rejects endless devices. */
const mostBytes = 4 * 2 ** 20

/**
 * Text of a file, or of standard input for `-`. Throws `not-found` with the reason, and `invalid-input` for content that is too large
 * or not text.
 */
export async function textOf(file: string): Promise<string> {
  if (file === '-' && process.stdin.readableDidRead)
    throw appError('invalid-input', 'cli.inputTwice')
  return await readTextFile(file, {
    mostBytes,
    ...(file === '-' && {
      stored: process.stdin[Symbol.asyncIterator]() as AsyncGenerator<Buffer>,
    }),
    unreadable: (cause) =>
      new AppError('not-found', message('cli.fileUnreadable', { file, why: reasonOf(cause) }), {
        cause,
      }),
  })
}
