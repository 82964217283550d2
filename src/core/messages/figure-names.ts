// Messages that name a metric inside a sentence, derived from the titles of metrics.

/** Ids are `figure.<name>`, for metrics with a form for sentences. Typed as texts without parameters. */
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
