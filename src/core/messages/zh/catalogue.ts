// Every message in Chinese.
import { commonZh } from './common.ts'
import { configZh } from './config.ts'
import { failuresZh } from './failures.ts'
import { filesZh } from './files.ts'
import { hostsZh } from './hosts.ts'
import { launchZh } from './launch.ts'
import { runsZh } from './runs.ts'
import { serversZh } from './servers.ts'
import { sweepsZh } from './sweeps.ts'
import { workloadZh } from './workload.ts'

export const zh = {
  ...commonZh,
  ...configZh,
  ...failuresZh,
  ...filesZh,
  ...hostsZh,
  ...launchZh,
  ...runsZh,
  ...serversZh,
  ...sweepsZh,
  ...workloadZh,
} as const
