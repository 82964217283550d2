// Asked before quitting while servers run on hosts: they outlive the program only if its reader says so.
import type { Dialog } from 'electron'

export type QuitChoice = 'leave' | 'stop' | 'stay'

const choices = ['leave', 'stop', 'stay'] as const satisfies readonly QuitChoice[]
const words = { leave: 'Leave Them Running', stop: 'Stop Them', stay: 'Cancel' } as const

/** Not asked where nothing runs. */
export async function askBeforeQuitting(
  { showMessageBox }: Pick<Dialog, 'showMessageBox'>,
  running: readonly string[],
): Promise<QuitChoice> {
  if (running.length === 0) return 'leave'
  const { response } = await showMessageBox({
    type: 'question',
    message: running.length === 1 ? 'A server runs on a host.' : 'Servers run on hosts.',
    detail: `${running.join('\n')}\n\nThose left running are found again at the next start.`,
    buttons: choices.map((choice) => words[choice]),
    defaultId: choices.indexOf('leave'),
    cancelId: choices.indexOf('stay'),
  })
  return choices[response] ?? 'stay'
}
