// A process for one chore of the application, so that it stays free to answer its windows meanwhile.
import type { FromChore, ToChore } from '#contract/chore-protocol.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveChore } from '#node/chores/serve-chore.ts'
import { parentPort } from './parent-port.ts'

guardLastWords()

serveChore(parentPort<FromChore, ToChore>())
