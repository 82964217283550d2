// The shape of a rule about launching, and of what it finds.
import type { LaunchPlan } from './launch-plan.ts'

export type ServeFinding = Readonly<{
  /** The flag at fault, by name; `model` for the model. */
  flag: string
  /** An error keeps vLLM from starting; a warning is for the reader to judge. */
  severity: 'error' | 'warning'
  /** One sentence, with the numbers in it. */
  message: string
  remedy: string
}>

export type ServeRule = Readonly<{
  flag: string
  severity: ServeFinding['severity']
  broken: (plan: LaunchPlan) => boolean
  message: (plan: LaunchPlan) => string
  remedy: string | ((plan: LaunchPlan) => string)
}>
