// The configurations of the report: a key for each that shows or hides it.
import { configurationClass } from '#core/report-file/page/configuration-colours.ts'
import { choices, choose, toggle } from './choices.ts'
import { report } from './report-data.ts'

/** Nothing where there is one configuration only. */
export function configurationKeys(): HTMLElement[] {
  if (report.configurations.length < 2) return []
  return report.configurations.map(({ name }, configuration) => {
    const key = toggle(name, true, (isShown) => {
      const hidden = new Set(choices.hiddenConfigurations)
      if (isShown) hidden.delete(configuration)
      else hidden.add(configuration)
      choose({ hiddenConfigurations: hidden })
    })
    key.classList.add('key', configurationClass(configuration))
    return key
  })
}
