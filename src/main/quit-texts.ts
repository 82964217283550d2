// What is said before quitting, in each language of the window. Here and not in the page, because no page may be open.
import type { Language } from '#core/model/language.ts'

export type QuitTexts = Readonly<{
  title(count: number): string
  /** Those that run on are found again. */
  leadOut: string
  thisComputer: string
  names(names: readonly string[]): string
  stillStopping: string
  unstoppedTitle: string
  leave: string
  stop: string
  again: string
  stay: string
}>

export const quitTexts: Readonly<Record<Language, QuitTexts>> = {
  en: {
    title: (count) =>
      count === 1
        ? 'A server still runs on a host. Stop it before quitting?'
        : `${count} servers still run on hosts. Stop them before quitting?`,
    leadOut: 'What is left running holds its GPUs, and is found again at the next start.',
    thisComputer: 'This computer',
    names: (names) => names.join(', '),
    stillStopping: 'is still being stopped',
    unstoppedTitle: 'Not everything was stopped.',
    leave: 'Leave Running and Quit',
    stop: 'Stop and Quit',
    again: 'Try Again',
    stay: 'Cancel',
  },
  zh: {
    title: (count) => `仍有 ${count} 个服务器在主机上运行。退出前要停止吗？`,
    leadOut: '保持运行的服务器会继续占用 GPU，下次启动时会重新找到。',
    thisComputer: '本机',
    names: (names) => names.join('、'),
    stillStopping: '正在停止',
    unstoppedTitle: '有服务器未能停止。',
    leave: '保持运行并退出',
    stop: '停止并退出',
    again: '重试',
    stay: '取消',
  },
}
