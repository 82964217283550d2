// A question of a feature, and its conversion to the sweep that answers it.
import type { Text } from '#core/messages/message.ts'
import type { Server, SimulatorPreset } from '#core/model/server.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { FileProblem, Section } from '#core/sweep/file/file-place.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import type { SweepDocument } from './sweep-document.ts'

/** Server of a sweep that sets its flags. */
export type DraftServer = Readonly<{
  spec: Server['spec']
  presets: readonly SimulatorPreset[]
}>

export type SweepDraft = Readonly<{
  /** Contents of its file, in addition to the contents of every sweep file. */
  contents(document: SweepDocument, flagIndex: FlagIndex): Section
  /** Throws `invalid-input` with the place in `contents`. */
  plan(contents: Section, server: DraftServer | null, flagIndex: FlagIndex): SweepPlan
  /** Parts of the document of `plan`; null if another feature reads it. */
  document(plan: SweepPlan, flagIndex: FlagIndex): Partial<SweepDocument> | null
  /** Required part that is missing, as a sentence; null if there is none. */
  missing(problems: readonly FileProblem[]): Text | null
}>

export type QuestionFeature = Readonly<{
  /** Also the kind of its loads. */
  question: string
  draft: SweepDraft
}>
