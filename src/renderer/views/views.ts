// The views of the window, one record each: texts, routes, navigation entry, commands of the palette.
// A view is src/renderer/views/<Name>View.vue; its texts are src/core/messages/<language>/window/<name>.ts.
import {
  BookOpen,
  ChartLine,
  CircleQuestionMark,
  HardDrive,
  House,
  Ruler,
  ScrollText,
  Server,
  Settings,
  type LucideIcon,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import { ask } from '#core/messages/en/window/ask.ts'
import { bench } from '#core/messages/en/window/bench.ts'
import { calibrate } from '#core/messages/en/window/calibrate.ts'
import { compare } from '#core/messages/en/window/compare.ts'
import { compose } from '#core/messages/en/window/compose.ts'
import { docs } from '#core/messages/en/window/docs.ts'
import { glossary } from '#core/messages/en/window/glossary.ts'
import { hosts } from '#core/messages/en/window/hosts.ts'
import { launch } from '#core/messages/en/window/launch.ts'
import { results } from '#core/messages/en/window/results.ts'
import { run } from '#core/messages/en/window/run.ts'
import { servers } from '#core/messages/en/window/servers.ts'
import { settings } from '#core/messages/en/window/settings.ts'
import { start } from '#core/messages/en/window/start.ts'
import { sweep } from '#core/messages/en/window/sweep.ts'
import { trend } from '#core/messages/en/window/trend.ts'
import type { TextPath } from '#core/messages/window-texts.ts'
import { questions } from '../drafts/questions.ts'

/** English is the reference: the compiler compares the other languages with it. */
export const viewTexts = {
  ask,
  bench,
  calibrate,
  compare,
  compose,
  docs,
  glossary,
  hosts,
  launch,
  results,
  run,
  servers,
  settings,
  start,
  sweep,
  trend,
}

type ViewText = TextPath<typeof viewTexts>

type View = Readonly<{
  /** The component is `<name>View.vue`. */
  name: string
  routes: readonly Readonly<{
    path: string
    name?: string
    props?: Exclude<RouteRecordRaw['props'], undefined>
  }>[]
  /** A view without an entry names the path of the entry that it belongs to. */
  navigation: NavigationEntry | string
  /** Entries of the command palette besides opening the view. */
  commands?: readonly Readonly<{ path: string; text: ViewText }>[]
}>

type NavigationEntry = Readonly<{
  path: string
  text: ViewText
  icon: LucideIcon
  /** Opens the view when pressed after G. */
  key?: string
  /** At the foot of the navigation. */
  isLast?: boolean
}>

const views: readonly View[] = [
  {
    name: 'Start',
    navigation: { path: '/', text: 'start.title', icon: House, key: 'o' },
    routes: [{ path: '/', name: 'start' }],
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
    navigation: { path: '/hosts', text: 'hosts.title', icon: HardDrive, key: 'h' },
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
    name: 'Ask',
    navigation: { path: '/ask', text: 'ask.title', icon: CircleQuestionMark, key: 'a' },
    routes: [
      { path: '/ask/:question?', name: 'ask', props: true },
      { path: '/bench', props: { question: 'run' } },
      { path: '/sweeps/new', props: { question: 'knee' } },
    ],
    commands: [
      ...questions.map((question) => ({
        path: `/ask/${question}`,
        text: `ask.name.${question}` as const,
      })),
      { path: '/ask/run?paste', text: 'bench.paste.title' },
    ],
  },
  {
    name: 'Sweeps',
    navigation: { path: '/sweeps', text: 'sweep.title', icon: ChartLine, key: 'w' },
    routes: [{ path: '/sweeps', name: 'sweeps' }],
  },
  {
    name: 'Sweep',
    navigation: '/sweeps',
    routes: [{ path: '/sweeps/:id', name: 'sweep', props: true }],
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

/** Entries in order. */
export const navigationEntries: readonly NavigationEntry[] = views.flatMap(({ navigation }) =>
  typeof navigation === 'string' ? [] : [navigation],
)

export const viewCommands = views.flatMap(({ commands = [] }) => commands)

type ViewModule = Readonly<{ default: Component }>

/** Loaded when first opened, and the plots with them. */
const components = import.meta.glob<ViewModule>('./*View.vue')

/** Performance mark after which loads are not part of the first view. */
const firstViewIsLoaded = 'first view is loaded'

/** Loads every view while the browser has nothing else to do, so that each opens at once. */
export async function loadViewsAhead(): Promise<void> {
  performance.mark(firstViewIsLoaded)
  for (const load of Object.values(components)) {
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
  const component = components[`./${view.name}View.vue`]
  if (component === undefined) throw new Error(`src/renderer/views has no ${view.name}View.vue.`)
  const { navigation } = view
  const meta = { entry: typeof navigation === 'string' ? navigation : navigation.path }
  return view.routes.map((route) => ({ ...route, component, meta }))
})
