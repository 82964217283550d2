// Every text of the window in English. A language that lacks one does not compile.
import type { FlagUnits } from '../flag-texts.ts'
import { metricsEn } from './metrics.ts'
import { bench } from './window/bench.ts'
import { calibrate } from './window/calibrate.ts'
import { charts } from './window/charts.ts'
import { common } from './window/common.ts'
import { compare } from './window/compare.ts'
import { compose } from './window/compose.ts'
import { form } from './window/form.ts'
import { hosts } from './window/hosts.ts'
import { launch } from './window/launch.ts'
import { launched } from './window/launched.ts'
import { live } from './window/live.ts'
import { report } from './window/report.ts'
import { results } from './window/results.ts'
import { run } from './window/run.ts'
import { servers } from './window/servers.ts'
import { settings } from './window/settings.ts'
import { shell } from './window/shell.ts'
import { start } from './window/start.ts'
import { sweep } from './window/sweep.ts'
import { telemetry } from './window/telemetry.ts'
import { verdict } from './window/verdict.ts'
import { flags } from './window/flags.ts'

export const windowTexts = {
  bench,
  calibrate,
  charts,
  common,
  compare,
  compose,
  form,
  hosts,
  launch,
  launched,
  live,
  metrics: metricsEn,
  report,
  results,
  run,
  servers,
  settings,
  shell,
  start,
  sweep,
  telemetry,
  verdict,
}

export const flagTexts = flags

export type WindowTexts = typeof windowTexts

export const flagUnits: FlagUnits = {}
