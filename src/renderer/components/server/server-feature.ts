// Links and sections that a feature adds to the page of a server.
import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { TextKey } from '../../i18n/i18n.ts'

export type ServerFeature = Readonly<{
  /** Shown beside its runs. */
  link?: Readonly<{
    text: TextKey
    /** Receives the name of the server. */
    to: (name: string) => RouteLocationRaw
  }>
  /** Receives the server while it is ready. */
  section?: Component
}>
