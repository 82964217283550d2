// A file that describes conversations instead of holding any, and the texts it names.
import { readFile, stat } from 'node:fs/promises'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import {
  descriptionSchema,
  type ConversationDescription,
} from '#core/workload/conversations/described-conversations.ts'
import { besideDataset } from './samplers/beside-dataset.ts'
import { readChunks } from './dataset-file.ts'

/** A description is short; whatever is longer holds conversations. */
const mostBytes = 1 << 20

const remedy = message('workload.conversationDescription')

/** Null where the file is none. */
export async function readDescription(path: string): Promise<ConversationDescription | null> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size === 0 || size > mostBytes) return null
  const value = asObject(await readFile(path, 'utf8'))
  if (value === null || !('filetype' in value)) return null
  return parseEntry(descriptionSchema, value, { where: path, remedy })
}

export async function readTexts(
  { text_files: files }: ConversationDescription,
  path: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const texts: string[] = []
  for (const file of files) texts.push(await readText(await besideDataset(file, path), signal))
  return texts
}

async function readText(path: string, signal?: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(path, signal)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function asObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
