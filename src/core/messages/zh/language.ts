// 中文。
import * as features from './features.ts'
import { desktop } from './desktop.ts'
import { scalarTexts } from '../metric-texts.ts'
import { metricsZh } from './metrics.ts'
import { charts } from './window/charts.ts'
import { joined, joinedMessages } from '#core/messages/joined-catalogue.ts'
import { answersZh } from './answers.ts'
import { cliZh } from './cli.ts'
import { commonZh } from './common.ts'
import { configZh } from './config.ts'
import { doctorZh } from './doctor.ts'
import { failuresZh } from './failures.ts'
import { filesZh } from './files.ts'
import { figureNames } from '#core/messages/metric-texts.ts'
import { hostsZh } from './hosts.ts'
import { judgementZh } from './judgement.ts'
import { launchZh } from './launch.ts'
import { notesZh } from './notes.ts'
import { reportZh } from './report.ts'
import { runsZh } from './runs.ts'
import { serversZh } from './servers.ts'
import { servicesZh } from './services.ts'
import { sweepsZh } from './sweeps.ts'
import { tablesZh } from './tables.ts'
import { workloadZh } from './workload.ts'

const zh = joined(
  answersZh,
  cliZh,
  commonZh,
  configZh,
  doctorZh,
  failuresZh,
  filesZh,
  joinedMessages(features),
  figureNames(metricsZh),
  hostsZh,
  judgementZh,
  launchZh,
  notesZh,
  reportZh,
  runsZh,
  serversZh,
  servicesZh,
  sweepsZh,
  tablesZh,
  workloadZh,
)

export const chinese = {
  catalogue: zh,
  desktop,
  metrics: { ...metricsZh, ...scalarTexts(features) },
  charts,
}
