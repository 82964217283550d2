// Every text of the window in Chinese.
import type { FlagUnits } from '../flag-texts.ts'
import type { WindowTexts } from '../en/window.ts'
import { metricsZh } from './metrics.ts'
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

export const windowTexts: WindowTexts = {
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
  metrics: metricsZh,
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

export const flagUnits: FlagUnits = {
  requests: '个请求',
  tokens: 'token',
  'req/s': '请求/s',
  bytes: '字节',
  ids: '个 id',
  min: '分钟',
  prompts: '个提示词',
  threads: '个线程',
  turns: '轮',
}
