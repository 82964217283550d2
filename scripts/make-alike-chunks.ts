// Compiles src/node/load/connections/alike-chunks.wat to the module beside it:
//   node scripts/make-alike-chunks.ts
import { writeFileSync } from 'node:fs'
import { alikeChunksFile, alikeChunksSource } from './alike-chunks/compile.ts'

writeFileSync(alikeChunksFile, await alikeChunksSource())
