// A view of the window: routes, navigation entry, commands of the palette.
import type { LucideIcon } from '@lucide/vue'
import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import type { TextKey } from '../i18n/i18n.ts'

export type ViewModule = Readonly<{ default: Component }>

/** By name: the component is `<name>View.vue`. */
export type Views = Readonly<Record<string, View>>

export type View = Readonly<{
  routes: readonly Readonly<{
    path: string
    name?: string
    props?: Exclude<RouteRecordRaw['props'], undefined>
  }>[]
  /** A view without an entry contains the path of the entry that it belongs to. */
  navigation: NavigationEntry | string
  /** Name of the view before a feature's view; last by default. */
  listedAfter?: string
  /** Entries of the command palette besides opening the view. */
  commands?: readonly Readonly<{
    path: string
    text: TextKey
    /** Also linked from the list of shortcuts. */
    besideKeys?: boolean
  }>[]
}>

export type NavigationEntry = Readonly<{
  path: string
  text: TextKey
  /** Icon of its entry in the navigation; absent for views without one. */
  icon?: LucideIcon
  /** Opens the view when pressed after G. */
  key?: string
  /** Path of the entry whose list it shares; the navigation shows only that one. */
  beside?: string
  /** At the bottom of the navigation. */
  isLast?: boolean
}>
