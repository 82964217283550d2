// The views of the window, one record each. A view is src/renderer/views/<Name>View.vue; its texts are
// src/core/messages/<language>/window/<name>.ts.
import {
  BookOpen,
  CircleQuestionMark,
  House,
  Ruler,
  ScrollText,
  Server,
  Settings,
} from '@lucide/vue'
import type { RouteRecordRaw } from 'vue-router'
import { offeredQuestions } from '../drafts/questions.ts'
import * as features from './features.ts'
import type { NavigationEntry, View, ViewModule } from './view.ts'

const baseViews: readonly View[] = [
  {
    name: 'Start',
    navigation: { path: '/', text: 'start.title', icon: House, key: 'o' },
    routes: [{ path: '/', name: 'start' }],
  },
  {
    name: 'Ask',
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
  {
    name: 'Servers',
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
  {
    name: 'Launch',
    navigation: '/servers',
    routes: [{ path: '/servers/launch', name: 'launch' }],
    commands: [{ path: '/servers/launch', text: 'launch.title' }],
  },
  {
    name: 'Hosts',
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
  {
    name: 'Results',
    navigation: { path: '/results', text: 'results.title', icon: ScrollText, key: 'r' },
    routes: [{ path: '/results', name: 'results' }],
  },
  {
    name: 'Run',
    navigation: '/results',
    routes: [{ path: '/runs/:id', name: 'run', props: true }],
  },
  {
    name: 'Sweeps',
    navigation: { path: '/sweeps', text: 'sweep.title', beside: '/results', key: 'w' },
    routes: [{ path: '/sweeps', name: 'sweeps' }],
  },
  {
    name: 'Sweep',
    navigation: '/sweeps',
    routes: [{ path: '/sweeps/:id', name: 'sweep', props: true }],
  },
  { name: 'Compare', navigation: '/results', routes: [{ path: '/compare', name: 'compare' }] },
  {
    name: 'Trend',
    navigation: '/results',
    routes: [{ path: '/trend', name: 'trend' }],
    commands: [{ path: '/trend', text: 'trend.show' }],
  },
  {
    name: 'Glossary',
    navigation: '/docs',
    routes: [{ path: '/glossary', name: 'glossary' }],
    commands: [{ path: '/glossary', text: 'glossary.title' }],
  },
  {
    name: 'Calibrate',
    navigation: { path: '/calibrate', text: 'calibrate.title', icon: Ruler, key: 'c' },
    routes: [{ path: '/calibrate', name: 'calibrate' }],
  },
  {
    name: 'Docs',
    navigation: { path: '/docs', text: 'docs.title', icon: BookOpen, key: 'd', isLast: true },
    routes: [{ path: '/docs/:page(.*)?', name: 'docs', props: true }],
  },
  {
    name: 'Settings',
    navigation: { path: '/settings', text: 'settings.title', icon: Settings, isLast: true },
    routes: [{ path: '/settings', name: 'settings' }],
  },
]

/** Views of features come last. */
const views: readonly View[] = [...baseViews, ...Object.values<View>(features)]

/** Entries in order. */
export const navigationEntries: readonly NavigationEntry[] = views.flatMap(({ navigation }) =>
  typeof navigation === 'string' ? [] : [navigation],
)

export const railEntries = navigationEntries.filter(({ beside }) => beside === undefined)

/** Path of its entry in the rail. */
function railPath({ navigation }: View): string {
  const path = typeof navigation === 'string' ? navigation : navigation.path
  return navigationEntries.find((entry) => entry.path === path)?.beside ?? path
}

export const viewCommands = views.flatMap(({ commands = [] }) => commands)

/** Loaded when first opened, and the plots with them. */
const components = import.meta.glob<ViewModule>('./*View.vue')

/** Performance mark after which loads are not part of the first view. */
const firstViewIsLoaded = 'first view is loaded'

/** Loads every view while the browser has nothing else to do, so that each opens at once. */
export async function loadViewsAhead(): Promise<void> {
  performance.mark(firstViewIsLoaded)
  const ofFeatures = views.flatMap(({ load }) => load ?? [])
  for (const load of [...Object.values(components), ...ofFeatures]) {
    await untilIdle()
    // A view that is missing now is loaded again when it is opened, and then its failure shows.
    await load().catch(() => undefined)
  }
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not in every browser.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
}

export const viewRoutes: readonly RouteRecordRaw[] = views.flatMap((view) => {
  const component = view.load ?? components[`./${view.name}View.vue`]
  if (component === undefined) throw new Error(`src/renderer/views has no ${view.name}View.vue.`)
  const { navigation } = view
  const entry = typeof navigation === 'string' ? navigation : navigation.path
  const meta = { entry, rail: railPath(view) }
  return view.routes.map((route) => ({ ...route, component, meta }))
})
