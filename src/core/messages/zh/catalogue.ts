// Every message in Chinese.
import { answersZh } from './answers.ts'
import { cliZh } from './cli.ts'
import { commonZh } from './common.ts'
import { comparisonZh } from './comparison.ts'
import { configZh } from './config.ts'
import { doctorZh } from './doctor.ts'
import { failuresZh } from './failures.ts'
import { filesZh } from './files.ts'
import { hostsZh } from './hosts.ts'
import { judgementZh } from './judgement.ts'
import { launchZh } from './launch.ts'
import { notesZh } from './notes.ts'
import { runsZh } from './runs.ts'
import { serversZh } from './servers.ts'
import { searchesZh } from './searches.ts'
import { sweepLogZh } from './sweep-log.ts'
import { sweepsZh } from './sweeps.ts'
import { workloadZh } from './workload.ts'

export const zh = {
  ...answersZh,
  ...cliZh,
  ...commonZh,
  ...comparisonZh,
  ...configZh,
  ...doctorZh,
  ...failuresZh,
  ...filesZh,
  ...hostsZh,
  ...judgementZh,
  ...launchZh,
  ...notesZh,
  ...runsZh,
  ...serversZh,
  ...searchesZh,
  ...sweepLogZh,
  ...sweepsZh,
  ...workloadZh,
} as const
