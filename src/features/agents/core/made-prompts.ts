// Prompts for a recording that has only lengths and cache blocks. Equal blocks become equal text.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { userMessage } from '#core/workload/message-content.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { fillIn, type MadeText } from './made-texts.ts'
import type { MadePiece, Trajectory, TrajectoryStep } from './trajectory.ts'

type PromptTools = Readonly<{
  tokenizer: Tokenizer
  random: NumpyRandomState
  /** Responses are also generated, for contexts that repeat recorded ones. */
  hasAnswers: boolean
}>

/** Generates the texts of missing prompts; recorded texts remain unchanged. */
export async function makePrompts(
  trajectories: readonly Trajectory[],
  { tokenizer, random, hasAnswers }: PromptTools,
): Promise<readonly Trajectory[]> {
  const made = [...new Set(trajectories)].flatMap(({ steps }) =>
    steps.flatMap((step) => (step.made === undefined ? [] : [{ step, pieces: step.made }])),
  )
  if (made.length === 0) return trajectories
  const runs = runsOf(made.map(({ pieces }) => pieces))
  const answers = new Map<TrajectoryStep, MadeText>()
  for (const { step } of made) {
    if (hasAnswers && step.answer === null) {
      answers.set(step, { tokens: step.outputTokens ?? 1, text: '' })
    }
  }
  await fillIn([...runs.values(), ...answers.values()], { tokenizer, random })
  const written = ({ made: pieces, ...step }: TrajectoryStep, answer: string | null) => {
    const texts = (pieces ?? []).flatMap(({ key }) => runs.get(key)?.text ?? [])
    const messages = [...step.messages, userMessage(texts.join(''))]
    return { ...step, texts, answer, messages, runsOn: true as const }
  }
  return trajectories.map(({ steps, ...trajectory }) => ({
    ...trajectory,
    steps: steps.map((step) =>
      step.made === undefined ? step : written(step, answers.get(step)?.text ?? step.answer),
    ),
  }))
}

/** The piece after or before a piece in all lists; null if lists differ. */
type Neighbours = Map<string, MadePiece | null>

/**
 * Merges pieces that occur only together into one text, because tokens of separate texts merge at their seam. Keyed by the first
 * piece.
 */
function runsOf(lists: readonly (readonly MadePiece[])[]): Map<string, MadeText> {
  const after: Neighbours = new Map()
  const before: Neighbours = new Map()
  const pieces = new Map<string, MadePiece>()
  for (const list of lists) {
    for (const [place, piece] of list.entries()) {
      pieces.set(piece.key, piece)
      note(after, piece, list[place + 1])
      note(before, piece, list[place - 1])
    }
  }
  const nextOf = (piece: MadePiece): MadePiece | null => {
    const next = after.get(piece.key) ?? null
    return next !== null && before.get(next.key)?.key === piece.key ? next : null
  }
  const runs = new Map<string, MadeText>()
  for (const piece of pieces.values()) {
    const previous = before.get(piece.key) ?? null
    if (previous !== null && nextOf(previous) !== null) continue
    let tokens = 0
    for (let each: MadePiece | null = piece; each !== null; each = nextOf(each)) {
      tokens += each.tokens
    }
    runs.set(piece.key, { tokens, text: '' })
  }
  return runs
}

function note(neighbours: Neighbours, { key }: MadePiece, neighbour: MadePiece | undefined): void {
  const known = neighbours.get(key)
  if (known === undefined) neighbours.set(key, neighbour ?? null)
  else if (known?.key !== neighbour?.key) neighbours.set(key, null)
}
