// Rows with a response, whose length is the default output length.
import { z } from 'zod'
import { usualLimits } from '#core/workload/datasets/dataset-entry.ts'
import type { HubFormat, LengthPolicy } from './hub-row.ts'
import { parseRow } from './text-formats.ts'

const recordedLengths: LengthPolicy = {
  countsSpecialTokens: true,
  ignoresAskedLength: false,
  limits: usualLimits,
  limitsHoldAlways: false,
}

const turnSchema = z.object({ value: z.string() })
const conversationSchema = z.object({ conversations: z.array(z.unknown()) })
const exchangeSchema = z.tuple([turnSchema, turnSchema]).rest(z.unknown())

/** Conversations of one turn have no response and are omitted. */
export const sharedConversation: HubFormat = {
  read: (row, { where }) => {
    const { conversations } = parseRow(conversationSchema, row, where)
    if (conversations.length < 2) return null
    const [prompt, answer] = parseRow(exchangeSchema, conversations, `${where}, conversations`)
    return { text: prompt.value, answer: answer.value }
  },
  template: 'never',
  numbering: 'requests',
  lengths: recordedLengths,
}

const problemSchema = z.object({ problem: z.string(), solution: z.string() })

export const mathProblem: HubFormat = {
  ...sharedConversation,
  read: (row, { where }) => {
    const { problem, solution } = parseRow(problemSchema, row, where)
    return { text: problem, answer: solution }
  },
  lengths: { ...recordedLengths, limits: { promptTokens: 2048, totalTokens: 32000 } },
}

const referenceSchema = z.object({
  system_prompt: z.string(),
  question: z.string(),
  output: z.string(),
})

export const referenceAnswer: HubFormat = {
  ...sharedConversation,
  read: (row, { where }) => {
    const { system_prompt: system, question, output } = parseRow(referenceSchema, row, where)
    return { text: question, system, answer: output }
  },
  template: 'always',
  lengths: { ...recordedLengths, countsSpecialTokens: false, limitsHoldAlways: true },
}

const editSchema = z.object({ events: z.string(), input: z.string(), output: z.string() })
const regionStart = '<|editable_region_start|>'

export const nextEdit: HubFormat = {
  ...sharedConversation,
  read: (row, { where }) => {
    const edit = parseRow(editSchema, row, where)
    return { text: nextEditText(edit), answer: regionOf(edit.output) }
  },
  numbering: 'rows',
  lengths: { ...recordedLengths, ignoresAskedLength: true, limits: null },
}

/** Text from its marker on; without a marker only the last character remains, as in the original. */
function regionOf(output: string): string {
  const start = output.indexOf(regionStart)
  return start < 0 ? ([...output].at(-1) ?? '') : output.slice(start)
}

function nextEditText({ events, input }: z.infer<typeof editSchema>): string {
  return [
    '### Instruction:',
    'You are a code completion assistant and your task is to analyze user edits and then rewrite an excerpt that the ' +
      'user provides, suggesting the appropriate edits within the excerpt, taking into account the cursor location.',
    ...['', '### User Edits:', '', events],
    ...['', '### User Excerpt:', '', input],
    ...['', '### Response:', '', ''],
  ].join('\n')
}
