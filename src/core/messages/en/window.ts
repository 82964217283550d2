// Texts in English that several views share. Those of one view are registered in src/renderer/views/views.ts. Every other
// language has files of the same names in its folder `window`; a text that it lacks there is a type error.
import { charts } from './window/charts.ts'
import { common } from './window/common.ts'
import { form } from './window/form.ts'
import { launched } from './window/launched.ts'
import { live } from './window/live.ts'
import { report } from './window/report.ts'
import { result } from './window/result.ts'
import { shell } from './window/shell.ts'
import { telemetry } from './window/telemetry.ts'
import { verdict } from './window/verdict.ts'

export const sharedTexts = {
  charts,
  common,
  form,
  launched,
  live,
  report,
  result,
  shell,
  telemetry,
  verdict,
}
