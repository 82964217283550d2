// The parts of the benchmark, by the name that runs one alone.
import { flatOut } from './flat-out.ts'
import { memory } from './memory.ts'
import { paced } from './paced.ts'
import type { Part } from './part.ts'
import { schedule } from './schedule.ts'
import { spread } from './spread.ts'
import { startUp } from './start-up.ts'
import { tiny } from './tiny.ts'
import { together } from './together.ts'
import { transports } from './transports.ts'
import { wholeCommand } from './whole-command.ts'

export const parts: ReadonlyMap<string, Part> = new Map([
  ['flat-out', flatOut],
  ['tiny', tiny],
  ['together', together],
  ['spread', spread],
  ['transports', transports],
  ['schedule', schedule],
  ['paced', paced],
  ['memory', memory],
  ['start-up', startUp],
  ['whole-command', wholeCommand],
])
