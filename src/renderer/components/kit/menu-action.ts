// One entry of an AppMenu.
import type { Component } from 'vue'

export type MenuAction = Readonly<{
  id: string
  label: string
  icon?: Component
  dangerous?: boolean
  disabled?: boolean
  run: () => void
}>
