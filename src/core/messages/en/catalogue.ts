// Every message in English. The other languages are checked against it.
import { answersEn } from './answers.ts'
import { cliEn } from './cli.ts'
import { commonEn } from './common.ts'
import { comparisonEn } from './comparison.ts'
import { configEn } from './config.ts'
import { doctorEn } from './doctor.ts'
import { failuresEn } from './failures.ts'
import { filesEn } from './files.ts'
import { hostsEn } from './hosts.ts'
import { judgementEn } from './judgement.ts'
import { launchEn } from './launch.ts'
import { notesEn } from './notes.ts'
import { runsEn } from './runs.ts'
import { serversEn } from './servers.ts'
import { searchesEn } from './searches.ts'
import { sweepLogEn } from './sweep-log.ts'
import { sweepsEn } from './sweeps.ts'
import { workloadEn } from './workload.ts'

export const en = {
  ...answersEn,
  ...cliEn,
  ...commonEn,
  ...comparisonEn,
  ...configEn,
  ...doctorEn,
  ...failuresEn,
  ...filesEn,
  ...hostsEn,
  ...judgementEn,
  ...launchEn,
  ...notesEn,
  ...runsEn,
  ...serversEn,
  ...searchesEn,
  ...sweepLogEn,
  ...sweepsEn,
  ...workloadEn,
} as const
