// Messages that name a figure inside a sentence, made of what metrics are called.

/** Ids are `figure.<name>`, of metrics that have a form for sentences. Typed as texts without parameters. */
type FigureNames<Metrics> = {
  readonly [
    Name in keyof Metrics & string as Metrics[Name] extends { inSentence: string }
      ? `figure.${Name}`
      : never
  ]: ''
}

type MetricTitle = Readonly<{ title: string; inSentence?: string }>

export function figureNames<Metrics extends Readonly<Record<string, MetricTitle>>>(
  metrics: Metrics,
): FigureNames<Metrics> {
  const names = Object.entries<MetricTitle>(metrics)
  return Object.fromEntries(
    names.flatMap(([name, { inSentence }]) =>
      inSentence === undefined ? [] : [[`figure.${name}`, inSentence]],
    ),
  ) as FigureNames<Metrics>
}
