// Writes a result file over an older one, or repairs a database, on a disk that may fail. Prints "done" if nothing failed.
import { writeSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '#node/files/write-file.ts'
import { repairDatabase } from '#node/runs/repair-database.ts'

const [, , data = '', kind = ''] = process.argv
if (kind === 'repair') repairDatabase(path.join(data, 'kneepoint.db'), 1)
else await writeWholeFile(path.join(data, 'result'), 'new '.repeat(10_000))
writeSync(1, 'done')
