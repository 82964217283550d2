// `kneepoint simulate`: runs one simulated server in this process until interrupted.
import { open } from 'node:fs/promises'
import type { SimulatorSpec } from '#core/model/server.ts'
import { explainPreset, type ExplainedLoad } from '#node/simulator/presets/explain-preset.ts'
import { aborted } from './terminal/interrupt.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'

type SimulateArgs = Readonly<{
  preset: string
  /** null takes a free one. */
  port: number | null
  host?: string | undefined
  startupS: number
  seed: number
  /** Only print what the preset is. */
  explain: boolean
  /** The benchmark whose capacity is printed. */
  explainedLoad?: ExplainedLoad
  apiKey?: string | undefined
  loraModules?: string[]
  speculation?: NonNullable<SimulatorSpec['speculation']>
  reasoning?: NonNullable<SimulatorSpec['reasoning']>
  slowdown?: number
  rejections?: NonNullable<SimulatorSpec['rejections']>
  /** Requests are appended to it, one JSON object per line. */
  requestLog?: string
  flags?: NonNullable<SimulatorSpec['flags']>
}>

type SimulateIo = Readonly<{
  write(line: string): void
  /** Aborted when the user requests a stop. */
  signal: AbortSignal
}>

/** Returns the exit code. Expected failures are thrown as `AppError`. */
export async function simulate(args: SimulateArgs, { write, signal }: SimulateIo): Promise<number> {
  if (args.explain) {
    for (const line of explainPreset(args.preset, args.explainedLoad)) write(line)
    return 0
  }
  const { preset, port, startupS, seed, host = '127.0.0.1', apiKey = null } = args
  const { loraModules, speculation, reasoning, slowdown, rejections, requestLog, flags } = args
  const spec = {
    ...({ kind: 'simulator', preset, port, startupS, seed } as const),
    ...(loraModules && { loraModules }),
    ...(speculation && { speculation }),
    ...(reasoning && { reasoning }),
    ...(slowdown !== undefined && { slowdown }),
    ...(rejections && { rejections }),
    ...(flags && { flags }),
  }
  const log = requestLog === undefined ? null : await open(requestLog, 'a')
  const hooks = {
    onLog: write,
    onPhase: () => undefined,
    ...(log && {
      onRequest: (entry: object) => void log.appendFile(`${JSON.stringify(entry)}\n`),
    }),
  }
  const simulator = await unlessAborted(
    startSimulator(spec, hooks, { host, apiKey, signal }),
    signal,
  )
  if (simulator === null) return 0
  write(`Simulated ${preset} is ready at http://${host}:${simulator.port} (model "sim").`)
  await aborted(signal)
  await simulator.stop()
  await log?.close()
  return 0
}

/** Null if the user stopped a start in progress. */
async function unlessAborted<T>(started: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await started
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}
