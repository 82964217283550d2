import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const held = fileURLToPath(new URL('held-compiler.ts', import.meta.url))

const hot = /^\[marking .*JSFunction hot .*optimization/m
/** V8 may replace a loop that runs, without marking its function. */
const byTurboFan = /^\[.*TURBOFAN/m

/** Whether V8 compiles what is called often while it is held, and again after `steps`. */
async function isCompiledAfter(steps: string, mark = hot): Promise<boolean> {
  const program = `
    import { HeldCompiler, pauseSlowCompiler } from ${JSON.stringify(held)}
    const hot = (numbers) => numbers.reduce((sum, each) => sum + each, 0)
    const callOften = () => { for (let call = 0; call < 200_000; call++) hot([1, 2, 3]) }
    const compiler = new HeldCompiler()
    compiler.hold()
    callOften()
    ${steps}
    // TurboFan takes up a function only after Maglev has compiled it in the background.
    for (let round = 0; round < 15; round++) {
      callOften()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  `
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--trace-opt', '--input-type=module', '--eval', program],
    { maxBuffer: 2 ** 26 },
  )
  return mark.test(stdout)
}

const busy = `const untilMs = performance.now() + 60; while (performance.now() < untilMs);`
const idle = `await new Promise((resolve) => setTimeout(resolve, 60))`

test.each([
  ['nothing', '', false],
  ['what is hot once it is over', 'compiler.release()', true],
  ['what is hot where the thread was busy', `${busy} compiler.look(0)`, true],
  ['nothing where it slept', `compiler.look(1e6); ${idle}; compiler.look(1e6)`, false],
  ['nothing where it only waited', `compiler.look(1e6); ${busy} compiler.look(1e6 + 6e4)`, false],
  ['nothing for another load', 'new HeldCompiler().hold(); compiler.release()', false],
])('compiles %s', async (_name, steps, isCompiled) => {
  expect(await isCompiledAfter(steps)).toBe(isCompiled)
})

test.each([
  ['not in a pause', 'compiler.release(); pauseSlowCompiler()', false],
  ['after a pause', 'compiler.release(); pauseSlowCompiler()()', true],
  [
    'after a pause that was ended twice',
    'const end = pauseSlowCompiler(); end(); end(); compiler.release()',
    true,
  ],
])('TurboFan compiles %s', async (_name, steps, isCompiled) => {
  expect(await isCompiledAfter(steps, byTurboFan)).toBe(isCompiled)
})
