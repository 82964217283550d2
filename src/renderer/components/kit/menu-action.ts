// One entry of an AppMenu, and one button of an ActionBar.
import type { Component } from 'vue'

export type MenuAction = Readonly<{
  id: string
  label: string
  icon?: Component
  dangerous?: boolean
  disabled?: boolean
  run: () => void
}>

/** What a dialog says before something is lost for good. */
export type Confirmation = Readonly<{
  title: string
  description: string
  /** On the button that goes ahead. */
  action: string
  /** On the button that changes nothing. */
  keep?: string
}>

export type ConfirmedAction = MenuAction & Readonly<{ confirm?: Confirmation }>

type BarButton = Readonly<{ icon: Component; busy?: boolean; title?: string }>

/** A button: it runs, or opens its menu. `icon` looks: only the icon, with the label as its name. */
export type BarAction =
  | (ConfirmedAction & BarButton & Readonly<{ look?: 'plain' | 'primary' | 'icon' }>)
  | (BarButton & Readonly<{ id: string; label: string; menu: readonly MenuAction[] }>)
