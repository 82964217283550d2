// The script of a page that is saved as a file, as text that needs nothing else.
import { bundledFile } from './bundled-file.ts'

type PageName = 'report' | 'timeline'

export function pageScript(name: PageName): Promise<string> {
  return bundledFile({ folder: 'page', name: `${name}.js` })
}
