// Message boxes before quitting while servers run on hosts or a measurement is in progress.
import type { MessageBoxOptions } from 'electron'
import type { OutlivingServer } from '#node/application/servers/outliving-servers.ts'
import type { DesktopTexts } from '#core/messages/en/desktop.ts'

type QuitTexts = DesktopTexts['quit']

export type QuitChoice = 'leave' | 'stop' | 'stay'

/** Running servers, and servers that did not stop; `why` is null if a server is merely slow. */
export type QuitQuestion = Readonly<{
  running: readonly OutlivingServer[]
  unstopped: readonly (OutlivingServer & Readonly<{ why: string | null }>)[]
}>

/** Choices in the order of the buttons. Enter selects the reversible one. */
const choices = ['leave', 'stop', 'stay'] as const satisfies readonly QuitChoice[]

export function quitBox({ running, unstopped }: QuitQuestion, texts: QuitTexts): MessageBoxOptions {
  const isAgain = unstopped.length > 0
  const words = { leave: texts.leave, stop: isAgain ? texts.again : texts.stop, stay: texts.stay }
  const lines = isAgain ? reasons(unstopped, texts) : placesOf(running, texts)
  return {
    type: isAgain ? 'warning' : 'question',
    message: isAgain ? texts.unstoppedTitle : texts.title(running.length),
    detail: [...lines, '', texts.leadOut].join('\n'),
    buttons: choices.map((choice) => words[choice]),
    defaultId: choices.indexOf('leave'),
    cancelId: choices.indexOf('stay'),
    noLink: true,
  }
}

/** Buttons: keep measuring, quit. Enter and Escape keep measuring. */
export function measuringBox(name: string, texts: DesktopTexts['measuring']): MessageBoxOptions {
  return {
    type: 'question',
    message: texts.title(name),
    detail: texts.detail,
    buttons: [texts.stay, texts.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}

/** A box closed in another way counts as staying: nothing is stopped or left running. */
export function choiceOf(button: number): QuitChoice {
  return choices[button] ?? 'stay'
}

/** One line per host. */
function placesOf(servers: readonly OutlivingServer[], texts: QuitTexts): string[] {
  const hosts = [...new Set(servers.map(({ hostName }) => hostName))]
  return hosts.map((host) => {
    const there = servers.filter(({ hostName }) => hostName === host)
    return `${host ?? texts.thisComputer}: ${texts.names(there.map(({ name }) => name))}`
  })
}

function reasons(unstopped: QuitQuestion['unstopped'], texts: QuitTexts): string[] {
  return unstopped.map(
    ({ name, hostName, why }) =>
      `${name} (${hostName ?? texts.thisComputer}): ${why ?? texts.stillStopping}`,
  )
}
