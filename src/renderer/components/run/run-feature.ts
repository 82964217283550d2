// Pages that a feature opens from stored runs.
import type { Component } from 'vue'
import type { RouteLocationRaw, Router } from 'vue-router'
import { textOf, type TextKey } from '../../i18n/i18n.ts'

export type RunFeature = Readonly<{
  id: string
  icon: Component
  /** A noun, and what the button does. */
  label: TextKey
  title: TextKey
  /** Takes one run, or null for all. */
  to: (runId: string | null) => RouteLocationRaw
}>

/** Their buttons. */
export function runFeatureActions(
  features: Readonly<Record<string, RunFeature>>,
  router: Router,
  runId: string | null,
) {
  return Object.values(features).map(({ id, icon, label, title, to }) => ({
    ...{ id, icon, label: textOf(label), title: textOf(title) },
    run: () => void router.push(to(runId)),
  }))
}
