// Every message in English. The other languages are checked against it.
import { joined, joinedMessages } from '../joined-catalogue.ts'
import { answersEn } from './answers.ts'
import { cliEn } from './cli.ts'
import { commonEn } from './common.ts'
import { configEn } from './config.ts'
import { doctorEn } from './doctor.ts'
import { failuresEn } from './failures.ts'
import * as features from '../features.ts'
import { filesEn } from './files.ts'
import { figureNames } from '../metric-texts.ts'
import { hostsEn } from './hosts.ts'
import { judgementEn } from './judgement.ts'
import { launchEn } from './launch.ts'
import { metricsEn } from './metrics.ts'
import { notesEn } from './notes.ts'
import { reportEn } from './report.ts'
import { runsEn } from './runs.ts'
import { serversEn } from './servers.ts'
import { servicesEn } from './services.ts'
import { sweepsEn } from './sweeps.ts'
import { tablesEn } from './tables.ts'
import { workloadEn } from './workload.ts'

export const en = joined(
  answersEn,
  cliEn,
  commonEn,
  configEn,
  doctorEn,
  failuresEn,
  filesEn,
  joinedMessages(features),
  figureNames(metricsEn),
  hostsEn,
  judgementEn,
  launchEn,
  notesEn,
  reportEn,
  runsEn,
  serversEn,
  servicesEn,
  sweepsEn,
  tablesEn,
  workloadEn,
)
