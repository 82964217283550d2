// Prompt formats of the Hub datasets that are read row by row.
import type { HubFormatName } from '#core/traits/hub-datasets.ts'
import { mathProblem, nextEdit, referenceAnswer, sharedConversation } from './answered-formats.ts'
import type { HubFormat } from './hub-row.ts'
import {
  conversationWithImages,
  imageQuestion,
  videoQuestion,
  visionArenaBench,
  visionArenaChat,
} from './image-formats.ts'
import { codeEdit, codeInstruction, codePrompt, firstTurn, question } from './text-formats.ts'

export type PromptFormatName = Exclude<
  HubFormatName,
  'speech' | 'speech-by-path' | 'function-calls'
>

export const hubFormats: Readonly<Record<PromptFormatName, HubFormat>> = {
  'shared-conversation': sharedConversation,
  'pictured-conversation': conversationWithImages,
  'vision-arena-chat': visionArenaChat,
  'vision-arena-bench': visionArenaBench,
  'video-question': videoQuestion,
  'code-instruction': codeInstruction,
  'first-turn': firstTurn,
  'code-prompt': codePrompt,
  question,
  'code-edit': codeEdit,
  'math-problem': mathProblem,
  'next-edit': nextEdit,
  'reference-answer': referenceAnswer,
  'picture-question': imageQuestion,
}
