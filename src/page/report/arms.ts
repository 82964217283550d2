// The arms of the report: a key for each that shows or hides it.
import { armClass } from '#core/report-file/page/arm-colours.ts'
import { choices, choose, toggle } from './choices.ts'
import { report } from './report-data.ts'

/** Nothing where there is one arm only. */
export function armKeys(): HTMLElement[] {
  if (report.arms.length < 2) return []
  return report.arms.map(({ name }, arm) => {
    const key = toggle(name, true, (isShown) => {
      const hidden = new Set(choices.hiddenArms)
      if (isShown) hidden.delete(arm)
      else hidden.add(arm)
      choose({ hiddenArms: hidden })
    })
    key.classList.add('key', armClass(arm))
    return key
  })
}
