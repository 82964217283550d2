// Texts of each view. A view is src/renderer/views/<Name>View.vue; its texts are src/core/messages/<language>/window/<name>.ts.
import { ask } from '#core/messages/en/window/ask.ts'
import { bench } from '#core/messages/en/window/bench.ts'
import { calibrate } from '#core/messages/en/window/calibrate.ts'
import { compare } from '#core/messages/en/window/compare.ts'
import { compose } from '#core/messages/en/window/compose.ts'
import { docs } from '#core/messages/en/window/docs.ts'
import { glossary } from '#core/messages/en/window/glossary.ts'
import { hosts } from '#core/messages/en/window/hosts.ts'
import { launch } from '#core/messages/en/window/launch.ts'
import { results } from '#core/messages/en/window/results.ts'
import { run } from '#core/messages/en/window/run.ts'
import { servers } from '#core/messages/en/window/servers.ts'
import { settings } from '#core/messages/en/window/settings.ts'
import { start } from '#core/messages/en/window/start.ts'
import { sweep } from '#core/messages/en/window/sweep.ts'
import { trend } from '#core/messages/en/window/trend.ts'

/** English is the reference: the compiler compares the other languages with it. */
export const viewTexts = {
  ask,
  bench,
  calibrate,
  compare,
  compose,
  docs,
  glossary,
  hosts,
  launch,
  results,
  run,
  servers,
  settings,
  start,
  sweep,
  trend,
}
