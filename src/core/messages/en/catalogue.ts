// Every message in English. The other languages are checked against it.
import { commonEn } from './common.ts'
import { configEn } from './config.ts'
import { failuresEn } from './failures.ts'
import { filesEn } from './files.ts'
import { hostsEn } from './hosts.ts'
import { launchEn } from './launch.ts'
import { runsEn } from './runs.ts'
import { serversEn } from './servers.ts'
import { sweepsEn } from './sweeps.ts'
import { workloadEn } from './workload.ts'

export const en = {
  ...commonEn,
  ...configEn,
  ...failuresEn,
  ...filesEn,
  ...hostsEn,
  ...launchEn,
  ...runsEn,
  ...serversEn,
  ...sweepsEn,
  ...workloadEn,
} as const
