// Definition of a way of decoding, such as by speculation, and of a server's statistics of it. Features have the records.

export type DecodingFigure = Readonly<{
  /** Shares are a list by position. */
  form: 'count' | 'number' | 'shares'
  /** Key of the result file. */
  key: string
  /** Row of the printed report; line above the rows of a list. */
  label: string
  unit: string
}>

/** How far counters of the server grew during a run. */
export type CounterGrowth = Readonly<{
  /** Null if the server lacks the counter or reset it. */
  of: (counter: string) => number | null
  /** Growth of the counter `atPosition`, by position. */
  atPositions: () => readonly number[]
}>

export type DecodingMethod = Readonly<{
  /** Heads its section of the printed report. */
  title: string
  /** Listed in the order of reports and files. */
  figures: Readonly<Record<string, DecodingFigure>>
  /** Counters of vLLM, which are summed over engines. */
  counters: Readonly<Record<string, RegExp>>
  /** Counter with a label `position`. */
  atPosition?: RegExp
  /** Null if the server did not decode this way. */
  valuesOf: (growth: CounterGrowth, durationS: number) => object | null
}>

export function figure<const Form extends DecodingFigure['form']>(
  form: Form,
  [key, label]: readonly [key: string, label: string],
  unit = '',
) {
  return { form, key, label, unit } as const
}
