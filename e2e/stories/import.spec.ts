// A command of the original on its way through: pasted, looked at, run, exported, and imported again.
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { ask, openHow } from '../pages/ask-page.ts'
import { lookAtPrompts, pasteCommand } from '../pages/bench-page.ts'
import { importFile, runRows, showOnly } from '../pages/results-page.ts'
import { figureValue, runIsOver } from '../pages/run-page.ts'
import { parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { fill, goTo, heading } from '../pages/shell.ts'

const command = `vllm bench serve --backend vllm --dataset-name random --prompt-token-ids \\
  --random-input-len 64 --random-output-len 16 --random-range-ratio 0.5 --num_prompts 40 \\
  --request-rate 20 --seed 7 --save-result --trust-remote-code`

test(
  'paste a command, look at its prompts, run it, take the result out and in',
  { tag: '@desktop-nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')

    const paste = await pasteCommand(window, command)
    await expect(paste.getByText('--trust-remote-code has no effect here.')).toBeVisible()
    await expect(paste.getByText('--save-result concerns files')).toBeVisible()
    expect(await seriousProblems(window), 'the pasted command').toEqual([])
    await paste.getByRole('button', { name: 'Fill the form' }).click()
    await openHow(window)
    await expect(window.getByRole('textbox', { name: 'Requests', exact: true })).toHaveValue('40')

    const prompts = await lookAtPrompts(window)
    await expect(prompts.getByText('Request 1', { exact: true })).toBeVisible()
    await expect(prompts.getByRole('img', { name: 'Prompt lengths' })).toBeVisible()
    expect(await seriousProblems(window), 'the prompts').toEqual([])
    await prompts.getByRole('button', { name: 'Close' }).last().click()
    await goTo(window, 'Results')
    await expect(window.getByText('There are none yet.')).toBeVisible()

    await ask(window, 'What happens at a load?')
    await fill(window, { 'Name of the result': 'Pasted' })
    await window.getByRole('button', { name: 'Start measuring' }).click()
    await expect(heading(window, 'Pasted')).toBeVisible()
    await runIsOver(window)
    expect(await figureValue(window, 'Completed')).toBe(40)

    const result = await saveThrough(window, 'Export', 'Result as JSON, with every request')
    expect(parseJson(result)).toMatchObject({ completed: 40, ttfts: { length: 40 } })
    const imported = await importFile(window, result)
    await expect(imported.getByText('1 run imported.')).toBeVisible()
    expect(await seriousProblems(window), 'the imported file').toEqual([])
    await imported.getByRole('link').click()
    await expect(window.getByText('imported', { exact: true }).first()).toBeVisible()
    expect(await figureValue(window, 'Completed')).toBe(40)
    const again = await saveThrough(window, 'Export', 'Result as JSON, with every request')
    expect(parseJson(again)).toEqual(parseJson(result))

    await expect((await importFile(window, result)).getByText('imported before')).toBeVisible()
    await expect(runRows(window)).toHaveCount(2)
    await showOnly(window, 'Imported')
    await expect(runRows(window)).toHaveCount(1)
  },
)
