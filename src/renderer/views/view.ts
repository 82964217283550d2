// A view of the window: routes, navigation entry, commands of the palette.
import type { LucideIcon } from '@lucide/vue'
import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import type { TextKey } from '../i18n/i18n.ts'

export type ViewModule = Readonly<{ default: Component }>

export type View = Readonly<{
  /** The component is `<name>View.vue`. */
  name: string
  routes: readonly Readonly<{
    path: string
    name?: string
    props?: Exclude<RouteRecordRaw['props'], undefined>
  }>[]
  /** A view without an entry names the path of the entry that it belongs to. */
  navigation: NavigationEntry | string
  /** Loads the component of a feature's view. */
  load?: () => Promise<ViewModule>
  /** Entries of the command palette besides opening the view. */
  commands?: readonly Readonly<{ path: string; text: TextKey }>[]
}>

export type NavigationEntry = Readonly<{
  path: string
  text: TextKey
  /** Icon of its entry in the rail; absent for views without one. */
  icon?: LucideIcon
  /** Opens the view when pressed after G. */
  key?: string
  /** Path of the entry whose list is beside it; the rail shows that one only. */
  beside?: string
  /** At the foot of the navigation. */
  isLast?: boolean
}>
