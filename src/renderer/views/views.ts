// The views of the window, one record each, by name. A view is src/renderer/views/<Name>View.vue with the texts of
// src/core/messages/<language>/window/<name>.ts, or <Name>View.vue of a feature.
import { CircleQuestionMark, House, Ruler, ScrollText, Server, Settings } from '@lucide/vue'
import type { RouteRecordRaw } from 'vue-router'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import { offeredQuestions } from '../stores/offered-questions.ts'
import * as features from './features.ts'
import type { NavigationEntry, View, ViewModule, Views } from './view.ts'

const baseViews: Views = {
  Start: {
    navigation: { path: '/', text: 'start.title', icon: House, key: 'o' },
    routes: [{ path: '/', name: 'start' }],
  },
  Ask: {
    navigation: { path: '/ask', text: 'ask.title', icon: CircleQuestionMark, key: 'a' },
    routes: [
      { path: '/ask/:question?', name: 'ask', props: true },
      { path: '/bench', props: { question: 'run' } },
      { path: '/sweeps/new', props: { question: 'knee' } },
    ],
    commands: [
      ...offeredQuestions.map((question) => ({
        path: `/ask/${question}`,
        text: `ask.name.${question}` as const,
      })),
      { path: '/ask/run?paste', text: 'bench.paste.title' },
    ],
  },
  Servers: {
    navigation: { path: '/servers', text: 'servers.title', icon: Server, key: 's' },
    routes: [
      { path: '/servers', name: 'servers' },
      { path: '/servers/new', props: { adding: 'simulator' } },
      { path: '/servers/attach', props: { adding: 'attached' } },
      { path: '/servers/:id', name: 'server', props: true },
    ],
    commands: [
      { path: '/servers/new', text: 'servers.startSimulator' },
      { path: '/servers/attach', text: 'servers.attachByUrl' },
    ],
  },
  Launch: {
    navigation: '/servers',
    routes: [{ path: '/servers/launch', name: 'launch' }],
    commands: [{ path: '/servers/launch', text: 'launch.title' }],
  },
  Hosts: {
    navigation: { path: '/hosts', text: 'hosts.title', beside: '/servers', key: 'h' },
    routes: [
      { path: '/hosts', name: 'hosts' },
      { path: '/hosts/new', props: { form: 'add' } },
      { path: '/hosts/:id', name: 'host', props: true },
      {
        path: '/hosts/:id/edit',
        name: 'edit-host',
        props: ({ params }) => ({ ...params, form: 'edit' }),
      },
    ],
    commands: [{ path: '/hosts/new', text: 'hosts.form.title' }],
  },
  Results: {
    navigation: { path: '/results', text: 'results.title', icon: ScrollText, key: 'r' },
    routes: [{ path: '/results', name: 'results' }],
  },
  Run: {
    navigation: '/results',
    routes: [{ path: '/runs/:id', name: 'run', props: true }],
  },
  Sweeps: {
    navigation: { path: '/sweeps', text: 'sweep.title', beside: '/results', key: 'w' },
    routes: [{ path: '/sweeps', name: 'sweeps' }],
  },
  Sweep: {
    navigation: '/sweeps',
    routes: [{ path: '/sweeps/:id', name: 'sweep', props: true }],
  },
  Compare: { navigation: '/results', routes: [{ path: '/compare', name: 'compare' }] },
  Calibrate: {
    navigation: { path: '/calibrate', text: 'calibrate.title', icon: Ruler, key: 'c' },
    routes: [{ path: '/calibrate', name: 'calibrate' }],
  },
  Settings: {
    navigation: { path: '/settings', text: 'settings.title', icon: Settings, isLast: true },
    routes: [{ path: '/settings', name: 'settings' }],
  },
}

const views = Object.entries<View>(
  withFeatures<Views, Readonly<Record<string, Views>>>(baseViews, features),
)

/** Entries in display order. */
export const navigationEntries: readonly NavigationEntry[] = views.flatMap(([, { navigation }]) =>
  typeof navigation === 'string' ? [] : [navigation],
)

export const railEntries = navigationEntries.filter(({ beside }) => beside === undefined)

/** Path of its entry in the navigation. */
function railPath({ navigation }: View): string {
  const path = typeof navigation === 'string' ? navigation : navigation.path
  return navigationEntries.find((entry) => entry.path === path)?.beside ?? path
}

export const viewCommands = views.flatMap(([, { commands = [] }]) => commands)

/** Loaded when first opened, together with the plots. */
const components = import.meta.glob<ViewModule>([
  './*View.vue',
  '../../features/*/renderer/*View.vue',
])

/** Performance mark after which loads do not count towards the first view. */
const firstViewIsLoaded = 'first view is loaded'

/** Preloads all views while the browser is idle, so that each opens at once. */
export async function loadViewsAhead(): Promise<void> {
  performance.mark(firstViewIsLoaded)
  for (const load of Object.values(components)) {
    await untilIdle()
    // A view that fails to load is loaded again when it is opened, and shows its error then.
    await load().catch(() => undefined)
  }
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not available in all browsers.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
}

export const viewRoutes: readonly RouteRecordRaw[] = views.flatMap(([name, view]) => {
  const file = Object.keys(components).find((each) => each.endsWith(`/${name}View.vue`))
  const component = components[file ?? '']
  if (component === undefined) throw new Error(`There is no ${name}View.vue.`)
  const { navigation } = view
  const entry = typeof navigation === 'string' ? navigation : navigation.path
  const meta = { entry, rail: railPath(view) }
  return view.routes.map((route) => ({ ...route, component, meta }))
})
