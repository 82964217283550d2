// One trajectory of a file, in any supported format.
import { readBlocks } from './read-blocks.ts'
import { readMessages } from './read-messages.ts'
import { readSteps } from './read-steps.ts'
import type { Trajectory } from './trajectory.ts'

type Form = Readonly<{
  /** A field unique to this format. */
  field: string
  read: (entry: unknown, where: string) => Trajectory
}>

const forms: readonly Form[] = [
  { field: 'steps', read: readSteps },
  { field: 'requests', read: readBlocks },
]

/** Throws AppError with file, line and field if it is invalid. */
export function readTrajectory(entry: unknown, where: string): Trajectory {
  const form = forms.find(
    ({ field }) => typeof entry === 'object' && entry !== null && field in entry,
  )
  return form === undefined ? readMessages(entry, where) : form.read(entry, where)
}
