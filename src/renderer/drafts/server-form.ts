// Parses the two forms that add a server: returns a value, or a problem per field.
import { attachedSpecSchema, simulatorSpecSchema, type SimulatorSpec } from '#core/model/server.ts'

export type ServerProblem =
  'url' | 'port' | 'startup' | 'reasoning' | 'rejections' | 'gpuCount' | 'exporters'

type SimulatorFormText = Readonly<{
  preset: string
  startupS: string
  port: string
  /** Fractions in percent. */
  reasoning: string
  rejections: string
}>

type FormReading<Value> =
  | { readonly value: Value; readonly problems: readonly [] }
  | { readonly value: null; readonly problems: readonly ServerProblem[] }

export function readSimulatorForm(text: SimulatorFormText): FormReading<SimulatorSpec> {
  const port = text.port.trim()
  const reading = simulatorSpecSchema.safeParse({
    kind: 'simulator',
    preset: text.preset,
    port: port === '' ? null : Number(port),
    startupS: text.startupS.trim() === '' ? undefined : Number(text.startupS),
    reasoning: shareIn(text.reasoning),
    rejections: shareIn(text.rejections),
  })
  if (reading.success) return { value: reading.data, problems: [] }
  const fields = reading.error.issues.map((issue) => issue.path[0])
  return {
    value: null,
    problems: [
      ...(fields.includes('port') ? ['port' as const] : []),
      ...(fields.includes('startupS') ? ['startup' as const] : []),
      ...(fields.includes('reasoning') ? ['reasoning' as const] : []),
      ...(fields.includes('rejections') ? ['rejections' as const] : []),
    ],
  }
}

/** Undefined for an empty line and for 0. */
function shareIn(percent: string): Readonly<{ share: number }> | undefined {
  const share = Number(percent) / 100
  return share === 0 ? undefined : { share }
}

/** The URL is validated as soon as it is not empty. */
export function readBaseUrl(text: string): FormReading<string> {
  const reading = attachedSpecSchema.safeParse({ kind: 'attached', baseUrl: text.trim() })
  if (reading.success) return { value: reading.data.baseUrl, problems: [] }
  return { value: null, problems: text.trim() === '' ? [] : ['url'] }
}

/** An empty line leaves it unknown. */
export function readGpuCount(text: string): FormReading<number | undefined> {
  const said = textOrNull(text)
  const reading = attachedSpecSchema.shape.gpuCount.safeParse(
    said === null ? undefined : Number(said),
  )
  if (reading.success) return { value: reading.data, problems: [] }
  return { value: null, problems: ['gpuCount'] }
}

/** Addresses separated by spaces; none for an empty line. */
export function readExporters(text: string): FormReading<string[] | undefined> {
  const reading = attachedSpecSchema.shape.gpuMetricsUrl.safeParse(wordsOrNone(text))
  if (reading.success) return { value: reading.data, problems: [] }
  return { value: null, problems: ['exporters'] }
}

/** Separated by spaces or commas. */
export function wordsOrNone(text: string): string[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return words.length === 0 ? undefined : words
}

/** An empty line means that the user chose nothing. */
export function textOrNull(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed
}
