// Quitting while a server runs on a host: it is asked about, in the language of the window, and meets the fate that is
// chosen for it.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { installVllm, markedProcesses } from '../../tests/remote/install-vllm.ts'
import type { Desktop, Question } from '../desktop/desktop.ts'
import { expect, test } from '../fixtures.ts'
import { composeLaunch, startLaunch } from '../pages/launch-page.ts'
import { choose, goTo, heading } from '../pages/shell.ts'

const model = 'Qwen/Qwen3-8B'

function processesOf(folder: string): string[] {
  return readdirSync(path.join(folder, 'kneepoint/launches')).map((id) =>
    execFileSync('sh', ['-c', markedProcesses(id)], { encoding: 'utf8' }).trim(),
  )
}

/** A window reports its language when it already shows it; until then, the previous one is used. */
async function askedInChinese(desktop: Desktop): Promise<Question> {
  for (;;) {
    await desktop.quit()
    const question = await desktop.nextQuestion()
    if (!question.buttons.includes('Cancel')) return question
    desktop.press(question, 'Cancel')
  }
}

test('stay, then stop and quit', { tag: '@desktop-only' }, async ({ desktop, window, folder }) => {
  await desktop.noteQuestions()
  const command = `${path.join(installVllm(folder), 'vllm')} serve`
  const environment = 'STAND_IN_STARTUP_S=1'
  await composeLaunch(window, { model, command, environment, arguments: '--seed 1' })
  await startLaunch(window, model)
  await expect(window.getByRole('button', { name: 'Benchmark it' })).toBeVisible()
  await goTo(window, 'Settings')
  await choose(window, 'Language', '简体中文')
  await expect(heading(window, '设置')).toBeVisible()

  const question = await askedInChinese(desktop)
  expect(question.message).toContain('仍有 1 个服务器在主机上运行')
  expect(question.detail).toContain(`本机: ${model}`)
  desktop.press(question, '取消')
  await expect(heading(window, '设置')).toBeVisible()
  expect(processesOf(folder)).toEqual([expect.stringContaining('/proc/')])

  // The last window closed asks as a menu does.
  await window.close()
  desktop.press(await desktop.nextQuestion(), '停止并退出')
  expect(await desktop.ended).toBe(0)
  expect(processesOf(folder)).toEqual([''])
})
