// Ways to launch a server besides a process on its host. Each has texts in the form, which fill one setting of the profile.
import type { LaunchProfile } from '#core/model/launch-profile.ts'

export type WayTexts = Readonly<Record<string, string>>

type WayField = Readonly<{
  placeholder: string
  mono?: boolean
  /** Absent: a single line. */
  rows?: number
  /** The field takes the full width. */
  whole?: boolean
}>

export type LaunchWay = Readonly<{
  name: string
  /** Path of its texts in the window: its name `way`, and of each field the label, `…Hint` and `problem`. */
  labels: string
  /** Setting of the profile, null unless the way is chosen. */
  setting: string
  fields: Readonly<Record<string, WayField>>
  /** Texts before the user changes any. */
  empty: WayTexts
  /** Field that may contain values of secrets. */
  secretField: string
  /** Parses the texts; the schema of the profile validates them. */
  read(texts: WayTexts): unknown
  /** Texts of the setting; null if not set. */
  textsOf(profile: LaunchProfile): WayTexts | null
}>
