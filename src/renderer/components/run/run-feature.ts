// Additions of a feature to stored runs: a page that opens from them, and figures of their GPUs.
import type { Component } from 'vue'
import type { RouteLocationRaw, Router } from 'vue-router'
import type { TelemetrySummary } from '#core/model/run/telemetry.ts'
import { textOf, type TextKey } from '../../i18n/i18n.ts'
import type { RunMetric } from './run-figures.ts'

type Gpu = NonNullable<TelemetrySummary['gpu']>

export type RunFeature = Readonly<{
  page?: RunPage
  /** Figures of the page of a run, after the power of its GPUs. */
  gpuFigures?: (gpu: Gpu) => readonly RunMetric[]
  /** Columns of the servers for a load, by id; each holds the mean of their runs. */
  sizing?: Readonly<Record<string, SizedColumn>>
}>

export type SizedColumn = Readonly<{
  listedAfter?: string
  name: TextKey
  unit: string
  valueOf: (gpu: Gpu) => number | null
  /** Sentence if a server has no value. */
  lacking?: TextKey
}>

type RunPage = Readonly<{
  id: string
  icon: Component
  /** A noun, and what the button does. */
  label: TextKey
  title: TextKey
  /** Takes one run, or null for all. */
  to: (runId: string | null) => RouteLocationRaw
}>

/** Buttons of the pages. */
export function runFeatureActions(
  features: Readonly<Record<string, RunFeature>>,
  router: Router,
  runId: string | null,
) {
  const pages = Object.values(features).flatMap(({ page }) => page ?? [])
  return pages.map(({ id, icon, label, title, to }) => ({
    ...{ id, icon, label: textOf(label), title: textOf(title) },
    run: () => void router.push(to(runId)),
  }))
}
