// Builds what is older than its sources: the desktop program with its window, and the command line.
import { buildIfStale } from './build-if-stale.ts'

process.exitCode = await buildIfStale()
