// Every sentence of the window, per language. English is the measure: a language that lacks a key does not compile.
import { metricsEn } from '#core/messages/en/metrics.ts'
import { metricsZh } from '#core/messages/zh/metrics.ts'
import { bench as benchEn } from './en/bench.ts'
import { calibrate as calibrateEn } from './en/calibrate.ts'
import { charts as chartsEn } from './en/charts.ts'
import { common as commonEn } from './en/common.ts'
import { compare as compareEn } from './en/compare.ts'
import { compose as composeEn } from './en/compose.ts'
import { form as formEn } from './en/form.ts'
import { hosts as hostsEn } from './en/hosts.ts'
import { launch as launchEn } from './en/launch.ts'
import { launched as launchedEn } from './en/launched.ts'
import { live as liveEn } from './en/live.ts'
import { report as reportEn } from './en/report.ts'
import { results as resultsEn } from './en/results.ts'
import { run as runEn } from './en/run.ts'
import { servers as serversEn } from './en/servers.ts'
import { settings as settingsEn } from './en/settings.ts'
import { shell as shellEn } from './en/shell.ts'
import { sweep as sweepEn } from './en/sweep.ts'
import { telemetry as telemetryEn } from './en/telemetry.ts'
import { verdict as verdictEn } from './en/verdict.ts'
import { bench as benchZh } from './zh/bench.ts'
import { calibrate as calibrateZh } from './zh/calibrate.ts'
import { charts as chartsZh } from './zh/charts.ts'
import { common as commonZh } from './zh/common.ts'
import { compare as compareZh } from './zh/compare.ts'
import { compose as composeZh } from './zh/compose.ts'
import { form as formZh } from './zh/form.ts'
import { hosts as hostsZh } from './zh/hosts.ts'
import { launch as launchZh } from './zh/launch.ts'
import { launched as launchedZh } from './zh/launched.ts'
import { live as liveZh } from './zh/live.ts'
import { report as reportZh } from './zh/report.ts'
import { results as resultsZh } from './zh/results.ts'
import { run as runZh } from './zh/run.ts'
import { servers as serversZh } from './zh/servers.ts'
import { settings as settingsZh } from './zh/settings.ts'
import { shell as shellZh } from './zh/shell.ts'
import { sweep as sweepZh } from './zh/sweep.ts'
import { telemetry as telemetryZh } from './zh/telemetry.ts'
import { verdict as verdictZh } from './zh/verdict.ts'

const en = {
  bench: benchEn,
  calibrate: calibrateEn,
  charts: chartsEn,
  common: commonEn,
  compare: compareEn,
  compose: composeEn,
  form: formEn,
  hosts: hostsEn,
  launch: launchEn,
  launched: launchedEn,
  live: liveEn,
  metrics: metricsEn,
  report: reportEn,
  results: resultsEn,
  run: runEn,
  servers: serversEn,
  settings: settingsEn,
  shell: shellEn,
  sweep: sweepEn,
  telemetry: telemetryEn,
  verdict: verdictEn,
}

type Texts = typeof en

const zh: Texts = {
  bench: benchZh,
  calibrate: calibrateZh,
  charts: chartsZh,
  common: commonZh,
  compare: compareZh,
  compose: composeZh,
  form: formZh,
  hosts: hostsZh,
  launch: launchZh,
  launched: launchedZh,
  live: liveZh,
  metrics: metricsZh,
  report: reportZh,
  results: resultsZh,
  run: runZh,
  servers: serversZh,
  settings: settingsZh,
  shell: shellZh,
  sweep: sweepZh,
  telemetry: telemetryZh,
  verdict: verdictZh,
}

export const texts = { en, zh }

type Paths<Branch> = {
  [Key in keyof Branch & string]: Branch[Key] extends string ? Key : `${Key}.${Paths<Branch[Key]>}`
}[keyof Branch & string]

/** `servers.title` and so on; anything else does not compile. */
export type TextKey = Paths<Texts>
