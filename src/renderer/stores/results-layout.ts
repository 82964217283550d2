// Layout of the table of results: columns, groups, the pinned baseline, and named layouts. Stored in this browser.
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { z } from 'zod'
import { stored } from './stored.ts'

export const resultGroups = ['none', 'sweep', 'server', 'model'] as const
export type ResultGroup = (typeof resultGroups)[number]

const layoutSchema = z.object({
  /** Ids of hidden columns. */
  hidden: z.array(z.string()).default([]),
  /** Also hides columns in which all visible runs are equal. */
  onlyDiffering: z.boolean().default(false),
  group: z.enum(resultGroups).default('sweep'),
  /** Percentiles beside the median; empty for those requested for the runs. */
  tails: z.array(z.number()).default([]),
})

const savedViewSchema = layoutSchema.extend({
  name: z.string().min(1),
  /** Query of the URL: words, source and order. */
  query: z.record(z.string(), z.string()).default({}),
})

const keptSchema = layoutSchema.extend({
  baselineId: z.string().nullable().default(null),
  views: z.array(savedViewSchema).default([]),
})

export type SavedView = z.infer<typeof savedViewSchema>

export const useResultsLayout = defineStore('results-layout', () => {
  const storage = stored('kneepoint.results', keptSchema, localStorage)
  const before = storage.read()
  const hidden = shallowRef<readonly string[]>(before.hidden)
  const onlyDiffering = shallowRef(before.onlyDiffering)
  const group = shallowRef<ResultGroup>(before.group)
  const tails = shallowRef<readonly number[]>(before.tails)
  const baselineId = shallowRef(before.baselineId)
  const views = shallowRef<readonly SavedView[]>(before.views)

  const look = () => ({
    hidden: [...hidden.value],
    onlyDiffering: onlyDiffering.value,
    group: group.value,
    tails: [...tails.value],
  })

  watch([hidden, onlyDiffering, group, tails, baselineId, views], () =>
    storage.write({ ...look(), baselineId: baselineId.value, views: [...views.value] }),
  )

  function toggleColumn(id: string): void {
    const others = hidden.value.filter((one) => one !== id)
    hidden.value = others.length < hidden.value.length ? others : [...others, id]
  }

  /** Saves a view; replaces a view with the same name. */
  function saveView(name: string, query: SavedView['query']): void {
    const view = { name, query, ...look() }
    views.value = [...views.value.filter((one) => one.name !== name), view]
  }

  function applyView(view: SavedView): void {
    hidden.value = view.hidden
    onlyDiffering.value = view.onlyDiffering
    group.value = view.group
    tails.value = view.tails
  }

  function removeView(name: string): void {
    views.value = views.value.filter((view) => view.name !== name)
  }

  return {
    ...{ hidden, onlyDiffering, group, tails, baselineId, views },
    ...{ toggleColumn, saveView, applyView, removeView },
  }
})
