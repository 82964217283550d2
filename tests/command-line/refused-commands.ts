// Runs `bench serve` with what it must refuse: a sentence with the place and a remedy, and nothing is sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { simulate } from './built-programs.ts'

/** Removed at the end of the test: the folder in which the commands run, and a simulator. */
export async function refusedCommands() {
  const server = await simulate()
  const cwd = mkdtempSync(path.join(tmpdir(), 'kneepoint-refused-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const env = { KNEEPOINT_DATA: cwd }
  return {
    cwd,
    refused: async (args: readonly string[], says: RegExp) => {
      const target = ['--base-url', server.baseUrl, '--model', 'sim']
      const { code, output, notes } = await runCli(['bench', 'serve', ...target, ...args], {
        ...{ program: builtProgram, cwd, env },
      })
      expect(code, notes).toBe(2)
      expect(notes).toMatch(says)
      expect(output).not.toContain('Starting main benchmark run')
    },
    sent: () => server.logged(0),
  }
}
