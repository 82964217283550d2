// Registers the page of a trend, and the ways to it from runs.
import { TrendingUp } from '@lucide/vue'
import type { RunFeature } from '#renderer/components/run/run-feature.ts'
import type { Views } from '#renderer/views/view.ts'

export const trendViews: Views = {
  Trend: {
    listedAfter: 'Compare',
    navigation: '/results',
    routes: [{ path: '/trend', name: 'trend' }],
    commands: [{ path: '/trend', text: 'trend.show' }],
  },
}

export const trendOfRun: RunFeature = {
  page: {
    ...{ id: 'trend', icon: TrendingUp, label: 'trend.title', title: 'trend.show' },
    to: (id) => (id === null ? { name: 'trend' } : { name: 'trend', query: { run: id } }),
  },
}
