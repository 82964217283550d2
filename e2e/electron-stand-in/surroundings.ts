// What a desktop provides around windows: menus, displays, dialogs. Nothing of it shows here; questions go to the test.
import { z } from 'zod'
import { onTestMessage, tellTest } from './test-link.ts'

const boxSchema = z.object({
  message: z.string(),
  detail: z.string(),
  buttons: z.array(z.string()),
})

export const Menu = {
  buildFromTemplate: (template: readonly object[]) => template,
  setApplicationMenu: () => undefined,
}

export const nativeTheme = { shouldUseDarkColors: false }

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

export const shell = {
  openExternal: () => Promise.reject(new Error('the stand-in opens nothing outside itself')),
}

export const dialog = {
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`)
  },
  showMessageBox: (...given: readonly object[]) => showQuestion(boxSchema.parse(given.at(-1))),
}

type Answer = Readonly<{ response: number; checkboxChecked: boolean }>

let answer: ((given: Answer) => void) | null = null

function showQuestion(box: z.infer<typeof boxSchema>): Promise<Answer> {
  tellTest({ type: 'question', ...box })
  return new Promise((resolve) => (answer = resolve))
}

onTestMessage((message) => {
  if (message.type === 'pressed') answer?.({ response: message.button, checkboxChecked: false })
})
