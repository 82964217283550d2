// Rows that contain a prompt without a reference response.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import type { HubFormat, RowContext } from './hub-row.ts'

const anyLength = {
  countsSpecialTokens: true,
  ignoresAskedLength: false,
  limits: null,
  limitsHoldAlways: false,
}

function promptFormat<Schema extends z.ZodType>(
  schema: Schema,
  textOf: (row: z.infer<Schema>) => string,
): HubFormat {
  return {
    read: (row, { where }) => ({ text: textOf(parseRow(schema, row, where)) }),
    template: 'optional',
    numbering: 'rows',
    lengths: anyLength,
  }
}

export const codeInstruction = promptFormat(
  z.object({ input: z.string(), instruction: z.string() }),
  ({ input, instruction }) =>
    `${input}\n\n${instruction} Just output the code, do not include any explanation.`,
)

export const firstTurn = promptFormat(
  z.object({ turns: z.tuple([z.string()]).rest(z.unknown()) }),
  ({ turns: [turn] }) => turn,
)

export const codePrompt = promptFormat(z.object({ prompt: z.string() }), ({ prompt }) => prompt)

export const question = promptFormat(z.object({ question: z.string() }), (row) => row.question)

/** Untyped files have numbers as text. */
const numberSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^[-+.\deE]+$/)
    .transform(Number),
])
const editSchema = z.object({
  code: z.string(),
  change_request: z.string(),
  norm_distance: numberSchema,
})

export const codeEdit: HubFormat = {
  ...codePrompt,
  read: (row, { where, leastDistance, mostDistance }) => {
    const edit = parseRow(editSchema, row, where)
    const isWanted = edit.norm_distance >= leastDistance && edit.norm_distance <= mostDistance
    return isWanted ? { text: editText(edit) } : null
  },
}

function editText({ code, change_request: request }: z.infer<typeof editSchema>): string {
  return [
    'Given a code file, please apply the change requests and generate the new file.',
    '',
    'Original file:',
    '```python',
    code,
    '```',
    '',
    'Change request:',
    request,
    '',
    'Please generate the new code file in the "New file" section below.',
  ].join('\n')
}

export function parseRow<Schema extends z.ZodType>(
  schema: Schema,
  row: unknown,
  where: RowContext['where'],
): z.infer<Schema> {
  const remedy = message('workload.hfName')
  return parseEntry(schema, row, { where, remedy })
}
