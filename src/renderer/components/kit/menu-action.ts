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

/** Texts of the dialog before something is permanently lost. */
export type Confirmation = Readonly<{
  title: string
  description: string
  /** Label of the button that confirms. */
  action: string
  /** Label of the button that cancels. */
  keep?: string
}>

export type ConfirmedAction = MenuAction & Readonly<{ confirm?: Confirmation }>

type BarButton = Readonly<{ icon: Component; busy?: boolean; title?: string }>

/** A button: runs an action, or opens its menu. With `icon` it shows only the icon, with the label as its name. */
export type BarAction =
  | (ConfirmedAction & BarButton & Readonly<{ look?: 'plain' | 'primary' | 'icon' }>)
  | (BarButton & Readonly<{ id: string; label: string; menu: readonly MenuAction[] }>)
