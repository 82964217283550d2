// A process that computes for ever is ended from within, with the place where it was.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const guard = new URL('loop-guard.ts', import.meta.url).href

function run(program: string) {
  const source = `import { guardEventLoop } from '${guard}'; const stop = guardEventLoop(1); ${program}`
  return spawnSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', source], {
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGTERM',
  })
}

test('a loop without an end', () => {
  const { signal, stderr } = run(`
    process.on('SIGTERM', () => undefined)
    function stepForEver() { for (let at = 0; at >= 0; at = (at + 1) % 1000); }
    setTimeout(stepForEver, 100)`)
  expect(signal).toBe('SIGKILL')
  expect(stderr).toContain('without responding')
  expect(stderr).toContain('at stepForEver')
})

test('a process that waits, or that is done, is left alone', () => {
  expect(run('setTimeout(() => console.log("waited"), 4000)')).toMatchObject({
    ...{ signal: null, status: 0, stdout: 'waited\n' },
  })
  expect(run('stop()')).toMatchObject({ signal: null, status: 0, stderr: '' })
})
